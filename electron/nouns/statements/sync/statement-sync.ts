import { fail, type Outcome } from '../../../../shared/errors.ts';
import { limits } from '../../../../shared/limits.ts';
import { ok } from '../../../../shared/result.ts';
import type { BankClient } from '../../../engines/bank/client.ts';
import type { StatementDialect } from '../../../engines/bank/file/dialect.ts';
import type { DialectMemory } from '../../../engines/bank/file/dialect-memory.ts';
import { timestampNow, type Context, type DeskClock } from '../../../engines/machine/context.ts';
import { withRoom } from '../../../engines/machine/small-heap.ts';
import type { AccountWrites } from '../../accounts/tables.ts';
import { PagesAhead } from './page-prefetch.ts';
import type { Range } from '../reading/range.ts';
import { askPage, echoFailed, isRefusal, type Page } from './range-reader.ts';
import type {
  Asking,
  ReadingPosition,
  StatementResult,
  BatchResult,
} from '../reading/reading-messages.ts';
import type { StatementWrites } from '../writes.ts';

export type StatementSync = {
  readonly bank: BankClient;
  readonly cache: StatementWrites & AccountWrites;
  readonly clock: DeskClock;
  readonly dialects: DialectMemory;
  /** The account's currency, if known before the first entry. */
  readonly currency?: string | null;
  readonly onProgress?: (received: number, totalItems: number) => void;
};

/**
 * Reads a statement range page by page into the cache and proves it (section 4.1; product promise 1). Resumes an interrupted
 * reading of the same range; reads a range again that moved while it was read. This thread calls the bank and decides what is next;
 * the writer thread parses, proves and stores the responses.
 */
export async function syncStatement(
  parts: StatementSync,
  range: Range,
  context: Context,
): Promise<Outcome<StatementResult>> {
  const { bank, cache, currency = null } = parts;
  const mapping = bank.responseMapping('getStatement');
  const reading = await cache.openReading({ range, mapping, currency });
  const read = withRoom(() => new StatementRun(parts, range, { reading, context }).read());
  await Promise.allSettled([read]);
  await cache.closeReading(reading);
  return read;
}

/**
 * How one try ended. `moved`: pages or counts did not agree, worth another try; `misread`: the bank does not speak
 * this dialect.
 */
type Try =
  | { readonly kind: 'done'; readonly result: StatementResult }
  | { readonly kind: 'moved' }
  | { readonly kind: 'misread'; readonly outcome: Outcome<never> }
  | { readonly kind: 'failed'; readonly outcome: Outcome<never> };

type First =
  | { readonly kind: 'page'; readonly asking: Asking }
  | Extract<Try, { kind: 'misread' | 'failed' }>;

class StatementRun {
  readonly #parts: StatementSync;
  readonly #range: Range;
  readonly #reading: number;
  readonly #context: Context;
  #round = 0;

  constructor(
    parts: StatementSync,
    range: Range,
    { reading, context }: { reading: number; context: Context },
  ) {
    this.#parts = parts;
    this.#range = range;
    this.#reading = reading;
    this.#context = context;
  }

  async read(): Promise<Outcome<StatementResult>> {
    const { dialects } = this.#parts;
    const resumed = await this.#resume();
    if (resumed?.kind === 'done') return ok(resumed.result);
    if (resumed?.kind === 'failed') return resumed.outcome;
    let misread: Outcome<never> | undefined;
    for (const dialect of dialects.candidates()) {
      const attempt = await this.#readUntilStill(dialect);
      if (attempt.kind === 'done') {
        dialects.keep(dialect);
        return ok(attempt.result);
      }
      if (attempt.kind === 'failed') return attempt.outcome;
      if (attempt.kind === 'misread') misread ??= attempt.outcome;
    }
    return misread ?? fail('internal', this.#context.correlationId);
  }

  async #resume(): Promise<Try | null> {
    this.#round += 1;
    const position = await this.#parts.cache.resumeReading(this.#reading);
    if (!position) return null;
    // No page is left whose response would show whether the bank has booked more since.
    if (position.nextPage >= position.pageCount) return { kind: 'moved' };
    return this.#readRest(position, false);
  }

