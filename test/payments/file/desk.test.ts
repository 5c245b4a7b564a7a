import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';

import { newReference } from '../../../shared/reference.ts';
import { openSyncedSandbox } from '../../support/desks/test-desk.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';
import { bookingsOf, different, drop, ended, linesOf, send } from './batches-desk.ts';
import { openFundedDesk } from '../../support/desks/transfers-desk.ts';

describe('a dropped file', () => {
  test('is checked line by line and stored; nothing is sent', async () => {
    const desk = await openFundedDesk();
    const batch = await drop(desk, [
      { amount: '10.00', reference: 'INV-1' },
      { amount: '1e3' },
      { payee: 'nobody', amount: '5.00' },
      { amount: '12.50', reference: 'INV-1' },
    ]);
    expect(batch).toMatchObject({
      fileName: 'payroll.csv',
      state: 'ready',
      lines: 4,
      counts: { ready: 1, invalid: 3 },
      found: { all: 4, problems: 3, open: 1, sent: 0 },
      duplicateOf: null,
      toConfirm: [],
    });
    expect(batch.totals).toMatchObject([
      { accountNumber: desk.usd, currency: 'USD', lines: 1, amount: { amount: '10.00' } },
    ]);
    const lines = await linesOf(desk, batch.batchId);
    expect(lines.map(({ line, state, problems }) => [line, state, Object.keys(problems)])).toEqual([
      [2, 'ready', []],
      [3, 'invalid', ['amount']],
      [4, 'invalid', ['beneficiaryId']],
      [5, 'invalid', ['reference']],
    ]);
    expect(await desk.posts()).toBe(0);
  });

  test('of another kind is refused in one sentence that names it', async () => {
    const desk = await openFundedDesk();
    const bytes = new Uint8Array(Buffer.from('<!doctype html><table>'));
    const error = await desk.refused('paymentFiles.add', { fileName: '/home/ada/page.csv', bytes });
    expect(error.code).toBe('file.type-unsupported');
    expect(error.message).toMatch(/^page\.csv: it is a web page/);
    expect((await desk.get('paymentFiles.list', {})).rows).toEqual([]);
  });

  test('that is being matched waits with its draft, over a lock and a restart', async () => {
    const dataDir = tempFolder();
    const first = await openFundedDesk({ dataDir });
    const bytes = new Uint8Array(Buffer.from('Name;Betrag\nbeneficiary-accepted;1,500\n'));
    const { fileId } = await first.get('paymentFiles.columns', { fileName: 'lauf.csv', bytes });
    const columns = { fields: ['beneficiary', 'amount'], decimals: 'comma', firstLine: 2 } as const;
    const draft = { ...columns, fields: [...columns.fields], remember: true };
    await first.get('paymentFiles.saveDraft', { fileId, draft });
    await first.get('desk.lock', {});
    await first.get('desk.unlock', {});
    expect((await first.get('paymentFiles.waiting', {})).rows).toMatchObject([{ fileId }]);
    await first.close();
    expect(readFolder(dataDir)).not.toContain('Betrag');
    const second = await openFundedDesk({ dataDir, keychain: first.keychain });
    expect(await second.get('paymentFiles.lookAt', { fileId })).toMatchObject({
      fileName: 'lauf.csv',
      draft,
    });
    await second.get('paymentFiles.dismiss', { fileId });
    expect((await second.get('paymentFiles.waiting', {})).rows).toEqual([]);
  });

  test('keeps the references that were made for its lines over a restart', async () => {
    const dataDir = tempFolder();
    const first = await openFundedDesk({ dataDir });
    const { batchId } = await drop(first, different(3));
    const made = (await linesOf(first, batchId)).map(({ reference }) => reference);
    expect(new Set(made).size).toBe(3);
    await first.close();
    const second = await openFundedDesk({ dataDir, keychain: first.keychain });
    await second.get('paymentFiles.get', { batchId });
    expect((await linesOf(second, batchId)).map(({ reference }) => reference)).toEqual(made);
  });

  test('dropped again is reported as the same, and what was sent of it is not sent again', async () => {
    const desk = await openFundedDesk();
    const lines = [
      { amount: '10.00', reference: 'INV-1' },
      { amount: '20.00', reference: 'INV-2' },
      { amount: '30.00' },
    ];
    const first = await drop(desk, lines);
    await send(desk, first.batchId);
    const second = await drop(desk, lines);
    expect(second).toMatchObject({
      duplicateOf: 'payroll.csv',
      counts: { invalid: 2, ready: 1 },
      toConfirm: [{ kind: 'duplicate', lines: 1 }],
    });
    const refused = await desk.refused('paymentFiles.start', {
      batchId: second.batchId,
      acknowledged: [],
      seal: '',
    });
    expect(refused.code).toBe('confirmation.required');
    expect(await desk.posts()).toBe(3);
  });

  test('is removed while nothing of it was sent, and stays afterwards', async () => {
    const desk = await openFundedDesk();
    const batch = await drop(desk, different(2));
    await send(desk, batch.batchId);
    const error = await desk.refused('paymentFiles.remove', { batchId: batch.batchId });
    expect(error.message).toContain('it stays');
    const other = await drop(desk, different(2, 50));
    expect(await desk.get('paymentFiles.remove', { batchId: other.batchId })).toEqual({
      removed: true,
    });
    expect((await desk.get('paymentFiles.list', {})).rows.map(({ batchId }) => batchId)).toEqual([
      batch.batchId,
    ]);
  });
});

