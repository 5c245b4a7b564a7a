import { randomUUID } from 'node:crypto';

import type {
  ApprovedLines,
  LinesReview,
  ReviewedLineRow,
} from '../../../../shared/ipc/approval-lines.ts';
import type { RequestRow } from '../../../../shared/ipc/approvals.ts';
import { DeskFault, fail, type Outcome } from '../../../../shared/errors.ts';
import { ok } from '../../../../shared/result.ts';
import type { Context } from '../../../engines/machine/context.ts';
import type { Premise } from '../../../nouns/approvals/contents.ts';
import type { Request } from '../../../nouns/approvals/state.ts';
import type { DeskParts } from '../../open-bank/changes.ts';
import { requestRow } from '../request-rows.ts';
import { writeApproval, type OpenApprovals } from '../requests.ts';
import type { RowParts } from '../row-parts.ts';
import { manyRow } from './many-row.ts';
import { readLines, totalsOf, type ReadLine } from './read-lines.ts';

/** The most payments in one review. */
const linesMax = 5_000;

/** A reading of requests as it was shown, with the lines that must be opened first. */
export type ReviewedRequests = {
  readonly review: LinesReview;
  readonly lines: readonly ReadLine[];
};

/** Reads requests again from the bank. Fails with `session.required`, or `input.invalid` for too many payments in one review. */
export async function reviewRequests(
  parts: RowParts,
  changes: DeskParts,
  digests: readonly string[],
  context: Context,
): Promise<Outcome<ReviewedRequests>> {
  const { open, now } = parts;
  const requests = requestsNamed(open, digests);
  const payments = requests.reduce((sum, { lines }) => sum + lines.length, 0);
  if (payments > linesMax)
    return fail('input.invalid', context.correlationId, {
      message: 'These are more than 5,000 payments. Nothing was signed. Choose fewer requests.',
    });
  const read = await readLines(changes, open.approvals.state, requests, { now, context });
  if (!read.ok) return read;
  const lines = [...read.value.filter(isMarked), ...read.value.filter((line) => !isMarked(line))];
  const review: LinesReview = {
    ...{ review: randomUUID(), readAt: now, lines: lines.length, totals: totalsOf(lines) },
    requests: requestsNamed(open, digests).map((request) => readRow(parts, request, lines)),
    toOpen: lines.filter(isMarked).length,
    problems: lines.filter(({ row }) => row.problem !== null).length,
    withoutFee: lines.filter(({ row }) => row.fee === null && row.problem === null).length,
    isUnlisted: lines.some(({ isUnlisted }) => isUnlisted),
  };
  return ok({ review, lines });
}

const isMarked = ({ row: { marks, problem } }: ReadLine): boolean =>
  marks.length > 0 || problem !== null;

/** The requests with these digests, each once. Throws `input.invalid` for one that is not in the record. */
function requestsNamed({ approvals }: OpenApprovals, digests: readonly string[]): Request[] {
  return [...new Set(digests)].map((digest) => {
    const request = approvals.state.requests.get(digest);
    if (request) return request;
    throw new DeskFault('input.invalid', 'The team’s record has no such request.');
  });
}

/** A request with this reading. */
function readRow(parts: RowParts, request: Request, lines: readonly ReadLine[]): RequestRow {
  const premises = premisesOf(request, lines, new Set());
  return request.lines.length === 1
    ? requestRow(parts, request, premises[0] ?? undefined)
    : manyRow(parts, request, premises);
}

export const rowsOf = (
  { lines }: ReviewedRequests,
  { index, limit }: { readonly index: number; readonly limit: number },
): ReviewedLineRow[] =>
  lines.slice(index, index + limit).map(({ row }, at) => ({ place: index + at, ...row }));

/** The approved lines of a request: this desk's reading of each; null for a line that is taken out or was sent. */
function premisesOf(
  { digest, lines: requested }: Request,
  lines: readonly ReadLine[],
  excluded: ReadonlySet<number>,
): (Premise | null)[] {
  const premises = requested.map((): Premise | null => null);
  for (const [place, { request, line, premise, row }] of lines.entries())
    if (request === digest && row.problem === null && !excluded.has(place))
      premises[line] = premise;
  return premises;
}

/** A person's decision about the lines of a review, by their places. */
export type Decision = { readonly opened: readonly number[]; readonly excluded: readonly number[] };

/** Why a decision cannot be signed, in sentences; null where it can. */
export function whyUndecided(
  { lines, review: { requests } }: ReviewedRequests,
  { opened, excluded }: Decision,
): string | null {
  const [isOpened, isOut] = [new Set(opened), new Set(excluded)];
  const isUnseen = lines.some(
    (line, place) =>
      isMarked(line) && line.row.problem === null && !isOpened.has(place) && !isOut.has(place),
  );
  if (isUnseen) return 'Open all that is marked first, or take it out.';
  const left = new Set(
    lines.flatMap(({ request, row }, place) =>
      row.problem === null && !isOut.has(place) ? [request] : [],
    ),
  );
  if (requests.some(({ request }) => !left.has(request)))
    return 'Nothing is left of a request. Refuse it instead. Nothing was signed.';
  return requests.every(({ canApprove }) => canApprove)
    ? null
    : 'Your approval would not count for all of these requests. Nothing was signed.';
}

/** Signs each request separately, in order, and stops at the first failure. */
export async function approveRequests(
  parts: RowParts,
  reviewed: ReviewedRequests,
  { excluded }: Decision,
  context: Context,
): Promise<ApprovedLines> {
  const isOut = new Set(excluded);
  const approved: RequestRow[] = [];
  const { requests } = reviewed.review;
  for (const [done, { request: digest }] of requests.entries()) {
    const request = parts.open.approvals.state.requests.get(digest);
    const premises = request ? premisesOf(request, reviewed.lines, isOut) : [];
    const signed = request
      ? await writeApproval(parts.open, request, premises, context)
      : fail('team.refused', context.correlationId);
    if (!signed.ok)
      return { approved, failed: { requests: requests.length - done, error: signed.error } };
    approved.push(
      signed.value.lines.length === 1
        ? requestRow(parts, signed.value, premises[0] ?? undefined)
        : manyRow(parts, signed.value, premises),
    );
  }
  return { approved, failed: null };
}

/** The approved payments of a decision, and how many are taken out. */
export function countsOf(
  { lines }: ReviewedRequests,
  { excluded }: Decision,
): { readonly approved: readonly ReadLine[]; readonly out: number } {
  const isOut = new Set(excluded);
  const approved = lines.filter(({ row }, place) => row.problem === null && !isOut.has(place));
  return { approved, out: lines.length - approved.length };
}
