import { describe, expect, test } from 'vitest';

import type { CliRun } from '../support/cli.ts';
import { exactly } from '../support/banks/bank-server.ts';
import { ternPeriod, ternScene, type TernHabits } from '../support/banks/tern.ts';

type Proof = { ok: boolean; openingBalance: string; closingBalance: string; brokenAt: unknown };
type Summary = { accounts: { received: number; inserted: number; proof: Proof }[] };

const proofOf = (run: CliRun): Proof | undefined => run.json<Summary>().accounts[0]?.proof;

/** The entries of the local copy, as `statement` prints them. */
async function entriesOf(habits: Partial<TernHabits>): Promise<Record<string, string>[]> {
  const { nostro } = await ternScene(habits);
  const synced = await nostro('sync', ...ternPeriod);
  expect([synced.err, synced.code]).toEqual(['', 0]);
  const printed = await nostro('statement', ...ternPeriod);
  return printed.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);
}

describe('a bank that writes its values in its own way', () => {
  test('is synced and proven: DR and CR, numbers for ids, texts for amounts, exponents, small letters', async () => {
    const { nostro } = await ternScene();
    const synced = await nostro('sync', ...ternPeriod);
    expect([synced.err, synced.code]).toEqual(['', 0]);
    expect(proofOf(synced)).toMatchObject({
      ok: true,
      openingBalance: '1000.00',
      closingBalance: '1063.24',
    });
    const printed = (await nostro('statement', ...ternPeriod)).out.trim().split('\n');
    expect(JSON.parse(printed[3] ?? '')).toEqual({
      id: '9007199254740993003',
      amount: '10.53',
      currency: 'EUR',
      direction: 'debit',
      transactionType: 'transfer',
      transactionDate: '2026-10-02T10:00:00.000Z',
      narration: '4003',
      customReference: '',
      balance: '1021.00',
    });
    const proof = await nostro('proof', ...ternPeriod);
    expect(proof.json<object>()).toMatchObject({ state: 'proven', entries: 12 });
  });

  test('answers a call with ids as the text of their digits and currencies in capitals', async () => {
    const { nostro } = await ternScene();
    const input = ['--input', '{"query":{"accountNumber":"5550001"}}'];
    const answer = await nostro('call', 'getAccountsBy', ...input);
    expect(answer.json<{ account: object }>().account).toMatchObject({
      accountId: '9007199254740993001',
      clientId: '77',
      currencyIso3Code: 'EUR',
      status: 'true',
      availableBalance: '1063.24',
      fundingDetails: [{ accountNumber: '5550001' }],
    });
  });
});

describe('an entry in a currency that no table has', () => {
  test('is kept with its code', async () => {
    const entries = await entriesOf({
      account: { currencyIso3Code: 'usdt' },
      write: () => ({ currency: 'usdt' }),
    });
    expect(new Set(entries.map(({ currency }) => currency))).toEqual(new Set(['USDT']));
  });

  test('other than its account’s is kept as well', async () => {
    const entries = await entriesOf({
      write: ({ index }) => (index === 4 ? { currency: 'XQZ' } : {}),
    });
    expect(entries.map(({ currency }) => currency).filter((code) => code !== 'EUR')).toEqual([
      'XQZ',
    ]);
  });
});

test('a figure that cannot be held is set aside by entry and field, never rounded', async () => {
  const { nostro } = await ternScene({
    write: ({ index }) => (index === 4 ? { amount: exactly('1.23456e0') } : {}),
  });
  const synced = await nostro('sync', ...ternPeriod);
  expect(synced.code).toBe(1);
  expect(synced.error()).toMatchObject({
    code: 'bank.unexpected',
    fields: { '9007199254740993004': 'amount: 1.23456e0: 1.23456 has more than 4 decimals' },
  });
  expect(synced.json<Summary>().accounts).toMatchObject([{ received: 12, inserted: 11 }]);
});
