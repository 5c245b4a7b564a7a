import { describe, expect, it } from 'vitest';

import { accountPlans, entryCounts } from '../../sandbox/accounts/seed.ts';
import { seedBank, type BankContent } from '../../sandbox/bank/bank.ts';
import { magicSubjects } from '../../sandbox/bank/sandbox.ts';
import { balanceOf, entryAt, ledgerAccount } from '../../sandbox/ledger/ledger.ts';
import { ibanOf } from '../../sandbox/seed/home-banks.ts';
import { minorDigits } from '../../shared/money/currencies.ts';
import { operating, startAt } from './caller.ts';

const bankOf = (seed: number, entries = 3_000): BankContent =>
  seedBank({ seed, entries, endsAt: startAt });

function entriesOf(bank: BankContent, number: string) {
  const account = ledgerAccount(bank.ledger, number);
  return Array.from({ length: account.book.length }, (_, index) => entryAt(account, index));
}

describe('the seeded bank', () => {
  it('is the same for the same seed and another for another seed', () => {
    const [one, same, other] = [bankOf(1), bankOf(1), bankOf(2)];
    for (const { number } of accountPlans) {
      expect(entriesOf(same, number)).toEqual(entriesOf(one, number));
      expect(entriesOf(other, number)).not.toEqual(entriesOf(one, number));
    }
    expect([...same.beneficiaries]).toEqual([...one.beneficiaries]);
    expect([...same.subClients]).toEqual([...one.subClients]);
    expect(same.documents).toEqual(one.documents);
    expect(same.accounts).toEqual(one.accounts);
  });

  it('holds as many entries as were asked for, nearly all of a large history in one account', () => {
    const bank = bankOf(1, 300_000);
    const counts = accountPlans.map(({ number }) => ledgerAccount(bank.ledger, number).book.length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(300_000);
    expect(counts).toEqual(entryCounts(300_000));
    expect(Math.max(...counts)).toBe(counts[0]);
  });

  it('gives every entry of an account an id of its own', () => {
    const ids = entriesOf(bankOf(1, 40_000), operating).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has eight accounts in seven currencies with ten-digit numbers', () => {
    expect(accountPlans.map(({ currency }) => currency).toSorted()).toEqual([
      'EUR',
      'GBP',
      'JPY',
      'KES',
      'KWD',
      'NGN',
      'USD',
      'USD',
    ]);
    for (const { number } of accountPlans) expect(number).toMatch(/^\d{10}$/);
  });

  it('writes amounts in the digits of their currency and never overdraws an account', () => {
    const bank = bankOf(3);
    for (const { number, currency } of accountPlans) {
      const digits = minorDigits(currency);
      const shape = digits === 0 ? /^\d+$/ : new RegExp(`^\\d+\\.\\d{${digits}}$`);
      for (const { amount, balance } of entriesOf(bank, number)) {
        expect(amount).toMatch(shape);
        expect(balance).toMatch(shape);
      }
      expect(balanceOf(ledgerAccount(bank.ledger, number))).toBeGreaterThan(0n);
    }
  });

  it('books a year that ends now, quiet at weekends', () => {
    const [opening, ...year] = entriesOf(bankOf(1), operating);
    expect(opening?.narration).toBe('Balance brought forward');
    expect(year[0]?.transactionDate.slice(0, 7)).toBe('2025-11');
    const last = year.at(-1)?.transactionDate ?? '';
    expect(last.slice(0, 10)).toBe('2026-11-20');
    expect(last <= startAt).toBe(true);
    const weekend = year.filter(({ transactionDate }) =>
      [0, 6].includes(new Date(transactionDate).getUTCDay()),
    );
    expect(weekend.length).toBeLessThan(year.length / 20);
  });

  it('knows sixty beneficiaries, some with the same name, and sub-clients in every stage', () => {
    const bank = bankOf(1);
    const magic = magicSubjects.filter(({ kind }) => kind === 'beneficiary').length;
    const names = [...bank.beneficiaries.values()]
      .map(({ accountName }) => accountName)
      .slice(0, -magic);
    expect(names).toHaveLength(60);
    expect(new Set(names).size).toBeLessThan(names.length);
    const subClients = [...bank.subClients.values()];
    expect(new Set(subClients.map(({ status }) => status))).toEqual(
      new Set(['draft', 'submitted', 'deleted']),
    );
    expect(new Set(subClients.map(({ approvalStatus }) => approvalStatus))).toEqual(
      new Set(['', 'pending', 'approved', 'rejected']),
    );
  });

  it('leaves magic to its own numbers', () => {
    const numbers = magicSubjects.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const { number } of accountPlans) expect(numbers).not.toContain(number);
  });

  it('makes IBANs that pass the check of ISO 13616', () => {
    expect(ibanOf('GB', 'WEST12345698765432')).toBe('GB82WEST12345698765432');
    expect(ibanOf('DE', '370400440532013000')).toBe('DE89370400440532013000');
  });
});
