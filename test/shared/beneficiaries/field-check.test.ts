import { describe, expect, test } from 'vitest';

import { codeBook } from '../../../electron/nouns/beneficiaries/codes.ts';
import { fillsOf, hintsOf, problemsOf, ruleOf } from '../../../shared/beneficiaries/field-check.ts';
import { labelsOf, requiredBy } from '../../../shared/beneficiaries/rules.ts';
import type { EnteredPayee } from '../../../shared/beneficiaries/tidy.ts';

const payee = (given: EnteredPayee): EnteredPayee => ({
  name: 'A Payee',
  accountName: 'A Payee',
  ...given,
});
const street = { addressLine1: '1 Main Street', city: 'Hoboken' };

const right: readonly [string, EnteredPayee][] = [
  [
    'EUR in Germany by IBAN alone',
    { country: 'DEU', currencyIso3Code: 'EUR', accountNumber: 'DE89370400440532013000' },
  ],
  [
    'USD in Germany by IBAN and BIC',
    {
      country: 'DEU',
      currencyIso3Code: 'USD',
      accountNumber: 'DE89370400440532013000',
      bankBicOrCode: 'DEUTDEFF',
    },
  ],
  [
    'GBP by sort code',
    { country: 'GBR', currencyIso3Code: 'GBP', accountNumber: '31926819', bankBicOrCode: '601613' },
  ],
  [
    'GBP by IBAN',
    {
      country: 'GBR',
      currencyIso3Code: 'GBP',
      accountNumber: 'GB29NWBK60161331926819',
      bankBicOrCode: 'NWBKGB2L',
    },
  ],
  [
    'USD by routing number',
    {
      country: 'USA',
      currencyIso3Code: 'USD',
      accountNumber: '000123456789',
      bankBicOrCode: '021000021',
      ...street,
    },
  ],
  [
    'USD by BIC',
    {
      country: 'USA',
      currencyIso3Code: 'USD',
      accountNumber: '000123456789',
      bankBicOrCode: 'CHASUS33',
      ...street,
    },
  ],
  [
    'NGN by NUBAN',
    { country: 'NGA', currencyIso3Code: 'NGN', accountNumber: '0000014579', bankBicOrCode: '011' },
  ],
  [
    'USD in Nigeria',
    {
      country: 'NGA',
      currencyIso3Code: 'USD',
      accountNumber: '0000014579',
      bankBicOrCode: 'EKOMNGLA',
    },
  ],
  [
    'KES',
    {
      country: 'KEN',
      currencyIso3Code: 'KES',
      accountNumber: '1234567890123',
      bankBicOrCode: '68000',
    },
  ],
  [
    'ZAR',
    {
      country: 'ZAF',
      currencyIso3Code: 'ZAR',
      accountNumber: '62001234567',
      bankBicOrCode: '250655',
    },
  ],
  [
    'INR by IFSC',
    {
      country: 'IND',
      currencyIso3Code: 'INR',
      accountNumber: '50100012345678',
      bankBicOrCode: 'HDFC0001234',
      ...street,
    },
  ],
  [
    'JPY',
    { country: 'JPN', currencyIso3Code: 'JPY', accountNumber: '7654321', bankBicOrCode: '0009123' },
  ],
  [
    'KWD by IBAN',
    {
      country: 'KWT',
      currencyIso3Code: 'KWD',
      accountNumber: 'KW81CBKU0000000000001234560101',
      bankBicOrCode: 'CBKUKWKW',
    },
  ],
  [
    'AUD by BSB',
    { country: 'AUS', currencyIso3Code: 'AUD', accountNumber: '12345678', bankBicOrCode: '062000' },
  ],
  [
    'MXN by CLABE',
    {
      country: 'MEX',
      currencyIso3Code: 'MXN',
      accountNumber: '032180000118359719',
      bankBicOrCode: 'BCMRMXMM',
    },
  ],
  [
    'anywhere else by number and BIC',
    {
      country: 'GHA',
      currencyIso3Code: 'GHS',
      accountNumber: '0400000041',
      bankBicOrCode: 'SBICGHAC',
    },
  ],
  [
    'Jersey by a British IBAN',
    {
      country: 'JEY',
      currencyIso3Code: 'EUR',
      accountNumber: 'GB29NWBK60161331926819',
      bankBicOrCode: 'NWBKGB2L',
    },
  ],
];

test.each(right)('nothing is wrong with %s', (_, given) => {
  expect(problemsOf(payee(given), codeBook)).toEqual({});
});

