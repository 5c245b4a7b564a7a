import { expect, vi } from 'vitest';

import type { ReviewedLineRow } from '../../../shared/ipc/approval-lines.ts';
import type { TestDesk } from '../../support/desks/test-desk.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { startPayeesBank, suppliersCsv } from '../../support/team/payees-bank.ts';
import { join, teamScene, twoDesks, type TeamPerson } from '../../support/team/team-scene.ts';
import { windowOf } from '../../support/team/window-of.ts';

const cluster = useCluster();

const rules = JSON.stringify({
  rules: [
    { when: { over: { amount: '100', currency: 'EUR' } }, need: { role: 'checker', count: 1 } },
  ],
});

/** Ben makes files in his window, Cy checks in hers; Ada founded the team on the command line. */
async function fileScene() {
  /** What the bank has of a payee in the place of its first details. */
  const changed = new Map<number, string>();
  const scene = await teamScene(cluster, () => startPayeesBank(changed));
  const { ada, ben } = await twoDesks(cluster, scene);
  const cy = scene.person('cy');
  await join(ada, cy, 'Cy', scene.at('cy.json'), 'checker');
  const file = scene.write('rules.json', rules);
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);
  const window = (person: TeamPerson) => windowOf(scene, person);
  return { ...scene, ada, ben, cy, changed, window };
}

async function added(desk: TestDesk, payments: readonly (readonly [number, string])[]) {
  const file = await desk.get('paymentFiles.add', {
    fileName: 'suppliers.csv',
    bytes: new Uint8Array(Buffer.from(suppliersCsv(payments))),
  });
  expect(file.counts).toMatchObject({ ready: payments.length });
  return file.batchId;
}

async function allLines(desk: TestDesk, review: string): Promise<ReviewedLineRow[]> {
  const { rows } = await desk.get('approvals.lines', { review, index: 0, limit: 200 });
  return rows;
}

const placesOf = (rows: readonly ReviewedLineRow[]): number[] =>
  rows.filter(({ marks }) => marks.length > 0).map(({ place }) => place);

/** Sends what can be sent of a file, with all its warnings confirmed. */
async function send(desk: TestDesk, batchId: string) {
  const file = await desk.get('paymentFiles.get', { batchId });
  await desk.get('paymentFiles.start', {
    ...{ batchId, seal: file.seal },
    acknowledged: file.toConfirm.map(({ kind }) => kind),
  });
  return vi.waitFor(
    async () => {
      const now = await desk.get('paymentFiles.get', { batchId });
      expect(now.state).not.toBe('sending');
      return now;
    },
    { timeout: 60_000, interval: 100 },
  );
}

const amounts: readonly (readonly [number, string])[] = [
  [1, '60.00'],
  [2, '70.00'],
  [3, '80.00'],
  [4, '90.00'],
];

