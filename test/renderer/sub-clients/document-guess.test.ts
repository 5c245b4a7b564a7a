import { describe, expect, test } from 'vitest';

import {
  explainDates,
  guessDates,
  readTyped,
} from '../../../renderer/features/sub-clients/documents/date-guess.ts';
import {
  explainDocumentType,
  guessDocumentType,
} from '../../../renderer/features/sub-clients/documents/document-guess.ts';
import { subClientGuesser } from '../../../renderer/features/sub-clients/documents/sub-client-guess.ts';
import { documentTypeOfStage, usualDocumentTypes } from '../../../shared/document-types.ts';

const today = '2026-11-20';

describe('the type guessed from a file name', () => {
  test.each([
    ['CAC certificate Oduya 2024.pdf', 'REGISTRATION_CERTIFICATE'],
    ['Certificate of Incorporation.pdf', 'REGISTRATION_CERTIFICATE'],
    ['utility bill.jpg', 'PROOF_OF_ADDRESS'],
    ['proof_of_address-2026-10-01.pdf', 'PROOF_OF_ADDRESS'],
    ['passport scan.png', 'DIRECTOR_IDENTIFICATION'],
    ['DirectorId_Adaeze.pdf', 'DIRECTOR_IDENTIFICATION'],
    ['MemorandumAndArticles.pdf', 'ARTICLES_OF_ASSOCIATION'],
    ['tax-clearance-certificate.pdf', 'TAX_CERTIFICATE'],
    ['Bank letter GTB.pdf', 'BANK_LETTER'],
    ['council tax bill 2026.pdf', 'PROOF_OF_ADDRESS'],
    ['Tax identification number.pdf', 'TAX_CERTIFICATE'],
    ['Articles of Incorporation.pdf', 'ARTICLES_OF_ASSOCIATION'],
    ['Mem & Arts.pdf', 'ARTICLES_OF_ASSOCIATION'],
    ['Handelsregisterauszug.pdf', 'REGISTRATION_CERTIFICATE'],
    ['Bankbestätigung.pdf', 'BANK_LETTER'],
    ['PROOF_OF_ADDRESS.pdf', 'PROOF_OF_ADDRESS'],
    ['NIN slip.jpg', 'DIRECTOR_IDENTIFICATION'],
  ])('%s reads as %s', (name, type) => {
    expect(guessDocumentType(name, [])).toBe(type);
  });

  test('a name that says nothing is not guessed, even when one stage remains', () => {
    expect(guessDocumentType('scan0001.pdf', ['TAX_CERTIFICATE'])).toBe('');
  });

  test('words inside other words do not count', () => {
    expect(guessDocumentType('taxidermy bankside.pdf', [])).toBe('');
  });

  test('between equals the stage that remains comes first', () => {
    expect(guessDocumentType('certificate.pdf', ['tax certificate'])).toBe('TAX_CERTIFICATE');
    expect(guessDocumentType('certificate.pdf', ['REGISTRATION_CERTIFICATE'])).toBe(
      'REGISTRATION_CERTIFICATE',
    );
  });

  test('a remaining stage does not overrule what the name says firmly', () => {
    expect(guessDocumentType('tax certificate.pdf', ['REGISTRATION_CERTIFICATE'])).toBe(
      'TAX_CERTIFICATE',
    );
  });
});

test('the words that a type was guessed from are reported', () => {
  expect(explainDocumentType('Harmattan tax clearance 2026.pdf', [])).toEqual({
    documentType: 'TAX_CERTIFICATE',
    words: 'tax clearance',
  });
});

test('the sub-client’s own name says nothing about the type', () => {
  expect(guessDocumentType('Bank of Lagos passport.pdf', [], 'Bank of Lagos')).toBe(
    'DIRECTOR_IDENTIFICATION',
  );
  expect(guessDocumentType('Bank of Lagos.pdf', [], 'Bank of Lagos')).toBe('');
});

