import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { AppError, Outcome } from '../../../../shared/errors.ts';
import type {
  CountedDays,
  CoverageDay,
  Proof,
  StatementFilter,
  StatementSummary,
} from '../../../../shared/ipc/accounts/statements.ts';
import { newestRequest } from '../../../state/records/newest-request.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';
import { longestSums, noLengths, wider, type Lengths } from './column-widths.ts';
import type { StatementQuestions } from './statement-questions.ts';

/** The maximum number of concurrent questions of older filters; the thread that answers is asked to stop them. */
const inFlightMax = 2;

/**
 * Figures of a filter's rows: their number and days, then their sums, then their proof. Each is requested once the one
 * before it has arrived, so that none delays rows; figures of an older filter are dropped.
 */
export class StatementFigures {
  /** The counts of the current filter; null until it is counted. */
  counted = $state.raw<CountedDays | null>(null);
  /** The last loaded summary: its facts about the account are valid, its sums only if `isSummed`. */
  summary = $state.raw<StatementSummary | null>(null);
  /** Whether `summary` is of the current filter. */
  isSummed = $state(false);
  error = $state.raw<AppError | null>(null);
  /** Of the sums that were shown; no column becomes narrower again, so that it moves but once. */
  longest = $state.raw<Lengths>(noLengths);
  readonly coverage: Resource<{ readonly days: readonly CoverageDay[] }>;
  readonly proof: Resource<Proof>;
  readonly #ask: StatementQuestions;
  readonly #countTurns = newestRequest<Outcome<CountedDays>>(inFlightMax);
  readonly #sumTurns = newestRequest<Outcome<StatementSummary>>(inFlightMax);
  #filter = $state.raw<StatementFilter>({});
  #generation = 0;
  #sumsRequested = 0;
  /** The days of the last requested verdicts; null after a change of the local copy. */
  #verdictPeriod: string | null = null;

  constructor(ask: StatementQuestions) {
    this.#ask = ask;
    this.coverage = new Resource(() => ask.coverage(this.stripPeriod));
    this.proof = new Resource(() => ask.proof(this.#filter));
  }

  /** The days the strip shows: the filter's period, or all that is known. */
  get stripPeriod(): { readonly from: IsoDate; readonly to: IsoDate } | null {
    const covered = this.summary?.covered;
    const from = this.#filter.from ?? covered?.from;
    const to = this.#filter.to ?? covered?.to;
    return from !== undefined && to !== undefined && from <= to ? { from, to } : null;
  }

  /** Starts with another filter, whose figures are not known yet. */
  begin(filter: StatementFilter): void {
    this.#generation += 1;
    this.#filter = filter;
    this.counted = null;
    this.isSummed = false;
    this.error = null;
  }

  /** The local copy changed: the verdicts are requested again with the next sums. */
  doubt(): void {
    this.#verdictPeriod = null;
  }

  /** Counts the filter, unless `requested` already does. Null if that failed or is overtaken. The caller shows the result. */
  async count(requested?: Promise<Outcome<CountedDays>>): Promise<CountedDays | null> {
    const generation = this.#generation;
    const filter = this.#filter;
    const outcome = await (requested ?? this.#countTurns(() => this.#ask.count(filter)));
    if (outcome === null || generation !== this.#generation) return null;
    this.error = outcome.ok ? null : outcome.error;
    return outcome.ok ? outcome.value : null;
  }

  /** Sums up the filter, and asks for the verdicts on its days where its period or the local copy is another. */
  async sum(): Promise<void> {
    const generation = this.#generation;
    const requested = ++this.#sumsRequested;
    const filter = this.#filter;
    const outcome = await this.#sumTurns(() => this.#ask.summary(filter));
    if (outcome === null || generation !== this.#generation || requested !== this.#sumsRequested)
      return;
    this.error = outcome.ok ? null : outcome.error;
    if (!outcome.ok) return;
    this.summary = outcome.value;
    this.longest = wider(this.longest, longestSums(outcome.value));
    this.isSummed = true;
    this.#refreshVerdicts();
  }

  #refreshVerdicts(): void {
    const period = JSON.stringify([this.#filter.from, this.#filter.to]);
    if (period === this.#verdictPeriod && !this.coverage.error && !this.proof.error) return;
    this.#verdictPeriod = period;
    void this.coverage.refresh();
    void this.proof.refresh();
  }
}
