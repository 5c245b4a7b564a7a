import { describe, expect, test } from 'vitest';

import { mergedWith, unknownBeneficiary } from '../../electron/nouns/beneficiaries/merged.ts';
import { shownIn } from '../../electron/nouns/beneficiaries/beneficiary-rows.ts';
import type { BeneficiaryChange, PartialBeneficiary } from '../../shared/bank/beneficiaries.ts';
import { payeeOf } from '../support/desks/lone-desk.ts';

const all = { mismatch: null, unshown: null };

describe('an update is shown by an answer that contains', () => {
  test.each<[string, BeneficiaryChange, PartialBeneficiary]>([
    ['a name tidied', { name: 'Mwangi  Blooms ' }, { name: ' MWANGI BLOOMS' }],
    ['letters composed otherwise', { city: 'Zu\u0308rich' }, { city: 'Z\u00fcrich' }],
    ['an account with blanks', { accountNumber: '0999000111' }, { accountNumber: '0999-000 111' }],
    ['an account hidden in part', { accountNumber: '0999000111' }, { accountNumber: '••••0111' }],
    [
      'an account that looks hidden, as it was sent',
      { accountNumber: '* ' },
      { accountNumber: '*' },
    ],
    ['the head office', { bankBicOrCode: 'EQBLKENA' }, { bankBicOrCode: 'eqblkenaxxx' }],
    ['a telephone number', { phoneNumber: '+44 (20) 7946-0001' }, { phoneNumber: '+442079460001' }],
    ['the postcode by its other spelling', { postCode: '00200' }, { postcode: '00200' }],
    ['an empty text', { addressLine2: '' }, { addressLine2: '' }],
    [
      'the parts that section 2 knows',
      { intermediaryBank: { bic: 'BARCGB22', routing: '7' } },
      { intermediaryBank: { bic: 'BARCGB22XXX' } },
    ],
    ['none where all was cleared', { branchInformation: {} }, { branchInformation: null }],
  ])('%s', (_what, sent, answer) => {
    expect(shownIn(sent, answer)).toEqual(all);
  });
});

describe('an update is contradicted by an answer that contains', () => {
  test.each<[string, BeneficiaryChange, PartialBeneficiary, string]>([
    ['another name', { name: 'New' }, { name: 'Old' }, 'name “Old” instead of “New”'],
    ['another postcode', { postCode: '2' }, { postcode: '1' }, 'postCode “1” instead of “2”'],
    [
      'another account',
      { accountNumber: '22' },
      { accountNumber: '11' },
      'the account 11 instead of 22',
    ],
    [
      'other digits that it shows',
      { accountNumber: '0999000111' },
      { accountNumber: '****0112' },
      'the account ****0112',
    ],
    [
      'a branch of the bank',
      { bankBicOrCode: 'EQBLKENA' },
      { bankBicOrCode: 'EQBLKENA044' },
      'the bank EQBLKENA044',
    ],
    [
      'another currency',
      { currencyIso3Code: 'EUR' },
      { currencyIso3Code: 'USD' },
      'the currency USD',
    ],
    [
      'no account where one was sent',
      { accountNumber: '22' },
      { accountNumber: '' },
      'the account “” instead of 22',
    ],
    [
      'an account where it was cleared',
      { accountNumber: '' },
      { accountNumber: '11' },
      'the account 11 instead of “”',
    ],
    [
      'a text that was cleared',
      { addressLine2: '' },
      { addressLine2: 'Suite 2' },
      'addressLine2 “Suite 2”',
    ],
    [
      'a hyphen for the bank',
      { bankBicOrCode: 'EQBLKENA' },
      { bankBicOrCode: '-' },
      'the bank - instead of EQBLKENA',
    ],
    [
      'a bank where a hyphen was sent',
      { bankBicOrCode: '-' },
      { bankBicOrCode: 'EQBLKENA' },
      'the bank EQBLKENA instead of -',
    ],
    [
      'another branch',
      { branchInformation: { branchCode: '2' } },
      { branchInformation: { branchCode: '1' } },
      'branchInformation.branchCode “1”',
    ],
    [
      'none where one was sent',
      { intermediaryBank: { bic: 'X' } },
      { intermediaryBank: null },
      'intermediaryBank.bic “” instead of “X”',
    ],
    [
      'one where all was cleared',
      { branchInformation: {} },
      { branchInformation: { branchName: 'A', branchCode: '', city: '' } },
      'branchInformation.branchName “A”',
    ],
  ])('%s', (_what, sent, answer, words) => {
    expect(shownIn(sent, answer).mismatch).toContain(words);
  });
});

describe('an update is not shown by an answer that', () => {
  test.each<[string, BeneficiaryChange, PartialBeneficiary, string]>([
    ['is empty', { name: 'New' }, {}, 'does not contain name'],
    [
      'leaves one of them out',
      { name: 'New', city: 'Rome' },
      { name: 'New' },
      'does not contain city',
    ],
    [
      'leaves out what was cleared',
      { addressLine2: '' },
      { name: 'Any' },
      'does not contain addressLine2',
    ],
    [
      'hides the account',
      { accountNumber: '0999000111' },
      { accountNumber: '*******111' },
      'does not contain accountNumber',
    ],
    [
      'hides the bank',
      { bankBicOrCode: 'EQBLKENA' },
      { bankBicOrCode: '********' },
      'does not contain bankBicOrCode',
    ],
    [
      'leaves a part out',
      { intermediaryBank: { bic: 'X', country: 'GBR' } },
      { intermediaryBank: { bic: 'X' } },
      'does not contain intermediaryBank.country',
    ],
    [
      'has no field for it',
      { intermediaryBank: { routing: '7' } },
      { name: 'Any' },
      'has no place for what was sent',
    ],
  ])('%s', (_what, sent, answer, words) => {
    expect(shownIn(sent, answer)).toMatchObject({ mismatch: null });
    expect(shownIn(sent, answer).unshown).toContain(words);
  });
});

describe('the payee after an update', () => {
  const known = payeeOf('b-1', {
    accountNumber: '0110022334',
    bankAddress: 'Upper Hill',
    intermediaryBank: { bankName: 'Barclays', bic: 'BARCGB22', country: 'GBR' },
  });

  test('keeps what the answer leaves out, within a record too', () => {
    const answer = { name: 'New', intermediaryBank: { bic: 'CITIUS33' } };
    expect(mergedWith(known, { name: 'New' }, answer)).toEqual({
      ...known,
      name: 'New',
      intermediaryBank: { bankName: 'Barclays', bic: 'CITIUS33', country: 'GBR' },
    });
  });

  test('is empty where the answer says empty', () => {
    const answer = { bankAddress: '', intermediaryBank: null };
    expect(mergedWith(known, { name: 'New' }, answer)).toMatchObject(answer);
  });

  test('keeps a number that the bank hides, the sent one or the known one, and takes any other', () => {
    const answer = (accountNumber: string) => ({ accountNumber });
    expect(mergedWith(known, {}, answer('******2334')).accountNumber).toBe('0110022334');
    const sent = { accountNumber: '0999000111' };
    expect(mergedWith(known, sent, answer('******0111')).accountNumber).toBe('0999000111');
    expect(mergedWith(known, {}, answer('******9999')).accountNumber).toBe('******9999');
  });

  test('that was never read holds what the answer contains, and nothing else', () => {
    expect(mergedWith(unknownBeneficiary('b-9'), {}, { name: 'New' })).toMatchObject({
      entityId: 'b-9',
      name: 'New',
      accountNumber: '',
    });
  });
});