test('a file is requested whole, checked line by line, and its maker sends all but the line that was taken out', async () => {
  const { ben, cy, bank, window } = await fileScene();
  const [maker, checker] = [await window(ben), await window(cy)];
  const batchId = await added(maker, amounts);
  const words = 'Suppliers of November';
  const row = await maker.get('approvals.requestFile', { batchId, words });
  expect(row).toMatchObject({
    ...{ part: 'others', payments: 4, words, isOwn: true, mayApprove: ['Ada', 'Cy'] },
    many: { totals: [{ amount: '300.00', currency: 'EUR' }], sent: 0, excluded: 0, batchId },
    needs: [{ role: 'checker', count: 1, has: 0, when: 'more than 100.00 EUR' }],
  });
  const twice = await maker.refused('approvals.requestFile', { batchId, words });
  expect(twice.message).toContain('is requested already');
  // Without its approval nothing of it leaves.
  expect((await send(maker, batchId)).counts).toMatchObject({ 'not-sent': 4, accepted: 0 });
  expect(bank.orders).toEqual([]);

  expect(await checker.get('approvals.counts', {})).toEqual({ isUsed: true, waiting: 1 });
  const { request } = row;
  const review = await checker.get('approvals.reviewLines', { requests: [request] });
  expect(review).toMatchObject({
    ...{ lines: 4, problems: 0, isUnlisted: false },
    totals: [{ amount: { amount: '300.00', currency: 'EUR' }, payments: 4 }],
    requests: [{ part: 'mine', many: { batchId: null } }],
  });
  const lines = await allLines(checker, review.review);
  expect(lines.map(({ reference }) => reference).toSorted()).toEqual([
    ...['RUN-1', 'RUN-2', 'RUN-3', 'RUN-4'],
  ]);
  expect(lines[0]).toMatchObject({
    payee: 'Payee 1',
    account: expect.stringContaining('NL91') as string,
  });
  const out = lines.findIndex(({ reference }) => reference === 'RUN-2');
  // All are payees that the team has not paid: each must be opened, or taken out.
  const opened = placesOf(lines).filter((place) => place !== out);
  expect(opened).toHaveLength(3);
  const seen = { review: review.review, excluded: [out] };
  for (const refused of [
    { ...seen, opened: opened.slice(1) },
    { ...seen, opened: [], excluded: lines.map(({ place }) => place) },
  ])
    expect((await checker.refused('approvals.approveLines', refused)).code).toBe(
      'confirmation.required',
    );
  checker.saysYes = false;
  expect((await checker.refused('approvals.approveLines', { ...seen, opened })).code).toBe(
    'declined',
  );
  expect(checker.questions.at(-1)?.message).toBe('Approve 3 payments for 230.00 EUR?');
  checker.saysYes = true;
  const { approved, failed } = await checker.get('approvals.approveLines', { ...seen, opened });
  expect(failed).toBeNull();
  expect(approved).toMatchObject([
    { part: 'approved', many: { toSend: 3, excluded: 1 }, signatures: [{ person: 'Cy' }] },
  ]);

  await maker.get('approvals.view', { isFresh: true });
  const sent = await send(maker, batchId);
  expect(sent.counts).toMatchObject({ accepted: 3, 'not-sent': 1 });
  expect(sent.stopReason).toContain('This line was taken out');
  expect(bank.orders.map(({ reference }) => reference)).toEqual(['RUN-1', 'RUN-3', 'RUN-4']);
  await checker.get('approvals.view', { isFresh: true });
}, 400_000);

test('a line whose bank details changed needs a request of its own, and the others stand', async () => {
  const { ben, cy, bank, changed, window } = await fileScene();
  const [maker, checker] = [await window(ben), await window(cy)];
  const batchId = await added(maker, [
    [1, '60.00'],
    [2, '70.00'],
    [3, '180.00'],
  ]);
  const first = await maker.get('approvals.requestFile', { batchId, words: '' });
  const approve = async (request: string) => {
    const review = await checker.get('approvals.reviewLines', { requests: [request] });
    const rows = await allLines(checker, review.review);
    const decision = { review: review.review, opened: placesOf(rows), excluded: [] };
    const { failed } = await checker.get('approvals.approveLines', decision);
    expect(failed).toBeNull();
    return rows;
  };
  await checker.get('approvals.view', { isFresh: true });
  // It changes between the request and the approval of another line's payee.
  await approve(first.request);
  changed.set(3, 'NL20INGB0001234567');
  await maker.sync();
  const sent = await send(maker, batchId);
  expect(sent.counts).toMatchObject({ accepted: 2 });
  expect(bank.orders).toHaveLength(2);
  // Only the line that is left is requested, and read anew.
  await maker.get('approvals.view', { isFresh: true });
  const second = await maker.get('approvals.requestFile', { batchId, words: '' });
  expect(second).toMatchObject({ payments: 1, many: null });
  await checker.get('approvals.view', { isFresh: true });
  const rows = await approve(second.request);
  expect(rows).toMatchObject([
    { account: expect.stringContaining('NL20INGB0001234567') as string },
  ]);
  await maker.get('approvals.view', { isFresh: true });
  expect((await send(maker, batchId)).counts).toMatchObject({ accepted: 3 });
}, 400_000);

