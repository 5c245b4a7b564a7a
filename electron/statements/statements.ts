import type { StatementPage } from '../../shared/bank/statements.ts';
import { dayNumber, type Timestamp } from '../../shared/calendar.ts';
import { appError, fail, type AppError, type Outcome } from '../../shared/errors.ts';
import type { SyncAccountSummary } from '../../shared/ipc/statements.ts';
import { limits } from '../../shared/limits.ts';
import { shownDigits } from '../../shared/money/currencies.ts';
import { fromUnits } from '../../shared/money/decimal.ts';
import { ok } from '../../shared/result.ts';
import type { BankClient } from '../bank/client.ts';
import type { StatementDialect } from '../bank/dialect.ts';
import { timestampNow, type Context, type DeskClock } from '../machine/context.ts';
import type { AccountWrites } from '../accounts/tables.ts';
import type { StatementWrites } from './writes.ts';
import type { Break } from './chain-parts.ts';
import { dayVerdicts } from './day-verdicts.ts';
import type { DialectMemory } from '../bank/dialect-memory.ts';
import { readCursor, type Range } from './range.ts';
import {
  echoFailed,
  isRefusal,
  readAhead,
  readPage,
  type Asking,
  type ReadPage,
} from './range-reader.ts';
import { RangeRun } from './range-run.ts';

export type StatementSync = {
  readonly bank: BankClient;
  readonly cache: StatementWrites & AccountWrites;
  readonly clock: DeskClock;
  readonly dialects: DialectMemory;
  /** The account's, where it is known before an entry tells it. */
  readonly currency?: string | null;
  readonly onProgress?: (received: number, totalItems: number) => void;
};

/** A finished reading; `problem` tells why it is not proven although the bank answered every call. */
export type StatementResult = {
  readonly summary: SyncAccountSummary;
  readonly problem: AppError | null;
};

/**
 * How one reading ended. moved: pages or counts did not agree, worth another try; misread: the bank does not speak
 * this dialect.
 */
type Reading =
  | { readonly kind: 'done'; readonly result: StatementResult }
  | { readonly kind: 'moved'; readonly run: RangeRun }
  | { readonly kind: 'misread'; readonly outcome: Outcome<never>; readonly run: RangeRun | null }
  | { readonly kind: 'failed'; readonly outcome: Outcome<never> };

/**
 * Reads a statement range page by page into the cache and proves it (section 4.1; product promise 1). Goes on where
 * an interrupted reading of the same range stopped; reads a range again that moved while it was read.
 */
export async function syncStatement(
  parts: StatementSync,
  range: Range,
  context: Context,
): Promise<Outcome<StatementResult>> {
  const resumed = await resumeReading(parts, range, context);
  if (resumed?.kind === 'done') return ok(resumed.result);
  if (resumed?.kind === 'failed') return resumed.outcome;
  let misread: Outcome<never> | undefined;
  let earlier = resumed?.run ?? null;
  for (const dialect of parts.dialects.candidates()) {
    const reading = await readUntilStill(parts, range, dialect, { context, earlier });
    if (reading.kind === 'done') {
      parts.dialects.keep(dialect);
      return ok(reading.result);
    }
    if (reading.kind === 'failed') return reading.outcome;
    earlier = reading.run ?? earlier;
    if (reading.kind === 'misread') misread ??= reading.outcome;
  }
  return misread ?? fail('internal', context.correlationId);
}

async function readUntilStill(
  parts: StatementSync,
  range: Range,
  dialect: StatementDialect,
  { context, earlier: before }: Omit<Try, 'isLast'>,
): Promise<Reading> {
  let earlier = before;
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt >= limits.rangeAttemptsMax;
    const reading = await readWhole(parts, range, dialect, { context, isLast, earlier });
    if (reading.kind !== 'moved' || isLast) return reading;
    earlier = reading.run;
  }
}

