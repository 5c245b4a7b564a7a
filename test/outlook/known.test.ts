import { expect, test } from 'vitest';

import { noWords } from '../../electron/bank/status-words.ts';
import { knownLines } from '../../electron/outlook/known.ts';
import { addPaymentFile } from '../../electron/payments/file/kept-files.ts';
import { dayNumber } from '../../shared/calendar.ts';
import {
  fileOf,
  openBatchDesk,
  type FileLine,
  type PaymentFileDesk,
} from '../payments/file/batch-desk.ts';
import { context, valueOf, written, type LoneDesk } from '../support/lone-desk.ts';

const today = dayNumber('2026-11-20');

const known = ({ parts, reader }: LoneDesk, accountNumber = '1') =>
  knownLines(
    { ...parts, reader },
    { accountNumber, currency: 'USD', today, inFlight: null },
    noWords,
  );

async function dropped(desk: PaymentFileDesk, lines: readonly FileLine[]): Promise<string> {
  const added = await addPaymentFile(desk.parts, fileOf(lines), { whyUnread: () => null, context });
  return valueOf(added).file.batchId;
}

test('a payment file has in the outlook what a person may still send of it, and nothing that was sent', async () => {
  const desk = openBatchDesk();
  const error = { code: 'bank.refused' } as never;
  const settled = ['unknown', 'accepted', 'refused', 'not-sent'] as const;
  const batchId = await dropped(desk, [
    ...['sending', ...settled, 'ready'].map((reference, at) => ({
      ...{ reference, payee: 'b-1', amount: `${String(10 ** at)}.00` },
    })),
    { reference: 'WRONG', payee: 'b-9', amount: '0.01' },
  ]);
  written(desk, 'sending');
  for (const state of settled) written(desk, state, { state, error });
  expect(await known(desk)).toEqual([
    {
      ...{ id: `file ${batchId}`, day: today, units: -1_100_000_000n, name: 'payroll.csv' },
      parts: [
        { name: 'Payee b-1', units: -100_000_000n },
        { name: 'Payee b-1', units: -1_000_000_000n },
      ],
      reason: 'payment file, 2 payments not sent yet',
      record: '',
      source: { kind: 'payment-file', batchId },
    },
  ]);
});

test('a payment file of two accounts has in the outlook of each its own payments', async () => {
  const desk = openBatchDesk();
  desk.cache.ensureAccount('2', 'USD');
  await dropped(desk, [
    { account: '1', payee: 'b-1', amount: '5.00', reference: 'A' },
    { account: '2', payee: 'b-2', amount: '7.00', reference: 'B' },
  ]);
  expect(await known(desk, '1')).toMatchObject([
    { units: -50_000n, parts: [{ name: 'Payee b-1', units: -50_000n }] },
  ]);
  expect(await known(desk, '2')).toMatchObject([
    { units: -70_000n, parts: [{ name: 'Payee b-2', units: -70_000n }] },
  ]);
  expect(await known(desk, '3')).toEqual([]);
});
