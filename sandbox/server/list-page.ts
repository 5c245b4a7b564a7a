import { countOr } from '../statements/dialect.ts';
import { invalid } from './refusal.ts';

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