type Try = {
  readonly context: Context;
  readonly isLast: boolean;
  /** The reading before this one, in whatever dialect: its new entries count as new in the summary. */
  readonly earlier: RangeRun | null;
};

async function readWhole(
  parts: StatementSync,
  range: Range,
  dialect: StatementDialect,
  attempt: Try,
): Promise<Reading> {
  const begun = parts.clock.moment();
  const first = await readFirst(parts, range, dialect, attempt.context);
  if (first.kind !== 'page') return first;
  const run = await RangeRun.begin(parts.cache, range, {
    ...first,
    begun,
    isLast: attempt.isLast,
    words: attempt.earlier?.reader.words,
  });
  run.inserted = attempt.earlier?.inserted ?? 0;
  run.changed = attempt.earlier?.changed ?? 0;
  await run.take(first.page, 0);
  parts.onProgress?.(run.received, run.totalItems);
  return readRest(parts, run, 1, attempt);
}

type First =
  | { readonly kind: 'page'; readonly page: StatementPage; readonly asking: Asking }
  | Extract<Reading, { kind: 'misread' | 'failed' }>;

/** The first page; a bank that gives smaller pages than asked is asked again for pages of its size. */
async function readFirst(
  { bank, dialects }: StatementSync,
  range: Range,
  dialect: StatementDialect,
  context: Context,
): Promise<First> {
  const asking = { dialect, pageSize: dialects.pageSize };
  const asked = await readPage(bank, range, asking, { pageIndex: 0, context });
  if (!asked.ok)
    return isRefusal(asked.error)
      ? { kind: 'misread', outcome: asked, run: null }
      : { kind: 'failed', outcome: asked };
  if (asked.value.smaller === null) return firstOf(asking, asked.value, context);
  const smaller = { dialect, pageSize: asked.value.smaller };
  const again = await readPage(bank, range, smaller, { pageIndex: 0, context });
  return again.ok ? firstOf(smaller, again.value, context) : { kind: 'failed', outcome: again };
}

function firstOf(asking: Asking, { page, echo }: ReadPage, context: Context): First {
  if (echo !== null)
    return { kind: 'misread', outcome: echoFailed(context, asking, echo), run: null };
  return { kind: 'page', page, asking: { ...asking, firstEcho: page.statement.page } };
}

async function resumeReading(
  parts: StatementSync,
  range: Range,
  context: Context,
): Promise<Reading | null> {
  const saved = await parts.cache.resumableRange({
    accountNumber: range.accountNumber,
    from: dayNumber(range.from),
    to: dayNumber(range.to),
  });
  if (!saved) return null;
  const cursor = readCursor(saved.cursor);
  const dialect = parts.dialects.named(cursor.dialect);
  if (!dialect) return null;
  const run = RangeRun.resume(parts.cache, range, {
    rangeId: saved.rangeId,
    cursor,
    dialect,
  });
  // Nothing is left to be asked that could tell whether the bank has booked more since.
  if (cursor.nextPage >= run.pageCount) return { kind: 'moved', run };
  return readRest(parts, run, cursor.nextPage, { context, isLast: false, earlier: null });
}

async function readRest(
  parts: StatementSync,
  run: RangeRun,
  firstPage: number,
  { context, isLast }: Try,
): Promise<Reading> {
  const count = Math.min(run.pageCount, limits.pagesMax);
  const ask = (pageIndex: number) =>
    readPage(parts.bank, run.range, run.asking, { pageIndex, context });
  let agrees = count === run.pageCount;
  for await (const { pageIndex, answer } of readAhead(ask, firstPage, count)) {
    if (!answer.ok) return { kind: 'failed', outcome: answer };
    // Pages that came ahead of their turn are not taken over once somebody stopped it.
    if (context.signal?.aborted)
      return { kind: 'failed', outcome: fail('cancelled', context.correlationId) };
    const { page, echo } = answer.value;
    if (echo !== null && isLast)
      return { kind: 'misread', outcome: echoFailed(context, run.asking, echo), run };
    agrees &&= echo === null && run.agreesWith(page);
    if (!agrees && !isLast) return { kind: 'moved', run };
    await run.take(page, pageIndex);
    parts.onProgress?.(run.received, run.totalItems);
  }
  agrees &&= run.received === run.totalItems && run.repeatedId === null;
  const isRead = agrees && !run.reader.learntLate;
  return isRead || isLast ? finish(parts, run, agrees, context) : { kind: 'moved', run };
}

