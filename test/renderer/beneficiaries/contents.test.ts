import { describe, expect, test } from 'vitest';

import { lastFour } from '../../../shared/account-digits.ts';
import type { Beneficiary } from '../../../shared/bank/beneficiaries.ts';
import { groupsOf } from '../../../renderer/features/beneficiaries/details/account-number.ts';
import {
  changeFrom,
  contentsOf,
  differencesOf,
  contentsOfDraft,
  draftOf,
  write,
} from '../../../renderer/features/beneficiaries/details/contents.ts';

const beneficiary: Beneficiary = {
  name: 'Kestrel Logistics Ltd',
  accountName: 'Kestrel Logistics',
  accountNumber: '0123456789',
  bankBicOrCode: '044',
  bankName: 'Access Bank',
  bankAddress: '',
  addressLine1: '14 Marina',
  addressLine2: '',
  city: 'Lagos',
  state: 'LA',
  country: 'NGA',
  currencyIso3Code: 'NGN',
  emailAddress: 'pay@kestrel.example',
  phoneNumber: '',
  paymentMethod: 'local',
  clientId: 'c1',
  subClientId: 's1',
  postcode: '101241',
  intermediaryBank: { bankName: 'Citi', bic: 'CITIUS33', country: '' },
  branchInformation: null,
};
const before = contentsOf(beneficiary);

describe('the request of an update', () => {
  test('what the bank calls postcode is sent as postCode', () => {
    expect(before['postCode']).toBe('101241');
    expect(changeFrom(before, { ...before, postCode: '1' }).postCode).toBe('1');
  });

  test('only fields of the request are sent, what is empty on both sides is left out', () => {
    expect(changeFrom(before, { ...before, city: 'Abuja' })).toEqual({
      name: 'Kestrel Logistics Ltd',
      addressLine1: '14 Marina',
      city: 'Abuja',
      state: 'LA',
      postCode: '101241',
      country: 'NGA',
      emailAddress: 'pay@kestrel.example',
      accountName: 'Kestrel Logistics',
      accountNumber: '0123456789',
      currencyIso3Code: 'NGN',
      bankName: 'Access Bank',
      bankBicOrCode: '044',
      intermediaryBank: { bankName: 'Citi', bic: 'CITIUS33' },
    });
  });

  test('a field that is cleared is sent empty', () => {
    expect(changeFrom(before, { ...before, state: '' }).state).toBe('');
  });

  test('an untouched field that the request would not take is left out, not complained about', () => {
    const odd = { ...before, emailAddress: 'n/a' };
    const after = { ...odd, city: 'Abuja' };
    expect(changeFrom(odd, after)).not.toHaveProperty('emailAddress');
  });
});

test('a draft is the same contents, nested as the request is', () => {
  const draft = draftOf(before);
  write(draft, 'intermediaryBank.bic', 'CITIGB2L');
  expect(draft['intermediaryBank']).toEqual({ bankName: 'Citi', bic: 'CITIGB2L', country: '' });
  expect(contentsOfDraft(draft)).toEqual({ ...before, 'intermediaryBank.bic': 'CITIGB2L' });
});

test('differences keep the reading order and name the bank that is meant', () => {
  const after = { ...before, 'intermediaryBank.bic': 'CITIGB2L', accountNumber: '9', name: 'K' };
  expect(differencesOf(before, after)).toEqual([
    { path: 'accountNumber', label: 'Account number', before: '0123456789', after: '9' },
    { path: 'name', label: 'Name', before: 'Kestrel Logistics Ltd', after: 'K' },
    {
      path: 'intermediaryBank.bic',
      label: 'Intermediary bank: BIC',
      before: 'CITIUS33',
      after: 'CITIGB2L',
    },
  ]);
});

test('an account number is shown by its last four in lists, a short one whole, and grouped by four in full', () => {
  expect(lastFour('0123 4567 89')).toBe('··6789');
  expect([lastFour('123'), lastFour('1234')]).toEqual(['123', '1234']);
  expect(groupsOf('GB29NWBK60161331')).toEqual(['GB29', 'NWBK', '6016', '1331']);
});
