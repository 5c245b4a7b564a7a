import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import {
  dialectName,
  dialectOf,
  dialectsInOrder,
  type StatementDialect,
} from '../../engines/bank/file/dialect.ts';
import type { Context } from '../../engines/machine/context.ts';
import { readPage, type ReadPage } from '../../nouns/statements/sync/range-reader.ts';
import type { Range } from '../../nouns/statements/reading/range.ts';
import { resultOf } from './answers.ts';
import type { Examination } from './examination.ts';

/** How far back to look; further for an account so quiet that one page contains everything. */
const days = 30;
const daysOfQuietAccount = 365;

type StatementRequest = {
  readonly exam: Examination;
  readonly range: Range;
  readonly context: Context;
};

/** A dialect in which the bank answers as asked. */
type Fit = {
  readonly dialect: StatementDialect;
  readonly range: Range;
  readonly requested: number;
  /** The entries per page that the bank grants. */
  readonly granted: number;
  readonly totalItems: number;
  readonly certainty: Certainty;
};
/**
 * sure: several pages of a size that we chose are consistent, so that no other dialect could have got the same answer · one-size: the same
 * with pages of the bank's own size: it may not have understood ours · perhaps: one page contains everything.
 */
type Certainty = 'sure' | 'one-size' | 'perhaps';
const certainties: readonly Certainty[] = ['sure', 'one-size', 'perhaps'];

type Try = Outcome<{ readonly fit: Fit } | { readonly fit: null; readonly reason: string }>;

/** Finds how this bank understands the statement's parameters, by asking as sync does. */
export async function examineStatement(
  exam: Examination,
  accountNumber: string,
  context: Context,
): Promise<Fit | null> {
  const to = addDays(todayAt(exam.parts.clock.now()), -1);
  const request = { exam, range: { accountNumber, from: addDays(to, -days), to }, context };
  const found = await firstFit(request, exam.parts.dialects.candidates());
  if (!found.ok) {
    exam.record('statement-dialect', resultOf(found.error));
    return skipRest(exam);
  }
  const fixed = dialectOf(exam.parts.bankFile);
  if (found.value.fit) return reportFit(exam, found.value.fit);
  const others = fixed === 'auto' ? null : await firstFit(request, otherThan(fixed));
  const other = others?.ok ? others.value.fit : null;
  const error = fail('bank.unexpected', context.correlationId, {
    operation: 'getStatement',
    message: `The statement does not answer the question: ${found.value.reason}.`,
  }).error;
  const hint = other ? ` It answers as asked by ${dialectName(other.dialect)}.` : '';
  exam.record('statement-dialect', {
    state: 'failed',
    detail: `The statement does not answer the question: ${found.value.reason}.${hint}`,
    advice: other
      ? 'Write what was found in the bank file at statement.'
      : 'Ask the bank what its statement’s parameters mean, and write it in the bank file at statement.',
    error,
  });
  if (other && isSureOf(other)) findDialect(exam, other);
  return skipRest(exam);
}

function skipRest(exam: Examination): null {
  exam.skip(['page-size', 'first-page'], 'no statement answers yet');
  return null;
}

function otherThan(fixed: StatementDialect): StatementDialect[] {
  return dialectsInOrder().filter((dialect) => dialectName(dialect) !== dialectName(fixed));
}

/** Returns the first sure fit, else the best. A refused or unexpected answer rules a dialect out; other errors end the search. */
async function firstFit(
  request: StatementRequest,
  candidates: readonly StatementDialect[],
): Promise<Outcome<{ fit: Fit | null; reason: string }>> {
  const fits: Fit[] = [];
  const reasons: string[] = [];
  for (const dialect of candidates) {
    const tried = await tryOut(request, dialect);
    if (!tried.ok && !isAboutTheQuestion(tried.error.code)) return tried;
    if (!tried.ok) reasons.push(tried.error.message.replace(/\.( .*)?$/s, ''));
    else if (tried.value.fit === null) reasons.push(tried.value.reason);
    else fits.push(tried.value.fit);
    if (fits.at(-1)?.certainty === 'sure') break;
  }
  const rank = (fit: Fit): number => certainties.indexOf(fit.certainty);
  const best = fits.toSorted((one, other) => rank(one) - rank(other))[0] ?? null;
  return ok({ fit: best, reason: reasons[0] ?? 'no dialect fits' });
}

const isAboutTheQuestion = (code: string): boolean =>
  code === 'bank.refused' || code === 'bank.unexpected';

/** Asks for a whole page first, as sync does; then for pages so small that there are several. */
async function tryOut(request: StatementRequest, dialect: StatementDialect): Promise<Try> {
  const pageSize = request.exam.parts.dialects.pageSize;
  const first = await page(request, { dialect, pageSize }, 0);
  if (!first.ok) return first;
  const { echo, smaller } = first.value;
  if (echo !== null && smaller === null) return ok({ fit: null, reason: echo });
  const granted = smaller ?? pageSize;
  const { totalItems } = first.value.page.statement;
  const fit: Fit = {
    dialect,
    range: request.range,
    requested: pageSize,
    granted,
    totalItems,
    certainty: 'perhaps',
  };
  const sure = await makeSure(request, fit);
  return sure.ok && sure.value.fit?.certainty === 'perhaps'
    ? quieter(request, sure.value.fit)
    : sure;
}

