import { expect, test } from 'vitest';

import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';
import type { TestDesk } from '../support/desks/test-desk.ts';
import {
  euros,
  operating,
  orderDesk,
  orderedElsewhere,
  ordersAtBank,
  readStatements,
  receivable,
  remittance,
  controlBank,
} from '../support/desks/order-desk.ts';

type Credit = { amount: string; narration?: string; customReference?: string; account?: string };

/** Money comes in, and the desk reads its statements. */
async function paidIn(desk: TestDesk, ...credits: Credit[]): Promise<void> {
  for (const credit of credits)
    await controlBank(desk, 'entries', { account: operating, direction: 'credit', ...credit });
  await readStatements(desk);
}

async function madeReceivable(
  desk: TestDesk,
  given: Parameters<typeof receivable>[0] = {},
): Promise<string> {
  const made = await desk.get('receivables.create', { order: receivable(given) });
  expect(made.state).toBe('accepted');
  return made.recordId!;
}

const suggested = async (desk: TestDesk, id: string) =>
  (await desk.get('receivables.get', { id })).suggestions.map(({ strength, reason }) => [
    strength,
    reason,
  ]);

test('who paid us: the credit is suggested with its reason, matched by a person, and taken back', async () => {
  const desk = await orderDesk();
  const id = await madeReceivable(desk, { reference: 'INV-88213' });
  expect((await desk.get('receivables.get', { id })).record).toMatchObject({
    status: 'open',
    fundingDetails: { accountNumber: operating },
  });
  await paidIn(desk, { amount: '100.00', narration: 'Harmattan payment of inv 88213, thanks' });
  expect(await desk.get('receivables.refresh', {})).toEqual({ count: 1 });
  const [row] = (await desk.get('receivables.list', { search: '' })).rows;
  expect(row).toMatchObject({ id, matched: null });
  const [credit] = row!.suggestions;
  expect(credit).toMatchObject({
    strength: 'exact',
    reason: 'INV-88213 is in its narration, and the amount is the same.',
    amount: { amount: '100.00', currency: 'USD' },
  });
  const { accountNumber, entryId } = credit!;
  const matched = await desk.get('receivables.match', { id, accountNumber, entryId });
  expect(matched.suggestions).toEqual([]);
  expect(matched.matched).toMatchObject({ entryId, strength: 'exact', reason: credit!.reason });
  expect(matched.matched?.matchedBy).toBe('Ada Merlin');

  const other = await madeReceivable(desk);
  expect(await suggested(desk, other)).toEqual([]);
  expect(
    await desk.refused('receivables.match', { id: other, accountNumber, entryId }),
  ).toMatchObject({ code: 'input.invalid' });
  const back = await desk.get('receivables.match', { id });
  expect(back.matched).toBeNull();
  expect(back.suggestions).toHaveLength(1);
});

test('suggestions come best first: reference and amount, part of it, the payer, then the amount alone', async () => {
  const desk = await orderDesk();
  const id = await madeReceivable(desk, { reference: 'Z-7' });
  await paidIn(
    desk,
    { amount: '100.00', narration: 'Cash deposit' },
    { amount: '100.00', narration: 'Payment HARMATTAN FOODS' },
    { amount: '90.00', customReference: 'Z-7' },
    { amount: '100.00', narration: 'for Z-7' },
    { amount: '100.00', narration: 'for Z-77', account: euros },
    { amount: '55.00', narration: 'Harmattan Foods' },
  );
  expect(await suggested(desk, id)).toEqual([
    ['exact', 'Z-7 is in its narration, and the amount is the same.'],
    ['likely', 'Z-7 is its custom reference; paid 90.00 of 100.00 USD.'],
    ['likely', 'The amount is the same, and Harmattan Foods Ltd is named in the narration.'],
    ['possible', 'Only the amount is the same; it came on the day it was asked for.'],
  ]);
});

test('money of ours that came back is not taken for a payment', async () => {
  const desk = await orderDesk();
  const id = await madeReceivable(desk);
  const order = remittance({ amount: '100.00', recipientAccountNumber: '9900000601' });
  await desk.get('remittances.send', { order, acknowledged: [] });
  await controlBank(desk, 'clock/advance', { ms: 300_000 });
  await readStatements(desk);
  expect(await suggested(desk, id)).toEqual([]);
});

