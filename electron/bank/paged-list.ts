import { fail, type Outcome } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { ok } from '../../shared/result.ts';
import type { Context } from '../machine/context.ts';

/** A page of a list operation, as the beneficiaries and sub-clients answer it. */
export type ListPage<T> = {
  readonly data: readonly T[];
  readonly page: number;
  readonly totalItems: number;
  readonly totalPages: number;
};

const pageSize = 200;

/** What is held of a list while it is read. */
type Held<T> = { readonly rows: T[]; bytes: number };

/**
 * Reads every page of a list. A list that moves while it is read, never ends, or is larger in all than the desk holds
 * (`limits.listItemsMax` rows, `limits.listBytesMax` bytes) is `bank.unexpected`: a list is whole or not taken over.
 */
export async function readWholeList<T>(
  ask: (query: { pageNumber: string; pageSize: string }) => Promise<Outcome<ListPage<T>>>,
  operation: string,
  context: Context,
  pagesMax: number = limits.pagesMax,
): Promise<Outcome<T[]>> {
  const held: Held<T> = { rows: [], bytes: 0 };
  for (let pageNumber = 1; pageNumber <= pagesMax; pageNumber += 1) {
    const answer = await ask({ pageNumber: String(pageNumber), pageSize: String(pageSize) });
    if (!answer.ok) return answer;
    const message = problemOf(held, answer.value, pageNumber);
    if (message !== null)
      return fail('bank.unexpected', context.correlationId, { operation, message });
    if (held.rows.length === answer.value.totalItems) return ok(held.rows);
  }
  return fail('bank.unexpected', context.correlationId, {
    operation,
    message: 'The list does not end.',
  });
}

/** Takes the page in; why the list cannot be read to its end, else null. */
function problemOf<T>(held: Held<T>, page: ListPage<T>, pageNumber: number): string | null {
  const { data, totalItems, totalPages } = page;
  if (Math.max(totalItems, held.rows.length + data.length) > limits.listItemsMax)
    return `The list is larger than the desk holds, which is ${limits.listItemsMax} items.`;
  held.bytes += Buffer.byteLength(JSON.stringify(data));
  if (held.bytes > limits.listBytesMax)
    return `The list is larger than the desk holds, which is ${limits.listBytesMax / 1_048_576} MiB; ${held.rows.length} of ${totalItems} items came up to there.`;
  for (const row of data) held.rows.push(row);
  const isShort = held.rows.length < totalItems && (pageNumber >= totalPages || data.length === 0);
  return isShort || held.rows.length > totalItems
    ? `The list announced ${totalItems} items and gave ${held.rows.length}.`
    : null;
}
