import { z } from 'zod';

import type { StatementQuery } from '../../shared/bank/statements.ts';
import { isIsoDate, type IsoDate } from '../../shared/calendar/calendar.ts';
import { countOr } from '../server/records.ts';
import { invalid } from '../server/refusal.ts';

/** How the sandbox reads the eight statement parameters and how it answers; `any` goes by the names in the request. */
export const Dialect = z.strictObject({
  dates: z.enum(['any', 'startDate/endDate', 'from/to']),
  paging: z.enum(['any', 'pageNumber/limit', 'pageNumber/pageSize', 'pageOffset/pageSize']),
  /** What `pageOffset` counts. */
  pageUnit: z.enum(['page', 'item']),
  firstPage: z.union([z.literal(0), z.literal(1)]),
  order: z.enum(['newest-first', 'oldest-first']),
  /** `signed` writes the amount of a debit with a minus. */
  amounts: z.enum(['unsigned', 'signed']),
  pageSizeDefault: z.int().min(1).max(10_000),
  pageSizeMax: z.int().min(1).max(10_000),
});
export type Dialect = z.output<typeof Dialect>;

export const defaultDialect: Dialect = {
  dates: 'any',
  paging: 'any',
  pageUnit: 'page',
  firstPage: 1,
  order: 'newest-first',
  amounts: 'unsigned',
  pageSizeDefault: 50,
  pageSizeMax: 1000,
};

/** A statement request without its dialect: `offset` counts entries from 0; `page` is what the answer echoes. */
export type StatementQuestion = {
  from: IsoDate;
  to: IsoDate;
  offset: number;
  pageSize: number;
  page: number;
};

/** Reads a statement request. Parameters that the dialect does not know are ignored, as banks do. Throws Refusal 400. */
export function questionOf(
  query: StatementQuery,
  dialect: Dialect,
  days: { today: IsoDate; first: IsoDate },
): StatementQuestion {
  return { ...datesOf(query, dialect, days), ...pageOf(query, dialect) };
}

function datesOf(
  query: StatementQuery,
  { dates }: Dialect,
  days: { today: IsoDate; first: IsoDate },
): { from: IsoDate; to: IsoDate } {
  const spoken = dates === 'any' ? (query.from ?? query.to) !== undefined : dates === 'from/to';
  const [fromName, toName] = spoken
    ? (['from', 'to'] as const)
    : (['startDate', 'endDate'] as const);
  const [since, until] = [query[fromName], query[toName]];
  const to = dayOr(until, days.today, toName);
  const from = dayOr(since, until === undefined ? days.today : days.first, fromName);
  if (from > to) throw invalid({ field: fromName, message: `must not be after ${toName}` });
  return { from, to };
}

function dayOr(text: string | undefined, otherwise: IsoDate, field: string): IsoDate {
  if (text === undefined) return otherwise;
  if (!isIsoDate(text)) throw invalid({ field, message: 'must be a day that exists, YYYY-MM-DD' });
  return text;
}

function pageOf(
  query: StatementQuery,
  dialect: Dialect,
): { offset: number; pageSize: number; page: number } {
  const [placeName, sizeName] = pagingNames(query, dialect);
  const { firstPage, pageSizeDefault, pageSizeMax } = dialect;
  const pageSize = countOr(query[sizeName], pageSizeDefault, { field: sizeName, min: 1 });
  if (pageSize > pageSizeMax)
    throw invalid({ field: sizeName, message: `must be at most ${pageSizeMax}` });
  const place =
    countOr(query[placeName], firstPage, { field: placeName, min: firstPage }) - firstPage;
  const countsItems = placeName === 'pageOffset' && dialect.pageUnit === 'item';
  const offset = countsItems ? place : place * pageSize;
  return { offset, pageSize, page: Math.floor(offset / pageSize) + firstPage };
}

function pagingNames(query: StatementQuery, { paging }: Dialect) {
  const byName =
    query.pageOffset !== undefined
      ? 'pageOffset/pageSize'
      : query.limit !== undefined
        ? 'pageNumber/limit'
        : 'pageNumber/pageSize';
  const [place, size] = (paging === 'any' ? byName : paging).split('/');
  return [
    place === 'pageOffset' ? 'pageOffset' : 'pageNumber',
    size === 'limit' ? 'limit' : 'pageSize',
  ] as const;
}
