import type { AppError } from '../../../../shared/errors.ts';
import type { RunReading } from './line.ts';

/** The payees that could not be read when a line was to be sent: their lines have a warning until they are read. */
export class UnreadBeneficiaries {
  /** Entity id -> why. */
  readonly #unread = new Map<string, AppError>();
  /** The error of several unread payees in a row: it is assumed for all others. */
  #noneReported: AppError | null = null;

  /** A stamp of the data that {@link why} uses. */
  get stamp(): string {
    return [...this.#unread.keys(), this.#noneReported?.correlationId].join(' ');
  }

  why(entityId: string): AppError | null {
    return this.#unread.get(entityId) ?? this.#noneReported;
  }

  /** Records whether the run could read the payee, after one of its lines. */
  note({ beneficiaries }: RunReading, entityId: string): void {
    const read = beneficiaries.known(entityId);
    if (read?.error) this.#unread.set(entityId, read.error);
    else if (read) {
      this.#unread.delete(entityId);
      this.#noneReported = null;
    }
  }

  /** Assumes that no payee can be read, with the error of this one, the last of several in a row. */
  expectNone(entityId: string): void {
    this.#noneReported = this.#unread.get(entityId) ?? null;
  }
}
