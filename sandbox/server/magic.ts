import type { Fault } from './faults.ts';

/** A number that decides what happens to a call that names it. */
export type MagicSubject = {
  /** An account number, or the id of a beneficiary or sub-client. */
  readonly number: string;
  /** `recipient`: the account a remittance goes to; `name-check`: the account whose name is asked for. */
  readonly kind: 'account' | 'beneficiary' | 'sub-client' | 'recipient' | 'name-check';
  /** What a magic beneficiary is called. */
  readonly name?: string;
  readonly faults: readonly Fault[];
  /**
   * Where the faults strike, when it is not every call that names the number: `later-pages` spares the first page of a
   * statement, `changes` all reads, `payments` everything but what moves money.
   */
  readonly strikes?: 'later-pages' | 'changes' | 'payments';
  /** What becomes of an order that names it, where no fault says so. */
  readonly outcome?:
    'returned' | 'failed' | 'blocked' | 'rejected' | 'no-such-account' | 'similar-name';
  /** What happens, in one sentence. */
  readonly sentence: string;
};
