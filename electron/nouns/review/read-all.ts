import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Actor } from '../../../shared/actor.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { listAccounts } from '../accounts/tables.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import { RecentActs } from '../../engines/machine/recent-acts.ts';
import { markEntries } from '../statements/annotations/marks.ts';
import { unreadEntries } from '../statements/entries/unread.ts';
import type { StatementWrites } from '../statements/writes.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';

export type MarkingCopy = {
  readonly reader: CacheReader;
  readonly journal: Journal;
  readonly writer: Pick<StatementWrites, 'markRead'>;
};

type Marking = { readonly actor: Actor; readonly now: () => Timestamp };

/** Entries marked at a time: the main thread writes the journal, and does other work between two batches. */
const atOnce = 200;
/** What an act marked, by account. */
type Act = ReadonlyMap<string, readonly string[]>;

const acts = new RecentActs<Act>();

/**
 * Marks as read what is unread and was seen by `until` (milliseconds), a batch at a time. What the bank changed since stays unread, as
 * it was not shown yet. Returns how many, and the act by which exactly these are undone.
 */
export async function readAll(
  copy: MarkingCopy,
  { only, until }: { readonly only: string | undefined; readonly until: number },
  marking: Marking,
): Promise<{ read: number; act: number }> {
  const done = new Map<string, string[]>();
  const act = acts.add(copy, done);
  let read = 0;
  for (const { accountNumber } of listAccounts(copy.reader)) {
    const account = findOrdinal(copy.reader, accountNumber);
    if (account === null || (only !== undefined && only !== accountNumber)) continue;
    let below = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const batch = unreadEntries(copy.reader, account, { below, limit: atOnce });
      const last = batch.at(-1);
      if (last === undefined) break;
      below = last.key;
      const ids = batch.filter(({ seen_at }) => seen_at <= until).map(({ id }) => id);
      if (ids.length > 0) await mark(copy, { accountNumber, ids, read: true }, marking);
      done.set(accountNumber, [...(done.get(accountNumber) ?? []), ...ids]);
      read += ids.length;
    }
  }
  return { read, act };
}

/** Marks these entries as read, by account, a batch at a time. Returns the act by which exactly these are undone. */
export async function readEntries(
  copy: MarkingCopy,
  entries: ReadonlyMap<string, readonly string[]>,
  marking: Marking,
): Promise<{ read: number; act: number }> {
  const done = new Map<string, string[]>();
  const act = acts.add(copy, done);
  let read = 0;
  for (const [accountNumber, own] of entries)
    for (let from = 0; from < own.length; from += atOnce) {
      const ids = own.slice(from, from + atOnce);
      await mark(copy, { accountNumber, ids, read: true }, marking);
      done.set(accountNumber, [...(done.get(accountNumber) ?? []), ...ids]);
      read += ids.length;
    }
  return { read, act };
}

/** Makes unread again what an act marked, and forgets the act. */
export async function takeBack(copy: MarkingCopy, act: number, marking: Marking): Promise<number> {
  const done = acts.find(copy, act);
  let unread = 0;
  for (const [accountNumber, ids] of done)
    for (let from = 0; from < ids.length; from += atOnce) {
      const batch = ids.slice(from, from + atOnce);
      await mark(copy, { accountNumber, ids: batch, read: false }, marking);
      unread += batch.length;
    }
  acts.remove(copy, act);
  return unread;
}

async function mark(
  { journal, writer }: MarkingCopy,
  { accountNumber, ids, read }: { accountNumber: string; ids: readonly string[]; read: boolean },
  { actor, now }: Marking,
): Promise<void> {
  markEntries(journal, { accountNumber, entryIds: ids, read, actor, at: now() });
  await writer.markRead(accountNumber, ids, read);
  await nextTurn();
}
