import type { AppError } from '../../../../shared/errors.ts';
import type { RunReading } from './line.ts';

/** Whom the bank did not tell when a line was to be sent to them: a warning of their lines, until it tells them. */
export class UnreadBeneficiaries {
  /** Entity id -> why. */
  readonly #unread = new Map<string, AppError>();
  /** Why it told none of several in a row: the others are not expected to be told either. */
  #noneReported: AppError | null = null;

  /** Changes with everything that {@link why} answers by. */
  get stamp(): string {
    return [...this.#unread.keys(), this.#noneReported?.correlationId].join(' ');
  }

  why(entityId: string): AppError | null {
    return this.#unread.get(entityId) ?? this.#noneReported;
  }

  /** What a run has read, or could not, behind a line to this one. */
  note({ beneficiaries }: RunReading, entityId: string): void {
    const read = beneficiaries.known(entityId);
    if (read?.error) this.#unread.set(entityId, read.error);
    else if (read) {
      this.#unread.delete(entityId);
      this.#noneReported = null;
    }
  }

  /** This one was the last of several in a row that the bank did not tell. */
  expectNone(entityId: string): void {
    this.#noneReported = this.#unread.get(entityId) ?? null;
  }
}
