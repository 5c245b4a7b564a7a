import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { PaymentOrder } from '../../shared/bank/transfers.ts';
import { closeDatabase } from '../../electron/engines/store/database.ts';
import { openJournal } from '../../electron/engines/store/opening/journal.ts';
import { closeJournal } from '../../electron/engines/store/opening/journal.ts';
import {
  changeDay,
  settleSent,
  withdrawPayment,
} from '../../electron/nouns/due-payments/change.ts';
import { dueState } from '../../electron/nouns/due-payments/due-state.ts';
import { schedulePayment } from '../../electron/nouns/due-payments/schedule.ts';
import { whileSending } from '../../electron/nouns/due-payments/being-sent.ts';
import {
  changesOf,
  duePaymentUnder,
  scheduledPayments,
} from '../../electron/nouns/due-payments/tables.ts';
import { actorNamed } from '../support/desks/actors.ts';
import { closing, key, temporaryFolder } from '../support/stores/store.ts';

const stamp = { actor: actorNamed('Ada'), at: '2026-11-24T09:00:00.000Z' };
const later = { actor: actorNamed('Ben'), at: '2026-11-25T09:00:00.000Z' };
const context = { correlationId: 'test' };
const days = { first: '2026-11-24', last: '2026-11-24' };

const order = (extra: Partial<PaymentOrder> = {}): PaymentOrder => ({
  ...{ accountNumber: '9988776655', beneficiaryId: 'b-7', amount: '12.50', currency: 'EUR' },
  reference: 'INV-1',
  ...extra,
});

const entered = (day: string, extra: Partial<PaymentOrder> = {}) => ({
  ...{ order: order(extra), enteredDay: day, due: { day, reason: null } },
  ...({ payee: 'Bluefin Couriers', fingerprint: null, source: 'form', sourceId: '' } as const),
});

function openDue() {
  const file = join(temporaryFolder(), 'journal.db');
  const journal = closing(openJournal(file, key, { program: 'a test' }));
  return {
    journal,
    file,
    schedule: (day: string, extra: Partial<PaymentOrder> = {}) =>
      schedulePayment(journal, entered(day, extra), stamp, { days, context }),
  };
}

test('a payment that is scheduled is on the disk before the call returns', () => {
  const { journal, file, schedule } = openDue();
  expect(schedule('2026-11-30').ok).toBe(true);
  // As a power cut leaves it: nothing is closed.
  const size = journal.connection.pragma('wal_checkpoint(PASSIVE)');
  expect(size).toBeDefined();
  closeJournal(journal);
  const again = closing(openJournal(file, key, { program: 'a test' }));
  expect(scheduledPayments(again, 10)).toMatchObject([
    { day: '2026-11-30', order: order(), actor: stamp.actor, state: 'scheduled' },
  ]);
  closeDatabase(again);
});

test('withdrawing and moving keep who did it, and what is withdrawn stays so', () => {
  const { journal, schedule } = openDue();
  expect(schedule('2026-11-30').ok).toBe(true);
  const moved = changeDay(journal, 'INV-1', {
    ...{ enteredDay: '2026-12-05', due: { day: '2026-12-07', reason: 'Saturday' } },
    ...{ days, stamp: later, context },
  });
  expect(moved).toMatchObject({ ok: true, value: { day: '2026-12-07', moved: 'Saturday' } });
  expect(withdrawPayment(journal, 'INV-1', { stamp: later, context }).ok).toBe(true);
  expect(withdrawPayment(journal, 'INV-1', { stamp, context }).ok).toBe(true);
  expect(changesOf(journal, 'INV-1')).toMatchObject([
    { kind: 'day', detail: '2026-11-30', day: '2026-12-07', actor: { name: 'Ben' } },
    { kind: 'withdrawn', actor: { name: 'Ben' } },
  ]);
  expect(schedule('2026-11-30')).toMatchObject({ ok: false });
  expect(scheduledPayments(journal, 10)).toEqual([]);
});

test('while it is being sent it is neither withdrawn nor moved', async () => {
  const { journal, schedule } = openDue();
  expect(schedule('2026-11-30').ok).toBe(true);
  await whileSending(journal, 'INV-1', () => {
    expect(withdrawPayment(journal, 'INV-1', { stamp, context }).ok).toBe(false);
    return Promise.resolve();
  });
  expect(withdrawPayment(journal, 'INV-1', { stamp, context }).ok).toBe(true);
});

test('nothing that did not leave is marked as sent', () => {
  const { journal, schedule } = openDue();
  expect(schedule('2026-11-30').ok).toBe(true);
  expect(settleSent(journal, stamp)).toBe(0);
  expect(duePaymentUnder(journal, 'inv-1')?.state).toBe('scheduled');
});

test.each([
  ['before its day', '2026-11-30', null, 'scheduled'],
  ['on its day', '2026-11-24', null, 'due'],
  ['behind its day', '2026-11-23', null, 'overdue'],
  ['that never left', '2026-11-24', 'not-sent', 'due'],
  ['without an answer', '2026-11-24', 'unknown', 'unknown'],
  ['on its way', '2026-11-24', 'sending', 'unknown'],
  ['that the bank refused', '2026-11-24', 'refused', 'sent'],
  ['that the bank accepted', '2026-11-23', 'accepted', 'sent'],
] as const)('a payment %s', (_name, day, submission, expected) => {
  const payment = { state: 'scheduled', day } as const;
  expect(dueState(payment, submission && { state: submission }, days)).toBe(expected);
});

test('with two clocks, it is due by both of them and overdue by one', () => {
  const apart = { first: '2026-11-24', last: '2026-11-25' };
  const at = (day: string) => dueState({ state: 'scheduled', day }, null, apart);
  expect([at('2026-11-25'), at('2026-11-24')]).toEqual(['scheduled', 'overdue']);
});
