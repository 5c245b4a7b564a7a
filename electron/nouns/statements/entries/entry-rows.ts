import { dateOfDayNumber, type Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { Extras } from '../../../../shared/bank/extras.ts';
import type {
  EntryLabels,
  EntryRow,
  EntryVersion,
} from '../../../../shared/ipc/accounts/statements.ts';
import { isCurrency, shownDigits } from '../../../../shared/money/currencies.ts';
import { fromUnitsText, type Decimal } from '../../../../shared/money/decimal.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { namedCounterparty, type EntryNames } from '../counterparty/counterparty.ts';
import { dayOfKey } from './entry-keys.ts';
import type { Meanings } from './meanings.ts';
import { orderedPayeeSql } from '../counterparty/own-orders.ts';
import type { EvidenceEntry } from '../../../engines/submissions/evidence.ts';

/** An entry with the names that decide its counterparty. */
export type CachedEntry = EvidenceEntry & {
  /** The payee of the own order that it settles. */
  readonly orderedPayee: string | null;
  /** The bank's extra fields; null if there are none. */
  readonly extras: Extras | null;
};

export type CachedEntryDetail = CachedEntry & {
  readonly firstSeenAt: Timestamp;
  /** Older contents, newest first. */
  readonly earlierVersions: readonly EntryVersion[];
  readonly follows: boolean | null;
  readonly expectedBalance: Decimal | null;
};

/** A page of entries, newest first. `lastKey`: the key of the last row, for the next page; null if the page is empty. */
export type EntryPage = { readonly rows: readonly CachedEntry[]; readonly lastKey: number | null };

/** A row of {@link entryColumns}; amounts are text, since a double does not hold them. */
export type StoredEntry = {
  readonly key: number;
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly direction: 0 | 1;
  readonly type: string;
  readonly at: string;
  readonly narration: string;
  readonly reference: string;
  readonly balance: string;
  readonly version: number;
  readonly seen_at: number;
  readonly withdrawn_at: number | null;
  /** The number of decimals that the bank wrote, if the currency is unknown; null if it is known. */
  readonly digits: number | null;
};

/** The values of {@link shownColumns}; the first are those of a {@link StoredEntry}. A tuple, so that a page has no object per row. */
export type ShownEntry = readonly [
  key: number,
  id: string,
  amount: string,
  currency: string,
  direction: 0 | 1,
  type: string,
  at: string,
  narration: string,
  reference: string,
  balance: string,
  version: number,
  seenAt: number,
  withdrawnAt: number | null,
  digits: number | null,
  arrived: 0 | 1,
  rewritten: 0 | 1,
  /** Pairs of kind and name as JSON; null if there are none. */
  labels: string | null,
  orderedPayee: string | null,
  extras: Extras | null,
];

export const keyOfShown = ([key]: ShownEntry): number => key;

/** The columns of the table `entry e`. */
export const entryColumns = `e.key, e.id, CAST(e.amount_e4 AS TEXT) AS amount, e.currency, e.direction,
  (SELECT t.name FROM transaction_type t WHERE t.id = e.type) AS type, e.at, e.narration, e.reference,
  CAST(e.balance_e4 AS TEXT) AS balance, e.version, e.seen_at, e.withdrawn_at, e.digits`;

const known = [
  'amount_e4',
  'currency',
  'direction',
  'type',
  'at',
  'narration',
  'reference',
  'balance_e4',
];
const knownOf = (table: string): string =>
  `(${known.map((name) => `${table}.${name}`).join(', ')})`;

/** SQL: whether a known field had another value before. */
export const isRewrittenSql = `e.version > 1 AND EXISTS (SELECT 1 FROM entry_version w
    WHERE w.account = e.account AND w.entry_id = e.id AND ${knownOf('w')} <> ${knownOf('e')})`;

/** SQL: the tags and the counterparty that rules or a person gave `entry e`. Collects and sorts them only if there are any. */
const labelsSql = `iif(EXISTS (SELECT 1 FROM entry_label x WHERE x.key = e.key),
    (SELECT json_group_array(json_array(l.kind, l.name) ORDER BY l.name)
      FROM entry_label x CROSS JOIN label l ON l.id = x.label WHERE x.key = e.key), NULL)`;

/** The entry columns, then: new and unread, a known field had another value before, labels, payee of the own order, extra fields. */
export const shownColumns = `${entryColumns},
  EXISTS (SELECT 1 FROM unread u WHERE u.account = e.account AND u.key = e.key) AS arrived,
  ${isRewrittenSql} AS rewritten, ${labelsSql} AS labels, ${orderedPayeeSql} AS orderedPayee, e.extras`;

export const directionOf = (stored: number): 'debit' | 'credit' =>
  stored === 1 ? 'credit' : 'debit';

export const timestampOf = (ms: number): Timestamp => new Date(ms).toISOString();

/** Formats amount and balance with the currency's minor digits; in an unknown currency, with as many decimals as the bank wrote. */
export function figuresOf({
  amount,
  balance,
  currency,
  digits,
}: Pick<StoredEntry, 'amount' | 'balance' | 'currency' | 'digits'>) {
  const shown = digits === null || isCurrency(currency) ? shownDigits(currency) : digits;
  const figure = (units: string): Money => ({ amount: fromUnitsText(units, shown), currency });
  return { amount: figure(amount), balance: figure(balance) };
}

/** The last formatted day: the rows of a page have few days in sequence, so each is formatted once. */
let written = { day: 0, text: dateOfDayNumber(0) };

function dayText(key: number): string {
  const day = dayOfKey(key);
  if (written.day !== day) written = { day, text: dateOfDayNumber(day) };
  return written.text;
}

/** Reads {@link shownColumns}. Ignores further columns of the query. */
export function cachedEntry(shown: readonly [...ShownEntry, ...unknown[]]): CachedEntry {
  const [key, id, amount, currency, direction, type, at, narration, reference, balance] = shown;
  const [, , , , , , , , , , version, , withdrawnAt, digits, arrived, rewritten, labels] = shown;
  const [, , , , , , , , , , , , , , , , , orderedPayee, extras] = shown;
  const figures = figuresOf({ amount, balance, currency, digits });
  // Spelled out with few spreads: a page builds a hundred of these.
  const entry = {
    id,
    amount: figures.amount,
    balance: figures.balance,
    direction: directionOf(direction),
    transactionType: type,
    transactionDate: at,
    day: dayText(key),
    narration,
    customReference: reference,
    version,
    rewritten: rewritten === 1,
    read: arrived === 0,
    withdrawnAt: withdrawnAt === null ? null : timestampOf(withdrawnAt),
    orderedPayee,
    extras,
  };
  return labels === null ? entry : { ...entry, labels: labelsIn(labels) };
}

/** Returns an entry for the window: with its counterparty instead of the names that decide it, and without extra fields. */
export function shownEntry<Entry extends CachedEntry>(
  entry: Entry,
  meanings: Meanings,
): Omit<Entry, 'orderedPayee' | 'extras'> & Pick<EntryRow, 'counterparty'> {
  const { orderedPayee: _payee, extras: _extras, ...shown } = entry;
  return { ...shown, counterparty: namedCounterparty(namesOf(entry, meanings)) };
}

/** Returns the names that an entry has for its counterparty. */
export const namesOf = (entry: CachedEntry, meanings: Meanings): EntryNames => ({
  ...{ orderedPayee: entry.orderedPayee, narration: entry.narration },
  label: entry.labels?.counterparty ?? null,
  bank: meanings.of(entry).counterparty,
});

/** Parses what `labelsSql` writes. */
function labelsIn(text: string): EntryLabels {
  const pairs = JSON.parse(text) as ['tag' | 'counterparty', string][];
  return {
    tags: pairs.filter(([kind]) => kind === 'tag').map(([, name]) => name),
    counterparty: pairs.find(([kind]) => kind === 'counterparty')?.[1] ?? null,
  };
}

/**
 * Returns the effect of an entry on the balance, in units of 10^-4. `unsigned`: the direction gives the sign; `signed`: the amount
 * carries it. Only the balance chain shows which one a bank uses.
 */
export function effectsOf(
  amountE4: bigint,
  direction: number,
): { unsigned: bigint; signed: bigint } {
  return { unsigned: direction === 1 ? amountE4 : -amountE4, signed: amountE4 };
}
