import type { NewBeneficiary } from '../bank/beneficiaries.ts';
import type { CodeBook } from './code-book.ts';
import { isAbaNumber, isClabe } from './number-checks.ts';

export type PayeeField = keyof NewBeneficiary;

/** A kind of account number or bank code; it is checked in capital letters and without blanks. */
export type CodeKind = {
  readonly id: string;
  readonly label: string;
  readonly shape: RegExp;
  /** Completes `must be …`. */
  readonly words: string;
  /** A check beyond the shape, such as check digits. */
  readonly isRight?: (code: string) => boolean;
};

/** A kind of account number with the bank codes that go with it. */
type PayeeForm = { readonly account: CodeKind; readonly codes: readonly CodeKind[] };

/** The requirements for a payee in one country and currency. */
export type BeneficiaryRule = {
  readonly forms: readonly PayeeForm[];
  readonly isCodeOptional?: boolean;
  readonly extraRequired?: readonly PayeeField[];
};

const kind = (id: string, label: string, shape: RegExp, words: string): CodeKind => ({
  id,
  label,
  shape,
  words,
});

/** The code book checks its check digits. */
const iban = kind('iban', 'IBAN', /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/, 'an IBAN');
const bic = kind(
  'bic',
  'BIC',
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  'a BIC of 8 or 11 characters',
);
const anyNumber = kind(
  'account',
  'Account number',
  /^[A-Z0-9]{4,34}$/,
  '4 to 34 letters and digits',
);
const nuban = kind('nuban', 'Account number (NUBAN)', /^\d{10}$/, 'the 10 digits of a NUBAN');
const sortCode = kind('sort-code', 'Sort code', /^\d{6}$/, 'a sort code of 6 digits');
const aba: CodeKind = {
  ...kind(
    'aba',
    'ABA routing number',
    /^\d{9}$/,
    'an ABA routing number of 9 digits with the right check digit',
  ),
  isRight: isAbaNumber,
};
const clabe: CodeKind = {
  ...kind('clabe', 'CLABE', /^\d{18}$/, 'a CLABE of 18 digits with the right check digit'),
  isRight: isClabe,
};
const account = (from: number, to: number): CodeKind =>
  kind(
    'account',
    'Account number',
    new RegExp(`^\\d{${from},${to}}$`),
    from === to ? `${from} digits` : `${from} to ${to} digits`,
  );
const bankCode = (label: string, shape: RegExp, words: string): CodeKind =>
  kind('bank-code', label, shape, words);

const street: readonly PayeeField[] = ['addressLine1', 'city'];

type Row = { readonly country: string; readonly currency?: string } & BeneficiaryRule;

