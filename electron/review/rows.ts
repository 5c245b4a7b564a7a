import { dateOfDayNumber } from '../../shared/calendar.ts';
import type { ReviewBand, ReviewRow } from '../../shared/ipc/review.ts';
import type { EntryRow } from '../../shared/ipc/statements.ts';
import { moneyOfUnits, type Money } from '../../shared/money/money.ts';
import { firstKeyOf, lastKeyOf } from '../statements/entry-keys.ts';
import { cachedEntry, shownColumns, type ShownEntry } from '../statements/entry-rows.ts';
import { keptSums } from '../statements/kept-sums.ts';
import { readMarks } from '../statements/marks.ts';
import type { Meanings } from '../statements/meanings.ts';
import { prepared, rows, type AnyDatabase, type Journal } from '../store/database.ts';
import { guarded } from '../store/faults.ts';

/** An entry as the local copy has it, with its account. */
export type QueuedEntry = Omit<EntryRow, 'flagged' | 'hasNote'> & {
  readonly accountNumber: string;
  readonly also: string | null;
};

/** The entries with these keys, in their order. */
export const entriesAt = (database: AnyDatabase, keys: readonly number[]): QueuedEntry[] =>
  rows<ShownEntry & { readonly also: string | null; readonly number: string }>(
    database,
    `SELECT ${shownColumns}, e.also, (SELECT a.number FROM account a WHERE a.ordinal = e.account) AS number
     FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value ORDER BY j.key`,
    JSON.stringify(keys),
  ).map((stored) => ({ ...cachedEntry(stored), accountNumber: stored.number, also: stored.also }));

/** The same with what people marked, and the counterparty where the bank file names it. */
export function reviewRows(
  { journal, meanings }: { readonly journal: Journal; readonly meanings: Meanings },
  entries: readonly QueuedEntry[],
): ReviewRow[] {
  const byAccount = Map.groupBy(entries, ({ accountNumber }) => accountNumber);
  const marks = new Map(
    [...byAccount].map(([accountNumber, group]) => [
      accountNumber,
      readMarks(
        journal,
        accountNumber,
        group.map(({ id }) => id),
      ),
    ]),
  );
  return entries.map(({ also, ...entry }) => {
    const mark = marks.get(entry.accountNumber)?.get(entry.id);
    return {
      ...entry,
      counterparty: meanings.of({ ...entry, also }).counterparty ?? null,
      flagged: mark?.flagged ?? false,
      hasNote: (mark?.note ?? '') !== '',
    };
  });
}

type BandPlace = {
  readonly accountNumber: string;
  readonly currency: string;
  readonly account: number;
  readonly day: number;
};

/** The sums of a whole day of an account, from what is kept of it. */
export function bandOf(
  database: AnyDatabase,
  { accountNumber, currency, account, day }: BandPlace,
): ReviewBand {
  const date = dateOfDayNumber(day);
  const { entries, creditsE4, debitsE4 } = keptSums(database, account, { from: date, to: date });
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

/** Unread entries of an account between two days, both included. */
export const unreadBetween = (
  database: AnyDatabase,
  account: number,
  { from, to }: { readonly from: number; readonly to: number },
): number =>
  guarded(
    database,
    () =>
      prepared(
        database,
        'SELECT count(*) FROM unread WHERE account = ? AND key BETWEEN ? AND ?',
        'value',
      ).get(account, firstKeyOf(account, from), lastKeyOf(account, to)) as number,
  );