async function finish(
  { cache, clock, currency }: StatementSync,
  run: RangeRun,
  agrees: boolean,
  context: Context,
): Promise<Reading> {
  // A bank that does not tell the account still tells its currency, with every entry.
  if (run.currency !== null && !currency)
    await cache.ensureAccount(run.range.accountNumber, run.currency);
  run.currency ??= currency ?? null;
  const days = { from: dayNumber(run.range.from), to: dayNumber(run.range.to) };
  run.judge.finish(days.to);
  const asOf: Timestamp = timestampNow(clock);
  const { withdrawn, standing } = await cache.finishRange({
    rangeId: run.rangeId,
    asOf,
    begun: run.begun,
    days: dayVerdicts(run.judge, days, agrees),
    withdraw: agrees && !run.resumed,
  });
  if (run.resumed && standing + run.asideCount !== run.totalItems) return { kind: 'moved', run };
  const problem = problemOf(run, agrees, context);
  return { kind: 'done', result: { summary: summaryOf(run, agrees, withdrawn), problem } };
}

function summaryOf(run: RangeRun, agrees: boolean, withdrawn: number): SyncAccountSummary {
  const { judge } = run;
  const digits = run.currency === null ? 0 : shownDigits(run.currency);
  return {
    ...run.range,
    pages: run.pages,
    received: run.received,
    inserted: run.inserted,
    changed: run.changed,
    unchanged: Math.max(0, run.received - run.inserted - run.changed - run.aside.length),
    withdrawn,
    proof: {
      ok: agrees && judge.breaks === 0,
      openingBalance: fromUnits(judge.ends.openingE4, digits),
      closingBalance: fromUnits(judge.ends.closingE4, digits),
      entries: run.received,
      brokenAt: judge.broken && brokenAt(judge.broken, run, digits),
    },
  };
}

/** Where an entry was set aside, its reason: a balance can be expected only behind one that was read. */
function brokenAt({ entryId, expectedE4, foundE4 }: Break, run: RangeRun, digits: number) {
  if (expectedE4 !== null && foundE4 !== null)
    return {
      entryId,
      expected: fromUnits(expectedE4, digits),
      found: fromUnits(foundE4, digits),
    };
  const reason = run.aside.find((aside) => aside.entryId === entryId)?.reason;
  const setAside = reason ?? 'it was set aside by an earlier part of this reading';
  return { entryId, expected: null, found: null, setAside };
}

/** What the person is told when the bank's answer cannot be taken over whole. */
function problemOf(run: RangeRun, agrees: boolean, context: Context): AppError | null {
  const [aside] = run.aside;
  const about = { operation: 'getStatement' };
  if (aside)
    return appError('bank.unexpected', context.correlationId, {
      ...about,
      message: `Entry ${aside.entryId || '(without id)'} of account ${run.range.accountNumber} cannot be kept exactly and was set aside: ${aside.reason}.`,
      fields: Object.fromEntries(run.aside.slice(0, 20).map((a) => [a.entryId, a.reason])),
    });
  if (run.repeatedId !== null)
    return appError('bank.unexpected', context.correlationId, {
      ...about,
      message: `Entry ${run.repeatedId} came twice in one statement of account ${run.range.accountNumber}; both are kept, the range is not proven.`,
    });
  if (!agrees)
    return appError('bank.unexpected', context.correlationId, {
      ...about,
      message: `The pages of account ${run.range.accountNumber} do not agree: ${run.received} entries came, ${run.totalItems} were announced. The range is not proven.`,
    });
  return null;
}
