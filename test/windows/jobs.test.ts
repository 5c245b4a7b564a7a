import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { toUnits } from '../../shared/money/decimal.ts';
import { trueEntries } from '../support/simple-banks/foreign-bank.ts';
import { hold } from './support/nostro.ts';
import { account, order, paymentLines, scene } from './support/scene.ts';

const entries = () => trueEntries(120, '2026-10-01');
const october = ['--account', account, '--from', '2026-10-01', '--to', '2026-10-31'];

test('a statement is synced and proven, read again without the bank, and exported whole', async () => {
  const { bank, folder, at, nostro } = await scene({
    entries: entries(),
    openingBalance: '1000.0000',
  });
  const synced = await nostro('sync', ...october);
  expect([synced.code, synced.err]).toEqual([0, '']);
  expect(synced.json<{ accounts: object[] }>().accounts).toMatchObject([
    { received: 120, proof: { ok: true, entries: 120 } },
  ]);
  const again = await nostro('sync', ...october);
  expect(again.json<{ accounts: object[] }>().accounts).toMatchObject([
    { inserted: 0, unchanged: 120 },
  ]);
  await bank.close();
  const proof = await nostro('proof', ...october);
  expect(proof.json<{ state: string }>()).toMatchObject({ state: 'proven', entries: 120 });
  for (const format of ['csv', 'json'] as const) {
    const run = await nostro(
      'export',
      ...october,
      '--format',
      format,
      '--out',
      at(`all.${format}`),
    );
    expect([run.code, run.err]).toEqual([0, '']);
  }
  const json = JSON.parse(readFileSync(join(folder, 'all.json'), 'utf8')) as { amount: string }[];
  expect(json.map(({ amount }) => toUnits(amount))).toEqual(
    entries().map(({ amount }) => toUnits(amount)),
  );
  const csv = readFileSync(join(folder, 'all.csv'), 'utf8');
  expect(csv.trimEnd().split('\r\n')).toHaveLength(121);
  expect(readdirSync(folder).toSorted()).toEqual(['all.csv', 'all.json', 'bank.json', 'data']);
});

test('a payment is sent once, reported again by its reference, and an answer that is lost is looked up', async () => {
  const { bank, nostro } = await scene();
  const paid = await nostro(...order('INV-1'));
  expect([paid.code, paid.err]).toEqual([0, '']);
  const again = await nostro(...order('INV-1'));
  expect([again.code, again.json()]).toEqual([0, paid.json()]);
  bank.behave({ booksAfterMs: 0, answer: 'none' });
  const lost = await nostro(...order('INV-2', { amount: '70.00' }));
  expect([lost.code, lost.error().code]).toEqual([3, 'outcome.unknown']);
  const { submissionId } = lost.json<{ submissionId: string }>();
  const resolved = await nostro('submissions', '--resolve', submissionId);
  expect(resolved.json()).toMatchObject({ outcome: 'accepted', transferId: 'P-2' });
  expect(bank.booked.map(({ ref, amt }) => [ref, amt])).toEqual([
    ['INV-1', '1250.10'],
    ['INV-2', '70.00'],
  ]);
});

test('a payment file is sent line by line, reports what became of each, and sends nothing a second time', async () => {
  const { bank, folder, at, nostro } = await scene();
  writeFileSync(join(folder, 'lines.csv'), paymentLines('b-7,10.10,USD,F-1', 'b-8,20.20,USD,F-2'));
  const payFile = ['pay', '--file', at('lines.csv'), '--account', account];
  const sent = await nostro(...payFile, '--result', at('told.csv'));
  expect([sent.code, sent.err]).toEqual([0, '']);
  expect(bank.booked.map(({ ref, amt }) => [ref, amt])).toEqual([
    ['F-1', '10.10'],
    ['F-2', '20.20'],
  ]);
  expect(readFileSync(join(folder, 'told.csv'), 'utf8').match(/"accepted"/g)).toHaveLength(2);
  expect((await nostro(...payFile)).code).toBe(0);
  expect(bank.orders()).toBe(2);
});

test('documents are uploaded; one that another program holds open is reported by name [U7]', async () => {
  const { bank, folder, at, nostro } = await scene();
  for (const name of ['good.pdf', 'held.pdf'])
    writeFileSync(join(folder, name), '%PDF-1.7\n%%EOF\n');
  await hold(at('held.pdf'));
  const form = ['--client', 'fc-1', '--sub-client', 'fs-1', '--type', 'TAX_CERTIFICATE'];
  const run = await nostro('upload', ...form, at('held.pdf'), at('good.pdf'), 'nul', 'con.pdf');
  expect(run.code).toBe(1);
  const { documents } = run.json<{ documents: { outcome: string; error?: { code: string } }[] }>();
  expect(documents.map(({ outcome, error }) => error?.code ?? outcome)).toEqual([
    'file.not-opened',
    'accepted',
    'file.not-opened',
    'file.not-opened',
  ]);
  expect(run.err).toContain('held.pdf');
  expect(bank.calls.filter((call) => call.includes('upload-kyc'))).toHaveLength(1);
});
