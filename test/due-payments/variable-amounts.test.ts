import { describe, expect, test } from 'vitest';

import { enterDueAmount } from '../../electron/desk/due/amounts/enter-due-amount.ts';
import { planRun, previewRun } from '../../electron/desk/due/day-runs/plan-run.ts';
import { dueRows } from '../../electron/desk/due/due-rows.ts';
import { sendDue } from '../../electron/desk/due/sending/send-due.ts';
import { addReconciliation } from '../../electron/engines/submissions/journal/reconciliations.ts';
import { amountNeededUnder } from '../../electron/nouns/due-payments/amount-needed.ts';
import { coveredPayment, digestOf } from '../../electron/nouns/due-payments/day-runs/covered.ts';
import { dueDaysAt } from '../../electron/nouns/due-payments/due-days.ts';
import { withdrawAmountNeeded } from '../../electron/nouns/due-payments/recurring/enter-amount.ts';
import { prepareRecurring } from '../../electron/nouns/due-payments/recurring/prepare.ts';
import {
  saveSeries,
  type PaymentSeries,
} from '../../electron/nouns/due-payments/recurring/series-table.ts';
import {
  changesOf,
  duePaymentUnder,
  writeDuePayment,
} from '../../electron/nouns/due-payments/tables.ts';
import { duePayments } from '../../electron/nouns/exceptions/sources/due-payments.ts';
import type { Actor } from '../../shared/actor.ts';
import { addDays, dayOf } from '../../shared/calendar/calendar.ts';
import { fail } from '../../shared/errors.ts';
import { accountWith, beforeAnswers, openBatchDesk } from '../payments/file/batch-desk.ts';
import { actorNamed } from '../support/desks/actors.ts';
import { beginning, context, written } from '../support/desks/lone-desk.ts';

const today = dayOf(beginning);
const dayMs = 86_400_000;
const own: Actor = { id: '', name: 'Ada', desk: 'desk-1' };
const stamp = { actor: own, at: beginning };
const script = { by: 'script', twins: [], payeeChecked: false, twinsUnchecked: false } as const;

const inDays = 3;
const day = addDays(today, inDays);
const weekday = ((new Date(day).getUTCDay() + 6) % 7) + 1;

/** Weekly, first in three days. */
const power: PaymentSeries = {
  ...{ seriesId: '5f0c1f0e-6a34-4f9d-8f6e-2f9d0b3f6a11', name: 'Power', payee: 'Northlight' },
  order: { accountNumber: '1', beneficiaryId: 'b-1', amount: null, currency: 'USD' },
  ...{ rhythm: { every: 'week', weekday }, from: today, until: day, isEnded: false },
  ...stamp,
};

function openAsked({ series = power } = {}) {
  const desk = openBatchDesk();
  const { parts } = desk;
  const { journal, clock } = parts;
  desk.cache.saveAccounts([accountWith('1', '1000.00')], beginning);
  saveSeries(journal, series, beginning);
  const prepare = () =>
    prepareRecurring(
      journal,
      {
        ...{ days: dueDaysAt(clock), now: new Date(clock.now()).toISOString() },
        ...{ dueDay: (wanted) => ({ day: wanted, reason: null }), fingerprintOf: () => null },
      },
      context,
    );
  const rows = () => dueRows({ journal, days: dueDaysAt(clock) });
  prepare();
  const [first] = rows();
  const reference = first?.reference ?? '';
  const enter = (amount: string, instead: string | null = null, actor: Actor = own) =>
    enterDueAmount(
      parts,
      reference,
      { amount, instead },
      { stamp: { actor, at: new Date(clock.now()).toISOString() }, context },
    );
  const send = (name: string | null = null) =>
    sendDue(
      parts,
      reference,
      {
        ...{ approval: script, deskId: 'desk-1', stamp },
        release: name === null ? null : { actor: actorNamed(name), at: beginning },
      },
      context,
    );
  return { ...desk, journal, clock, reference, rows, prepare, enter, send };
}

const needed = {
  state: 'amount-needed',
  amount: null,
  currency: 'USD',
  hasVariableAmount: true,
  day,
};

