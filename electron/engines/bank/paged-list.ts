import type { ListPaging } from '../../../shared/bank/operation.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../machine/context.ts';

/** A page of a list operation, as beneficiaries and sub-clients return it. */
export type ListPage<T> = {
  readonly data: readonly T[];
  readonly page: number;
  readonly totalItems: number;
  readonly totalPages: number;
};

/** The rows of a list that the catalogue does not page, and the page counts in the answer. */
export type ShownList<T> = {
  readonly rows: readonly T[];
  readonly paging: ListPaging | null | undefined;
};

type PageQuestion = { readonly pageNumber: string; readonly pageSize?: string };

const pageSize = 200;

/** The rows and bytes read so far. `last` is the previous page, to detect a page that the bank repeats. */
type Held<T> = { readonly rows: T[]; bytes: number; last: string };

const nothingHeld = <T>(): Held<T> => ({ rows: [], bytes: 0, last: '' });

/** How far a list is read. */
type Extent<T> = {
  /** A list with more pages is `bank.unexpected`. */
  readonly pagesMax?: number;
  /** Stops before the end of the list when the rows so far suffice. */
  readonly isEnough?: (rows: readonly T[]) => boolean;
};

/**
 * Reads every page of a list. A list is taken over whole or not at all: it is `bank.unexpected` when it changes while it is read,
 * never ends, repeats a page, or exceeds `limits.listItemsMax` rows or `limits.listBytesMax` bytes.
 */
export async function readWholeList<T>(
  ask: (query: { pageNumber: string; pageSize: string }) => Promise<Outcome<ListPage<T>>>,
  operation: string,
  context: Context,
  { pagesMax = limits.pagesMax, isEnough = () => false }: Extent<T> = {},
): Promise<Outcome<T[]>> {
  const held = nothingHeld<T>();
  for (let requested = 1; requested <= pagesMax; requested += 1) {
    const answer = await ask({ pageNumber: String(requested), pageSize: String(pageSize) });
    if (!answer.ok) return answer;
    const { data, totalItems, totalPages } = answer.value;
    const problem = take(held, data, totalItems);
    if (problem === null && isEnough(held.rows)) return ok(held.rows);
    const message = problem ?? endProblem(held, { totalItems, isLast: requested >= totalPages });
    if (message !== null)
      return fail('bank.unexpected', context.correlationId, { operation, message });
    if (held.rows.length === totalItems) return ok(held.rows);
  }
  return endless(operation, context, pagesMax);
}

/**
 * Reads a list that the catalogue does not page. The first request names no page; further pages are requested while the answer
 * shows that there are more. Bounds and failures are those of {@link readWholeList}.
 */
export async function readShownList<T>(
  ask: (query: PageQuestion | undefined) => Promise<Outcome<ShownList<T>>>,
  operation: string,
  context: Context,
): Promise<Outcome<T[]>> {
  const held = nothingHeld<T>();
  let question: PageQuestion | undefined;
  for (let requested = 1; requested <= limits.pagesMax; requested += 1) {
    const answer = await ask(question);
    if (!answer.ok) return answer;
    const { rows, paging } = answer.value;
    const message = take(held, rows, paging?.totalItems ?? 0);
    const more = goesOn(held, paging, requested);
    const problem = message ?? shownProblem(held, paging, more);
    if (problem !== null)
      return fail('bank.unexpected', context.correlationId, {
        operation,
        message: more ? `${problem}${pagesHint(operation)}` : problem,
      });
    if (!more) return ok(held.rows);
    question = {
      pageNumber: String((paging?.page ?? requested) + 1),
      ...(paging?.pageSize ? { pageSize: String(paging.pageSize) } : {}),
    };
  }
  return endless(operation, context);
}

/** Does anything in the answer show that the list goes on? */
const goesOn = (
  { rows }: Held<unknown>,
  paging: ListPaging | null | undefined,
  requested: number,
): boolean =>
  paging?.hasMore === true ||
  rows.length < (paging?.totalItems ?? 0) ||
  requested < (paging?.totalPages ?? 0);

const pagesHint = (operation: string): string =>
  ` If this bank has other names for the next page, write them in the bank file at operations.${operation}.query, such as { "page": "{pageNumber}" }.`;

/** Adds a page. Returns why the list cannot be read to its end, else null. */
function take<T>(held: Held<T>, page: readonly T[], totalItems: number): string | null {
  if (Math.max(totalItems, held.rows.length + page.length) > limits.listItemsMax)
    return `The list is larger than the desk holds, which is ${limits.listItemsMax} items.`;
  const text = JSON.stringify(page);
  held.bytes += Buffer.byteLength(text);
  if (held.bytes > limits.listBytesMax)
    return `The list is larger than the desk holds, which is ${limits.listBytesMax / 1_048_576} MiB; ${held.rows.length} of ${totalItems} items came up to there.`;
  if (page.length > 0 && text === held.last)
    return `The bank answers the same page again when it is asked for the next: ${held.rows.length} items came up to there.`;
  held.last = text;
  for (const row of page) held.rows.push(row);
  return null;
}

function endProblem(
  { rows, last }: Held<unknown>,
  { totalItems, isLast }: { readonly totalItems: number; readonly isLast: boolean },
): string | null {
  const isShort = rows.length < totalItems && (isLast || last === '[]');
  return isShort || rows.length > totalItems
    ? `The list announced ${totalItems} items and gave ${rows.length}.`
    : null;
}

function shownProblem(
  held: Held<unknown>,
  paging: ListPaging | null | undefined,
  more: boolean,
): string | null {
  if (more && held.last === '[]')
    return `The bank shows that its list goes on, and gives nothing behind ${held.rows.length} items.`;
  const totalItems = paging?.totalItems ?? null;
  return totalItems === null ? null : endProblem(held, { totalItems, isLast: !more });
}

const endless = (
  operation: string,
  { correlationId }: Context,
  pagesMax: number = limits.pagesMax,
) =>
  fail('bank.unexpected', correlationId, {
    operation,
    message:
      pagesMax === limits.pagesMax
        ? 'The list has no end.'
        : `The list goes on behind ${String(pagesMax)} pages.`,
  });
