import { actorIn, actorText, type Stamp } from '../../../shared/actor.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../shared/errors.ts';
import { newIdAt } from '../../engines/machine/new-id.ts';
import { shareChanges } from '../../engines/sharing/outgoing.ts';
import { row, rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import { ruleKinds } from './tables.ts';

/** A manual tag of one entry, or, without a tag, its manual counterparty; `is` null leaves it to the rules. */
export type ManualTag = {
  readonly n: number;
  readonly accountNumber: string;
  readonly entryId: string;
  readonly tag: string;
  readonly is: boolean | null;
  /** The name; empty for none, and with a tag. */
  readonly counterparty: string;
};

type Entry = Pick<ManualTag, 'accountNumber' | 'entryId'>;
type Tag = Entry & Pick<ManualTag, 'tag' | 'is'>;
/** `name` is '' for none, null for the rules. */
type Counterparty = Entry & { readonly name: string | null };

/** An act is undone only where nothing changed since. */
function assertUnchanged<T>(expected: T | undefined, was: T): void {
  if (expected !== undefined && expected !== was)
    throw new DeskFault('undo.overtaken', 'Somebody said otherwise meanwhile.');
}

/** Whether a person set or removed a tag of an entry; null where it is left to the rules. */
export function manualTag(
  journal: Journal,
  { accountNumber, entryId, tag }: Omit<Tag, 'is'>,
): boolean | null {
  const set = storedOf(journal, { accountNumber, entryId, tag })?.is_set ?? null;
  return set === null ? null : set === 1;
}

/** Saves a manual tag; returns its value before. Throws `undo.overtaken` where that is not `was`. */
export function setManualTag(
  journal: Journal,
  {
    accountNumber,
    entryId,
    tag,
    is,
    was: expected,
  }: Tag & { readonly was?: boolean | null | undefined },
  stamp: Stamp,
): boolean | null {
  return writeJournal(journal, 'manual_tag', () => {
    const was = manualTag(journal, { accountNumber, entryId, tag });
    assertUnchanged(expected, was);
    const set = { accountNumber, entryId, tag, is };
    writeManualTag(journal, set, stamp);
    shareChanges(journal, ruleKinds.tag, [set], stamp.at);
    return was;
  });
}

/** Saves a manual counterparty; returns its value before. Throws `undo.overtaken` where that is not `was`. */
export function setManualCounterparty(
  journal: Journal,
  {
    accountNumber,
    entryId,
    name,
    was: expected,
  }: Counterparty & { readonly was?: string | null | undefined },
  stamp: Stamp,
): string | null {
  return writeJournal(journal, 'manual_tag', () => {
    const was = manualCounterparty(journal, { accountNumber, entryId });
    assertUnchanged(expected, was);
    const named = { accountNumber, entryId, name };
    writeManualCounterparty(journal, named, stamp);
    shareChanges(journal, ruleKinds.counterparty, [named], stamp.at);
    return was;
  });
}

/** The counterparty that a person named; null where it is left to the rules. */
export function manualCounterparty(journal: Journal, entry: Entry): string | null {
  const stored = storedOf(journal, { ...entry, tag: '' });
  return stored?.is_set === 1 ? stored.counterparty : null;
}

/** Writes a tag without sharing it, such as a colleague's. */
export function writeManualTag(journal: Journal, tag: Tag, stamp: Stamp): void {
  write(journal, { ...tag, counterparty: '' }, stamp);
}

/** Writes a counterparty without sharing it, such as a colleague's. */
export function writeManualCounterparty(
  journal: Journal,
  { name, ...entry }: Counterparty,
  stamp: Stamp,
): void {
  const is = name === null ? null : true;
  write(journal, { ...entry, tag: '', is, counterparty: name ?? '' }, stamp);
}

function write(
  journal: Journal,
  { accountNumber, entryId, tag, is, counterparty }: Omit<ManualTag, 'n'>,
  { actor, at }: Stamp,
): void {
  writeJournal(journal, 'manual_tag', () =>
    run(
      journal,
      `INSERT OR REPLACE INTO manual_tag (tag_id, account_number, entry_id, tag, is_set, counterparty, tagged_at, actor)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[newIdAt(at), accountNumber, entryId, tag],
      ...[is === null ? null : Number(is), counterparty, at, actorText(actor)],
    ),
  );
}

/** Returns the manual tags and counterparty of an entry. `actor` is text, see `actorIn`. */
export const tagsOfEntry = (
  journal: Journal,
  accountNumber: string,
  entryId: string,
  limit: number,
): (Pick<ManualTag, 'tag' | 'is' | 'counterparty'> & {
  readonly at: Timestamp;
  readonly actor: string;
})[] =>
  rows<StoredManualTag & { readonly tagged_at: Timestamp; readonly actor: string }>(
    journal,
    `SELECT ${columns}, tagged_at, actor FROM manual_tag WHERE account_number = ? AND entry_id = ? LIMIT ?`,
    ...[accountNumber, entryId, limit],
  ).map((stored) => ({ ...manualTagOf(stored), at: stored.tagged_at, actor: stored.actor }));

type StoredManualTag = {
  readonly n: number;
  readonly account_number: string;
  readonly entry_id: string;
  readonly tag: string;
  readonly is_set: number | null;
  readonly counterparty: string;
};

const columns = 'n, account_number, entry_id, tag, is_set, counterparty';

const storedOf = (
  journal: Journal,
  { accountNumber, entryId, tag }: Omit<Tag, 'is'>,
): StoredManualTag | null =>
  row(
    journal,
    `SELECT ${columns} FROM manual_tag WHERE account_number = ? AND entry_id = ? AND tag = ?`,
    ...[accountNumber, entryId, tag],
  );

const manualTagOf = ({
  n,
  account_number,
  entry_id,
  tag,
  is_set,
  counterparty,
}: StoredManualTag): ManualTag => ({
  ...{ n, accountNumber: account_number, entryId: entry_id, tag },
  ...{ is: is_set === null ? null : is_set === 1, counterparty },
});

/** Returns the manual tags after `after`, in their order. */
export const manualTagsAfter = (journal: Journal, after: number, limit: number): ManualTag[] =>
  rows<StoredManualTag>(
    journal,
    `SELECT ${columns} FROM manual_tag WHERE n > ? ORDER BY n LIMIT ?`,
    after,
    limit,
  ).map(manualTagOf);

/** Returns all decisions of persons, oldest first, with who made them. Leaves out what is left to the rules. */
export const decidedTags = (journal: Journal): readonly (ManualTag & Stamp)[] =>
  rows<StoredManualTag & { readonly tagged_at: string; readonly actor: string }>(
    journal,
    `SELECT ${columns}, tagged_at, actor FROM manual_tag WHERE is_set IS NOT NULL ORDER BY n`,
  ).map((stored) => ({
    ...manualTagOf(stored),
    ...{ actor: actorIn(stored.actor), at: stored.tagged_at },
  }));

export const lastManualTag = (journal: Journal): number =>
  row<{ n: number | null }>(journal, 'SELECT max(n) AS n FROM manual_tag')?.n ?? 0;
