import { describe, expect, test } from 'vitest';

import {
  documentTypeOfStage,
  guessDates,
  guessDocumentType,
} from '../../../renderer/features/sub-clients/document-guess.ts';

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

  test.each(['CAC 2024.pdf', 'x 2026-02-30.pdf', '31-12-2027.pdf', 'RC1202611204.pdf'])(
    'nothing is read from %s',
    (name) => {
      expect(guessDates(name, today)).toEqual({ issueDate: null, expiryDate: null });
    },
  );
});

test('a stage names a document type in any casing, or none', () => {
  expect(documentTypeOfStage('Proof of address')).toBe('PROOF_OF_ADDRESS');
  expect(documentTypeOfStage('upload_TAX_CERTIFICATE')).toBe('TAX_CERTIFICATE');
  expect(documentTypeOfStage('shareholders')).toBeNull();
});
