import type { BeneficiaryCheck } from '../../../shared/ipc/changes/beneficiaries.ts';
import { fillsOf, hintsOf, problemsOf, ruleOf } from '../../../shared/beneficiaries/field-check.ts';
import { labelsOf, requiredBy } from '../../../shared/beneficiaries/rules.ts';
import { tidyPayee, type EnteredPayee } from '../../../shared/beneficiaries/tidy.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { codeBook } from './codes.ts';
import { lookAlikesOf } from './look-alikes.ts';
import { checkName, findBank, type BeneficiaryQuestions } from './questions.ts';

type Parts = { readonly reader: CacheReader; readonly questions: BeneficiaryQuestions };

/** Why a payee cannot be sent as it is; nothing is filled in, and the bank is not asked. Field -> problem. */
export const beneficiaryProblems = (payee: EnteredPayee): Record<string, string> =>
  problemsOf(payee, codeBook);

/**
 * Returns what the desk finds out about a payee being entered: by the rules of its country, from the local copy, and from the bank where it
 * can be asked. A value that follows from other fields counts as entered.
 */
export async function checkBeneficiary(
  { reader, questions }: Parts,
  { payee, entityId }: { payee: EnteredPayee; entityId?: string | undefined },
  context: Context,
): Promise<BeneficiaryCheck> {
  const entered = tidyPayee(payee);
  const own = fillsOf(entered, codeBook);
  const filled = { ...entered, ...own };
  const problems = problemsOf(filled, codeBook);
  const [found, nameCheck] = await Promise.all([
    bankOf(questions, filled, problems, context),
    nameCheckOf(questions, filled, problems, context),
  ]);
  const rule = ruleOf(filled, codeBook);
  return {
    problems,
    hints: { ...hintsOf(filled, codeBook), ...bankHints(filled, found) },
    required: requiredBy(rule),
    labels: labelsOf(rule, filled['accountNumber'] ?? ''),
    fills: { ...own, ...bankFills(entered, found) },
    bank: found.bank,
    bankProblem: found.problem,
    nameCheck,
    lookAlikes: lookAlikesOf(reader, {
      name: filled['name'] ?? '',
      accountName: filled['accountName'],
      accountNumber: filled['accountNumber'] ?? '',
      entityId,
    }),
  };
}

type Problems = Readonly<Record<string, string>>;
type Found = Awaited<ReturnType<typeof findBank>>;

const noBank: Found = { bank: null, problem: null, isUnknown: false };

/** Asks the bank only about a complete and valid code. */
function bankOf(
  questions: BeneficiaryQuestions,
  payee: EnteredPayee,
  problems: Problems,
  context: Context,
): Promise<Found> {
  const { bankBicOrCode: code = '', country = '' } = payee;
  if (code === '' || 'bankBicOrCode' in problems) return Promise.resolve(noBank);
  return findBank(questions, { code, country, isBic: codeBook.isBic(code) }, context);
}

function nameCheckOf(
  questions: BeneficiaryQuestions,
  payee: EnteredPayee,
  problems: Problems,
  context: Context,
): Promise<BeneficiaryCheck['nameCheck']> {
  const { accountNumber = '', bankBicOrCode: bankCode = '', currencyIso3Code, country } = payee;
  const name = payee['accountName'] ?? '';
  const isComplete = ['accountNumber', 'bankBicOrCode', 'accountName'].every(
    (field) => !(field in problems),
  );
  if (currencyIso3Code !== 'NGN' || country !== 'NGA' || !isComplete) return Promise.resolve(null);
  return checkName(questions, { name, accountNumber, bankCode }, context);
}

/** Name and address of the bank, where none was entered. */
function bankFills(entered: EnteredPayee, { bank }: Found): Record<string, string> {
  if (!bank) return {};
  const address = bank.bankAddress || bank.city;
  return {
    ...(entered['bankName'] === undefined ? { bankName: bank.bankName } : {}),
    ...(entered['bankAddress'] === undefined && address !== '' ? { bankAddress: address } : {}),
  };
}

function bankHints(payee: EnteredPayee, { bank, isUnknown }: Found): Record<string, string> {
  if (isUnknown) return { bankBicOrCode: 'is unknown to the bank; check it' };
  const country = bank?.country ? codeBook.countryOf(bank.country) : null;
  return country !== null && country !== payee['country']
    ? { bankBicOrCode: `is of a bank in ${codeBook.countryName(country)}` }
    : {};
}
