import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { startDelta } from '../../support/banks/delta.ts';
import { commandLineAt, expectError } from '../../support/programs/command-line.ts';

const scene = (
  options: Parameters<typeof startDelta>[0] = {},
  currencies: Readonly<Record<string, number>> = {},
) =>
  commandLineAt(startDelta(options), {
    bankFile: (bank) => JSON.stringify({ ...(JSON.parse(bank.bankFile) as object), currencies }),
  });

type Synced = { accounts: { received: number; proof: { ok: boolean; closingBalance: string } }[] };

test('accounts in currencies that no table has are synced, proven, printed and exported as the bank reports them', async () => {
  const { bank, nostro, folder } = await scene();
  const numbers = Object.values(bank.numberOf);
  const synced = await nostro('sync', ...numbers.flatMap((number) => ['--account', number]));
  expect([synced.code, synced.err]).toEqual([0, '']);
  expect(synced.json<Synced>().accounts).toMatchObject(
    numbers.map(() => ({ received: 9, proof: { ok: true } })),
  );
  for (const currency of ['CNH', 'XQZ', 'USDQ']) {
    const account = bank.numberOf[currency] ?? '';
    const proof = await nostro('proof', '--account', account);
    expect(proof.json<object>()).toMatchObject({ state: 'proven', entries: 9 });
    const printed = await nostro('statement', '--account', account, '--limit', '1');
    expect(printed.json<object>()).toMatchObject({ amount: '20.03', currency });
    for (const format of ['csv', 'json']) {
      const out = join(folder, `${currency}.${format}`);
      const exported = await nostro(
        ...['export', '--account', account, '--format', format, '--out', out],
      );
      expect([exported.code, exported.err]).toEqual([0, '']);
      expect(readFileSync(out, 'utf8')).toContain(currency);
    }
  }
});

const order = (accountNumber: string, currency: string, amount: string): string =>
  JSON.stringify({ accountNumber, beneficiaryId: 'B-1', amount, currency, reference: 'INV-1' });

test('nothing is sent in a currency that is not known here, and it is refused by its name [M7]', async () => {
  const { bank, nostro } = await scene();
  await nostro('sync', '--account', bank.numberOf['XQZ'] ?? '');
  const refused = await nostro('pay', '--input', order(bank.numberOf['XQZ'] ?? '', 'XQZ', '1.50'));
  expectError(refused, 1, {
    code: 'input.invalid',
    fields: { amount: expect.stringContaining('XQZ is not a currency known here') as string },
  });
  expect(bank.orders).toEqual([]);
  const paid = await nostro('pay', '--input', order(bank.numberOf['CNH'] ?? '', 'CNH', '1.50'));
  expect([paid.code, paid.err]).toEqual([0, '']);
  expect(bank.orders).toMatchObject([{ currency: 'CNH', amount: 1.5 }]);
});

test('a payment in a currency that the bank file defines may use every digit that can be stored', async () => {
  const { bank, nostro } = await scene({}, { XQZ: 6, USDQ: 6 });
  const { XQZ = '', USDQ = '' } = bank.numberOf;
  await nostro('sync', '--account', XQZ);
  const tooFine = await nostro('pay', '--input', order(XQZ, 'XQZ', '1.00001'));
  expect([tooFine.code, bank.orders]).toEqual([2, []]);
  const paid = await nostro('pay', '--input', order(XQZ, 'XQZ', '1.5025'));
  expect([paid.code, paid.err]).toEqual([0, '']);
  const four = order(USDQ, 'USDQ', '7.25').replace('INV-1', 'INV-2');
  const long = await nostro('pay', '--input', four);
  expect([long.code, long.err]).toEqual([0, '']);
  expect(bank.orders).toMatchObject([
    { currency: 'XQZ', amount: 1.5025 },
    { currency: 'USDQ', amount: 7.25 },
  ]);
  const printed = await nostro('statement', '--account', XQZ, '--limit', '1');
  expect(printed.json<object>()).toMatchObject({ amount: '20.0300', currency: 'XQZ' });
});

test('a payment file pays from the other accounts, and refuses the line by the currency’s name', async () => {
  const { bank, nostro, write } = await scene();
  const { EUR = '', XQZ = '' } = bank.numberOf;
  const payments = (name: string, ...lines: string[]): string =>
    write(name, ['account,beneficiary id,amount,currency,reference', ...lines].join('\n'));
  const strange = payments('strange.csv', `${EUR},B-1,10.00,EUR,F-1`, `${XQZ},B-1,10.00,,F-2`);
  const refused = await nostro('pay', '--file', strange);
  expect(refused.code).toBe(1);
  expect(refused.out + refused.err).toContain('XQZ is not a currency known here');
  expect(bank.orders).toEqual([]);
  const sent = await nostro('pay', '--file', payments('good.csv', `${EUR},B-1,10.00,EUR,F-3`));
  expect([sent.code, sent.err]).toEqual([0, '']);
  expect(bank.orders).toMatchObject([{ reference: 'F-3' }]);
});

test('an entry in a currency that is neither known nor the account’s is stored with its code [M7]', async () => {
  const { bank, nostro } = await scene({
    rewrite: (entry) => (entry.id === 'EUR0004' ? { ...entry, currency: 'XQZ' } : entry),
  });
  const synced = await nostro('sync', '--account', bank.numberOf['EUR'] ?? '');
  expect([synced.code, synced.err]).toEqual([0, '']);
  expect(synced.json<Synced>().accounts).toMatchObject([{ received: 9, proof: { ok: true } }]);
  const printed = await nostro('statement', '--account', bank.numberOf['EUR'] ?? '');
  expect(printed.out).toMatch(/"id":"EUR0004".*"currency":"XQZ"/);
});