describe('warnings', () => {
  test('of lines that stand twice vanish when one of them is left out', async () => {
    const desk = await openFundedDesk();
    const { batchId, toConfirm } = await drop(desk, [{}, { amount: '2.00' }, {}]);
    expect(toConfirm).toEqual([{ kind: 'duplicate', lines: 2 }]);
    const { file: skipped } = await desk.get('paymentFiles.skip', {
      batchId,
      lines: [4],
      skipped: true,
    });
    expect(skipped).toMatchObject({ toConfirm: [], counts: { ready: 2, skipped: 1 } });
    const { file: back } = await desk.get('paymentFiles.skip', {
      batchId,
      lines: [4],
      skipped: false,
    });
    expect(back.toConfirm).toEqual([{ kind: 'duplicate', lines: 2 }]);
  });

  test('an account that does not cover the sum of its lines is to be confirmed', async () => {
    const desk = await openFundedDesk();
    const batch = await drop(desk, [{ amount: '90000000000.00' }, { amount: '1.00' }]);
    expect(batch.totals[0]).toMatchObject({
      coversIt: false,
      amount: { amount: '90000000001.00' },
    });
    expect(batch.toConfirm).toEqual([{ kind: 'insufficient', lines: 2 }]);
  });

  test('a payee whose bank details changed since they were paid holds its lines until a person looked', async () => {
    const desk = await openFundedDesk();
    await send(desk, (await drop(desk, [{}])).batchId);
    const entityId = 'beneficiary-accepted';
    await desk.get('beneficiaries.update', {
      reference: newReference(),
      entityId,
      change: { accountNumber: '5550001112' },
    });
    const held = await drop(desk, different(2, 7));
    expect(held.counts).toMatchObject({ ready: 0, invalid: 2 });
    expect((await linesOf(desk, held.batchId))[0]).toMatchObject({
      problems: {},
      warnings: [{ kind: 'quarantine', weight: 'blocks' }],
    });
    const { rows } = await desk.get('beneficiaries.quarantine', {});
    await desk.get('beneficiaries.release', {
      entityId,
      fingerprint: rows[0]?.fingerprint ?? '',
    });
    const free = await desk.get('paymentFiles.get', { batchId: held.batchId });
    expect(free.counts).toMatchObject({ ready: 2, invalid: 0 });
  });
});

