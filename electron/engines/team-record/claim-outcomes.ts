import type { Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../machine/context.ts';
import { ignoreErrorsAsync } from '../store/local-faults.ts';
import type { ClaimOutcome } from './postgres/team-server.ts';
import type { TeamRecord } from './team-record.ts';

/** The most outcomes that one act records. */
const outcomesMax = 200;

/** Outcomes are collected this long into one act: a payment file has many a second, and each act is a transaction that all desks read. */
const gatherMs = 250;

const inBackground: Context = { correlationId: 'team-outcomes' };

/** The outcomes of this desk's claims that the record does not have yet, by reference. */
export class ClaimOutcomes {
  readonly #record: TeamRecord;
  readonly #nameOf: (reference: string) => string;
  readonly #outcomes = new Map<string, ClaimOutcome>();
  #publishing: Promise<Outcome<null>> | null = null;
  #gathering: NodeJS.Timeout | null = null;

  /** `nameOf` gives the keyed digest under which the record knows a reference. */
  constructor(record: TeamRecord, nameOf: (reference: string) => string) {
    this.#record = record;
    this.#nameOf = nameOf;
  }

  get count(): number {
    return this.#outcomes.size;
  }

  has(reference: string): boolean {
    return this.#outcomes.has(reference);
  }

  add(reference: string, outcome: ClaimOutcome): void {
    this.#outcomes.set(reference, outcome);
  }

  /** Publishes in the background, with the outcomes of the next quarter of a second. */
  publishSoon(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = null;
      void ignoreErrorsAsync(() => this.publish(inBackground));
    }, gatherMs);
  }

  /** Writes all outcomes to the record. */
  publish(context: Context): Promise<Outcome<null>> {
    this.#publishing ??= this.#publish(context).finally(() => {
      this.#publishing = null;
    });
    return this.#publishing;
  }

  async close(): Promise<void> {
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    if (this.count > 0 && this.#record.state === 'current')
      await ignoreErrorsAsync(() => this.publish(inBackground));
  }

  async #publish(context: Context): Promise<Outcome<null>> {
    let size = outcomesMax;
    while (this.#outcomes.size > 0) {
      const batch = [...this.#outcomes].slice(0, size);
      const written = await this.#settle(batch, context);
      const isRefused = !written.ok && written.error.code === 'team.refused';
      if (!written.ok && !isRefused) return written;
      // A claim that another desk took over fails the whole batch. Each is then settled alone, and the refused one is dropped.
      if (isRefused && batch.length > 1) size = 1;
      else for (const [reference, is] of batch) this.#drop(reference, is);
    }
    return ok(null);
  }

  #drop(reference: string, outcome: ClaimOutcome): void {
    if (this.#outcomes.get(reference) === outcome) this.#outcomes.delete(reference);
  }

  #settle(
    batch: readonly (readonly [string, ClaimOutcome])[],
    context: Context,
  ): Promise<Outcome<null>> {
    const outcomes = batch.map(([reference, is]) => ({ r: this.#nameOf(reference), is }));
    return this.#record.writeWhole(
      { kind: 'settle', of: { outcomes }, content: {} },
      (server, act, sending) => server.settle(act, sending),
      context,
    );
  }
}
