import { hash } from 'node:crypto';

import { dayNumber } from '../../../../shared/calendar/calendar.ts';
import { currenciesOfBank } from '../../../../shared/money/currencies.ts';
import { version } from '../../../../shared/version.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { dialectName, dialectNamed } from '../../../engines/bank/file/dialect.ts';
import { ignoreErrorsAsync } from '../../../engines/store/local-faults.ts';
import { parseAnswer, type RawAnswer, type AnsweredPage } from './answered-page.ts';
import { dayVerdicts } from '../chain/day-verdicts.ts';
import { readCursor } from './range.ts';
import { RangeRun, type PageToRead } from './range-run.ts';
import type { ReadingStore } from './reading-store.ts';
import { problemOf, summaryOf } from './reading-result.ts';
import type { RangeStart } from '../entries/incoming.ts';
import type {
  Asking,
  BeginOptions,
  FinishResult,
  FinishOptions,
  HeldPage,
  PageQuestion,
  ReadingQuestion,
  ReadingPosition,
  BatchResult,
  PageBatch,
} from './reading-messages.ts';

/** A page before its turn. A large page is held unparsed, so that at most one is parsed in memory. */
type Held = {
  readonly read: AnsweredPage | null;
  readonly question: PageQuestion;
  readonly answered: RawAnswer;
  readonly digest: string;
};

const heldBytesMax = 1024 * 1024;

/**
 * Reads one statement, from the first page's bytes to the proof, through every dialect and every try. Runs in a thread of its own,
 * separate from the one that saves the pages. The main thread calls the bank and decides what is next.
 */
export class StatementReading {
  readonly #store: ReadingStore;
  readonly #question: ReadingQuestion;
  readonly #held = new Map<number, Held>();
  #round = 0;
  /** The current try; the previous one until the next has a first page. New entries of earlier tries count as new in the summary. */
  #run: RangeRun | null = null;
  #agrees = true;
  #fingerprint = '';

  constructor(store: ReadingStore, question: ReadingQuestion) {
    this.#store = store;
    this.#question = question;
  }

