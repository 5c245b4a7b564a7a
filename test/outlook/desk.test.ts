import { expect, test } from 'vitest';

import { addDays, todayAt } from '../../shared/calendar/calendar.ts';
import {
  operating,
  orderDesk,
  readStatements,
  receivable,
  controlBank,
} from '../support/desks/order-desk.ts';

const today = todayAt(Date.now());

test('the outlook has what is known once, each with its reason, and the balance after it', async () => {
  const desk = await orderDesk();
  const empty = await desk.get('outlook.ahead', { accountNumber: operating });
  expect(empty).toMatchObject({ lines: [], history: null, isShort: true });
  const due = addDays(today, 3);
  const order = receivable({ reference: 'INV-7', dueDate: due });
  const made = await desk.get('receivables.create', { order });
  const later = receivable({ reference: 'INV-8', dueDate: addDays(today, 15) });
  await desk.get('receivables.create', { order: later });
  const ahead = await desk.get('outlook.ahead', { accountNumber: operating });
  expect(ahead.lines).toMatchObject([
    {
      ...{ day: due, name: order.payerName, record: '' },
      reason: expect.stringContaining('due ') as string,
      amount: { amount: order.amount, currency: 'USD' },
      source: { kind: 'receivable', id: made.recordId },
    },
  ]);
  // It was paid, though no one has confirmed it: it is not listed a second time.
  await controlBank(desk, 'entries', {
    ...{ account: operating, direction: 'credit', amount: order.amount },
    narration: `Payment of INV-7 ${order.payerName}`,
  });
  await readStatements(desk);
  expect((await desk.get('outlook.ahead', { accountNumber: operating })).lines).toEqual([]);
});

test('an account that is not in the local copy is refused', async () => {
  const desk = await orderDesk();
  expect(await desk.refused('outlook.ahead', { accountNumber: 'nobody' })).toMatchObject({
    code: 'offline.not-cached',
  });
});
