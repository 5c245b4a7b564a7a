import { expect, test } from 'vitest';

import { magicSubjects } from '../../sandbox/bank/sandbox.ts';
import { newReference } from '../../shared/reference.ts';
import { startForeignBank, foreignCredentials } from '../support/simple-banks/foreign-bank.ts';
import { openTestDesk } from '../support/desks/test-desk.ts';
import { openFundedDesk } from '../support/desks/transfers-desk.ts';

test('the sandbox reports its numbers and its time, and moves its clock without a sign-in', async () => {
  const desk = await openFundedDesk();
  const { subjects, now } = await desk.get('sandbox.numbers', {});
  expect(subjects.map(({ number }) => number)).toEqual(magicSubjects.map(({ number }) => number));
  expect(subjects.find(({ number }) => number === 'beneficiary-returned')).toMatchObject({
    kind: 'beneficiary',
    name: 'Sandbox payee, returned',
  });
  const day = 86_400_000;
  const moved = await desk.get('sandbox.advance', { ms: day });
  expect(Date.parse(moved.now) - Date.parse(now)).toBeGreaterThanOrEqual(day);
  expect(await desk.get('payments.refresh', {})).toEqual({ count: 0 });
});

test('an inflow is booked once, however often it is asked under one reference', async () => {
  const desk = await openFundedDesk();
  const inflow = {
    reference: newReference(),
    accountNumber: desk.usd,
    amount: '1,250.5',
    currency: 'USD',
    senderName: 'Kestrel Logistics',
    narration: 'INV-88',
  };
  const [first, second] = await Promise.all([
    desk.get('sandbox.inflow', inflow),
    desk.get('sandbox.inflow', inflow),
  ]);
  expect(new Set([first.submissionId, second.submissionId]).size).toBe(1);
  expect(await desk.get('sandbox.inflow', inflow)).toMatchObject({ state: 'accepted' });
  await desk.sync({ accountNumbers: [desk.usd] });
  const { rows } = await desk.get('statements.page', {
    accountNumber: desk.usd,
    filter: { search: 'INV-88' },
    index: 0,
    limit: 10,
  });
  expect(rows).toMatchObject([{ direction: 'credit', amount: { amount: '1250.50' } }]);
  const bad = { ...inflow, reference: newReference(), amount: '1e3' };
  expect((await desk.refused('sandbox.inflow', bad)).fields).toHaveProperty('amount');
});

test('another bank has no desk of its own', async () => {
  const bank = await startForeignBank({ entries: [], openingBalance: '0' });
  const desk = await openTestDesk();
  await desk.get('desk.connectBank', { bankFile: bank.bankFile() });
  await desk.get('session.signIn', { credentials: foreignCredentials, remember: false });
  const calls = bank.calls.length;
  for (const asked of [
    desk.refused('sandbox.numbers', {}),
    desk.refused('sandbox.advance', { ms: 1 }),
    desk.refused('sandbox.inflow', {
      reference: newReference(),
      accountNumber: '1',
      amount: '1',
      currency: 'USD',
      senderName: '',
      narration: '',
    }),
  ])
    expect((await asked).code).toBe('operation.closed');
  expect(bank.calls).toHaveLength(calls);
  await bank.close();
});