  /** Reads a response and holds its page. An error states briefly why the response is no JSON. */
  hold(question: PageQuestion, answered: RawAnswer): Result<HeldPage, string> {
    const { round, pageIndex } = question;
    if (round > this.#round) this.#held.clear();
    this.#round = Math.max(this.#round, round);
    const digest = digestOf(answered);
    const held = { read: null, question, answered, digest };
    // The same bytes as before are readable. Whether they must be read again is decided at their turn.
    const isKnown =
      pageIndex > 0 && round === this.#round && this.#run?.cacheMatch.isKnown(pageIndex, digest);
    if (isKnown) {
      this.#held.set(pageIndex, held);
      return ok({ kind: 'page', echo: null, smaller: null });
    }
    const parsed = parseAnswer(this.#question, question, answered);
    if (!parsed.ok) return err(parsed.error);
    const read = parsed.value;
    if (read.page === null) return ok({ kind: 'shapeless', fields: read.fields });
    const isLarge = answered.bytes.byteLength > heldBytesMax;
    // Drops a page of an earlier try.
    if (round === this.#round) this.#held.set(pageIndex, isLarge ? held : { ...held, read });
    return ok({ kind: 'page', echo: read.echo, smaller: read.smaller });
  }

  /** Resumes an interrupted reading of the same range; null if there is none, or its dialect is unknown. */
  async resume(): Promise<ReadingPosition | null> {
    const { range } = this.#question;
    const saved = await this.#store.resumable(this.#rangeStart);
    if (!saved) return null;
    const { rangeId, account } = saved;
    const cursor = readCursor(saved.cursor);
    const dialect = dialectNamed(cursor.dialect);
    if (!dialect) return null;
    this.#start(RangeRun.resume(this.#store, range, { rangeId, account, cursor, dialect }));
    return this.#position(this.#running, cursor.nextPage);
  }

  /** Starts over with the held first page. Creates an account that was requested by its number. */
  async begin({ asking: requested, begun, isLast }: BeginOptions): Promise<ReadingPosition> {
    const { page, digest } = this.#released(0);
    const asking = { ...requested, firstEcho: page.statement.page };
    this.#fingerprint = readingFingerprint(this.#question, asking);
    const earlier = this.#run;
    await earlier?.saved();
    const begunRange = await this.#store.begin(this.#rangeStart, this.#fingerprint);
    const run = RangeRun.begin(this.#store, this.#question.range, {
      ...{ page, asking, begun, isLast, begunRange },
      labels: earlier?.reader.labels,
    });
    run.inserted = earlier?.inserted ?? 0;
    run.changed = earlier?.changed ?? 0;
    this.#start(run);
    await run.processPages([{ page, digest }]);
    await run.saved();
    return this.#position(run, 1);
  }

  /**
   * Processes held pages in order, up to the first that does not belong to the others. They may be saved after this returns: the next
   * call throws a failure.
   */
  async processPages({ first, count, isLast }: PageBatch): Promise<BatchResult> {
    const run = this.#running;
    const pages: PageToRead[] = [];
    let end: BatchResult | null = null;
    for (let pageIndex = first; pageIndex < first + count && !end; pageIndex += 1) {
      if (this.#follows(run, pageIndex)) continue;
      const { page, echo, digest } = this.#released(pageIndex);
      this.#agrees &&= echo === null && run.agreesWith(page);
      if (echo !== null && isLast) end = { kind: 'misread', echo, asking: run.asking };
      else if (!this.#agrees && !isLast) end = { kind: 'moved' };
      else pages.push({ page, digest });
      // Only once this page is saved is it known whether the next one must be read.
      if (run.cacheMatch.isMatching) {
        await run.processPages(pages.splice(0));
        await run.saved();
      }
    }
    await run.processPages(pages);
    if (end) await run.saved();
    return end ?? this.#position(run, first + count);
  }

  /** Skips a page that is unchanged since the last reading. Returns whether it did. */
  #follows(run: RangeRun, pageIndex: number): boolean {
    const held = this.#held.get(pageIndex);
    const page = held ? run.cacheMatch.next(held.digest) : null;
    if (!page) return false;
    this.#held.delete(pageIndex);
    run.follow(page);
    return true;
  }

  /** Writes the verdict on every day, after the last page. Returns `moved` if the range moved or labels were explained late. */
  async finish({ isLast, asOf, correlationId }: FinishOptions): Promise<FinishResult> {
    const run = this.#running;
    await run.saved();
    this.#agrees &&= run.received === run.totalItems && run.repeatedId === null;
    const agrees = this.#agrees;
    const isRead = agrees && !run.reader.hasLateMeaning;
    if (!isRead && !isLast) return { kind: 'moved' };
    await this.#learnCurrency(run);
    const days = { from: dayNumber(run.range.from), to: dayNumber(run.range.to) };
    const isUnchanged = agrees && run.cacheMatch.isMatching;
    run.prover.finish(days.to);
    const { withdrawn, active } = await this.#store.finish({
      rangeId: run.rangeId,
      asOf,
      begun: run.begun,
      days: dayVerdicts(run.prover, days, agrees),
      withdraw: agrees && !run.resumed,
      isUnchanged,
      pagesToCache:
        agrees && !run.resumed
          ? {
              fingerprint: this.#fingerprint,
              at: asOf,
              pages: run.cacheMatch.pages,
              before: run.cacheMatch.cached,
            }
          : null,
    });
    if (run.resumed && active + run.unreadableCount !== run.totalItems) return { kind: 'moved' };
    const problem = problemOf(run, agrees, correlationId);
    return { kind: 'done', result: { summary: summaryOf(run, agrees, withdrawn), problem } };
  }

  /** Waits until all pages are saved. Ignores a failure. */
  async close(): Promise<void> {
    await ignoreErrorsAsync(async () => this.#run?.saved());
  }

  get #running(): RangeRun {
    if (!this.#run) throw new RangeError('the reading has not begun');
    return this.#run;
  }

  #start(run: RangeRun): void {
    this.#run = run;
    this.#agrees = run.isWithinBounds;
  }

  /** Takes the currency from the entries if the bank does not send it with the account. */
  async #learnCurrency(run: RangeRun): Promise<void> {
    const { currency, range } = this.#question;
    if (run.currency !== null && !currency)
      await this.#store.ensureAccount(range.accountNumber, run.currency);
    run.currency ??= currency;
  }

  get #rangeStart(): RangeStart {
    const { accountNumber, from, to } = this.#question.range;
    return { accountNumber, from: dayNumber(from), to: dayNumber(to) };
  }

  #released(pageIndex: number): AnsweredPage & { digest: string } {
    const held = this.#held.get(pageIndex);
    this.#held.delete(pageIndex);
    if (held === undefined) throw new RangeError(`page ${pageIndex} is not held`);
    const { digest } = held;
    if (held.read) return { ...held.read, digest };
    const again = parseAnswer(this.#question, held.question, held.answered);
    if (!again.ok || again.value.page === null) throw new RangeError('a page was read once only');
    return { ...again.value, digest };
  }

  #position(run: RangeRun, nextPage: number): ReadingPosition {
    const { asking, pageCount, received, totalItems } = run;
    return { kind: 'position', asking, nextPage, pageCount, received, totalItems };
  }
}

/** Returns the digest; empty if the response contains a secret of the session, since its stored form depends on who is signed in. */
const digestOf = ({ bytes, secrets }: RawAnswer): string =>
  secrets.length > 0 ? '' : hash('sha256', bytes, 'base64');

/** Increase it with every change in how the same bytes are read, proven or stored. */
const readingRules = 1;

/** Hashes everything that reading a page depends on, except its bytes and the pages before it. */
const readingFingerprint = (
  { mapping }: ReadingQuestion,
  { dialect, pageSize, firstEcho }: Asking,
): string =>
  hash(
    'sha256',
    JSON.stringify([
      ...[readingRules, version, mapping, currenciesOfBank()],
      ...[dialectName(dialect), pageSize, firstEcho],
    ]),
    'base64',
  );
