/** A debit that arrived since the first sync of its account, with the data that can excuse it. */
export type ArrivedDebit = {
  readonly key: number;
  readonly accountNumber: string;
  readonly entryId: string;
  readonly version: number;
  /** Days since 1970. */
  readonly day: number;
  /** Without a sign, in units of 10^-4. */
  readonly units: bigint;
  readonly currency: string;
  readonly transactionType: string;
  readonly transactionDate: string;
  readonly narration: string;
  /** Empty if the bank sends none. */
  readonly reference: string;
  /** As the bank names it; null where it names none. */
  readonly counterparty: string | null;
  /** An own order of this reference, account and amount was accepted. */
  readonly isOrdered: boolean;
  /** A rule or a person gave it a tag or a counterparty. */
  readonly isLabelled: boolean;
};

/** Words of banks for their own charges. */
const chargeWords = /(^|[^a-z])(fees?|charges?|commission|interest|tax|levy|duty)([^a-z]|$)/i;

export const isCharge = ({ transactionType }: Pick<ArrivedDebit, 'transactionType'>): boolean =>
  chargeWords.test(transactionType.replaceAll('_', ' '));
