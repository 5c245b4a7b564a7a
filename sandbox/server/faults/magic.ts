import { catalogue, type OperationName } from '../../../shared/bank/catalogue.ts';
import type { Fault } from './faults.ts';

/**
 * A number that decides what happens to a call that names it, without any setting. It is found by its number but is in no list, so that no
 * person meets it by chance.
 */
export type MagicSubject = {
  /** An account number, or the id of a beneficiary or sub-client. */
  readonly number: string;
  /** `recipient`: the account a remittance goes to; `name-check`: the account whose name is asked for. */
  readonly kind: 'account' | 'beneficiary' | 'sub-client' | 'recipient' | 'name-check';
  /** The name of a magic beneficiary. */
  readonly name?: string;
  readonly faults: readonly Fault[];
  /**
   * Where the faults strike, when it is not every call that names the number: `later-pages` spares the first page of a
   * statement, `changes` all reads, `payments` everything but what moves money.
   */
  readonly strikes?: 'later-pages' | 'changes' | 'payments';
  /** The outcome of an order that names it, where no fault decides it. */
  readonly outcome?:
    | 'returned'
    | 'failed'
    | 'blocked'
    | 'rejected'
    | 'no-such-account'
    | 'similar-name';
  /** What happens, in one sentence. */
  readonly sentence: string;
};

/** A call as magic sees it; `isFirstPage` is for statements. */
type MagicCall = { operation: OperationName; subjects: readonly string[]; isFirstPage: boolean };

/** The faults of the magic numbers that a call names. */
export const magicFaults = (
  table: readonly MagicSubject[],
  { subjects, ...call }: MagicCall,
): Fault[] =>
  [...new Set(subjects)].flatMap((subject) => {
    const magic = table.find(({ number }) => number === subject);
    return magic && strikes(magic, call) ? magic.faults : [];
  });

/** The outcome of an order that names a number of the table, if its magic has one. */
export const magicOutcome = (
  table: readonly MagicSubject[],
  subject: string,
): MagicSubject['outcome'] => table.find(({ number }) => number === subject)?.outcome;

function strikes(
  { strikes: where }: MagicSubject,
  { operation, isFirstPage }: Omit<MagicCall, 'subjects'>,
): boolean {
  const { effect } = catalogue[operation];
  if (where === 'later-pages') return !isFirstPage;
  if (where === 'changes') return effect !== 'read';
  if (where === 'payments') return effect === 'money';
  return true;
}
