import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { limits } from '../../../../shared/limits.ts';
import { formatCount, formatMoney } from '../../../../shared/money/format.ts';
import { moneyOfUnits } from '../../../../shared/money/money.ts';
import { accountKeyAt } from '../../accounts/ordinals.ts';
import { noteEvents } from '../../../engines/store/records/bank-events.ts';
import { row, rows, run, type CacheConnection } from '../../../engines/store/database.ts';
import {
  notesOf,
  type EventNote,
  type Watched,
} from '../../../engines/store/records/event-notes.ts';
import { dayOfKey, firstKeyOf } from './entry-keys.ts';
import { findKey } from './places.ts';
import type { RangeState } from './range-state.ts';

/** The timeline events of a statement range: new, rewritten, withdrawn and returned entries, never the first reading or a backfill. */

type StoredEntry = {
  id: string;
  amount: string;
  currency: string;
  direction: number;
  type: string;
  at: string;
  narration: string;
  reference: string;
  balance: string;
};
type Entry = StoredEntry & { readonly account: string };

const columns = `CAST(amount_e4 AS TEXT) AS amount, currency, direction, at, narration, reference,
  CAST(balance_e4 AS TEXT) AS balance, (SELECT name FROM transaction_type t WHERE t.id = type) AS type`;

const watchedEntry: Watched<Entry> = {
  kind: 'entry',
  about: (entry) => ({
    subjectId: entry.id,
    title: `${directionLabel(entry)} ${sum(entry.amount, entry.currency)} · ${entry.narration || entry.id}`,
    accountNumber: entry.account,
  }),
  fields: (entry) => ({
    amount: sum(entry.amount, entry.currency),
    direction: directionLabel(entry).toLowerCase(),
    transactionType: entry.type,
    transactionDate: entry.at,
    narration: entry.narration,
    customReference: entry.reference,
    balance: sum(entry.balance, entry.currency),
  }),
};

/** Notes the events of a range. Call it once all of its entries are saved, before they are reordered. */
export function noteFinishedRange(
  database: CacheConnection,
  range: RangeState,
  { withdrawn, at }: { withdrawn: readonly number[]; at: Timestamp },
): void {
  if (!range.announces) return;
  const number = accountNumberOf(database, range);
  const notes = [
    ...newEntries(database, range, number),
    ...rewrittenEntries(database, range, number),
    ...entriesAt(database, number, withdrawn, 'entries withdrawn', (entry) =>
      notesOf(watchedEntry, entry, null),
    ),
  ];
  noteEvents(database, notes, at);
}

/** Notes withdrawn entries that a page brought again. */
export function noteReturned(
  database: CacheConnection,
  range: RangeState,
  keys: readonly number[],
  seenAtMs: number,
): void {
  if (!range.announces || keys.length === 0) return;
  const number = accountNumberOf(database, range);
  const notes = entriesAt(database, number, keys, 'entries sent again', (entry) =>
    notesOf(watchedEntry, null, entry).map((note) => ({ ...note, field: 'withdrawn' })),
  );
  noteEvents(database, notes, new Date(seenAtMs).toISOString());
}

function newEntries(
  database: CacheConnection,
  { account }: RangeState,
  number: string,
): readonly EventNote[] {
  const keys = rows<{ key: number }>(
    database,
    'SELECT key FROM unread WHERE account = ? AND noted = 0 ORDER BY key',
    account,
  ).map(({ key }) => key);
  if (keys.length > 0) {
    run(database, 'UPDATE unread SET noted = 1 WHERE account = ? AND noted = 0', account);
    saveNewDebits(database, keys);
  }
  return entriesAt(database, number, keys, 'new entries', (entry) =>
    notesOf(watchedEntry, null, entry),
  );
}

/** New debits this many days older than the newest of a range are deleted from the list. */
const newDebitDays = 60;

/** Stores which of the new entries are debits. A negative amount is a debit whatever its direction. */
function saveNewDebits(database: CacheConnection, keys: readonly number[]): void {
  run(
    database,
    `INSERT OR IGNORE INTO new_debit (key)
     SELECT e.key FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value WHERE e.direction = 0 OR e.amount_e4 < 0`,
    JSON.stringify(keys),
  );
  const oldest = Math.max(0, dayOfKey(keys.at(-1) ?? 0) - newDebitDays);
  run(database, 'DELETE FROM new_debit WHERE key BETWEEN 0 AND ?', firstKeyOf(0, oldest) - 1);
}

function rewrittenEntries(
  database: CacheConnection,
  { account }: RangeState,
  number: string,
): readonly EventNote[] {
  const versions = rows<StoredEntry>(
    database,
    `SELECT entry_id AS id, min(version) AS version, ${columns} FROM entry_version
     WHERE account = ? AND noted = 0 GROUP BY entry_id ORDER BY entry_id`,
    account,
  );
  if (versions.length === 0) return [];
  run(database, 'UPDATE entry_version SET noted = 1 WHERE account = ? AND noted = 0', account);
  const earlier = new Map(versions.map((version) => [version.id, version]));
  const keys = versions
    .flatMap(({ id }) => findKey(database, account, id) ?? [])
    .toSorted((a, b) => a - b);
  return entriesAt(database, number, keys, 'entries rewritten', (entry) => {
    const before = earlier.get(entry.id);
    return before ? notesOf(watchedEntry, { ...before, account: number }, entry) : [];
  });
}

/** Notes few entries one by one. For more, the newest represents all, with their number. */
function entriesAt(
  database: CacheConnection,
  account: string,
  keys: readonly number[],
  label: string,
  notesFor: (entry: Entry) => readonly EventNote[],
): readonly EventNote[] {
  const isBurst = keys.length > limits.timelineEntriesMax;
  const notes = (isBurst ? keys.slice(-1) : keys).flatMap((key) => {
    const stored = row<StoredEntry>(
      database,
      `SELECT id, ${columns} FROM entry WHERE key = ?`,
      key,
    );
    return stored ? notesFor({ ...stored, account }) : [];
  });
  const [one] = notes;
  if (!isBurst || !one) return notes;
  const title = `${formatCount(keys.length)} ${label}`;
  return [{ ...one, subjectId: '', title, field: '', before: null, after: null }];
}

const accountNumberOf = (database: CacheConnection, { account }: RangeState): string =>
  accountKeyAt(database, account)?.number ?? '';

const directionLabel = ({ direction }: StoredEntry): string =>
  direction === 1 ? 'Credit' : 'Debit';

const sum = (units: string, currency: string): string =>
  formatMoney(moneyOfUnits(BigInt(units), currency));