test('several single requests are approved under one screen, each by an act of its own', async () => {
  const { ben, cy, window } = await fileScene();
  const requests: string[] = [];
  for (const at of [1, 2, 3, 4]) {
    const order = {
      ...{ accountNumber: '700000', beneficiaryId: `B-${String(at)}`, reference: `ONE-${at}` },
      ...{ amount: '150.00', currency: 'EUR' },
    };
    const run = await ben.run('pay', '--input', JSON.stringify(order), '--request');
    requests.push(run.json<{ request: string }>().request);
  }
  const checker = await window(cy);
  const chosen = requests.slice(0, 3);
  const review = await checker.get('approvals.reviewLines', { requests: chosen });
  const rows = await allLines(checker, review.review);
  expect(rows).toHaveLength(3);
  const { approved, failed } = await checker.get('approvals.approveLines', {
    ...{ review: review.review, opened: placesOf(rows), excluded: [] },
  });
  expect(failed).toBeNull();
  expect(approved.map(({ request, part }) => [request, part])).toEqual(
    chosen.map((request) => [request, 'approved']),
  );
  expect(checker.questions.filter(({ yes }) => yes === 'Approve')).toHaveLength(1);
  expect(checker.questions.at(-1)).toMatchObject({
    message: 'Approve 3 payments for 450.00 EUR?',
    detail: expect.stringContaining('3 requests') as string,
  });
  // A review is good for one answer of the bank.
  await checker.get('approvals.reviewLines', { requests: [requests[3] ?? ''] });
  const old = { review: review.review, opened: placesOf(rows), excluded: [] };
  expect((await checker.refused('approvals.approveLines', old)).code).toBe('confirmation.required');
}, 400_000);

test('the command line requests a file, and any desk sends what was approved of it, one after the other', async () => {
  const { ada, ben, cy, bank, write, window } = await fileScene();
  const path = write('suppliers.csv', suppliersCsv(amounts.slice(0, 3)));
  const asked = await ben.run('pay', '--file', path, '--request');
  expect([asked.err, asked.code]).toEqual(['', 4]);
  const printed = asked.json<{ request: string; payments: readonly unknown[] }>();
  expect(printed).toMatchObject({
    ...{ may: false, words: 'suppliers.csv', mayApprove: ['Ada', 'Cy'] },
    payments: [{ reference: 'RUN-1', amount: '60.00' }, {}, {}],
  });
  const { request } = printed;
  const early = await ben.run('pay', '--of', request);
  expect(early.code).toBe(1);
  expect(early.json()).toMatchObject({
    lines: [
      { state: 'not-sent', error: expect.stringContaining('1 of role checker') as string },
      {},
      {},
    ],
  });
  expect(bank.orders).toEqual([]);

  const checker = await window(cy);
  const review = await checker.get('approvals.reviewLines', { requests: [request] });
  const rows = await allLines(checker, review.review);
  const out = rows.findIndex(({ reference }) => reference === 'RUN-2');
  const { failed } = await checker.get('approvals.approveLines', {
    ...{ review: review.review, excluded: [out] },
    opened: placesOf(rows).filter((place) => place !== out),
  });
  expect(failed).toBeNull();

  const sent = await ben.run('pay', '--of', request);
  expect(sent.code).toBe(1);
  expect(sent.json()).toMatchObject({
    lines: [
      { reference: 'RUN-1', state: 'accepted' },
      {
        reference: 'RUN-2',
        state: 'not-sent',
        error: expect.stringContaining('taken out') as string,
      },
      { reference: 'RUN-3', state: 'accepted' },
    ],
  });
  // Another desk finds them claimed, and sends none of them again.
  const other = await ada.run('pay', '--of', request);
  expect(other.code).toBe(1);
  expect(bank.orders.map(({ reference }) => reference)).toEqual(['RUN-1', 'RUN-3']);
}, 400_000);
