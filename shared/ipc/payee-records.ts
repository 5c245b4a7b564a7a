import type { BankDetails } from '../bank/transfers.ts';
import type { NewBeneficiary } from '../bank/beneficiaries.ts';

/** A payee that is easily mistaken for another. */
export type LookAlike = {
  readonly entityId: string;
  readonly name: string;
  readonly accountNumber: string;
  readonly bankName: string;
  /** same-number: the same account number · similar-name: names a letter apart · same-looking: other letters that look the same. */
  readonly reason: 'same-number' | 'similar-name' | 'same-looking';
  readonly words: string;
};

/** What the desk finds out about a payee being entered. */
export type PayeeCheck = {
  /** Field -> what is wrong; nothing is sent while there is any. */
  readonly problems: Readonly<Record<string, string>>;
  /** Field -> what to look at; sending is possible. */
  readonly hints: Readonly<Record<string, string>>;
  /** The fields this country and currency need, in the order to ask for them. */
  readonly required: readonly (keyof NewBeneficiary)[];
  /** Field -> what it is called there, such as `Sort code`; only where that differs by country and currency. */
  readonly labels: Readonly<Record<string, string>>;
  /** Field -> what follows from the others where it is empty, or its proper spelling; problems are told as if it were so. */
  readonly fills: Readonly<Record<string, string>>;
  readonly bank: BankDetails | null;
  /** Why the bank's details could not be asked, in one sentence; null when they were or need not be. */
  readonly bankProblem: string | null;
  /** For NGN: the name the bank has for the account. */
  readonly nameCheck: {
    readonly state: 'match' | 'close' | 'differs' | 'not-found' | 'unavailable';
    readonly nameAtBank: string | null;
    readonly words: string;
  } | null;
  readonly lookAlikes: readonly LookAlike[];
};

/** Bank details that changed since the payee was last paid, and were not released by a person since. */
export type Quarantine = {
  readonly entityId: string;
  readonly name: string;
  /** Stands for the bank details as they are now; a release is good for these alone. */
  readonly fingerprint: string;
  readonly changedFields: readonly {
    readonly field: string;
    readonly before: string;
    readonly now: string;
  }[];
  readonly lastPaidAt: string;
};