  async #readUntilStill(dialect: StatementDialect): Promise<Try> {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= limits.rangeAttemptsMax;
      const result = await this.#readWhole(dialect, isLast);
      if (result.kind !== 'moved' || isLast) return result;
    }
  }

  async #readWhole(dialect: StatementDialect, isLast: boolean): Promise<Try> {
    const { cache, clock } = this.#parts;
    this.#round += 1;
    const begun = clock.moment();
    const first = await this.#readFirst(dialect);
    if (first.kind !== 'page') return first;
    const { asking } = first;
    const position = await cache.beginReading(this.#reading, { asking, begun, isLast });
    this.#reportProgress(position);
    return this.#readRest(position, isLast);
  }

  /** Reads the first page. If the bank sends smaller pages than requested, requests it again with the bank's size. */
  async #readFirst(dialect: StatementDialect): Promise<First> {
    const asking = { dialect, pageSize: this.#parts.dialects.pageSize };
    const first = await this.#ask(asking, 0);
    if (!first.ok)
      return isRefusal(first.error)
        ? { kind: 'misread', outcome: first }
        : { kind: 'failed', outcome: first };
    if (first.value.smaller === null) return this.#firstOf(asking, first.value);
    const smaller = { dialect, pageSize: first.value.smaller };
    const again = await this.#ask(smaller, 0);
    return again.ok ? this.#firstOf(smaller, again.value) : { kind: 'failed', outcome: again };
  }

  #firstOf(asking: Asking, { echo }: Page): First {
    return echo === null
      ? { kind: 'page', asking }
      : { kind: 'misread', outcome: echoFailed(this.#context, asking, echo) };
  }

  #endOf(result: Exclude<BatchResult, ReadingPosition>): Try {
    if (result.kind === 'moved') return result;
    const { asking, echo } = result;
    return { kind: 'misread', outcome: echoFailed(this.#context, asking, echo) };
  }

  async #readRest(position: ReadingPosition, isLast: boolean): Promise<Try> {
    const { asking, nextPage, pageCount } = position;
    const ask = (pageIndex: number) => this.#ask(asking, pageIndex);
    const pages = new PagesAhead(ask, nextPage, Math.min(pageCount, limits.pagesMax));
    const ended = await this.#processAll(pages, isLast).finally(() => {
      pages.stop();
    });
    return ended ?? this.#finish(isLast);
  }

  /** Processes all pages. Returns null once every page was processed, else how the try ended. */
  async #processAll(pages: PagesAhead, isLast: boolean): Promise<Try | null> {
    const { cache } = this.#parts;
    for (let there = await pages.next(); there; there = await pages.next()) {
      const { first, count, failure } = there;
      if (count > 0) {
        // Prefetched pages are not processed after a cancellation.
        if (this.#context.signal?.aborted) return failed(this.#cancelled());
        const result = await cache.processPages(this.#reading, { first, count, isLast });
        if (result.kind !== 'position') return this.#endOf(result);
        this.#reportProgress(result);
      }
      if (failure) return failed(failure);
    }
    return null;
  }

  async #finish(isLast: boolean): Promise<Try> {
    const asOf = timestampNow(this.#parts.clock);
    const { correlationId } = this.#context;
    return this.#parts.cache.finishReading(this.#reading, { isLast, asOf, correlationId });
  }

  #ask(asking: Asking, pageIndex: number): Promise<Outcome<Page>> {
    const { bank, cache } = this.#parts;
    const place = { bank, cache, range: this.#range, reading: this.#reading };
    return askPage(place, { round: this.#round, asking, pageIndex }, this.#context);
  }

  #reportProgress({ received, totalItems }: ReadingPosition): void {
    this.#parts.onProgress?.(received, totalItems);
  }

  #cancelled(): Outcome<never> {
    return fail('cancelled', this.#context.correlationId);
  }
}

const failed = (outcome: Outcome<never>): Try => ({ kind: 'failed', outcome });
