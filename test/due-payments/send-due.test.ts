import { describe, expect, test } from 'vitest';

import { scheduleDue } from '../../electron/desk/due/schedule-due.ts';
import { sendDue } from '../../electron/desk/due/sending/send-due.ts';
import { addReconciliation } from '../../electron/engines/submissions/journal/reconciliations.ts';
import { withdrawPayment } from '../../electron/nouns/due-payments/change.ts';
import { changesOf, duePaymentUnder } from '../../electron/nouns/due-payments/tables.ts';
import type { Actor } from '../../shared/actor.ts';
import { addDays, dayOf } from '../../shared/calendar/calendar.ts';
import { fail } from '../../shared/errors.ts';
import { accountWith, listedTransfer, openBatchDesk } from '../payments/file/batch-desk.ts';
import { actorNamed } from '../support/desks/actors.ts';
import { beginning, context, written } from '../support/desks/lone-desk.ts';

const today = dayOf(beginning);
const own: Actor = { id: '', name: 'Ada', desk: 'desk-1' };
const script = { by: 'script', twins: [], payeeChecked: false, twinsUnchecked: false } as const;

function openDue() {
  const desk = openBatchDesk();
  desk.cache.saveAccounts([accountWith('1', '1000.00')], '2026-11-20T09:00:00.000Z');
  const { parts } = desk;
  const schedule = (
    reference: string,
    { inDays = 0, actor = own, at = beginning, seriesId = '' } = {},
  ) =>
    scheduleDue(
      parts,
      {
        ...{ reference, accountNumber: '1', beneficiaryId: 'b-1', amount: '5.00', currency: 'USD' },
        ...{ narration: '', due: addDays(today, inDays), sourceId: seriesId },
        source: seriesId === '' ? 'form' : 'recurring',
      },
      { stamp: { actor, at }, workingDays: (day) => ({ day, reason: null }) },
      context,
    );
  const send = (reference: string, name: string | null = null) =>
    sendDue(
      parts,
      reference,
      {
        ...{ approval: script, deskId: 'desk-1', stamp: { actor: own, at: beginning } },
        release: name === null ? null : { actor: actorNamed(name), at: beginning },
      },
      context,
    );
  return { ...desk, schedule, send };
}

describe('a due payment', () => {
  test('is sent once, whoever sends it how often', async () => {
    const { schedule, send, orders } = openDue();
    expect(schedule('A').ok).toBe(true);
    const both = await Promise.all([send('A'), send('A')]);
    expect(both.map((sent) => sent.ok)).toEqual([true, true]);
    expect((await send('A')).ok).toBe(true);
    expect(orders.map(({ reference }) => reference)).toEqual(['A']);
  });

  test('is not sent before its day, nor once it was withdrawn', async () => {
    const { schedule, send, orders, parts } = openDue();
    expect(schedule('A', { inDays: 3 }).ok).toBe(true);
    expect(schedule('B').ok).toBe(true);
    expect(
      withdrawPayment(parts.journal, 'B', { stamp: { actor: own, at: beginning }, context }).ok,
    ).toBe(true);
    const [early, withdrawn] = [await send('A'), await send('B', 'Ada')];
    expect(early).toMatchObject({ ok: false, error: { code: 'input.invalid' } });
    expect(withdrawn).toMatchObject({ ok: false, error: { code: 'input.invalid' } });
    expect(orders).toEqual([]);
  });

  test.each(['sent', 'withdrawn'])(
    'that was scheduled before a comparison with the bank may have been %s then: a person names themselves',
    async () => {
      const { schedule, send, orders, parts } = openDue();
      expect(schedule('A').ok).toBe(true);
      addReconciliation(
        parts.journal,
        { openedAt: beginning, actor: own, from: today, isComplete: true },
        {},
      );
      expect(await send('A')).toMatchObject({
        error: { code: 'confirmation.required', fields: { held: expect.any(String) as string } },
      });
      expect((await send('A', 'Ada Merlin')).ok).toBe(true);
      expect(orders).toHaveLength(1);
      expect(changesOf(parts.journal, 'A')).toMatchObject([
        { kind: 'released', actor: { name: 'Ada Merlin' } },
        { kind: 'sent' },
      ]);
    },
  );

  test('of a colleague is sent by a script only on a name', async () => {
    const { schedule, send, orders } = openDue();
    expect(schedule('A', { actor: { ...own, name: 'Ben', desk: 'desk-2' } }).ok).toBe(true);
    expect(await send('A')).toMatchObject({ error: { code: 'confirmation.required' } });
    expect(orders).toEqual([]);
    expect((await send('A', 'Ada')).ok).toBe(true);
  });

  test('that never left is still due, and goes under its own reference once more', async () => {
    const { schedule, send, orders, answers, parts } = openDue();
    expect(schedule('A').ok).toBe(true);
    answers.set('A', () => fail('bank.busy', 'test', { bank: { status: 429, message: 'Later' } }));
    expect((await send('A')).ok).toBe(true);
    expect(duePaymentUnder(parts.journal, 'A')?.state).toBe('scheduled');
    answers.clear();
    expect(await send('A')).toMatchObject({
      ok: true,
      value: { submission: { state: 'accepted' } },
    });
    expect(duePaymentUnder(parts.journal, 'A')?.state).toBe('sent');
    expect(new Set(orders.map(({ reference }) => reference))).toEqual(new Set(['A']));
  });
});

