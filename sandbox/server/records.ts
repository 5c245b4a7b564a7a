import { invalid, notFound } from './refusal.ts';

const pageSizeMax = 500;

/** One page of a short list, pages from 1. Throws Refusal 400. */
export function listPage<T>(
  list: readonly T[],
  query: { pageNumber?: string | undefined; pageSize?: string | undefined },
) {
  const page = countOr(query.pageNumber, 1, { field: 'pageNumber', min: 1 });
  const pageSize = countOr(query.pageSize, 50, { field: 'pageSize', min: 1 });
  if (pageSize > pageSizeMax)
    throw invalid({ field: 'pageSize', message: `must be at most ${pageSizeMax}` });
  const start = (page - 1) * pageSize;
  return {
    data: list.slice(start, start + pageSize),
    page,
    pageSize,
    totalItems: list.length,
    totalPages: Math.ceil(list.length / pageSize),
  };
}

/** A whole number as text, at most 9 digits. */
export function countOr(
  text: string | undefined,
  otherwise: number,
  { field, min }: { field: string; min: number },
): number {
  if (text === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(text) || Number(text) < min)
    throw invalid({ field, message: `must be a whole number from ${min}` });
  return Number(text);
}

export const byEntityId = <T extends { entityId: string }>(records: readonly T[]): Map<string, T> =>
  new Map(records.map((record) => [record.entityId, record]));

/** Throws Refusal 404 that says what there is none of. */
export function recordIn<T>(records: ReadonlyMap<string, T>, id: string, what: string): T {
  const record = records.get(id);
  if (!record) throw notFound(`${what} ${id}`);
  return record;
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that a change names; the others stay as they were. */
export const given = <T extends object>(change: T): Given<T> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Given<T>;