/** National rules; the first row that fits counts. Everywhere else: IBAN where banks use it, otherwise number and BIC. */
const national: readonly Row[] = [
  {
    country: 'NGA',
    currency: 'NGN',
    forms: [
      {
        account: nuban,
        codes: [bankCode('Bank code', /^\d{3}(\d{3})?$/, 'the bank’s code of 3 or 6 digits')],
      },
    ],
  },
  { country: 'NGA', forms: [{ account: nuban, codes: [bic] }] },
  {
    country: 'GBR',
    currency: 'GBP',
    forms: [
      { account: account(8, 8), codes: [sortCode] },
      { account: iban, codes: [bic, sortCode] },
    ],
  },
  {
    country: 'USA',
    forms: [{ account: account(4, 17), codes: [aba, bic] }],
    extraRequired: street,
  },
  {
    country: 'CAN',
    forms: [
      {
        account: account(5, 12),
        codes: [bankCode('Routing number', /^\d{8,9}$/, 'a routing number of 8 or 9 digits'), bic],
      },
    ],
    extraRequired: street,
  },
  {
    country: 'KEN',
    forms: [
      {
        account: account(6, 16),
        codes: [bankCode('Bank and branch code', /^\d{5}$/, 'bank and branch, 5 digits'), bic],
      },
    ],
  },
  {
    country: 'ZAF',
    forms: [
      {
        account: account(7, 11),
        codes: [bankCode('Branch code', /^\d{6}$/, 'a branch code of 6 digits'), bic],
      },
    ],
  },
  {
    country: 'IND',
    forms: [
      {
        account: account(9, 18),
        codes: [bankCode('IFSC', /^[A-Z]{4}0[A-Z0-9]{6}$/, 'an IFSC of 11 characters'), bic],
      },
    ],
    extraRequired: street,
  },
  {
    country: 'JPN',
    forms: [
      {
        account: account(7, 7),
        codes: [bankCode('Bank and branch code', /^\d{7}$/, 'bank and branch, 7 digits'), bic],
      },
    ],
  },
  {
    country: 'AUS',
    forms: [
      { account: account(5, 9), codes: [bankCode('BSB', /^\d{6}$/, 'a BSB of 6 digits'), bic] },
    ],
  },
  { country: 'NZL', forms: [{ account: account(15, 16), codes: [bic] }] },
  {
    country: 'CHN',
    forms: [
      {
        account: account(8, 30),
        codes: [bankCode('CNAPS code', /^\d{12}$/, 'a CNAPS code of 12 digits'), bic],
      },
    ],
    extraRequired: street,
  },
  { country: 'MEX', forms: [{ account: clabe, codes: [bic] }] },
  // The registry has IBANs for them, but many of their accounts have none.
  ...['RUS', 'MNG', 'NIC', 'SDN', 'SOM'].map((country) => ({
    country,
    forms: [
      { account: iban, codes: [bic] },
      { account: anyNumber, codes: [bic] },
    ],
  })),
];

const byIban: BeneficiaryRule = { forms: [{ account: iban, codes: [bic] }] };
const byNumber: BeneficiaryRule = { forms: [{ account: anyNumber, codes: [bic] }] };

/** The rule for a country (3 letters) and a currency; without a country, the rule of the currency alone. */
export function ruleFor(country: string, currency: string, book: CodeBook): BeneficiaryRule {
  const row = national.find((line) =>
    country === ''
      ? line.currency === currency
      : line.country === country && (line.currency ?? currency) === currency,
  );
  if (row) return row;
  if (country === '' || !book.usesIban(country)) return byNumber;
  return currency === 'EUR' && book.isSepa(country) ? { ...byIban, isCodeOptional: true } : byIban;
}

/** The required fields, in the order to ask for them. */
export const requiredBy = ({
  isCodeOptional,
  extraRequired = [],
}: BeneficiaryRule): PayeeField[] => [
  'name',
  'country',
  'currencyIso3Code',
  'accountNumber',
  ...(isCodeOptional ? [] : (['bankBicOrCode'] as const)),
  'accountName',
  ...extraRequired,
];

/** The form of the rule that an account number matches; the first where it matches none. */
export const formOf = ({ forms }: BeneficiaryRule, accountNumber: string): PayeeForm => {
  const form = forms.find(({ account: { shape } }) => shape.test(accountNumber)) ?? forms[0];
  return form ?? { account: anyNumber, codes: [bic] };
};

/** What account number and bank code are called there. */
export function labelsOf(rule: BeneficiaryRule, accountNumber: string): Record<string, string> {
  const kinds =
    accountNumber === ''
      ? rule.forms.map((form) => form.account)
      : [formOf(rule, accountNumber).account];
  return {
    accountNumber: kinds.map(({ label }) => label).join(' or '),
    bankBicOrCode: formOf(rule, accountNumber)
      .codes.map(({ label }) => label)
      .join(' or '),
  };
}

/** Why a code is none of these kinds; null when it is one. */
export function kindProblem(code: string, kinds: readonly CodeKind[]): string | null {
  const isOne = kinds.some(({ shape, isRight }) => shape.test(code) && (isRight?.(code) ?? true));
  return isOne ? null : `must be ${kinds.map(({ words }) => words).join(', or ')}`;
}
