import { isCurrency } from '../money/currencies.ts';
import { bareCode } from './bare.ts';
import type { CodeBook } from './code-book.ts';
import { schemaProblems } from './flat.ts';
import { nameMatch } from './name-match.ts';
import { nubanFits } from './number-checks.ts';
import { formOf, kindProblem, requiredBy, ruleFor, type BeneficiaryRule } from './rules.ts';
import { mixesAlphabets } from './skeleton.ts';
import type { EnteredPayee } from './tidy.ts';

type Words = Record<string, string>;

/** The IBANs of these countries begin with another country's letters. */
const ibanCountries: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['IMN', 'GGY', 'JEY'].map((country) => [country, 'GBR'])),
  ...Object.fromEntries(
    'REU MTQ GLP GUF MYT SPM BLM MAF PYF NCL WLF ATF'.split(' ').map((country) => [country, 'FRA']),
  ),
  ALA: 'FIN',
};

const isIbanShaped = (number: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(number);

/** The rule for a payee, as far as it is entered. */
export const ruleOf = (payee: EnteredPayee, book: CodeBook): BeneficiaryRule =>
  ruleFor(payee['country'] ?? '', payee['currencyIso3Code'] ?? '', book);

/** Returns the values that follow from other fields: the country from IBAN or BIC, its proper code, one name from the other. */
export function fillsOf(payee: EnteredPayee, book: CodeBook): Words {
  const { country = '', name = '', accountName = '' } = payee;
  const derived = country === '' ? countryOfCodes(payee, book) : book.countryOf(country);
  return {
    ...(derived !== null && derived !== country ? { country: derived } : {}),
    ...(accountName === '' && name !== '' ? { accountName: name } : {}),
    ...(name === '' && accountName !== '' ? { name: accountName } : {}),
  };
}

/** Why a payee cannot be sent: field -> what is wrong. */
export function problemsOf(payee: EnteredPayee, book: CodeBook): Words {
  const rule = ruleOf(payee, book);
  const missing = requiredBy(rule).filter((field) => (payee[field] ?? '') === '');
  return {
    ...schemaProblems(payee),
    ...codeProblems(payee, rule, book),
    ...placeProblems(payee, book),
    ...Object.fromEntries(missing.map((field) => [field, 'is required'])),
  };
}

/** What a person should look at: field -> why. */
export function hintsOf(payee: EnteredPayee, book: CodeBook): Words {
  const { name = '', accountName = '', bankBicOrCode = '', accountNumber = '' } = payee;
  const { phoneNumber = '', country = '' } = payee;
  const hints: Words = {};
  for (const field of ['name', 'accountName'] as const)
    if (mixesAlphabets(payee[field] ?? ''))
      hints[field] = 'mixes letters of alphabets that look alike';
  if (name !== '' && accountName !== '' && nameMatch(name, accountName) === 'differs')
    hints['accountName'] ??= 'is another name than the payee’s';
  if (country === 'NGA' && nubanFits(bankBicOrCode, accountNumber) === false)
    hints['accountNumber'] = 'has a last digit that does not follow from the bank code; check both';
  const bicCountry = book.isBic(bankBicOrCode) ? book.countryOf(bankBicOrCode.slice(4, 6)) : null;
  if (bicCountry !== null && country !== '' && bicCountry !== ibanHome(country))
    hints['bankBicOrCode'] = `is of a bank in ${book.countryName(bicCountry)}`;
  if (phoneNumber !== '' && !/^\+?[\d\s()./-]{5,24}$/.test(phoneNumber))
    hints['phoneNumber'] = 'does not look like a telephone number';
  return hints;
}

const ibanHome = (country: string): string => ibanCountries[country] ?? country;

function countryOfCodes(
  { accountNumber = '', bankBicOrCode = '' }: EnteredPayee,
  book: CodeBook,
): string | null {
  if (isIbanShaped(accountNumber) && book.ibanProblem(accountNumber) === null)
    return book.countryOf(accountNumber.slice(0, 2));
  return book.isBic(bankBicOrCode) ? book.countryOf(bankBicOrCode.slice(4, 6)) : null;
}

function codeProblems(payee: EnteredPayee, rule: BeneficiaryRule, book: CodeBook): Words {
  const problems: Words = {};
  const number = bareCode(payee['accountNumber'] ?? '');
  const code = payee['bankBicOrCode'] ?? '';
  const { account, codes } = formOf(rule, number);
  const accounts = rule.forms.map((form) => form.account);
  const isIban = account.id === 'iban' && isIbanShaped(number);
  const numberProblem = isIban ? book.ibanProblem(number) : kindProblem(number, accounts);
  if (number !== '' && numberProblem !== null) problems['accountNumber'] = numberProblem;
  const codeProblem = kindProblem(code, codes) ?? bicProblem(code, codes, book);
  if (code !== '' && codeProblem !== null) problems['bankBicOrCode'] = codeProblem;
  const by = bareCode(payee['intermediaryBank.bic'] ?? '');
  if (by !== '' && !book.isBic(by)) problems['intermediaryBank.bic'] = 'is not a BIC';
  return problems;
}

/** Returns the problem of a code that could only be a BIC and is none; else null. */
function bicProblem(
  code: string,
  codes: readonly { readonly id: string; readonly shape: RegExp }[],
  book: CodeBook,
): string | null {
  const matching = codes.filter(({ shape }) => shape.test(code));
  return matching.every(({ id }) => id === 'bic') && !book.isBic(code)
    ? 'is not a BIC: its fifth and sixth letters name no country'
    : null;
}

function placeProblems(payee: EnteredPayee, book: CodeBook): Words {
  const { country = '', currencyIso3Code = '', accountNumber = '' } = payee;
  const problems: Words = {};
  if (currencyIso3Code !== '' && !isCurrency(currencyIso3Code))
    problems['currencyIso3Code'] = 'is not a currency code of ISO 4217, such as EUR';
  if (country === '') return problems;
  const known = book.countryOf(country);
  if (known !== country) {
    problems['country'] =
      known === null ? 'is not a country, such as DEU or Germany' : `is written ${known}`;
    return problems;
  }
  const number = bareCode(accountNumber);
  const home = isIbanShaped(number) && book.usesIban(country) ? number.slice(0, 2) : null;
  const ibanCountry = home === null ? null : book.countryOf(home);
  if (ibanCountry !== null && ![country, ibanHome(country)].includes(ibanCountry))
    problems['country'] =
      `is not the country of the IBAN, which is of ${book.countryName(ibanCountry)}`;
  return problems;
}