describe('sending', () => {
  test('goes line by line in the order of the file; a refusal in the middle does not stop the rest', async () => {
    const desk = await openFundedDesk();
    const { batchId } = await drop(desk, [
      { amount: '1.00' },
      { amount: '2.00', payee: 'beneficiary-blocked' },
      { amount: '3.00', payee: 'beneficiary-half' },
      { amount: '4.00' },
      { amount: 'x' },
    ]);
    const done = await send(desk, batchId);
    expect(done).toMatchObject({
      state: 'done',
      stopReason: null,
      counts: { accepted: 2, refused: 1, unknown: 1, invalid: 1 },
    });
    const lines = await linesOf(desk, batchId);
    expect(lines[1]?.error).toContain('The bank says');
    expect(lines[3]?.transferId).toBeTruthy();
    expect(await bookingsOf(desk, lines.slice(0, 4))).toEqual([1, 0, 1, 1]);
    const sent = desk.facts.flatMap(({ event, fact }) =>
      event === 'submission.changed' ? [(fact as { reference: string }).reference] : [],
    );
    const order = [...new Set(sent)];
    expect(order).toEqual(lines.slice(0, 4).map(({ reference }) => reference));
    expect(desk.facts.filter(({ event }) => event === 'batch.progressed').length).toBeGreaterThan(
      0,
    );
  });

  test('reads a payee once for all its lines', async () => {
    const desk = await openFundedDesk();
    const { batchId } = await drop(desk, different(8));
    const before = await reads();
    await send(desk, batchId);
    expect((await reads()) - before).toBe(1);

    async function reads(): Promise<number> {
      const { calls } = await desk.bank<{ calls: { operation: string }[] }>('GET', 'calls');
      return calls.filter(({ operation }) => operation === 'getBeneficiary').length;
    }
  });

  test('stops behind the line under way and is taken up again behind it', async () => {
    const desk = await openFundedDesk();
    await desk.bank('PUT', 'faults', {
      rules: [{ operation: 'createSingleTransfer', fault: { kind: 'latency', ms: 40 } }],
    });
    const { batchId } = await drop(desk, different(12));
    await desk.get('paymentFiles.start', { batchId, acknowledged: [], seal: '' });
    await expect.poll(() => desk.posts()).toBeGreaterThan(2);
    await desk.get('paymentFiles.stop', { batchId });
    await expect
      .poll(async () => (await desk.get('paymentFiles.get', { batchId })).state)
      .toBe('stopped');
    const stopped = await desk.get('paymentFiles.get', { batchId });
    expect(stopped.stopReason).toBeNull();
    expect(stopped.counts.ready).toBeGreaterThan(0);
    expect(stopped.counts.accepted).toBe(await desk.posts());
    await desk.bank('PUT', 'faults', { rules: [] });
    expect(await send(desk, batchId)).toMatchObject({ state: 'done', counts: { accepted: 12 } });
    expect(new Set(await bookingsOf(desk, await linesOf(desk, batchId)))).toEqual(new Set([1]));
    expect(await desk.posts()).toBe(12);
  });

  test('goes on one by one where the bank asks to wait, and the line that never left is sent when it is resumed', async () => {
    const desk = await openFundedDesk();
    const { batchId } = await drop(desk, different(6));
    await desk.bank('PUT', 'faults', {
      rules: [
        {
          operation: 'createSingleTransfer',
          match: { nth: 2 },
          fault: { kind: 'busy', retryAfter: '30' },
        },
      ],
    });
    const stopped = await send(desk, batchId);
    expect(stopped).toMatchObject({ state: 'stopped', counts: { accepted: 5, 'not-sent': 1 } });
    expect(stopped.stopReason).toMatch(/^Lines were held back: .*asks to wait 30 seconds/);
    await desk.bank('PUT', 'faults', { rules: [] });
    expect(await send(desk, batchId)).toMatchObject({ state: 'done', counts: { accepted: 6 } });
    expect(await bookingsOf(desk, await linesOf(desk, batchId))).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('stops after three payments in a row without an answer; none of them is sent again', async () => {
    const desk = await openFundedDesk();
    const silent = 'beneficiary-gateway';
    const { batchId } = await drop(desk, [
      ...different(3).map((line) => ({ ...line, payee: silent })),
      ...different(2, 10),
    ]);
    const stopped = await send(desk, batchId);
    // The fourth left with them.
    expect(stopped).toMatchObject({
      state: 'stopped',
      counts: { unknown: 3, accepted: 1, ready: 1 },
    });
    expect(stopped.stopReason).toContain('3 payments in a row got no answer');
    const done = await send(desk, batchId);
    expect(done).toMatchObject({ state: 'done', counts: { unknown: 3, accepted: 2 } });
    expect(await desk.posts()).toBe(5);
  });

  test('is refused while no one is signed in, and stops when the session ends', async () => {
    const desk = await openFundedDesk();
    const { batchId } = await drop(desk, different(2));
    await desk.get('session.signOut', {});
    const error = await desk.refused('paymentFiles.start', { batchId, acknowledged: [], seal: '' });
    expect(error.code).toBe('session.required');
    expect(await desk.posts()).toBe(0);
  });

  test('one file at a time; the one being sent can be neither changed nor removed', async () => {
    const desk = await openFundedDesk();
    await desk.bank('PUT', 'faults', {
      rules: [{ operation: 'createSingleTransfer', fault: { kind: 'latency', ms: 60 } }],
    });
    const { batchId } = await drop(desk, different(6));
    const other = await drop(desk, different(2, 50));
    await desk.get('paymentFiles.start', { batchId, acknowledged: [], seal: '' });
    const second = { batchId: other.batchId, acknowledged: [], seal: '' };
    expect((await desk.refused('paymentFiles.start', second)).message).toContain('Another file');
    const skip = { batchId, lines: [7], skipped: true };
    expect((await desk.refused('paymentFiles.skip', skip)).message).toContain('stop it first');
    expect((await desk.refused('paymentFiles.remove', { batchId })).message).toContain(
      'stop it first',
    );
    await desk.get('paymentFiles.stop', { batchId });
    await expect
      .poll(async () => (await desk.get('paymentFiles.get', { batchId })).state)
      .toBe('stopped');
  });
});

test('a desk that ends in the middle books nothing twice when it goes on', async () => {
  const dataDir = tempFolder();
  const first = await openFundedDesk({ dataDir });
  await first.bank('PUT', 'faults', {
    rules: [{ operation: 'createSingleTransfer', fault: { kind: 'latency', ms: 150 } }],
  });
  const { batchId } = await drop(first, different(20));
  await first.get('paymentFiles.start', { batchId, acknowledged: [], seal: '' });
  await expect.poll(() => first.posts()).toBeGreaterThan(5);
  await first.close();

  const second = await openFundedDesk({ dataDir, keychain: first.keychain });
  const found = await second.get('paymentFiles.get', { batchId });
  expect(found).toMatchObject({ state: 'stopped' });
  expect(found.stopReason).toContain('Nostro ended while it was being sent');
  expect(found.counts.ready).toBeGreaterThan(0);
  expect(found.counts.unknown).toBeLessThanOrEqual(4);
  await second.bank('PUT', 'faults', { rules: [] });
  const done = await send(second, batchId);
  expect(done.state).toBe('done');
  expect(done.counts.accepted + done.counts.unknown).toBe(20);
  const lines = await linesOf(second, batchId);
  const booked = await bookingsOf(second, lines);
  for (const [at, { state }] of lines.entries()) expect(booked[at], state).toBeLessThanOrEqual(1);
  expect(lines.filter(({ state }, at) => state === 'accepted' && booked[at] !== 1)).toEqual([]);
});

test('the result has every column of the file and what became of each line, with nothing a spreadsheet would run', async () => {
  const desk = await openSyncedSandbox();
  const account = '2010044871';
  const text = [
    'Cost centre,account,beneficiary id,amount,reference,narration',
    `"=cmd|'/c calc'!A0",${account},beneficiary-accepted,"1,250.5",-INV-1,"+rent, november"`,
    `7,${account},beneficiary-blocked,-3,,`,
  ].join('\n');
  const { batchId } = await desk.get('paymentFiles.add', {
    fileName: 'pay "roll".csv',
    bytes: new Uint8Array(Buffer.from(text)),
  });
  const { notes } = await desk.get('paymentFiles.confirmColumns', {
    batchId,
    columns: [{ at: 0, field: null }],
  });
  expect(notes).toEqual(['The column “Cost centre” is not used.']);
  await desk.get('paymentFiles.start', { batchId, acknowledged: [], seal: '' });
  await ended(desk, batchId);
  expect(await desk.get('paymentFiles.saveResult', { batchId })).toEqual({ saved: false });
  desk.saveTo = join(desk.dataDir, 'result.csv');
  expect(await desk.get('paymentFiles.saveResult', { batchId })).toEqual({
    saved: true,
    fileName: 'result.csv',
    lines: 2,
  });
  const rows = parse<Record<string, string>>(readFileSync(desk.saveTo), {
    bom: true,
    columns: true,
  });
  expect(rows[0]).toMatchObject({
    'Cost centre': `'=cmd|'/c calc'!A0`,
    amount: '1250.50',
    reference: `'-INV-1`,
    narration: `'+rent, november`,
    line: '2',
    state: 'accepted',
    'reference sent': `'-INV-1`,
    error: '',
  });
  expect(rows[0]?.['transfer id']).toBeTruthy();
  expect(rows[1]).toMatchObject({ amount: `'-3`, line: '3', state: 'invalid' });
  expect(rows[1]?.['error']).toBe(
    'The amount “-3” cannot be paid: must be above zero, without a sign.',
  );
});

test('a workbook is paid like a CSV', async () => {
  const desk = await openFundedDesk();
  await desk.get('beneficiaries.refresh', {});
  const { rows } = await desk.get('beneficiaries.list', { search: '' });
  const payee = rows.find(({ currencyIso3Code }) => currencyIso3Code === 'USD');
  const bytes = new Uint8Array(
    await writeXlsx({
      sheets: [
        {
          name: 'Payments',
          rows: [
            ['From account', 'Payee', 'Amount', 'Purpose'],
            [desk.usd, payee?.name ?? '', 12.34, 'Rent'],
          ],
        },
      ],
    }),
  );
  const batch = await desk.get('paymentFiles.add', { fileName: 'payroll.xlsx', bytes });
  expect(await send(desk, batch.batchId)).toMatchObject({ counts: { accepted: 1 } });
  const [line] = await linesOf(desk, batch.batchId, 'sent');
  expect(await desk.bookings(line?.reference ?? '')).toEqual(['12.34']);
});

/** Everything that is written below a folder. */
const readFolder = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
