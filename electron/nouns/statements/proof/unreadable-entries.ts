import { dateOfDayNumber } from '../../../../shared/calendar/calendar.ts';
import type { Proof } from '../../../../shared/ipc/accounts/statements.ts';
import { findOrdinal } from '../../accounts/ordinals.ts';
import { rows, type AnyDatabase } from '../../../engines/store/database.ts';

/** An unreadable entry that a proof lacks. */
export type UnreadableEntry = {
  readonly entryId: string;
  /** Day number; null if it has no day of its own. */
  readonly day: number | null;
  readonly reason: string;
};

/** Returns the unreadable entries of those days. One without a day may belong to any of them. */
export const unreadableOn = (
  database: AnyDatabase,
  accountNumber: string,
  { from, to }: { from: number; to: number },
): UnreadableEntry[] =>
  rows<UnreadableEntry>(
    database,
    `SELECT entry_id AS entryId, day, reason FROM unreadable_entry
     WHERE account = ? AND (day IS NULL OR day BETWEEN ? AND ?) ORDER BY day DESC, entry_id`,
    findOrdinal(database, accountNumber),
    from,
    to,
  );

/** Returns the entry that a chain breaking on this day lacks: the last one up to the day, else one without a day. */
export const missingAt = (
  unreadable: readonly UnreadableEntry[],
  day: number,
): UnreadableEntry | null =>
  unreadable.find((entry) => entry.day !== null && entry.day <= day) ??
  unreadable.find((entry) => entry.day === null) ??
  null;

/** The break of a proof that lacks an entry: it has neither an expected nor a found balance. */
export const stoppedBy = (
  { entryId, day, reason }: UnreadableEntry,
  brokenDay: number,
): NonNullable<Proof['brokenAt']> => ({
  entryId,
  date: dateOfDayNumber(day ?? brokenDay),
  expected: null,
  found: null,
  setAside: reason,
});

/** States the reason of such a break in a sentence. */
export const unreadableReason = (
  { entryId, day, reason }: UnreadableEntry,
  brokenDay: number,
): string =>
  `${entryId === '' ? 'An entry without id' : `Entry ${entryId}`} ${day === null ? 'was' : `of ${dateOfDayNumber(day)} was`} set aside, and ${dateOfDayNumber(brokenDay)} is not proven without it: ${reason}.`;
