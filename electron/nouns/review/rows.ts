import { dateOfDayNumber } from '../../../shared/calendar/calendar.ts';
import type { Attachment } from '../../../shared/ipc/accounts/attachments.ts';
import type { ReviewBand, ReviewRow } from '../../../shared/ipc/review/review.ts';
import { moneyOfUnits, type Money } from '../../../shared/money/money.ts';
import { attachmentsByEntry } from '../statements/annotations/attachment-table.ts';
import type { KeyedEntry } from '../statements/entries/entries-by-key.ts';
import { unreadBetween } from '../statements/entries/unread.ts';
import { storedSums } from '../statements/aggregates/day-sums.ts';
import { readMarks, type EntryMark } from '../statements/annotations/marks.ts';
import { shownEntry } from '../statements/entries/entry-rows.ts';
import type { Meanings } from '../statements/entries/meanings.ts';
import type { AnyDatabase, Journal } from '../../engines/store/database.ts';

/** Reads what people marked of entries, with one query per account. */
export function marksOf(
  journal: Journal,
  entries: readonly KeyedEntry[],
): (entry: KeyedEntry) => EntryMark | undefined {
  const byAccount = Map.groupBy(entries, ({ accountNumber }) => accountNumber);
  const marks = new Map(
    [...byAccount].map(([accountNumber, group]) => {
      const ids = group.map(({ id }) => id);
      return [accountNumber, readMarks(journal, accountNumber, ids)];
    }),
  );
  return ({ accountNumber, id }) => marks.get(accountNumber)?.get(id);
}

/** Reads what people attached to entries, with one query per account. */
export function attachedTo(
  journal: Journal,
  entries: readonly KeyedEntry[],
): (entry: KeyedEntry) => readonly Attachment[] {
  const byAccount = Map.groupBy(entries, ({ accountNumber }) => accountNumber);
  const files = new Map(
    [...byAccount].map(([accountNumber, group]) => {
      const ids = group.map(({ id }) => id);
      return [accountNumber, attachmentsByEntry(journal, accountNumber, ids)];
    }),
  );
  return ({ accountNumber, id }) => files.get(accountNumber)?.get(id) ?? [];
}

/** Entries with what people marked. */
export function reviewRows(
  { journal, meanings }: { readonly journal: Journal; readonly meanings: Meanings },
  entries: readonly KeyedEntry[],
): ReviewRow[] {
  const markOf = marksOf(journal, entries);
  const filesOf = attachedTo(journal, entries);
  return entries.map((keyed) => {
    const mark = markOf(keyed);
    return {
      ...shownEntry(keyed, meanings),
      flagged: mark?.flagged ?? false,
      hasNote: (mark?.note ?? '') !== '',
      files: filesOf(keyed).length,
    };
  });
}

type BandPlace = {
  readonly accountNumber: string;
  readonly currency: string;
  readonly account: number;
  readonly day: number;
};

/** Returns the sums of a whole day of an account, from the stored sums. */
export function bandOf(
  database: AnyDatabase,
  { accountNumber, currency, account, day }: BandPlace,
): ReviewBand {
  const date = dateOfDayNumber(day);
  const { entries, creditsE4, debitsE4 } = storedSums(database, account, { from: date, to: date });
  return {
    accountNumber,
    day: date,
    entries,
    unread: unreadBetween(database, account, { from: day, to: day }),
    debits: moneyIn(debitsE4, currency),
    credits: moneyIn(creditsE4, currency),
  };
}

/** Null where the account's currency is not known. */
export const moneyIn = (unitsE4: bigint, currency: string): Money | null =>
  currency === '' ? null : moneyOfUnits(unitsE4, currency);
