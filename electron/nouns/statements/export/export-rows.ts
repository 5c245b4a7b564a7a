import type { Extras } from '../../../../shared/bank/extras.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { isCurrency, shownDigits } from '../../../../shared/money/currencies.ts';
import { fromUnitsText, type Decimal } from '../../../../shared/money/decimal.ts';
import { ordinalOf } from '../../accounts/ordinals.ts';
import { valueRows, type AnyDatabase } from '../../../engines/store/database.ts';
import { directionOf } from '../entries/entry-rows.ts';
import { labelledNameSql, orderedPayeeSql } from '../counterparty/own-orders.ts';
import type { EntryQuery } from '../entries/entry-query.ts';
import { boundsOf, entryQuery } from '../query/filters.ts';
import type { BatchQuestion } from '../query/filters.ts';
import {
  entryMeanings,
  type EntryMeaning,
  type EntryMeanings,
} from '../../../../shared/bank/statements.ts';
import { namedCounterparty } from '../counterparty/counterparty.ts';
import type { ExportedEntry } from '../entries/incoming.ts';
import type { Meanings } from '../entries/meanings.ts';

/** An active entry as a tuple, so that a million of them are written without an object for each. */
export type ExportRow = readonly [
  id: string,
  at: Timestamp,
  direction: 0 | 1,
  /** Like the balance, in units of 10^-4 as text. */
  amount: string,
  currency: string,
  type: string,
  narration: string,
  reference: string,
  balance: string,
  /** The number of decimals that the bank wrote, if the currency is unknown; null if it is known. */
  digits: number | null,
  extras: Extras | null,
  key: number,
  orderedPayee: string | null,
  /** The counterparty by a rule or a person. */
  label: string | null,
];

/** The columns of `entry e` for an {@link ExportRow}. */
export const exportColumns = `e.id, e.at, e.direction, CAST(e.amount_e4 AS TEXT), e.currency,
  (SELECT t.name FROM transaction_type t WHERE t.id = e.type), e.narration, e.reference,
  CAST(e.balance_e4 AS TEXT), e.digits, e.extras, e.key,
  ${orderedPayeeSql}, ${labelledNameSql}`;

/** Returns the FROM and WHERE of a view's next active entries, with the parameters and the column that sorts by time. */
export function batchQuery(
  account: number,
  { filter, afterKey, keys }: BatchQuestion,
): Pick<EntryQuery, 'from' | 'order' | 'params'> {
  if (keys !== undefined)
    return {
      from: `entry e WHERE e.key IN (SELECT value FROM json_each(?)) AND e.key > ? AND e.account = ? AND e.withdrawn_at IS NULL`,
      order: 'e.key',
      params: [JSON.stringify(keys), afterKey ?? 0, account],
    };
  const { low, high } = boundsOf(account, filter);
  const bounds = { low: afterKey === null ? low : Math.max(low, afterKey + 1), high };
  const { from, order, params } = entryQuery(account, filter, { bounds });
  return { from: `${from} AND e.withdrawn_at IS NULL`, order, params };
}

/** Returns the active entries of a view, oldest first. */
export function exportRows(database: AnyDatabase, question: BatchQuestion): ExportRow[] {
  const { from, order, params } = batchQuery(ordinalOf(database, question.accountNumber), question);
  const sql = `SELECT ${exportColumns} FROM ${from} ORDER BY ${order} LIMIT ?`;
  return valueRows<ExportRow>(database, sql, ...params, question.limit);
}

/** Formats a figure with its currency's minor digits; in an unknown currency, with as many decimals as the bank wrote. */
export const figureOf = (units: string, currency: string, digits: number | null): Decimal =>
  fromUnitsText(units, digits === null || isCurrency(currency) ? shownDigits(currency) : digits);

export function exportedEntry(row: ExportRow): ExportedEntry {
  const [id, at, direction, amount, currency, type, narration, reference, balance, digits, extras] =
    row;
  return {
    id,
    amount: figureOf(amount, currency, digits),
    currency,
    direction: directionOf(direction),
    transactionType: type,
    transactionDate: at,
    narration,
    customReference: reference,
    balance: figureOf(balance, currency, digits),
    ...(extras !== null && { extras }),
  };
}

/** Returns the entry's fields under our names, with the counterparty that the desk decided on. */
export function exportedMeanings(row: ExportRow, meanings: Meanings): EntryMeanings {
  const { counterparty: bank, ...others } = meanings.of(exportedEntry(row));
  const [, , , , , , narration, , , , , , orderedPayee, label] = row;
  const counterparty = namedCounterparty({ orderedPayee, bank, label, narration });
  return counterparty === null ? others : { ...others, counterparty };
}

/** Returns the names of the meanings in a file. Always includes the counterparty: the desk may know one that the bank does not send. */
export const exportedNames = ({ names }: Pick<Meanings, 'names'>): readonly EntryMeaning[] =>
  entryMeanings.filter((name) => name === 'counterparty' || names.includes(name));
