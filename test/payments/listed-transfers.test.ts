import { describe, expect, test } from 'vitest';

import {
  alikeAmong,
  beneficiaryMatch,
  compareAmount,
  listedTransfers,
  type Comparison,
} from '../../electron/nouns/payments/listed-transfers.ts';
import type { Transfer } from '../../shared/bank/transfers.ts';
import { beginning, openLoneDesk, payeeOf, transferOf } from '../support/desks/lone-desk.ts';
import { before, holds, hours, namesOf, order, twins } from './listed-desk.ts';

describe('the amount of a listed transfer', () => {
  test.each<[Comparison, Pick<Transfer, 'amount' | 'currency'>]>([
    ['same', { amount: '100.00', currency: 'USD' }],
    ['same', { amount: '-100', currency: 'USD' }],
    ['same', { amount: '99.995', currency: 'USD' }],
    ['same', { amount: '100.0049', currency: 'USD' }],
    ['different', { amount: '100.005', currency: 'USD' }],
    ['different', { amount: '99.9949', currency: 'USD' }],
    ['different', { amount: '100.00', currency: 'EUR' }],
    ['different', { amount: null, currency: 'EUR' }],
    ['different', { amount: '7.00', currency: '' }],
    ['unknown', { amount: '100.00', currency: '' }],
    ['unknown', { amount: null, currency: 'USD' }],
    ['unknown', { amount: null, currency: '' }],
  ])('is %s as the order’s of 100.00 USD: %j', (comparison, listed) => {
    expect(compareAmount(order, listed)).toBe(comparison);
  });

  test('is compared in the minor digits of its currency, and to the last digit where that is not known', () => {
    const isSame = (currency: string, ours: string, theirs: string): boolean =>
      compareAmount({ amount: ours, currency }, { amount: theirs, currency }) === 'same';
    expect(isSame('JPY', '100', '100.4')).toBe(true);
    expect(isSame('JPY', '100', '100.5')).toBe(false);
    expect(isSame('KWD', '1.001', '1.0014')).toBe(true);
    expect(isSame('KWD', '1.001', '1.002')).toBe(false);
    expect(isSame('USD', '0.01', '0.0049')).toBe(false);
    expect(isSame('USD', '0.01', '0.005')).toBe(true);
    expect(isSame('POINTS', '100.0001', '100.0001')).toBe(true);
    expect(isSame('POINTS', '100.0001', '-100.0001')).toBe(true);
    expect(isSame('POINTS', '100.0001', '100.0002')).toBe(false);
  });
});

