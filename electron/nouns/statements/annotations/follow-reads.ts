import { setImmediate } from 'node:timers/promises';

import { findOrdinal } from '../../accounts/ordinals.ts';
import type { CacheReader, Journal } from '../../../engines/store/database.ts';
import { unreadEntries } from '../entries/unread.ts';
import type { StatementWrites } from '../writes.ts';
import { hasReadMarks, readMarks } from './marks.ts';

type Parts = {
  readonly journal: Journal;
  readonly writer: Pick<StatementWrites, 'markRead'>;
};

/** An entry, by its account and id. */
export type MarkedEntry = { readonly accountNumber: string; readonly entryId: string };

/** Applies the read marks of these entries from the journal to the unread list. Ignores entries that are not in the local copy. */
export async function followReads(parts: Parts, entries: readonly MarkedEntry[]): Promise<void> {
  const accounts = Map.groupBy(entries, ({ accountNumber }) => accountNumber);
  for (const [accountNumber, own] of accounts)
    await bringMarks(parts, accountNumber, [...new Set(own.map(({ entryId }) => entryId))]);
}

/** The number of unread entries compared at a time. */
const pageEntries = 500;

/**
 * Removes the entries that a person has marked as read from the unread list of an account: a mark can be older than the cached entry,
 * and the list can be lost with the local copy. Call it after each sync of the account. Returns the number of entries.
 */
export async function dropReadEntries(
  parts: Parts & { readonly reader: CacheReader },
  accountNumber: string,
): Promise<number> {
  // Without a mark there is nothing to compare: a first sync lists the entries of years as unread.
  if (!hasReadMarks(parts.journal, accountNumber)) return 0;
  const account = findOrdinal(parts.reader, accountNumber);
  let dropped = 0;
  for (let below = Number.MAX_SAFE_INTEGER; account !== null;) {
    const page = unreadEntries(parts.reader, account, { below, limit: pageEntries });
    const last = page.at(-1);
    if (last === undefined) break;
    below = last.key;
    const ids = page.map(({ id }) => id);
    const marks = readMarks(parts.journal, accountNumber, ids);
    const read = ids.filter((id) => marks.get(id)?.read === true);
    if (read.length > 0) await parts.writer.markRead(accountNumber, read, true);
    dropped += read.length;
    await setImmediate();
  }
  return dropped;
}

async function bringMarks(
  { journal, writer }: Parts,
  accountNumber: string,
  ids: readonly string[],
): Promise<void> {
  const marks = readMarks(journal, accountNumber, ids);
  const marked = (is: boolean) => ids.filter((id) => marks.get(id)?.read === is);
  // Both calls are sent at once: a mark set in the meantime must be written after them.
  await Promise.all([
    writer.markRead(accountNumber, marked(true), true),
    writer.markRead(accountNumber, marked(false), false),
  ]);
}
