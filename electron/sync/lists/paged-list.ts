import { fail, type Outcome } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../context.ts';

/** A page of a list operation, as the beneficiaries and sub-clients answer it. */
export type ListPage<T> = {
  readonly data: readonly T[];
  readonly page: number;
  readonly totalItems: number;
  readonly totalPages: number;
};

const pageSize = 200;

/** Reads every page of a list. A list that moves while it is read, or never ends, is `bank.unexpected`. */
export async function readWholeList<T>(
  ask: (query: { pageNumber: string; pageSize: string }) => Promise<Outcome<ListPage<T>>>,
  operation: string,
  context: Context,
): Promise<Outcome<T[]>> {
  const all: T[] = [];
  for (let pageNumber = 1; pageNumber <= limits.pagesMax; pageNumber += 1) {
    const answer = await ask({ pageNumber: String(pageNumber), pageSize: String(pageSize) });
    if (!answer.ok) return answer;
    all.push(...answer.value.data);
    const { totalItems, totalPages, data } = answer.value;
    if (all.length === totalItems) return ok(all);
    if (pageNumber >= totalPages || data.length === 0)
      return fail('bank.unexpected', context.correlationId, {
        operation,
        message: `The list announced ${totalItems} items and gave ${all.length}.`,
      });
  }
  return fail('bank.unexpected', context.correlationId, {
    operation,
    message: 'The list does not end.',
  });
}
