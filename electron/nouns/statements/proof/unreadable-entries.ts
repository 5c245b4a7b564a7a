import { dateOfDayNumber } from '../../../../shared/calendar/calendar.ts';
import type { Proof } from '../../../../shared/ipc/accounts/statements.ts';
import { rows, type AnyDatabase } from '../../../engines/store/database.ts';

/** An entry that was set aside, as a proof that lacks it tells of it. */
export type UnreadableEntry = {
  readonly entryId: string;
  /** Day number; null where it belongs to no day of its own. */
  readonly day: number | null;
  readonly reason: string;
};

/** What was set aside on those days of an account; what tells no day may belong to any of them. */
export const unreadableOn = (
  database: AnyDatabase,
  accountNumber: string,
  { from, to }: { from: number; to: number },
): UnreadableEntry[] =>
  rows<UnreadableEntry>(
    database,
    `SELECT e.entry_id AS entryId, e.day, e.reason FROM entry_aside e JOIN account a ON a.ordinal = e.account
     WHERE a.number = ? AND (e.day IS NULL OR e.day BETWEEN ? AND ?) ORDER BY e.day DESC, e.entry_id`,
    accountNumber,
    from,
    to,
  );

/** The one that a chain which breaks on this day lacks: the last up to it, else one without a day. */
export const missingAt = (
  unreadable: readonly UnreadableEntry[],
  day: number,
): UnreadableEntry | null =>
  unreadable.find((entry) => entry.day !== null && entry.day <= day) ??
  unreadable.find((entry) => entry.day === null) ??
  null;

/** Where a proof stops that lacks an entry: nothing can be expected there, and nothing was found. */
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

/** The same in a sentence. */
export const unreadableReason = (
  { entryId, day, reason }: UnreadableEntry,
  brokenDay: number,
): string =>
  `${entryId === '' ? 'An entry without id' : `Entry ${entryId}`} ${day === null ? 'was' : `of ${dateOfDayNumber(day)} was`} set aside, and ${dateOfDayNumber(brokenDay)} is not proven without it: ${reason}.`;
