import type { IsoDate, Timestamp } from '../../../shared/calendar/calendar.ts';
import { addDays } from '../../../shared/calendar/calendar.ts';
import type { Money } from '../../../shared/money/money.ts';
import type { AmountRange } from '../find/amounts.ts';
import { rows, type TeamCopy } from '../store/database.ts';
import type { AmountSource } from './logged-kind.ts';

/** One item of an act in the log. */
export type LogRow = {
  /** Grows in the order of the record. */
  readonly id: number;
  /** The number of its act. */
  readonly n: number;
  /** The key that signed it; empty where none did. */
  readonly key: string;
  readonly kind: string;
  /** When the server numbered it, by its clock. */
  readonly at: Timestamp;
  readonly about: string;
  readonly money: (Money & { readonly source: AmountSource }) | null;
  /** Why the act changes nothing; null for a valid one. */
  readonly void: string | null;
};

/** A word that a row must have in its sentence, or in the name of its author, its kind or its currency. */
export type LogTerm = {
  /** Folded. */
  readonly text: string;
  /** The word as a currency code; null where it is none. */
  readonly currency: string | null;
  readonly keys: readonly string[];
  readonly kinds: readonly string[];
};

/** A filter for rows of the log. All conditions must hold. */
export type LogFilter = {
  /** Keys of the authors; null for all. */
  readonly keys: readonly string[] | null;
  readonly kind: string | null;
  readonly words: readonly LogTerm[];
  readonly amounts: readonly LogAmount[];
  /** Days in UTC, both ends included; null where an end is open. */
  readonly days: readonly { readonly from: IsoDate | null; readonly to: IsoDate | null }[];
};

/** Matches an amount in one of the ranges, in one currency or in any; or the word, where the text may be a word. */
export type LogAmount = {
  readonly ranges: readonly AmountRange[];
  readonly currency: string | null;
  readonly orTerm: LogTerm | null;
};

type Page = {
  /** The page begins after this id; null for the first page. */
  readonly behind: number | null;
  readonly limit: number;
};

/** Rows of the log, the latest first. */
export const logBefore = (copy: TeamCopy, filter: LogFilter, page: Page): LogRow[] =>
  chosen(copy, filter, page, 'DESC');

/** Rows of the log in the order of the record. */
export const logAfter = (copy: TeamCopy, filter: LogFilter, page: Page): LogRow[] =>
  chosen(copy, filter, page, 'ASC');

/** The kinds that the log has; 200 at most. */
export const loggedKinds = (copy: TeamCopy): string[] =>
  rows<{ kind: string }>(
    copy,
    `WITH RECURSIVE found (kind) AS (
       SELECT min(kind) FROM act_log
       UNION ALL SELECT (SELECT min(kind) FROM act_log WHERE kind > found.kind) FROM found WHERE kind IS NOT NULL
     ) SELECT kind FROM found WHERE kind IS NOT NULL LIMIT 200`,
  ).map(({ kind }) => kind);

type Stored = Omit<LogRow, 'money'> & {
  readonly amount: string | null;
  readonly currency: string;
  readonly source: AmountSource;
};

function chosen(
  copy: TeamCopy,
  filter: LogFilter,
  { behind, limit }: Page,
  order: 'ASC' | 'DESC',
): LogRow[] {
  const conditions = conditionsOf(filter);
  if (behind !== null)
    conditions.push({ sql: order === 'DESC' ? 'id < ?' : 'id > ?', values: [behind] });
  const where =
    conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  return rows<Stored>(
    copy,
    `SELECT id, n, key, kind, at, about, amount, currency, source, void FROM act_log ${where}
     ORDER BY id ${order} LIMIT ?`,
    ...conditions.flatMap(({ values }) => values),
    limit,
  ).map(({ amount, currency, source, ...row }) => ({
    ...row,
    money: amount === null ? null : { amount, currency, source },
  }));
}

type Condition = { readonly sql: string; readonly values: readonly unknown[] };

function conditionsOf({ keys, kind, words, amounts, days }: LogFilter): Condition[] {
  return [
    ...(keys === null ? [] : [isOneOf('key', keys)]),
    ...(kind === null ? [] : [{ sql: 'kind = ?', values: [kind] }]),
    ...words.map(hasTerm),
    ...amounts.map(hasAmount),
    ...days.flatMap(isWithin),
  ];
}

const isOneOf = (column: 'key' | 'kind', values: readonly string[]): Condition =>
  values.length === 1
    ? { sql: `${column} = ?`, values }
    : { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] };

const anyOf = (conditions: readonly Condition[]): Condition => ({
  sql: `(${conditions.map(({ sql }) => sql).join(' OR ')})`,
  values: conditions.flatMap(({ values }) => values),
});

const hasTerm = ({ text, currency, keys, kinds }: LogTerm): Condition =>
  anyOf([
    { sql: 'instr(folded, ?) > 0', values: [text] },
    ...(currency === null ? [] : [{ sql: 'currency = ?', values: [currency] }]),
    ...(keys.length === 0 ? [] : [isOneOf('key', keys)]),
    ...(kinds.length === 0 ? [] : [isOneOf('kind', kinds)]),
  ]);

function hasAmount({ ranges, currency, orTerm }: LogAmount): Condition {
  const within = anyOf(ranges.map(isInRange));
  const inCurrency: Condition =
    currency === null
      ? within
      : { sql: `(${within.sql} AND currency = ?)`, values: [...within.values, currency] };
  return orTerm === null ? inCurrency : anyOf([inCurrency, hasTerm(orTerm)]);
}

/** Ignores the sign. */
function isInRange({ low, high }: AmountRange): Condition {
  const ends = [
    ...(low === null ? [] : [{ sql: 'abs(units) >= ?', value: low }]),
    ...(high === null ? [] : [{ sql: 'abs(units) <= ?', value: high }]),
  ];
  return {
    sql: `(${['units IS NOT NULL', ...ends.map(({ sql }) => sql)].join(' AND ')})`,
    values: ends.map(({ value }) => value),
  };
}

const isWithin = ({ from, to }: LogFilter['days'][number]): Condition[] => [
  ...(from === null ? [] : [{ sql: 'at >= ?', values: [from] }]),
  ...(to === null ? [] : [{ sql: 'at < ?', values: [addDays(to, 1)] }]),
];
