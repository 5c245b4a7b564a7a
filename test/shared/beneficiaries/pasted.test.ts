import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { codeBook } from '../../../electron/nouns/beneficiaries/codes.ts';
import { readPasted } from '../../../shared/beneficiaries/pasted.ts';

const read = (text: string) => readPasted(text, codeBook);
const fields = (text: string) => read(text).fields;

test('a block without a single label is known by its shapes', () => {
  expect(
    read(`Marula GmbH
Hauptstraße 5
10115 Berlin
Germany
DE89 3704 0044 0532 0130 00
COBADEFFXXX
Commerzbank
EUR
pay@marula.example
+49 30 1234567`),
  ).toEqual({
    fields: {
      name: 'Marula GmbH',
      addressLine1: 'Hauptstraße 5',
      postCode: '10115',
      city: 'Berlin',
      country: 'DEU',
      accountNumber: 'DE89370400440532013000',
      bankBicOrCode: 'COBADEFFXXX',
      bankName: 'Commerzbank',
      currencyIso3Code: 'EUR',
      emailAddress: 'pay@marula.example',
      phoneNumber: '+49 30 1234567',
    },
    unread: [],
  });
});

test('a Nigerian letter: text around the details is returned word for word', () => {
  expect(
    read(`Dear customer,
Please pay to the account below.

Beneficiary: Kestrel Logistics Ltd
14 Marina
Lagos
Bank: Access Bank
Account no.: 0123456789
Bank code: 044
Currency: NGN
Invoice 2231`),
  ).toEqual({
    fields: {
      name: 'Kestrel Logistics Ltd',
      addressLine1: '14 Marina',
      city: 'Lagos',
      bankName: 'Access Bank',
      accountNumber: '0123456789',
      bankBicOrCode: '044',
      currencyIso3Code: 'NGN',
    },
    unread: ['Dear customer', 'Please pay to the account below.', 'Invoice 2231'],
  });
});

test('of several numbers those of the payee’s country are used, the others returned as unread', () => {
  const american = read(`Name: Sable Inc
Routing/ABA: 021000021
Account Number (USD): 000123456789
SWIFT/BIC: CHASUS33
Bank: JPMorgan Chase Bank, N.A.
Bank address: 383 Madison Avenue
New York, NY 10179
Address: 1 Main St`);
  expect(american.fields).toEqual({
    name: 'Sable Inc',
    country: 'USA',
    currencyIso3Code: 'USD',
    accountNumber: '000123456789',
    bankBicOrCode: '021000021',
    bankName: 'JPMorgan Chase Bank, N.A.',
    bankAddress: '383 Madison Avenue, New York, NY 10179',
    addressLine1: '1 Main St',
  });
  expect(american.unread).toEqual(['SWIFT/BIC: CHASUS33']);
  const british = `Account name: Albion Tools Ltd
Sort code: 60-16-13
Account number: 31926819
IBAN: GB29 NWBK 6016 1331 9268 19
BIC: NWBKGB2L`;
  expect(fields(`${british}\nCurrency: GBP`)).toMatchObject({
    accountNumber: '31926819',
    bankBicOrCode: '601613',
  });
  expect(fields(`${british}\nCurrency: EUR`)).toMatchObject({
    accountNumber: 'GB29NWBK60161331926819',
    bankBicOrCode: 'NWBKGB2L',
  });
});

test('one line may hold several labels, with or without colons', () => {
  expect(
    fields('IBAN: DE89370400440532013000, BIC: COBADEFFXXX; Kontoinhaber: Marula GmbH'),
  ).toEqual({
    accountName: 'Marula GmbH',
    accountNumber: 'DE89370400440532013000',
    bankBicOrCode: 'COBADEFFXXX',
    country: 'DEU',
  });
  expect(fields('Sort code 20-93-25 Account no. 12345678')).toMatchObject({
    accountNumber: '12345678',
    bankBicOrCode: '209325',
    country: 'GBR',
  });
});

test('labels may stand above their values, or in a column of their own', () => {
  expect(
    fields('Account name\nGulf Pearl\nIBAN\nKW81CBKU0000000000001234560101\nSWIFT code\nCBKUKWKW'),
  ).toEqual({
    accountName: 'Gulf Pearl',
    accountNumber: 'KW81CBKU0000000000001234560101',
    bankBicOrCode: 'CBKUKWKW',
    country: 'KWT',
  });
  expect(fields('Bank\tBNP Paribas\nIBAN\tFR14 2004 1010 0505 0001 3M02 606')).toMatchObject({
    bankName: 'BNP Paribas',
    accountNumber: 'FR1420041010050500013M02606',
  });
});