describe('the beneficiary of a listed transfer', () => {
  const compared = (ours: string, theirs: string, account = ''): Comparison => {
    const desk = openLoneDesk();
    const payees = [payeeOf(ours, { accountNumber: account }), payeeOf('standing')];
    desk.cache.saveBeneficiaries(payees, beginning, { complete: true });
    return beneficiaryMatch(desk.parts, ours)({ beneficiaryId: theirs });
  };

  test.each<[Comparison, string]>([
    ['same', 'b-1'],
    ['same', 'B 1'],
    ['same', '0123-4567'],
    ['same', '012•••67'],
    ['different', 'b-12'],
    ['different', 'ben-7'],
    ['different', '98765432'],
    ['different', 'standing'],
    ['unknown', 'Ada of Lagos'],
    ['unknown', ''],
    ['unknown', ' '],
    ['unknown', '-'],
    ['unknown', '••••'],
  ])('is %s where ours is b-1 with the account 01234567: %s', (comparison, theirs) => {
    expect(compared('b-1', theirs, '01234567')).toBe(comparison);
  });

  test('is not known by the first one that was compared', () => {
    const compare = beneficiaryMatch(openLoneDesk().parts, 'b-1');
    const of = (beneficiaryId: string) => compare({ beneficiaryId });
    expect(['b-1', 'b-2', 'Ada', 'b-1', 'b-2', 'Ada'].map(of)).toEqual([
      ...['same', 'different', 'unknown', 'same', 'different', 'unknown'],
    ]);
  });

  const uuid = '01234567-89ab-4cde-8f01-23456789abcd';
  const other = 'abcdef01-2345-4678-9abc-def012345678';
  test.each<[Comparison, string]>([
    ['different', other],
    ['different', other.toUpperCase()],
    ['unknown', `x${other}`],
    ['unknown', `${other}x`],
    ['unknown', other.replaceAll('-', '')],
    ['unknown', other.slice(9)],
    ['unknown', 'DE89370400440532013000'],
  ])('is %s to a UUID of ours: %s', (comparison, theirs) => {
    expect(compared(uuid, theirs)).toBe(comparison);
  });

  const iban = 'FR1420041010050500013M02606';
  test.each<[Comparison, string]>([
    ['different', 'FR7630006000011234567890189'],
    ['different', 'FR76ABCDEFGHIJK'],
    ['different', 'FR76ABCDEFGHIJKLMNOPQRSTUVWXYZABCD'],
    ['unknown', 'fr76'],
    ['unknown', 'FR76ABCDEFGHIJ'],
    ['unknown', 'FR76ABCDEFGHIJKLMNOPQRSTUVWXYZABCDE'],
    ['unknown', 'xFR7630006000011234567890189'],
    ['unknown', 'FR7630006000011234567890189!'],
    ['unknown', 'FRX630006000011234567890189'],
    ['unknown', 'F07630006000011234567890189'],
    ['unknown', 'DE89370400440532013000'],
  ])('is %s to an IBAN of ours: %s', (comparison, theirs) => {
    expect(compared(iban, theirs)).toBe(comparison);
  });
});

describe('what is listed near the order’s reference', () => {
  const near = (desk: ReturnType<typeof openLoneDesk>, given: Partial<Transfer>) => {
    const record = transferOf({ id: 'T-near', createdAt: before(hours(1_000)), ...given });
    const candidate = { record, asOf: beginning, since: before(hours(1_000)) };
    return alikeAmong(desk.parts, order, listedTransfers(desk.parts), [candidate]).map(
      ({ listed, isSame }) => [listed.record.id, isSame],
    );
  };

  test('is alike whatever its age where it may pay the same, and then to be looked at', () => {
    const desk = openLoneDesk();
    expect(near(desk, {})).toEqual([['T-near', false]]);
    expect(near(desk, { amount: null })).toEqual([['T-near', false]]);
    expect(near(desk, { amount: '7.00' })).toEqual([]);
    expect(near(desk, { beneficiaryId: 'b-2' })).toEqual([]);
    expect(near(desk, { amount: null, beneficiaryId: '' })).toEqual([]);
  });

  test('is listed once where it is one of the last day too', () => {
    const desk = openLoneDesk();
    holds(desk, transferOf({ id: 'T-near', createdAt: before(0) }), transferOf({ id: 'T-2' }));
    expect(near(desk, {}).toSorted()).toEqual([
      ['T-2', true],
      ['T-near', true],
    ]);
  });
});

test('transfers of one amount are all compared, and those of another amount or without one apart', () => {
  const desk = openLoneDesk();
  holds(
    desk,
    transferOf({ id: 'T-1' }),
    transferOf({ id: 'T-2' }),
    transferOf({ id: 'T-3', amount: '7.00' }),
    transferOf({ id: 'T-4', amount: null }),
    transferOf({ id: 'T-5', currency: '' }),
  );
  const { byAmount, withoutAmount } = listedTransfers(desk.parts);
  const idsOf = (listed: readonly { readonly record: Transfer }[] = []): string[] =>
    listed.map(({ record }) => record.id).toSorted();
  expect([...byAmount.values()].map(idsOf).toSorted()).toEqual([['T-1', 'T-2'], ['T-3']]);
  expect(idsOf(withoutAmount)).toEqual(['T-4', 'T-5']);
  expect(namesOf(twins(desk, { amount: '7.00' })).toSorted()).toEqual(['T-3', 'T-4']);
});