test('a chosen entry must be a credit; what the bank takes back later is reported', async () => {
  const desk = await orderDesk();
  const id = await madeReceivable(desk);
  await paidIn(desk, { amount: '64.50', narration: 'Something else' });
  const filter = { search: 'Something else' };
  const { rows } = await desk.get('statements.page', {
    accountNumber: operating,
    filter,
    index: 0,
    limit: 1,
  });
  const entryId = rows[0]!.id;
  const chosen = await desk.get('receivables.match', { id, accountNumber: operating, entryId });
  expect(chosen.matched?.reason).toBe('Chosen by a person, not suggested by the desk.');
  await controlBank(desk, 'entries', { account: operating, id: entryId }, 'DELETE');
  await readStatements(desk);
  expect((await desk.get('receivables.get', { id })).matched?.reason).toContain(
    'The bank no longer sends this entry.',
  );
  const none = { id, accountNumber: operating, entryId: 'none' };
  expect((await desk.refused('receivables.match', none)).code).toBe('input.invalid');
});

test('without an answer it is unknown, and the import of its id settles it', async () => {
  const desk = await orderDesk();
  const rules = [{ operation: 'createReceivable', fault: { kind: 'cut-after-commit' } }];
  await controlBank(desk, 'faults', { rules }, 'PUT');
  const order = receivable();
  const sent = await desk.get('receivables.create', { order });
  expect(sent).toMatchObject({ state: 'unknown' });
  await controlBank(desk, 'faults', { rules: [] }, 'PUT');
  const [{ id }] = (await ordersAtBank(desk, 'receivables', order.reference)) as [{ id: string }];
  const { rows, open } = await desk.get('receivables.list', { search: 'harmattan' });
  expect(rows).toEqual([]);
  expect(open).toMatchObject([{ submission: { state: 'unknown', reference: order.reference } }]);
  expect(await desk.get('receivables.import', { id })).toMatchObject({ origin: 'made' });
  expect((await desk.get('receivables.list', { search: '' })).open).toEqual([]);
  expect(await desk.get('submissions.get', { submissionId: sent.submissionId })).toMatchObject({
    state: 'accepted',
    recordId: id,
  });
  expect(desk.facts.some(({ event }) => event === 'submission.changed')).toBe(true);
  expect(await ordersAtBank(desk, 'receivables', order.reference)).toHaveLength(1);
});

test('a record of another amount under our reference settles nothing', async () => {
  const desk = await orderDesk();
  const rules = [{ operation: 'createReceivable', fault: { kind: 'reset' } }];
  await controlBank(desk, 'faults', { rules }, 'PUT');
  const order = receivable();
  const sent = await desk.get('receivables.create', { order });
  expect(sent.state).toBe('unknown');
  await controlBank(desk, 'faults', { rules: [] }, 'PUT');
  const other = await orderedElsewhere<{ receivable: { id: string } }>(desk, 'receivables', {
    ...order,
    amount: '10.00',
  });
  await desk.get('receivables.import', { id: other.receivable.id });
  const { submissionId } = sent;
  const still = await desk.get('submissions.get', { submissionId });
  expect(still.state).toBe('unknown');
  expect(still.error?.message).toContain('10');
});

test('the bank’s word moves with its clock: a sync reads who paid, a refresh what expired, and both are final', async () => {
  const desk = await orderDesk();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const id = await madeReceivable(desk, { dueDate: tomorrow });
  const paid = await madeReceivable(desk, { reference: 'PAID-1' });
  await paidIn(desk, { amount: '100.00', narration: 'PAID-1' });
  await desk.sync();
  expect((await desk.get('receivables.get', { id: paid })).record.status).toBe('paid');
  await controlBank(desk, 'clock/advance', { ms: 3 * 86_400_000 });
  await desk.get('session.signIn', { credentials: sandboxSignIn, remember: false });
  expect(await desk.get('receivables.refresh', {})).toEqual({ count: 1 });
  expect((await desk.get('receivables.get', { id })).record.status).toBe('expired');
  expect((await desk.get('receivables.get', { id: paid })).record).toMatchObject({
    status: 'paid',
    paidAmount: '100.00',
  });
  expect(await desk.get('receivables.refresh', {})).toEqual({ count: 0 });
});

test('what the bank refuses is shown at its field, and the reference may be another next time', async () => {
  const desk = await orderDesk();
  const late = receivable({ dueDate: '2020-01-01' });
  const refused = await desk.get('receivables.create', { order: late });
  expect(refused).toMatchObject({ state: 'refused', error: { code: 'bank.refused' } });
  const wrong = await desk.refused('receivables.create', {
    order: receivable({ amount: '1.5.0' }),
  });
  expect(Object.keys(wrong.fields ?? {})).toEqual(['amount']);
});
