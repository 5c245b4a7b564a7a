import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { listPayments } from '../../electron/nouns/payments/list.ts';
import { paymentsCsv } from '../../electron/nouns/payments/payments-csv.ts';
import {
  beginning,
  openLoneDesk,
  transferOf,
  written,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';
import {
  approve,
  openFundedDesk,
  openPayingDesk,
  payment,
} from '../support/desks/transfers-desk.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

/** The lines of a CSV file by their headings; every cell is quoted and none holds a line break. */
function linesOf(csv: string): Record<string, string>[] {
  const [head = '', ...rest] = csv.replace('\ufeff', '').trimEnd().split('\r\n');
  const cells = (line: string): string[] =>
    line
      .slice(1, -1)
      .split('","')
      .map((text) => text.replaceAll('""', '"'));
  return rest.map((line) =>
    Object.fromEntries(cells(line).map((text, at) => [cells(head)[at] ?? '', text])),
  );
}

const exported = ({ parts }: LoneDesk): Record<string, string>[] =>
  linesOf(paymentsCsv(listPayments(parts, { search: '', limit: 10 })));

test('a payment stands with what was sent and what the bank says of it, amounts to the cent', () => {
  const desk = openLoneDesk();
  written(desk, 'R-1', { state: 'accepted' });
  const paid = transferOf({ id: 'T-1', reference: 'R-1', amount: '1234567.80', fee: '1.50' });
  desk.cache.saveTransfers([paid], beginning, { complete: false });
  const [line] = exported(desk);
  expect(line).toMatchObject({
    reference: 'R-1',
    state: 'accepted',
    'bank status': 'BOOKED',
    amount: '1234567.80',
    currency: 'USD',
    fee: '1.50',
    'fee currency': 'USD',
    'transfer id': 'T-1',
  });
  expect(line?.['submission id']).not.toBe('');
});

test('what the bank has twice has a line for each transfer, and what was sent elsewhere has no state', () => {
  const desk = openLoneDesk();
  written(desk, 'R-1', { state: 'accepted' });
  const twice = ['T-1', 'T-2'].map((id) => transferOf({ id, reference: 'R-1' }));
  const elsewhere = transferOf({ id: 'T-3', reference: 'R-9' });
  desk.cache.saveTransfers([...twice, elsewhere], beginning, { complete: false });
  const lines = exported(desk).toSorted((a, b) =>
    (a['transfer id'] ?? '').localeCompare(b['transfer id'] ?? ''),
  );
  expect(lines.map((line) => [line['reference'], line['transfer id'], line['state']])).toEqual([
    ['R-1', 'T-1', 'accepted'],
    ['R-1', 'T-2', 'accepted'],
    ['R-9', 'T-3', ''],
  ]);
});

test('where the bank says less, what was sent stands, and a formula in a name is disarmed', () => {
  const desk = openLoneDesk();
  written(desk, 'R-1', { state: 'accepted' });
  const [sent] = exported(desk);
  const silent = { amount: null, currency: '', accountNumber: '', beneficiaryId: '' };
  const listed = transferOf({ id: 'T-1', reference: 'R-1', beneficiaryName: '=1+1', ...silent });
  desk.cache.saveTransfers([listed], beginning, { complete: false });
  const [line] = exported(desk);
  expect(line).toMatchObject({ payee: "'=1+1" });
  for (const name of ['amount', 'currency', 'account', 'payee id'])
    expect(line?.[name], name).toBe(sent?.[name]);
  expect(sent?.['amount']).not.toBe('');
});

test('the payments that are chosen are saved in their order; one that is not in the local copy is left out', async () => {
  const path = join(tempFolder(), 'chosen.csv');
  const desk = await openFundedDesk({ saveAs: () => Promise.resolve(path) });
  const references: string[] = [];
  for (const amount of ['11.10', '12.20', '13.30']) {
    const entered = payment(desk, { beneficiaryId: 'beneficiary-accepted', amount });
    references.push((await desk.get('payments.send', await approve(desk, entered))).reference);
  }
  const [first = '', , third = ''] = references;
  const saved = await desk.get('payments.export', { references: [third, 'none', first] });
  expect(saved).toEqual({ saved: true, fileName: 'chosen.csv' });
  expect(linesOf(readFileSync(path, 'utf8')).map((line) => line['amount'])).toEqual([
    '13.30',
    '11.10',
  ]);
});

test('a person who names no file has saved none', async () => {
  const desk = await openPayingDesk({ saveAs: () => Promise.resolve(undefined) });
  expect(await desk.get('payments.export', { references: ['R-1'] })).toEqual({ saved: false });
});
