import type { BeneficiaryRecord } from '../../../../shared/bank/beneficiaries.ts';
import { fail, type AppError, type Outcome } from '../../../../shared/errors.ts';
import { limits } from '../../../../shared/limits.ts';
import { ok } from '../../../../shared/result.ts';
import { bankDetailsOf, fingerprintOf } from '../../beneficiaries/fingerprint.ts';
import { timestampNow, type Context } from '../../../engines/machine/context.ts';
import { ignoreErrorsAsync } from '../../../engines/store/local-faults.ts';
import { isUnread, knownBeneficiary, readBeneficiary } from '../beneficiary.ts';
import type { PaymentParts } from '../tables.ts';

/** A payee that a run has read. */
type BeneficiaryInRun = {
  readonly record: BeneficiaryRecord;
  readonly readMs: number;
  /** Why it could not be read from the bank; null where it was. */
  readonly error: AppError | null;
};

/** The payees of one run: each is read from the bank before its first line, and again after `limits.payeeReportMs`. */
export class BeneficiariesOfRun {
  readonly #fingerprints: ReadonlyMap<string, string>;
  readonly #read = new Map<string, BeneficiaryInRun>();
  /** The payees of the next lines, read while others are being sent. */
  readonly #ahead = new Map<string, Promise<void>>();
  readonly #over = new AbortController();

  /** Entity id -> fingerprint of the bank details that the lines were checked with. */
  constructor(fingerprints: ReadonlyMap<string, string>) {
    this.#fingerprints = fingerprints;
  }

  /** The payee as last read in this run; undefined where it was not. */
  known(entityId: string): Pick<BeneficiaryInRun, 'error'> | undefined {
    return this.#read.get(entityId);
  }

  /**
   * Reads the payee of a line that is to be sent. Fails with `payee.changed` where its bank details differ from the checked ones. Returns
   * the last known record with the reason where the payee cannot be read.
   */
  async read(
    parts: PaymentParts,
    entityId: string,
    context: Context,
  ): Promise<Outcome<BeneficiaryInRun>> {
    await this.#ahead.get(entityId);
    const earlier = this.#read.get(entityId);
    if (earlier && this.#isFresh(parts, earlier)) return ok(earlier);
    const beneficiary = await this.#ask(parts, entityId, context);
    if (beneficiary.ok) this.#read.set(entityId, beneficiary.value);
    return beneficiary;
  }

  /**
   * Reads the payee of one of the next lines while others are being sent. Caches only a record from the bank with unchanged bank
   * details: anything else is read again, and reported, at its line.
   */
  readAhead(parts: PaymentParts, entityId: string, context: Context): void {
    const earlier = this.#read.get(entityId);
    if (this.#ahead.has(entityId) || (earlier && this.#isFresh(parts, earlier))) return;
    const signals = [this.#over.signal, ...(context.signal ? [context.signal] : [])];
    const whileItRuns = { ...context, signal: AbortSignal.any(signals) };
    const reading = ignoreErrorsAsync(async () => {
      const found = await this.#ask(parts, entityId, whileItRuns);
      if (found.ok && found.value.error === null) this.#read.set(entityId, found.value);
    }).then(() => {
      this.#ahead.delete(entityId);
    });
    this.#ahead.set(entityId, reading);
  }

  /** Ends the run: cancels the reads in progress. */
  async over(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#ahead.values());
  }

  #isFresh({ clock }: PaymentParts, { readMs }: BeneficiaryInRun): boolean {
    return clock.now() - readMs < limits.payeeReportMs;
  }

  async #ask(
    parts: PaymentParts,
    entityId: string,
    context: Context,
  ): Promise<Outcome<BeneficiaryInRun>> {
    const readMs = parts.clock.now();
    const listSince = timestampNow({ now: () => readMs - limits.payeeReportMs });
    const read = await readBeneficiary(parts, entityId, context, listSince);
    if (!read.ok && !isUnread(read.error)) return read;
    const record = (read.ok ? read.value : knownBeneficiary(parts, entityId))?.record;
    if (!record || this.#fingerprints.get(entityId) !== fingerprintOf(bankDetailsOf(record)))
      return fail('payee.changed', context.correlationId, { operation: 'createSingleTransfer' });
    return ok({ record, error: read.ok ? null : read.error, readMs });
  }
}
