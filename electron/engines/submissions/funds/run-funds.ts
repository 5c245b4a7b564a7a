import type { Funds } from '../../../../shared/ipc/accounts/accounts.ts';
import { add, money, negate, type Money } from '../../../../shared/money/money.ts';
import type { Submission } from '../journal/submission-table.ts';
import { debitOf, fundsIn, type Debit, type FundsParts } from './funds.ts';

/** The funds of an account without the single debits in flight. */
export type FundsSum = Pick<Funds, 'balance' | 'after'> & {
  readonly inFlight: { readonly amount: Money } | null;
};

export type FundsSumAt = (accountNumber: string, currency: string) => FundsSum;

type Account = { readonly accountNumber: string; readonly currency: string };

/** How long a reading is used. */
const readEveryMs = 60_000;

/**
 * A running sum of the funds of the accounts that a run pays from. The debits in flight are read between two groups, at most once a
 * minute, and the payments sent since are added.
 */
export class RunFunds {
  readonly #parts: FundsParts;
  readonly #accounts: readonly Account[];
  #read: ReadonlyMap<string, FundsSum>;
  #readAtMs: number;
  /** The debits sent since the last reading, by reference. */
  readonly #sent = new Map<string, Debit>();

  /** Throws where the local copy or the journal cannot be read. */
  constructor(parts: FundsParts, accounts: readonly Account[]) {
    this.#parts = parts;
    this.#accounts = accounts;
    this.#read = readFunds(parts, accounts);
    this.#readAtMs = parts.clock.now();
  }

  /** Returns the present funds of one of the accounts. */
  readonly at: FundsSumAt = (accountNumber, currency) => {
    const read = this.#read.get(keyOf({ accountNumber, currency }));
    if (!read) throw new RangeError('the run pays from another account');
    const sent = [...this.#sent.values()]
      .filter((debit) => debit.accountNumber === accountNumber)
      .flatMap(({ amount, fee }) => (fee ? [amount, fee] : [amount]))
      .filter((part) => part.currency === currency);
    if (sent.length === 0) return read;
    const added = sent.reduce(add, money('0', currency));
    return {
      balance: read.balance,
      inFlight: { amount: read.inFlight ? add(read.inFlight.amount, added) : added },
      after: read.after && add(read.after, negate(added)),
    };
  };

  /** Adds a payment that is about to be sent. */
  addSending(reference: string, accountNumber: string, amount: Money): void {
    this.#sent.set(reference, { accountNumber, amount, fee: null });
  }

  /** Replaces a payment by its outcome; null where nothing was sent. */
  settle(reference: string, submission: Submission | null): void {
    const debit = submission && debitOf(this.#parts, submission);
    if (debit) this.#sent.set(reference, debit);
    else this.#sent.delete(reference);
  }

  /**
   * Reads again where the reading is old. Call it only while nothing is being sent and all sent payments are settled here: the reading
   * includes them already, so they would count twice. Throws where the local copy or the journal cannot be read.
   */
  refresh(): void {
    if (this.#parts.clock.now() - this.#readAtMs < readEveryMs) return;
    this.#read = readFunds(this.#parts, this.#accounts);
    this.#readAtMs = this.#parts.clock.now();
    this.#sent.clear();
  }
}

function readFunds(parts: FundsParts, accounts: readonly Account[]): ReadonlyMap<string, FundsSum> {
  const fundsAt = fundsIn(parts);
  return new Map(
    accounts.map((account) => [keyOf(account), fundsAt(account.accountNumber, account.currency)]),
  );
}

const keyOf = ({ accountNumber, currency }: Account): string => `${accountNumber} ${currency}`;
