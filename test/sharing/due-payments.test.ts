import { describe, expect, test } from 'vitest';

import { writeJournal } from '../../electron/engines/store/write-journal.ts';
import type { Journal } from '../../electron/engines/store/database.ts';
import { changeDay, withdrawPayment } from '../../electron/nouns/due-payments/change.ts';
import { schedulePayment } from '../../electron/nouns/due-payments/schedule.ts';
import { sharedOfDuePayments } from '../../electron/nouns/due-payments/shared.ts';
import { endKind } from '../../electron/nouns/due-payments/shared-item.ts';
import {
  allDuePayments,
  changesOf,
  duePaymentUnder,
  writeDuePayment,
} from '../../electron/nouns/due-payments/tables.ts';
import { shareChanges } from '../../electron/engines/sharing/outgoing.ts';
import { addDays } from '../../shared/calendar/calendar.ts';
import {
  at,
  expectAlike,
  joinedLater,
  send,
  settle,
  sharedTeam,
  stamp,
} from '../support/team/shared-team.ts';

const context = { correlationId: 'test' };
const today = '2026-11-20';
const days = { first: today, last: today };

const schedule = (
  journal: Journal,
  reference: string,
  { inDays = 3, source = 'form' }: { inDays?: number; source?: 'form' | 'recurring' } = {},
): boolean => {
  const day = addDays(today, inDays);
  return schedulePayment(
    journal,
    {
      order: {
        ...{ reference, accountNumber: '1', beneficiaryId: 'b-1', amount: '5.00', currency: 'USD' },
      },
      ...{ enteredDay: day, due: { day, reason: null }, payee: 'Bluefin', fingerprint: null },
      ...{ source, sourceId: '' },
    },
    stamp,
    { days, context },
  ).ok;
};

const move = (journal: Journal, reference: string, inDays: number): boolean => {
  const day = addDays(today, inDays);
  const due = { day, reason: null };
  return changeDay(journal, reference, { enteredDay: day, due, days, stamp, context }).ok;
};

const withdraw = (journal: Journal, reference: string): boolean =>
  withdrawPayment(journal, reference, { stamp, context }).ok;

/** As each desk does for itself, with the day of the rhythm. */
const prepare = (journal: Journal, reference: string): boolean =>
  schedule(journal, reference, { source: 'recurring' });

/** As behind a sending. */
const markSent = (journal: Journal, reference: string): void => {
  const known = duePaymentUnder(journal, reference);
  if (known === null || known.state === 'sent') return;
  writeJournal(journal, ['due_payment', 'team_outgoing'], () => {
    writeDuePayment(journal, { ...known, state: 'sent' });
    shareChanges(journal, endKind, [{ reference, state: 'sent' }], at);
  });
};

const stateOf = (journal: Journal) =>
  allDuePayments(journal, 1_000)
    .map(({ order, state, day }) => `${order.reference} ${state} ${day}`)
    .toSorted();

