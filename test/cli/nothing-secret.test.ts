import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { foreignCredentials, trueEntries } from '../support/simple-banks/foreign-bank.ts';
import { atPaymentBank } from '../support/programs/command-line.ts';
import { payment } from '../support/desks/paying-scene.ts';

const range = ['--account', '9988776655', '--from', '2026-01-01', '--to', '2026-12-31'];
test('nothing that the desk hands out holds a password or a token: no answer, export, result, report or bank file [E3]', async () => {
  const { at, folder, nostro, write } = await atPaymentBank({
    ...{ entries: trueEntries(30, '2026-01-01'), openingBalance: '1000.0000', pageSizeMax: 200 },
  });
  write('pay.csv', 'beneficiary,amount,currency,reference\nb-7,13.00,USD,HAND-2\n');
  const texts: string[] = [];
  for (const args of [
    ['sync', ...range],
    payment({ reference: 'HAND-1', amount: '12.00' }),
    ['pay', '--file', at('pay.csv'), '--account', '9988776655', '--result', at('result.csv')],
    ['export', ...range, '--format', 'csv', '--out', at('out.csv')],
    ['export', ...range, '--format', 'json', '--out', at('out.json')],
    ['statement', ...range],
    ['proof', ...range],
    ['submissions'],
    ['call', 'getAccountsBy', '--input', '{"query":{"accountNumber":"9988776655"}}'],
    ['doctor', '--account', '9988776655', '--write'],
  ]) {
    const run = await nostro(...args);
    texts.push(run.out, run.err);
  }
  const handedOut = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile());
  expect(handedOut.map(({ name }) => name).toSorted()).toEqual(
    ['bank.json', 'out.csv', 'out.json', 'pay.csv', 'result.csv'].toSorted(),
  );
  texts.push(...handedOut.map(({ name }) => readFileSync(at(name), 'utf8')));
  const secrets = [foreignCredentials.password, 'canary-token'];
  for (const text of texts)
    for (const secret of secrets) expect(text.includes(secret) ? text : '').toBe('');
  expect(texts.join('').length).toBeGreaterThan(5_000);
}, 120_000);
