import { describe, expect, test } from 'vitest';

import type { Journal } from '../../electron/engines/store/database.ts';
import {
  allAmountsNeeded,
  amountNeededUnder,
} from '../../electron/nouns/due-payments/amount-needed.ts';
import { changeDay, withdrawPayment } from '../../electron/nouns/due-payments/change.ts';
import {
  enterAmount,
  withdrawAmountNeeded,
} from '../../electron/nouns/due-payments/recurring/enter-amount.ts';
import { prepareRecurring } from '../../electron/nouns/due-payments/recurring/prepare.ts';
import {
  occurrenceReference,
  saveSeries,
  type PaymentSeries,
} from '../../electron/nouns/due-payments/recurring/series-table.ts';
import { amountKind } from '../../electron/nouns/due-payments/recurring/shared-amount.ts';
import { sharedOfRecurring } from '../../electron/nouns/due-payments/recurring/shared.ts';
import { sharedOfDuePayments } from '../../electron/nouns/due-payments/shared.ts';
import {
  allDuePayments,
  changesOf,
  duePaymentUnder,
} from '../../electron/nouns/due-payments/tables.ts';
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

const kinds = [...sharedOfRecurring, ...sharedOfDuePayments];
const context = { correlationId: 'test' };
const today = '2026-11-20';
const days = { first: today, last: today };
const seriesId = '5f0c1f0e-6a34-4f9d-8f6e-2f9d0b3f6a11';

/** Weekly from today on: three payments within the next two weeks. */
const power: PaymentSeries = {
  ...{ seriesId, name: 'Power', payee: 'Northlight', isEnded: false },
  order: { accountNumber: '1', beneficiaryId: 'b-1', amount: null, currency: 'USD' },
  ...{ rhythm: { every: 'week', weekday: 5 }, from: today, until: null },
  ...stamp,
};

const referenceOf = (inDays: number): string =>
  occurrenceReference(seriesId, addDays(today, inDays));
const [first, second] = [referenceOf(7), referenceOf(14)];

const prepare = (journal: Journal): number =>
  prepareRecurring(
    journal,
    {
      ...{ days, now: at, dueDay: (day) => ({ day, reason: null }), fingerprintOf: () => null },
    },
    context,
  );

const enter = (journal: Journal, amount: string, reference = first): boolean =>
  enterAmount(
    journal,
    reference,
    { amount, instead: duePaymentUnder(journal, reference)?.order.amount ?? null },
    { stamp, context },
  ).ok;

const move = (journal: Journal, inDays: number, reference = first): boolean => {
  const day = addDays(today, inDays);
  const due = { day, reason: null };
  return changeDay(journal, reference, { enteredDay: day, due, days, stamp, context }).ok;
};

const withdraw = (journal: Journal, reference = first): void => {
  const payment = withdrawPayment(journal, reference, { stamp, context });
  if (!payment.ok) withdrawAmountNeeded(journal, reference, stamp);
};

const stateOf = (journal: Journal): string[] => [
  ...allDuePayments(journal, 100).map(
    ({ order, state, day }) => `${order.reference} ${state} ${order.amount} ${day}`,
  ),
  ...allAmountsNeeded(journal, 100)
    .filter(({ state }) => state === 'withdrawn')
    .map(({ reference, state }) => `${reference} ${state}`),
];

const amountIn = (journal: Journal, reference = first): string | undefined =>
  duePaymentUnder(journal, reference)?.order.amount;

/** A team of two that has the recurring payment; each desk prepared it by itself. */
async function askedTeam() {
  const team = await sharedTeam(kinds);
  saveSeries(team.ada.journal, power, at);
  await settle(team.ada, team.ben);
  for (const { journal } of [team.ada, team.ben]) prepare(journal);
  return team;
}

