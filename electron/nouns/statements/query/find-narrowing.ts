import type { AmountRange } from '../../../engines/find/amounts.ts';
import type { Among, Columns, Condition } from './find-question.ts';

/** Conditions to append to a WHERE of `entry e`, each beginning with AND. */
export type Where = { readonly sql: string; readonly params: readonly unknown[] };

/** Builds the conditions on an entry's own columns: all but words, days and accounts. */
export function narrowing(
  { directions, currencies, kinds, isUnread }: Among,
  conditions: readonly Condition[],
): Where {
  const parts: Where[] = [
    oneOf('e.direction', directions),
    oneOf('e.currency', currencies),
    kinds === null
      ? nothing
      : { sql: ` AND ${amongList('e.type')}`, params: [JSON.stringify(kinds)] },
    isUnread
      ? {
          sql: ' AND EXISTS (SELECT 1 FROM unread u WHERE u.account = e.account AND u.key = e.key)',
          params: [],
        }
      : nothing,
    ...conditions.flatMap((condition) =>
      condition.kind === 'label' ? [labelled(condition.labels)] : [],
    ),
    ...conditions.flatMap((condition) =>
      condition.kind === 'amount'
        ? [
            anyRange(condition.ranges),
            oneOf('e.currency', condition.currency === null ? [] : [condition.currency]),
          ]
        : [],
    ),
  ];
  return {
    sql: parts.map(({ sql }) => sql).join(''),
    params: parts.flatMap(({ params }) => params),
  };
}

const labelled = (labels: readonly number[]): Where => ({
  sql: ` AND EXISTS (SELECT 1 FROM entry_label x WHERE x.key = e.key AND ${amongList('x.label')})`,
  params: [JSON.stringify(labels)],
});

const nothing: Where = { sql: '', params: [] };
const amongList = (column: string): string => `${column} IN (SELECT value FROM json_each(?))`;

const oneOf = (column: string, values: readonly (string | number)[]): Where =>
  values.length === 0
    ? nothing
    : { sql: ` AND ${amongList(column)}`, params: [JSON.stringify(values)] };

/** A range of stored amounts, with the bank's sign. */
export type Signed = { readonly low: bigint; readonly high: bigint };

/** No amount of 14 digits and 4 decimals is larger. */
const largest = 10n ** 18n;

/** Converts a range of magnitudes to ranges on both sides of zero. */
export function signedRanges({ low, high }: AmountRange): Signed[] {
  const [from, to] = [low ?? 0n, high ?? largest];
  if (to < from) return [];
  if (from === 0n) return [{ low: -to, high: to }];
  return [
    { low: from, high: to },
    { low: -to, high: -from },
  ];
}

function anyRange(ranges: readonly AmountRange[]): Where {
  const signed = ranges.flatMap(signedRanges);
  if (signed.length === 0) return { sql: ' AND 0', params: [] };
  return {
    sql: ` AND (${signed.map(() => 'e.amount_e4 BETWEEN ? AND ?').join(' OR ')})`,
    params: signed.flatMap(({ low, high }) => [low, high]),
  };
}

const everyColumn = 3;

/** Adds a column filter only if it narrows: it costs as much as the search itself. */
export const inColumns = (columns: Columns, match: string): string =>
  columns.length === everyColumn ? `(${match})` : `({${columns.join(' ')}} : (${match}))`;