const wrong: readonly [string, string, EnteredPayee][] = [
  [
    'an account number where an IBAN is due',
    'accountNumber',
    { country: 'DEU', currencyIso3Code: 'EUR', accountNumber: '0532013000' },
  ],
  [
    'a mistyped IBAN',
    'accountNumber',
    { country: 'DEU', currencyIso3Code: 'EUR', accountNumber: 'DE98370400440532013000' },
  ],
  [
    'an IBAN of another country',
    'country',
    { country: 'FRA', currencyIso3Code: 'EUR', accountNumber: 'DE89370400440532013000' },
  ],
  [
    'no BIC outside the euro area’s payments',
    'bankBicOrCode',
    { country: 'DEU', currencyIso3Code: 'USD', accountNumber: 'DE89370400440532013000' },
  ],
  [
    'a routing number with a wrong check digit',
    'bankBicOrCode',
    {
      country: 'USA',
      currencyIso3Code: 'USD',
      accountNumber: '1234',
      bankBicOrCode: '021000022',
      ...street,
    },
  ],
  [
    'no address in the United States',
    'addressLine1',
    {
      city: 'Hoboken',
      country: 'USA',
      currencyIso3Code: 'USD',
      accountNumber: '1234',
      bankBicOrCode: '021000021',
    },
  ],
  [
    'a sort code of five digits',
    'bankBicOrCode',
    { country: 'GBR', currencyIso3Code: 'GBP', accountNumber: '31926819', bankBicOrCode: '60161' },
  ],
  [
    'a British account number of seven digits',
    'accountNumber',
    { country: 'GBR', currencyIso3Code: 'GBP', accountNumber: '3192681', bankBicOrCode: '601613' },
  ],
  [
    'a BIC beside a British national number',
    'bankBicOrCode',
    {
      country: 'GBR',
      currencyIso3Code: 'GBP',
      accountNumber: '31926819',
      bankBicOrCode: 'NWBKGB2L',
    },
  ],
  [
    'a BIC where the Nigerian bank code is due',
    'bankBicOrCode',
    {
      country: 'NGA',
      currencyIso3Code: 'NGN',
      accountNumber: '0000014579',
      bankBicOrCode: 'EKOMNGLA',
    },
  ],
  [
    'a NUBAN of nine digits',
    'accountNumber',
    { country: 'NGA', currencyIso3Code: 'NGN', accountNumber: '000001457', bankBicOrCode: '011' },
  ],
  [
    'a BIC that names no country',
    'bankBicOrCode',
    {
      country: 'GHA',
      currencyIso3Code: 'GHS',
      accountNumber: '0400000041',
      bankBicOrCode: 'SBICXXAC',
    },
  ],
  [
    'a currency that is none',
    'currencyIso3Code',
    {
      country: 'GHA',
      currencyIso3Code: 'XYZ',
      accountNumber: '0400000041',
      bankBicOrCode: 'SBICGHAC',
    },
  ],
  [
    'a country by its name',
    'country',
    {
      country: 'Ghana',
      currencyIso3Code: 'GHS',
      accountNumber: '0400000041',
      bankBicOrCode: 'SBICGHAC',
    },
  ],
  [
    'an intermediary that is no bank',
    'intermediaryBank.bic',
    {
      country: 'GHA',
      currencyIso3Code: 'USD',
      accountNumber: '0400000041',
      bankBicOrCode: 'SBICGHAC',
      'intermediaryBank.bic': 'CITI',
    },
  ],
  [
    'half an e-mail address',
    'emailAddress',
    {
      country: 'GHA',
      currencyIso3Code: 'USD',
      accountNumber: '0400000041',
      bankBicOrCode: 'SBICGHAC',
      emailAddress: 'pay@',
    },
  ],
];

test.each(wrong)('%s is wrong at %s', (_, field, given) => {
  expect(Object.keys(problemsOf(payee(given), codeBook))).toEqual([field]);
});

test('an empty payee lacks what every payee needs', () => {
  expect(Object.keys(problemsOf({}, codeBook)).toSorted()).toEqual([
    'accountName',
    'accountNumber',
    'bankBicOrCode',
    'country',
    'currencyIso3Code',
    'name',
  ]);
});

describe('what follows from other fields', () => {
  test('is the country of an IBAN or a BIC, and the proper code of a country that is written out', () => {
    const iban = { accountNumber: 'DE89370400440532013000' };
    expect(fillsOf(iban, codeBook)).toEqual({ country: 'DEU' });
    expect(fillsOf({ bankBicOrCode: 'SBICGHAC' }, codeBook)).toEqual({ country: 'GHA' });
    expect(fillsOf({ country: 'Kenia' }, codeBook)).toEqual({ country: 'KEN' });
    expect(fillsOf({ ...iban, country: 'FRA' }, codeBook)).toEqual({});
  });

  test('is one name where the other is missing', () => {
    expect(fillsOf({ name: 'Marula' }, codeBook)).toEqual({ accountName: 'Marula' });
    expect(fillsOf({ accountName: 'Marula' }, codeBook)).toEqual({ name: 'Marula' });
  });
});

test.each([
  ['accountNumber', { country: 'NGA', bankBicOrCode: '011', accountNumber: '0000014578' }],
  ['bankBicOrCode', { country: 'KEN', bankBicOrCode: 'DEUTDEFF' }],
  ['name', { name: 'Кestrel Ltd', accountName: 'Кestrel Ltd' }],
  ['accountName', { name: 'Kestrel Ltd', accountName: 'Somebody Else' }],
  ['phoneNumber', { phoneNumber: 'ask Anna' }],
])('a look is due at %s', (field, given) => {
  expect(Object.keys(hintsOf(given, codeBook))).toContain(field);
});

test('a name wholly in Cyrillic mixes nothing', () => {
  expect(hintsOf({ name: 'ООО «Северный ветер» Trading' }, codeBook)).toEqual({});
});

test('fields are asked for in one order and by the country’s own words', () => {
  const rule = ruleOf({ country: 'USA', currencyIso3Code: 'USD' }, codeBook);
  expect(requiredBy(rule)).toEqual([
    'name',
    'country',
    'currencyIso3Code',
    'accountNumber',
    'bankBicOrCode',
    'accountName',
    'addressLine1',
    'city',
  ]);
  expect(labelsOf(rule, '')).toEqual({
    accountNumber: 'Account number',
    bankBicOrCode: 'ABA routing number or BIC',
  });
  const british = ruleOf({ currencyIso3Code: 'GBP' }, codeBook);
  expect(labelsOf(british, '')['accountNumber']).toBe('Account number or IBAN');
  expect(labelsOf(british, 'GB29NWBK60161331926819')['accountNumber']).toBe('IBAN');
});
