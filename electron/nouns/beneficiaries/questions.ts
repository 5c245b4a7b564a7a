import type { OperationOutput } from '../../../shared/bank/catalogue.ts';
import type { BankDetails } from '../../../shared/bank/transfers.ts';
import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { BeneficiaryCheck } from '../../../shared/ipc/changes/beneficiaries.ts';
import { limits } from '../../../shared/limits.ts';
import { nameMatch } from '../../../shared/beneficiaries/name-match.ts';
import type { BankClient } from '../../engines/bank/client.ts';
import type { Clock, Context } from '../../engines/machine/context.ts';

/** Caches a bank's answers for a while as payees are entered, so that a code is not asked again with every field. */
export class BeneficiaryQuestions {
  readonly #bank: BankClient;
  readonly #clock: Clock;
  readonly #answers = new Map<string, { atMs: number; answer: Promise<Outcome<unknown>> }>();

  constructor(bank: BankClient, clock: Clock) {
    this.#bank = bank;
    this.#clock = clock;
  }

  /** Why nothing can be asked, in one sentence; null when it can. */
  obstacle(operation: 'getBankDetails' | 'validateBeneficiaryAccount'): string | null {
    if (!this.#bank.session.isSignedIn()) return 'Not signed in, so the bank was not asked.';
    return this.#bank.isOpen(operation)
      ? null
      : 'This bank’s way of asking for it is not known yet.';
  }

  /** Get Bank Details by a complete code; national codes are looked for in one country (3 letters). */
  bankByCode(
    code: string,
    country: string,
    context: Context,
  ): Promise<Outcome<OperationOutput<'getBankDetails'>>> {
    const query = country === '' ? { code } : { code, country };
    return this.#ask(`bank ${code} ${country}`, () =>
      this.#bank.call('getBankDetails', { query }, context),
    );
  }

  /** Validate Beneficiary Account: whose NGN account it is. */
  holderOf(
    accountNumber: string,
    bankCode: string,
    context: Context,
  ): Promise<Outcome<OperationOutput<'validateBeneficiaryAccount'>>> {
    const body = { accountNumber, bankCode, currency: 'NGN' as const };
    return this.#ask(`holder ${accountNumber} ${bankCode}`, () =>
      this.#bank.call('validateBeneficiaryAccount', { body }, context),
    );
  }

  /** Caches answers and the bank's reply that it knows no such thing; any other failure is tried again. */
  async #ask<T>(question: string, ask: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const now = this.#clock.now();
    const known = this.#answers.get(question);
    if (known && now - known.atMs < limits.payeeAnswersMaxAgeMs)
      return known.answer as Promise<Outcome<T>>;
    const answer = ask();
    this.#answers.set(question, { atMs: now, answer });
    if (this.#answers.size > limits.payeeAnswersMax) this.#forgetOldest();
    const outcome = await answer;
    if (!outcome.ok && !isUnknownThere(outcome.error)) this.#answers.delete(question);
    return outcome;
  }

  #forgetOldest(): void {
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined) this.#answers.delete(oldest);
  }
}

/** Did the bank reply that it knows no such thing? */
const isUnknownThere = ({ code, bank }: AppError): boolean =>
  code === 'bank.refused' && bank?.status === 404;

type BankFound = {
  readonly bank: BankDetails | null;
  readonly problem: string | null;
  /** The bank was asked and knows no such code. */
  readonly isUnknown: boolean;
};

/** The bank of a code, or why it is not available. A BIC is the same everywhere; other codes belong to one country. */
export async function findBank(
  questions: BeneficiaryQuestions,
  { code, country, isBic }: { code: string; country: string; isBic: boolean },
  context: Context,
): Promise<BankFound> {
  const problem = questions.obstacle('getBankDetails');
  if (problem !== null) return { bank: null, problem, isUnknown: false };
  const found = await questions.bankByCode(code, isBic ? '' : country, context);
  if (found.ok) return { bank: found.value.bank, problem: null, isUnknown: false };
  return isUnknownThere(found.error)
    ? { bank: null, problem: null, isUnknown: true }
    : { bank: null, problem: found.error.message, isUnknown: false };
}

/** Asks whose NGN account it is and compares the name. */
export async function checkName(
  questions: BeneficiaryQuestions,
  { name, accountNumber, bankCode }: { name: string; accountNumber: string; bankCode: string },
  context: Context,
): Promise<NonNullable<BeneficiaryCheck['nameCheck']>> {
  const obstacle = questions.obstacle('validateBeneficiaryAccount');
  if (obstacle !== null) return { state: 'unavailable', nameAtBank: null, words: obstacle };
  const found = await questions.holderOf(accountNumber, bankCode, context);
  if (!found.ok)
    return isUnknownThere(found.error)
      ? { state: 'not-found', nameAtBank: null, words: 'That bank knows no such account.' }
      : { state: 'unavailable', nameAtBank: null, words: found.error.message };
  const nameAtBank = found.value.account.accountName;
  const state = nameMatch(name, nameAtBank);
  return { state, nameAtBank, words: `${nameWords[state]} ${nameAtBank}.` };
}

const nameWords = {
  match: 'The account belongs to',
  close: 'Nearly the same: the account belongs to',
  differs: 'Another name: the account belongs to',
} as const;