const days = (count: number): number => count * 86_400_000;

describe('a payment that was scheduled days ago', () => {
  test('is not sent where one like it was sent since, by this desk', async () => {
    const desk = openDue();
    expect(desk.schedule('A', { inDays: 10 }).ok).toBe(true);
    desk.passes(days(5));
    written(desk, 'B', { amount: '5.00', state: 'accepted' });
    desk.passes(days(5));
    const refused = await desk.send('A');
    expect(refused).toMatchObject({ error: { code: 'confirmation.required' } });
    expect(refused.ok ? '' : refused.error.message).toContain('since this one was scheduled');
    expect(desk.orders).toEqual([]);
  });

  test('nor where the bank lists one like it that was sent elsewhere since', async () => {
    const desk = openDue();
    expect(desk.schedule('A', { inDays: 10 }).ok).toBe(true);
    desk.passes(days(5));
    const createdAt = new Date(desk.parts.clock.now()).toISOString();
    const order = { accountNumber: '1', beneficiaryId: 'b-1', amount: '5.00', currency: 'USD' };
    desk.transfers.push(listedTransfer({ ...order, id: 'T-9', reference: 'B', createdAt }));
    desk.passes(days(5));
    expect(await desk.send('A')).toMatchObject({ error: { code: 'confirmation.required' } });
    expect(desk.orders).toEqual([]);
  });

  test('names one of the last day once, and its day as ever', async () => {
    const desk = openDue();
    expect(desk.schedule('A', { inDays: 10 }).ok).toBe(true);
    desk.passes(days(9.5));
    written(desk, 'EARLIER', { amount: '5.00', state: 'accepted' });
    desk.passes(days(0.5));
    const refused = await desk.send('A');
    const message = refused.ok ? '' : refused.error.message;
    expect(message).toContain('within a day');
    expect(message.match(/reference EARLIER/g)).toHaveLength(1);
  });

  test('is sent where the one like it was sent before it was scheduled', async () => {
    const desk = openDue();
    written(desk, 'B', { amount: '5.00', state: 'accepted' });
    desk.passes(days(2));
    const at = new Date(desk.parts.clock.now()).toISOString();
    expect(desk.schedule('A', { inDays: 10, at }).ok).toBe(true);
    desk.passes(days(8));
    expect((await desk.send('A')).ok).toBe(true);
  });

  test('of a recurring payment is sent behind those before it, and not behind another one like it', async () => {
    const desk = openDue();
    const plan = { R1: [3, 'rent'], R2: [10, 'rent'], R3: [10, 'other'] } as const;
    for (const [reference, [inDays, seriesId]] of Object.entries(plan))
      expect(desk.schedule(reference, { inDays, seriesId }).ok).toBe(true);
    desk.passes(days(3));
    expect((await desk.send('R1')).ok).toBe(true);
    desk.passes(days(7));
    expect((await desk.send('R3')).ok).toBe(false);
    expect((await desk.send('R2')).ok).toBe(true);
    expect(desk.orders.map(({ reference }) => reference)).toEqual(['R1', 'R2']);
  });
});