describe('a payment of a recurring one whose amount is asked', () => {
  test('is prepared once, needs its amount, and is neither sent nor in a run before it has one', async () => {
    const { rows, prepare, send, orders, passes, journal, clock } = openAsked();
    expect([prepare(), rows()]).toMatchObject([0, [needed]]);
    const planning = { journal, clock, whyUnapproved: () => null };
    expect(previewRun(planning, day)).toMatchObject({
      payments: [],
      leftOut: [{ amount: null, reason: expect.stringContaining('amount') as string }],
    });
    passes(inDays * dayMs);
    expect(rows()).toMatchObject([needed]);
    const refused = await send('Ada');
    expect(refused).toMatchObject({ error: { code: 'input.invalid' } });
    expect(refused.ok ? '' : refused.error.message).toContain('amount is needed');
    expect(orders).toEqual([]);
  });

  test('is a scheduled payment like any other with its amount, and is sent with it on its day', async () => {
    const { enter, rows, send, orders, passes, prepare, reference, journal } = openAsked();
    expect(enter('120.5')).toMatchObject({ ok: true });
    expect(rows()).toMatchObject([
      { state: 'scheduled', amount: { amount: '120.50' }, held: null, hasVariableAmount: true },
    ]);
    expect(changesOf(journal, reference)).toMatchObject([{ kind: 'amount', detail: '' }]);
    expect([amountNeededUnder(journal, reference), prepare()]).toEqual([null, 0]);
    expect(await send()).toMatchObject({ error: { code: 'input.invalid' } });
    passes(inDays * dayMs);
    expect((await send()).ok).toBe(true);
    expect(orders).toMatchObject([{ reference, amount: '120.50' }]);
  });

  test.each(['', '0', '-5', '1e3', '12.345', 'asked'])('takes no amount “%s”', (amount) => {
    const { enter, rows } = openAsked();
    expect(enter(amount)).toMatchObject({ error: { code: 'input.invalid' } });
    expect(rows()).toMatchObject([needed]);
  });

  test('takes another amount only from who saw the one that it has, and the same one again', () => {
    const { enter, rows, reference, journal } = openAsked();
    const ben = { ...own, name: 'Ben' };
    expect(enter('100.00').ok).toBe(true);
    for (const [amount, instead] of [
      ['200.00', null],
      ['200.00', '150.00'],
    ] as const)
      expect(enter(amount, instead, ben)).toMatchObject({
        error: { code: 'input.invalid', message: expect.stringContaining('Ada') as string },
      });
    expect(enter('100', null, ben).ok).toBe(true);
    expect(changesOf(journal, reference)).toHaveLength(1);
    expect(enter('200.00', '100.00', ben).ok).toBe(true);
    expect(rows()).toMatchObject([{ amount: { amount: '200.00' }, scheduledBy: 'Ben' }]);
    expect(changesOf(journal, reference)).toMatchObject([
      { detail: '' },
      { detail: '100.00', actor: { name: 'Ben' } },
    ]);
  });

  test('takes none while it is sent, and none once it was sent', async () => {
    const desk = openAsked();
    const { enter, send, passes, orders } = desk;
    expect(enter('100.00').ok).toBe(true);
    passes(inDays * dayMs);
    const meanwhile: ReturnType<typeof enter>[] = [];
    beforeAnswers(desk, () => Promise.resolve(meanwhile.push(enter('200.00', '100.00'))));
    expect((await send()).ok).toBe(true);
    expect(meanwhile[0]).toMatchObject({ error: { code: 'input.invalid' } });
    expect(enter('200.00', '100.00')).toMatchObject({ error: { code: 'input.invalid' } });
    expect(orders.map(({ amount }) => amount)).toEqual(['100.00']);
  });

  test('takes none from its first second on, before anything is written down', async () => {
    const { enter, send, passes, orders, bank } = openAsked();
    expect(enter('100.00').ok).toBe(true);
    passes(inDays * dayMs);
    const read = bank.answers.getBeneficiary;
    bank.answers.getBeneficiary = (...given) => {
      expect(enter('200.00', '100.00')).toMatchObject({
        error: { message: expect.stringContaining('being sent') as string },
      });
      return read!(...given);
    };
    expect((await send()).ok).toBe(true);
    expect(orders.map(({ amount }) => amount)).toEqual(['100.00']);
  });

  test('takes none once it was tried, for what never left goes again as it was tried', async () => {
    const { enter, send, passes, orders, answers, reference, journal } = openAsked();
    expect(enter('100.00').ok).toBe(true);
    passes(inDays * dayMs);
    answers.set(reference, () =>
      fail('bank.busy', 'test', { bank: { status: 429, message: 'Later' } }),
    );
    expect((await send()).ok).toBe(true);
    answers.clear();
    expect(enter('200.00', '100.00')).toMatchObject({
      error: { message: expect.stringContaining('tried before') as string },
    });
    // As a colleague's amount that was read while the first try was on its way.
    const known = duePaymentUnder(journal, reference)!;
    writeDuePayment(journal, { ...known, order: { ...known.order, amount: '200.00' } });
    orders.length = 0;
    expect(await send()).toMatchObject({ error: { code: 'input.invalid' } });
    expect(orders).toEqual([]);
  });

  test('is not sent where a colleague entered another amount while it was being sent', async () => {
    const { enter, send, passes, orders, bank, reference, journal } = openAsked();
    expect(enter('100.00').ok).toBe(true);
    passes(inDays * dayMs);
    const read = bank.answers.getBeneficiary;
    bank.answers.getBeneficiary = (...given) => {
      const known = duePaymentUnder(journal, reference)!;
      writeDuePayment(journal, { ...known, order: { ...known.order, amount: '200.00' } });
      return read!(...given);
    };
    expect(await send()).toMatchObject({ error: { code: 'input.invalid' } });
    expect(orders).toEqual([]);
  });

  test('leaves the run that named it once its amount changes, also where it changes back', () => {
    const { enter, journal, clock, reference } = openAsked();
    expect(enter('100.00').ok).toBe(true);
    const planning = { journal, clock, whyUnapproved: () => null };
    const named = { reference, digest: digestOf(journal, duePaymentUnder(journal, reference)!) };
    expect(coveredPayment(journal, named)).not.toBeNull();
    expect(enter('200.00', '100.00').ok).toBe(true);
    expect(coveredPayment(journal, named)).toBeNull();
    expect(enter('100.00', '200.00').ok).toBe(true);
    expect(coveredPayment(journal, named)).toBeNull();
    const wanted = { day, until: `${day}T15:00:00.000Z`, payments: [named], actor: own };
    expect(planRun(planning, wanted, context)).toMatchObject({ ok: false });
  });

  test('that was withdrawn before is not prepared again, and takes no amount', () => {
    const { rows, prepare, enter, journal, reference } = openAsked();
    expect(withdrawAmountNeeded(journal, reference, stamp)?.state).toBe('withdrawn');
    expect([rows(), prepare(), rows()]).toEqual([[], 0, []]);
    expect(enter('100.00')).toMatchObject({
      error: { message: expect.stringContaining('Ada withdrew') as string },
    });
  });

  test('is missed, and an exception, once its day is over, and held with an amount that comes late', async () => {
    const { passes, enter, send, orders, journal, clock, reference } = openAsked();
    passes(inDays * dayMs);
    expect(duePayments({ journal, clock })).toMatchObject([
      { kind: 'due-today', title: '1 payment due today' },
    ]);
    passes(dayMs);
    expect(duePayments({ journal, clock })).toMatchObject([
      {
        ...{ kind: 'overdue', title: 'Recurring payment missed: Northlight', amount: null },
        place: { view: 'due', reference },
      },
    ]);
    expect(enter('100.00').ok).toBe(true);
    expect(await send()).toMatchObject({ error: { code: 'confirmation.required' } });
    expect(orders).toEqual([]);
    expect((await send('Ada Merlin')).ok).toBe(true);
  });

  test('of a restored journal is held where its amount is entered after the comparison with the bank', async () => {
    const { passes, enter, send, orders, journal } = openAsked();
    passes(dayMs);
    addReconciliation(
      journal,
      {
        openedAt: new Date(Date.parse(beginning) + dayMs).toISOString(),
        actor: own,
        from: today,
        isComplete: true,
      },
      {},
    );
    expect(enter('100.00').ok).toBe(true);
    passes(2 * dayMs);
    expect(await send()).toMatchObject({ error: { code: 'confirmation.required' } });
    expect(orders).toEqual([]);
  });

  test('that the bank has under its reference takes no amount, and is not shown', () => {
    const desk = openAsked();
    written(desk, desk.reference, { amount: '70.00', state: 'accepted' });
    expect(desk.rows()).toEqual([]);
    expect(desk.enter('100.00')).toMatchObject({ error: { code: 'input.invalid' } });
  });

  test('is not sent where one like it was sent since it was prepared', async () => {
    const desk = openAsked();
    desk.passes(dayMs);
    written(desk, 'B', { amount: '100.00', state: 'accepted' });
    desk.passes(2 * dayMs);
    expect(desk.enter('100.00').ok).toBe(true);
    expect(await desk.send()).toMatchObject({ error: { code: 'confirmation.required' } });
    expect(desk.orders).toEqual([]);
  });

  test('a fixed amount stays', () => {
    const { rows, enter } = openAsked({
      series: { ...power, order: { ...power.order, amount: '50.00' } },
    });
    expect(rows()).toMatchObject([{ amount: { amount: '50.00' }, hasVariableAmount: false }]);
    expect(enter('60.00', '50.00')).toMatchObject({
      error: { message: expect.stringContaining('fixed') as string },
    });
  });
});