describe('the sub-client guessed from a file name', () => {
  const candidate = (entityId: string, name: string, code = '') => ({
    entityId,
    name,
    businessName: `${name} Ltd`,
    code,
  });
  const candidates = [
    candidate('1', 'Harmattan Foods', 'KT001'),
    candidate('2', 'Harmattan Foods Holdings', 'KT013'),
    candidate('3', 'Cedar & Vale LLP', 'KT007'),
    candidate('4', 'Atlântico Pescas'),
    candidate('5', 'Bright Co'),
  ];

  test.each([
    ['Harmattan Foods CAC.pdf', '1', '“Harmattan Foods”'],
    ['harmattan-foods-holdings_tax.pdf', '2', '“Harmattan Foods Holdings”'],
    ['HarmattanFoodsCac.pdf', '1', '“Harmattan Foods”'],
    ['kt013 passport.pdf', '2', 'code KT013'],
    ['cedar and vale bank letter.pdf', '3', '“Cedar & Vale”'],
    ['Cedar passport.pdf', '3', '“Cedar”'],
    ['atlantico pescas utility bill.jpg', '4', '“Atlântico Pescas”'],
    ['Bright utility bill.jpg', '5', '“Bright”'],
  ])('%s is that of %s', (fileName, entityId, words) => {
    expect(subClientGuesser(candidates)(fileName)).toEqual({ entityId, words });
  });

  test.each(['Harmattan passport.pdf', 'scan0001.pdf', 'Limited.pdf', 'brightness.pdf'])(
    'no one is guessed from %s',
    (fileName) => {
      expect(subClientGuesser(candidates)(fileName)).toBeNull();
    },
  );
});

describe('the dates guessed from a file name', () => {
  test('a single date behind us is the issue, ahead of us the expiry', () => {
    expect(guessDates('bill 2026-10-01.pdf', today)).toEqual({
      issueDate: '2026-10-01',
      expiryDate: null,
      unsureDays: [],
    });
    expect(guessDates('passport 20310514.pdf', today)).toEqual({
      issueDate: null,
      expiryDate: '2031-05-14',
      unsureDays: [],
    });
  });

  test('of two dates the later one is the expiry', () => {
    expect(guessDates('cert_2025-01-31_2024-01-31.pdf', today)).toEqual({
      issueDate: '2024-01-31',
      expiryDate: '2025-01-31',
      unsureDays: [],
    });
  });

  test('a word before a date decides', () => {
    expect(guessDates('tax exp 2026-01-31.pdf', today)).toEqual({
      issueDate: null,
      expiryDate: '2026-01-31',
      unsureDays: [],
    });
    expect(guessDates('issued-2025-02-01 expires-2027-02-01.pdf', today)).toEqual({
      issueDate: '2025-02-01',
      expiryDate: '2027-02-01',
      unsureDays: [],
    });
  });

  test.each([
    ['passport 31.12.2027.pdf', '2027-12-31'],
    ['31-12-2027.pdf', '2027-12-31'],
    ['licence 4.3.2028.pdf', '2028-03-04'],
    ['passport 12 Mar 2029.pdf', '2029-03-12'],
    ['tax exp 2027-03.pdf', '2027-03-31'],
    ['tax expires 02-2028.pdf', '2028-02-29'],
    ['lease valid until Jun 2027.pdf', '2027-06-30'],
    ['Ausweis gültig bis 01.02.2030.pdf', '2030-02-01'],
    ['passport 12.09.27.pdf', '2027-09-12'],
    ['passport 12 Sep 27.pdf', '2027-09-12'],
    ['passport September 12, 2027.pdf', '2027-09-12'],
    ['passport exp 12-31-2027.pdf', '2027-12-31'],
    ['passport exp 05-05-2027.pdf', '2027-05-05'],
    ['passport valid to sept 2027.pdf', '2027-09-30'],
    ['passport expires 2027-9-1.pdf', '2027-09-01'],
    ['passport 4th March 2028.pdf', '2028-03-04'],
    ['Ausweis bis 3. Mai 2030.pdf', '2030-05-03'],
  ])('%s runs out on %s', (name, expiryDate) => {
    expect(guessDates(name, today)).toEqual({ issueDate: null, expiryDate, unsureDays: [] });
  });

  test.each([
    ['bill 12.09.26.pdf', '2026-09-12'],
    ['utility bill sept 2026.pdf', '2026-09-01'],
    ['utility_bill_Oct2026.pdf', '2026-10-01'],
    ['bill issued 2026-03.pdf', '2026-03-01'],
    ['registration 1.2.98.pdf', '1998-02-01'],
  ])('%s was issued on %s', (name, issueDate) => {
    expect(guessDates(name, today)).toEqual({ issueDate, expiryDate: null, unsureDays: [] });
  });

  test.each([
    ['passport expires 04-05-2027.pdf', 'expiryDate', '04-05-2027', ['2027-05-04', '2027-04-05']],
    ['03-04-2027.pdf', 'expiryDate', '03-04-2027', ['2027-04-03', '2027-03-04']],
    ['bill 03-04-2026.pdf', 'issueDate', '03-04-2026', ['2026-04-03', '2026-03-04']],
    [
      'bill issued 12-09-26.pdf',
      'issueDate',
      '12-09-26',
      ['2026-09-12', '2026-12-09', '2012-09-26'],
    ],
    ['bill issued 31 12 27.pdf', 'issueDate', '31 12 27', ['2027-12-31', '2031-12-27']],
  ] as const)('%s is asked about and read in no way', (name, field, words, days) => {
    expect(guessDates(name, today)).toEqual({
      issueDate: null,
      expiryDate: null,
      unsureDays: [{ field, words, days }],
    });
  });

  test('a day that is sure is read beside one that is not', () => {
    expect(guessDates('lease issued 2025-01-02 expires 04-05-2027.pdf', today)).toEqual({
      issueDate: '2025-01-02',
      expiryDate: null,
      unsureDays: [
        { field: 'expiryDate', words: '04-05-2027', days: ['2027-05-04', '2027-04-05'] },
      ],
    });
  });

  test('a month that runs out is reported with the letters it was read from', () => {
    expect(explainDates('tax exp 2027-03.pdf', today).expires).toMatchObject({
      date: '2027-03-31',
      words: '2027-03',
    });
  });

  test.each([
    'CAC 2024.pdf',
    'x 2026-02-30.pdf',
    'Marula 2026.pdf',
    'mar 2027.pdf',
    'v1.2.12.pdf',
    'call 12 34 56 78.pdf',
    'may 26.pdf',
    'bill 2027-03.pdf',
    'RC1202611204.pdf',
  ])('nothing is read from %s', (name) => {
    expect(guessDates(name, today)).toEqual({
      issueDate: null,
      expiryDate: null,
      unsureDays: [],
    });
  });
});