describe('amounts of recurring payments in a team', () => {
  test('one that a colleague enters is entered here, with their name, and is needed no more', async () => {
    const { ada, ben } = await askedTeam();
    expect(enter(ben.journal, '120.50')).toBe(true);
    await settle(ada, ben);
    expect(duePaymentUnder(ada.journal, first)).toMatchObject({
      ...{ state: 'scheduled', source: 'recurring', sourceId: seriesId, actor: { name: 'Ben' } },
      order: { amount: '120.50', beneficiaryId: 'b-1' },
    });
    expect(amountNeededUnder(ada.journal, first)).toBeNull();
    expect(amountNeededUnder(ada.journal, second)?.state).toBe('needed');
    expect(changesOf(ada.journal, first)).toMatchObject([{ kind: 'amount' }]);
    expect(prepare(ada.journal)).toBe(0);
  });

  test('of two that were entered at the same time the later one counts, on both desks', async () => {
    const { ada, ben } = await askedTeam();
    enter(ada.journal, '100.00');
    enter(ada.journal, '150.00');
    enter(ben.journal, '200.00');
    await ada.exchange();
    await settle(ben, ada);
    expect([amountIn(ada.journal), amountIn(ben.journal)]).toEqual(['200.00', '200.00']);
  });

  test('a day that a colleague changed at the same time undoes no amount, nor an amount the day', async () => {
    const { ada, ben } = await askedTeam();
    enter(ada.journal, '100.00');
    await settle(ada, ben);
    enter(ada.journal, '200.00');
    move(ben.journal, 9);
    await ada.exchange();
    await settle(ben, ada);
    for (const { journal } of [ada, ben])
      expect(duePaymentUnder(journal, first)).toMatchObject({
        ...{ day: addDays(today, 9), order: { amount: '200.00' } },
      });
  });

  test('what was withdrawn stays so, whenever its amount was entered', async () => {
    const { ada, ben } = await askedTeam();
    withdraw(ada.journal);
    enter(ben.journal, '100.00');
    await settle(ada, ben);
    for (const { journal } of [ada, ben]) {
      expect(duePaymentUnder(journal, first)?.state).toBe('withdrawn');
      expect(enter(journal, '50.00')).toBe(false);
    }
  });

  test('what was withdrawn before its amount is not prepared on a desk that had not prepared it', async () => {
    const { ada, ben } = await sharedTeam(kinds);
    saveSeries(ada.journal, power, at);
    prepare(ada.journal);
    withdraw(ada.journal);
    await settle(ada, ben);
    prepare(ben.journal);
    expect(amountNeededUnder(ben.journal, first)?.state).toBe('withdrawn');
    expect(enter(ben.journal, '50.00')).toBe(false);
  });

  test('a desk that joins later has the amounts, and what was withdrawn before', async () => {
    const { ada, ben } = await joinedLater(
      kinds,
      (journal) => {
        saveSeries(journal, power, at);
        prepare(journal);
        enter(journal, '100.00');
        withdraw(journal, second);
      },
      () => undefined,
    );
    prepare(ben.journal);
    expect(stateOf(ben.journal)).toEqual(stateOf(ada.journal));
  });

  test.each([
    ['to another payee', { beneficiaryId: 'b-9' }, {}],
    ['from another account', { accountNumber: '9' }, {}],
    ['in another currency', { currency: 'EUR' }, {}],
    ['of nothing', { amount: '0.00' }, {}],
    ['below nothing', { amount: '-5.00' }, {}],
    ['of a recurring payment that is not known', {}, { sourceId: 'none' }],
  ])('an amount %s changes nothing', async (_name, order, item) => {
    const { ada, ben } = await askedTeam();
    enter(ada.journal, '100.00');
    await settle(ada, ben);
    const { order: known, day, enteredDay, payee } = duePaymentUnder(ben.journal, first)!;
    for (const reference of [first, second])
      await send(ben, amountKind, {
        order: { ...known, amount: '900.00', ...order, reference },
        ...{ day, enteredDay, moved: null, payee, fingerprint: null, sourceId: seriesId },
        ...{ scheduledAt: at, ...item },
      });
    await settle(ada, ben);
    expect([amountIn(ada.journal), amountIn(ada.journal, second)]).toEqual(['100.00', undefined]);
  });

  test('no amount changes a payment whose amount is fixed', async () => {
    const { ada, ben } = await sharedTeam(kinds);
    saveSeries(ada.journal, { ...power, order: { ...power.order, amount: '50.00' } }, at);
    prepare(ada.journal);
    await settle(ada, ben);
    const { order, day, enteredDay, payee } = duePaymentUnder(ben.journal, first)!;
    await send(ben, amountKind, {
      ...{ order: { ...order, amount: '900.00' }, day, enteredDay, moved: null, payee },
      ...{ fingerprint: null, sourceId: seriesId, scheduledAt: at },
    });
    await settle(ada, ben);
    expect(amountIn(ada.journal)).toBe('50.00');
  });

  test.each([1, 2, 3])('desks that change them in any order end alike (%i)', async (run) => {
    await expectAlike(run, kinds, {
      change: (journal, random) => {
        const reference = random() < 0.5 ? first : second;
        const act = random();
        if (act < 0.2) saveSeries(journal, power, at);
        else if (act < 0.4) prepare(journal);
        else if (act < 0.7)
          enter(journal, `${String(1 + Math.floor(random() * 900))}.00`, reference);
        else if (act < 0.85) move(journal, 1 + Math.floor(random() * 9), reference);
        else if (act < 0.9) withdraw(journal, reference);
      },
      stateOf: (journal) => stateOf(journal).toSorted(),
    });
  });
});