test.each([
  [
    'German',
    'Kontoinhaber: Marula GmbH\nKonto-Nr.: 532013000\nBLZ: 37040044\nLand: Deutschland\nWährung: EUR',
  ],
  [
    'French',
    'Titulaire du compte : Marula GmbH\nNuméro de compte : 532013000\nCode banque : 37040044\nPays : Allemagne\nDevise : EUR',
  ],
  [
    'Spanish',
    'Titular de la cuenta: Marula GmbH\nNúmero de cuenta: 532013000\nCódigo de banco: 37040044\nPaís: Alemania\nMoneda: EUR',
  ],
  [
    'Portuguese',
    'Titular da conta: Marula GmbH\nConta nº: 532013000\nCódigo do banco: 37040044\nPaís: Alemanha\nMoeda: EUR',
  ],
  [
    'Italian',
    'Intestatario del conto: Marula GmbH\nNumero conto: 532013000\nCodice banca: 37040044\nPaese: Germania\nValuta: EUR',
  ],
  [
    'Dutch',
    'Tenaamstelling: Marula GmbH\nRekeningnummer: 532013000\nBank code: 37040044\nLand: Duitsland\nValuta: EUR',
  ],
])('%s labels are understood', (_, text) => {
  expect(read(text)).toEqual({
    fields: {
      accountName: 'Marula GmbH',
      accountNumber: '532013000',
      bankBicOrCode: '37040044',
      country: 'DEU',
      currencyIso3Code: 'EUR',
    },
    unread: [],
  });
});

test('an intermediary bank’s lines are its own', () => {
  const { fields: read, unread } = readPasted(
    `Beneficiary bank: Eko Merchant Bank
SWIFT: EKOMNGLA
Intermediary bank: Citibank N.A.
SWIFT: CITIUS33
Country: USA

Beneficiary: Kestrel Ltd
Account: 0123456789`,
    codeBook,
  );
  expect(read.intermediaryBank).toEqual({
    bankName: 'Citibank N.A.',
    bic: 'CITIUS33',
    country: 'USA',
  });
  expect(read).toMatchObject({ bankBicOrCode: 'EKOMNGLA', country: 'NGA', name: 'Kestrel Ltd' });
  expect(unread).toEqual([]);
});

test('separate codes of bank and branch become one code where the country has it so', () => {
  expect(
    fields('Name: Yamada KK\nCountry: Japan\nBank code: 0009\nBranch code: 123\nAccount: 7654321'),
  ).toMatchObject({ bankBicOrCode: '0009123', accountNumber: '7654321', country: 'JPN' });
});

describe('what cannot be placed', () => {
  test('is returned as unread when a field is given twice', () => {
    expect(read('Name: Kestrel\nName: Marula')).toEqual({
      fields: { name: 'Kestrel' },
      unread: ['Name: Marula'],
    });
    expect(read('City: Köln\nOrt: Köln').unread).toEqual([]);
  });

  test('is returned as unread when the payee’s country is not the account’s', () => {
    expect(read('IBAN: DE89370400440532013000\nCountry: France')).toEqual({
      fields: { accountNumber: 'DE89370400440532013000', country: 'DEU' },
      unread: ['Country: France'],
    });
  });

  test('is what stands behind a number or a code', () => {
    expect(read('IBAN: DE89 3704 0044 0532 0130 00 Marula\nBIC: COBADEFF (Berlin)')).toMatchObject({
      fields: { accountNumber: 'DE89370400440532013000', bankBicOrCode: 'COBADEFF' },
      unread: ['Marula', 'Berlin'],
    });
  });

  test('is a number that could be anything', () => {
    expect(read('4711')).toEqual({ fields: {}, unread: ['4711'] });
  });

  test('is never dropped: every word comes back in a field or as unread', () => {
    const word = fc.constantFrom(
      'Kestrel',
      'Ltd',
      '14',
      'Marina',
      'Lagos',
      'Bank',
      'IBAN',
      'Invoice',
      '0123456789',
      '12-34-56',
      'see',
      'EUR',
      'NGA',
      'DE89370400440532013000',
      'COBADEFF',
      'a@b.example',
      '+234 1 555 0100',
      'Germany',
      '021000021',
      '«х»',
    );
    const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const answer = read(lines.join('\n'));
        const returned = JSON.stringify(answer).replace(/[\s-]/g, '');
        for (const part of lines.flatMap((text) => text.split(' ')))
          if (!['IBAN', 'Bank', 'Germany', 'NGA'].includes(part))
            expect(returned).toContain(part.replace(/[\s-]/g, ''));
      }),
      { numRuns: 500 },
    );
  });

  test('makes no text whatever fall over', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(Array.isArray(read(text).unread)).toBe(true);
      }),
    );
  });

  test('is a line as long as a letter', () => {
    const wall = 'Bank name: a, '.repeat(350).slice(0, -2);
    expect(read(wall)).toEqual({ fields: {}, unread: [wall] });
  });
});
