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

/** A page before its turn. A large one is held as its response, so that at most one is in memory parsed. */
type Held = {
  readonly read: AnsweredPage | null;
  readonly question: PageQuestion;
  readonly answered: RawAnswer;
  readonly digest: string;
};

const heldBytesMax = 1024 * 1024;

/**
 * Reads one statement, from the first page's bytes to the proof, through every dialect and every try. Runs in a thread of its own,
 * beside the one that saves its pages. The main thread calls the bank and decides what is next.
 */
export class StatementReading {
  readonly #store: ReadingStore;
  readonly #question: ReadingQuestion;
  readonly #held = new Map<number, Held>();
  #round = 0;
  /** The current try, or the one before while the next has no first page: its new entries count as new in the summary. */
  #run: RangeRun | null = null;
  #agrees = true;
  #fingerprint = '';

  constructor(store: ReadingStore, question: ReadingQuestion) {
    this.#store = store;
    this.#question = question;
  }

  /** Reads a response and holds its page. An error states briefly why it is no JSON. */
  hold(question: PageQuestion, answered: RawAnswer): Result<HeldPage, string> {
    const { round, pageIndex } = question;
    if (round > this.#round) this.#held.clear();
    this.#round = Math.max(this.#round, round);
    const digest = digestOf(answered);
    const held = { read: null, question, answered, digest };
    // The same bytes as before are readable. Whether they must be read again is known at their turn.
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
    // A page of an earlier try is too late.
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
   * Processes held pages in order, up to the first one that does not belong to the others. They may be saved after the answer: a
   * failure is thrown by the next call.
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
      // Whether the next page must be read is known once this one is saved.
      if (run.cacheMatch.isMatching) {
        await run.processPages(pages.splice(0));
        await run.saved();
      }
    }
    await run.processPages(pages);
    if (end) await run.saved();
    return end ?? this.#position(run, first + count);
  }

  /** Skips a page that is the same as at the last reading. Returns whether it did. */
  #follows(run: RangeRun, pageIndex: number): boolean {
    const held = this.#held.get(pageIndex);
    const page = held ? run.cacheMatch.next(held.digest) : null;
    if (!page) return false;
    this.#held.delete(pageIndex);
    run.follow(page);
    return true;
  }

  /** Writes the verdict on every day after the last page. A range that moved, or whose labels were explained late, is read again. */
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

  /** Waits for what is still being saved, and throws no failure of it. */
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

/** Empty if the response contains a secret of the session: what is stored then depends on who is signed in. */
const digestOf = ({ bytes, secrets }: RawAnswer): string =>
  secrets.length > 0 ? '' : hash('sha256', bytes, 'base64');

/** Increase it with every change of how the same bytes are read, proven or stored. */
const readingRules = 1;

/** Hashes everything but its bytes and the pages before it that reading a page depends on. */
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