describe('a day that is typed', () => {
  test.each([
    ['12.09.26', ['2026-09-12']],
    ['12/9/2026', ['2026-09-12', '2026-12-09']],
    ['12 sep 2026', ['2026-09-12']],
    ['20260912', ['2026-09-12']],
    ['2026-09-12', ['2026-09-12']],
    ['expires 31/12/2027', ['2027-12-31']],
    ['sept 2026', ['2026-09-30']],
    ['2026', []],
    ['soon', []],
    ['30.02.2026', []],
    ['12.09.2026 or 13.09.2026', []],
    ['12 sep 2026 7', []],
  ] as const)('as %s for the expiry is %s', (words, days) => {
    expect(readTyped(words, 'expiryDate', today)).toEqual(days);
  });

  test('as a month for the issue is its first day', () => {
    expect(readTyped('sept 2026', 'issueDate', today)).toEqual(['2026-09-01']);
  });
});

test('a stage names a type that only this bank has, the longest that fits', () => {
  const types = ['UBO', 'UBO_DECLARATION'];
  expect(documentTypeOfStage('upload UBO declaration', types)).toBe('UBO_DECLARATION');
});

test('a type that only this bank has is read where its words stand in the name', () => {
  const types = [...usualDocumentTypes, { type: 'UBO_DECLARATION', needs: [] }];
  expect(guessDocumentType('Marula UBO declaration.pdf', [], '', types)).toBe('UBO_DECLARATION');
  expect(guessDocumentType('turbo declaration.pdf', [], '', types)).toBe('');
  expect(
    guessDocumentType('tax clearance.pdf', [], '', [{ type: 'UBO_DECLARATION', needs: [] }]),
  ).toBe('');
});

test('a stage names a document type in any casing, or none', () => {
  expect(documentTypeOfStage('Proof of address', [])).toBe('PROOF_OF_ADDRESS');
  expect(documentTypeOfStage('upload_TAX_CERTIFICATE', [])).toBe('TAX_CERTIFICATE');
  expect(documentTypeOfStage('shareholders', [])).toBeNull();
});