describe('payments for a later day in a team', () => {
  test('stand on every desk, with who scheduled and moved them', async () => {
    const { ada, ben } = await sharedTeam(sharedOfDuePayments);
    schedule(ada.journal, 'A');
    await settle(ada, ben);
    expect(duePaymentUnder(ben.journal, 'A')).toMatchObject({
      day: '2026-11-23',
      state: 'scheduled',
    });
    move(ben.journal, 'A', 5);
    await settle(ada, ben);
    expect(stateOf(ada.journal)).toEqual(['A scheduled 2026-11-25']);
    expect(changesOf(ada.journal, 'A')).toMatchObject([{ kind: 'day', actor: { name: 'Ben' } }]);
  });

  test('a recurring one that a desk prepares late stays on the day to which a colleague moved it', async () => {
    const { ada, ben } = await sharedTeam(sharedOfDuePayments);
    prepare(ada.journal, 'A');
    move(ada.journal, 'A', 5);
    await settle(ada);
    // Ben's desk has read nothing of it yet.
    prepare(ben.journal, 'A');
    await settle(ben, ada);
    for (const { journal } of [ada, ben]) {
      expect(stateOf(journal)).toEqual(['A scheduled 2026-11-25']);
      expect(changesOf(journal, 'A').map(({ kind }) => kind)).toEqual(['day']);
    }
    move(ben.journal, 'A', 6);
    await settle(ada, ben);
    for (const { journal } of [ada, ben])
      expect(stateOf(journal)).toEqual(['A scheduled 2026-11-26']);
  });

  test('one that was withdrawn stays so, though a colleague moved it at the same time', async () => {
    const { ada, ben } = await sharedTeam(sharedOfDuePayments);
    schedule(ada.journal, 'A');
    await settle(ada, ben);
    withdraw(ada.journal, 'A');
    move(ben.journal, 'A', 5);
    await settle(ada, ben);
    for (const { journal } of [ada, ben])
      expect(duePaymentUnder(journal, 'A')?.state).toBe('withdrawn');
  });

  test('one that was sent is sent, though a colleague withdrew it at the same time', async () => {
    const { ada, ben } = await sharedTeam(sharedOfDuePayments);
    schedule(ada.journal, 'A');
    await settle(ada, ben);
    withdraw(ada.journal, 'A');
    markSent(ben.journal, 'A');
    await settle(ada, ben);
    for (const { journal } of [ada, ben]) expect(duePaymentUnder(journal, 'A')?.state).toBe('sent');
  });

  test('a desk that joins later has all of them, with their ends', async () => {
    const { ben } = await joinedLater(
      sharedOfDuePayments,
      (journal) => {
        for (const reference of ['A', 'B']) schedule(journal, reference);
        withdraw(journal, 'B');
      },
      () => undefined,
    );
    expect(stateOf(ben.journal)).toEqual(['A scheduled 2026-11-23', 'B withdrawn 2026-11-23']);
  });

  test.each([
    ['another payment under a known reference', { amount: '5000.00' }],
    ['an amount that is none', { amount: '1e9' }],
    ['a field too much', { hidden: 'x' }],
  ])('%s changes nothing', async (_name, change) => {
    const { ada, ben } = await sharedTeam(sharedOfDuePayments);
    schedule(ada.journal, 'A');
    await settle(ada, ben);
    const { order, day, enteredDay, payee } = duePaymentUnder(ben.journal, 'A')!;
    await send(ben, 'due-payment', {
      ...{ order: { ...order, ...change }, day, enteredDay, moved: null, payee, fingerprint: null },
      ...{ source: 'form', sourceId: '', scheduledAt: at, scheduledBy: 'Ben', change: 'day' },
    });
    await settle(ada, ben);
    expect(duePaymentUnder(ada.journal, 'A')?.order.amount).toBe('5.00');
  });

  test('an end of what is not known changes nothing', async () => {
    const { ada, ben } = await sharedTeam(sharedOfDuePayments);
    await send(ben, endKind, { reference: 'none', state: 'sent' });
    await settle(ada, ben);
    expect(stateOf(ada.journal)).toEqual([]);
  });

  test.each([1, 2, 3])('desks that change them in any order end alike (%i)', async (run) => {
    await expectAlike(run, sharedOfDuePayments, {
      change: (journal, random) => {
        const reference = `P-${String(Math.floor(random() * 6))}`;
        const act = random();
        if (act < 0.2) schedule(journal, reference);
        else if (act < 0.4) prepare(journal, `R-${String(Math.floor(random() * 3))}`);
        else if (act < 0.5) move(journal, `R-${String(Math.floor(random() * 3))}`, 2);
        else if (act < 0.7) move(journal, reference, 1 + Math.floor(random() * 9));
        else if (act < 0.85) withdraw(journal, reference);
        else markSent(journal, reference);
      },
      stateOf,
    });
  });
});