/** Asks again over a year, for an account with hardly any entries in a month. */
async function quieter(request: StatementRequest, fit: Fit): Promise<Try> {
  const range = { ...request.range, from: addDays(request.range.to, -daysOfQuietAccount) };
  const year = { ...request, range };
  const first = await page(year, { dialect: fit.dialect, pageSize: fit.granted }, 0);
  if (!first.ok || first.value.echo !== null) return ok({ fit });
  const { totalItems } = first.value.page.statement;
  return makeSure(year, { ...fit, range, totalItems });
}

/** Tries small pages of our own size first; then, for a bank with one fixed size, pages of that size. */
async function makeSure(request: StatementRequest, fit: Fit): Promise<Try> {
  const { dialect, granted, totalItems } = fit;
  const small = probeSize(totalItems, granted);
  const sizes: [number, Certainty][] = [
    ...(small === null ? [] : [[small, 'sure'] satisfies [number, Certainty]]),
    ...(totalItems <= granted ? [] : [[granted, 'one-size'] satisfies [number, Certainty]]),
  ];
  for (const [pageSize, certainty] of sizes) {
    const verdict = await pagesOf(request, { dialect, pageSize }, fit);
    if (!verdict.ok) return verdict;
    if (verdict.value === '') return ok({ fit: { ...fit, certainty } });
    if (verdict.value !== null) return ok({ fit: null, reason: verdict.value });
  }
  return ok({ fit });
}

type Asking = { readonly dialect: StatementDialect; readonly pageSize: number };

/** Returns '' when the first, second and last page are consistent, else the contradiction. Null: pages of this size are not granted. */
async function pagesOf(
  request: StatementRequest,
  asking: Asking,
  { totalItems }: Fit,
): Promise<Outcome<string | null>> {
  const first = await page(request, asking, 0);
  if (!first.ok) return first;
  if (first.value.echo !== null) return ok(null);
  const seen = new Set(idsOf(first.value));
  const firstEcho = first.value.page.statement.page;
  const lastIndex = Math.ceil(totalItems / asking.pageSize) - 1;
  for (const pageIndex of new Set([1, lastIndex])) {
    const next = await page(request, { ...asking, firstEcho }, pageIndex);
    if (!next.ok) return next;
    if (next.value.echo !== null) return ok(next.value.echo);
    const entryIds = idsOf(next.value);
    const again = entryIds.filter((entryId) => seen.has(entryId)).length;
    // A bank may use an identifier twice; a page under a wrong number repeats at least half of an earlier one.
    if (again > 0 && again * 2 >= entryIds.length)
      return ok(`page ${pageIndex + 1} repeats entries of a page before it`);
    for (const entryId of entryIds) seen.add(entryId);
  }
  return ok('');
}

function idsOf({ page: { statement } }: ReadPage): string[] {
  return statement.data.flatMap((row) => {
    const id = (row as { id?: unknown } | null)?.id;
    return typeof id === 'string' ? [id] : [];
  });
}

const page = (
  { exam, range, context }: StatementRequest,
  asking: Asking & { firstEcho?: number },
  pageIndex: number,
): Promise<Outcome<ReadPage>> => readPage(exam.parts.bank, range, asking, { pageIndex, context });

const isSureOf = ({ certainty }: Fit): boolean => certainty !== 'perhaps';

function reportFit(exam: Examination, fit: Fit): Fit {
  const { dialect, granted, requested, totalItems } = fit;
  const isSure = isSureOf(fit);
  const name = dialectName(dialect);
  const isAuto = exam.parts.bankFile.statement === 'auto';
  exam.statementDialect = name;
  if (isSure) {
    const detail = `It answers as asked by ${name}; its first, second and last page hold together.`;
    exam.record('statement-dialect', { state: 'ok', detail });
  } else
    exam.record('statement-dialect', {
      state: 'warning',
      detail: `It answers as asked by ${name}, but ${totalItems} entries in a year fit on one page: others might answer the same.`,
      advice: 'Run this again with an account that has more entries.',
    });
  const pages = `${requested} entries a page were asked for, ${granted} are granted.`;
  if (granted === requested) exam.record('page-size', { state: 'ok', detail: pages });
  else {
    const advice = 'Write it in the bank file: then no page is asked for twice.';
    exam.record('page-size', { state: 'warning', detail: pages, advice });
  }
  const unit = dialect.pageUnit === 'item' ? 'item' : 'page';
  const first = `The first ${unit} is called ${dialect.firstPage}${isSure ? '' : ', as far as one page shows'}.`;
  exam.record('first-page', { state: isSure ? 'ok' : 'warning', detail: first });
  if (isAuto && isSure) findDialect(exam, fit);
  else if (!isAuto && granted !== requested)
    exam.find('statement.pageSizeMax', granted, `The bank grants ${granted} entries a page.`);
  return fit;
}

function findDialect(exam: Examination, { dialect, granted }: Fit): void {
  exam.find(
    'statement',
    { ...dialect, pageSizeMax: granted },
    `The bank answers as asked by ${dialectName(dialect)}, ${granted} entries a page.`,
  );
}

/** Page sizes to try: small, but likely above a bank's lower bound. Usually one of them does not divide the number of entries. */
const probeSizes = [7, 5, 4, 3, 2];

/**
 * A page size at which the last page is shorter than the others, so that a page under a wrong number is noticed. Null where there are too
 * few entries.
 */
const probeSize = (totalItems: number, sizeMax: number): number | null =>
  probeSizes.find((size) => size <= sizeMax && size < totalItems && totalItems % size !== 0) ??
  null;
