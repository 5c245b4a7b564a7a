import { describe, expect, test } from 'vitest';

import {
  explainDates,
  guessDates,
} from '../../../renderer/features/sub-clients/documents/date-guess.ts';
import {
  explainDocumentType,
  guessDocumentType,
} from '../../../renderer/features/sub-clients/documents/document-guess.ts';
import { subClientGuesser } from '../../../renderer/features/sub-clients/documents/sub-client-guess.ts';
import { documentTypeOfStage } from '../../../shared/bank/onboarding.ts';

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

test('the words that a type was guessed from are told', () => {
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
    'nobody is guessed from %s',
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
    });
    expect(guessDates('passport 20310514.pdf', today)).toEqual({
      issueDate: null,
      expiryDate: '2031-05-14',
    });
  });

  test('of two dates the later one is the expiry', () => {
    expect(guessDates('cert_2025-01-31_2024-01-31.pdf', today)).toEqual({
      issueDate: '2024-01-31',
      expiryDate: '2025-01-31',
    });
  });

  test('a word before a date decides', () => {
    expect(guessDates('tax exp 2026-01-31.pdf', today)).toEqual({
      issueDate: null,
      expiryDate: '2026-01-31',
    });
    expect(guessDates('issued-2025-02-01 expires-2027-02-01.pdf', today)).toEqual({
      issueDate: '2025-02-01',
      expiryDate: '2027-02-01',
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
  ])('%s runs out on %s', (name, expiryDate) => {
    expect(guessDates(name, today)).toEqual({ issueDate: null, expiryDate });
  });

  test('a month that runs out is told with the letters it was read from', () => {
    expect(explainDates('tax exp 2027-03.pdf', today).expires).toMatchObject({
      date: '2027-03-31',
      words: '2027-03',
    });
  });

  test.each([
    'CAC 2024.pdf',
    'x 2026-02-30.pdf',
    '03-04-2027.pdf',
    'bill 2027-03.pdf',
    'RC1202611204.pdf',
  ])('nothing is read from %s', (name) => {
    expect(guessDates(name, today)).toEqual({ issueDate: null, expiryDate: null });
  });
});

test('a stage names a document type in any casing, or none', () => {
  expect(documentTypeOfStage('Proof of address')).toBe('PROOF_OF_ADDRESS');
  expect(documentTypeOfStage('upload_TAX_CERTIFICATE')).toBe('TAX_CERTIFICATE');
  expect(documentTypeOfStage('shareholders')).toBeNull();
});
