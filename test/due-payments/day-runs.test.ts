import { describe, expect, test } from 'vitest';

import { DayRunner, endBrokenRuns } from '../../electron/desk/due/day-runs/day-runner.ts';
import { planRun, previewRun } from '../../electron/desk/due/day-runs/plan-run.ts';
import { dueRows } from '../../electron/desk/due/due-rows.ts';
import { scheduleDue } from '../../electron/desk/due/schedule-due.ts';
import { sendDue } from '../../electron/desk/due/sending/send-due.ts';
import { addReconciliation } from '../../electron/engines/submissions/journal/reconciliations.ts';
import { submissionUnder } from '../../electron/engines/submissions/journal/submission-table.ts';
import { changeDay, withdrawPayment } from '../../electron/nouns/due-payments/change.ts';
import {
  beginDayRun,
  dayRunById,
  openDayRuns,
} from '../../electron/nouns/due-payments/day-runs/tables.ts';
import { dueDaysAt } from '../../electron/nouns/due-payments/due-days.ts';
import { changesOf } from '../../electron/nouns/due-payments/tables.ts';
import { duePayments } from '../../electron/nouns/exceptions/sources/due-payments.ts';
import type { Claims } from '../../electron/engines/submissions/claims.ts';
import type { NameScreening } from '../../electron/engines/submissions/intent/name-screening.ts';
import type { Actor } from '../../shared/actor.ts';
import { addDays, dayOf } from '../../shared/calendar/calendar.ts';
import { fail } from '../../shared/errors.ts';
import type { NamedPayment } from '../../electron/nouns/due-payments/day-runs/covered.ts';
import { ok } from '../../shared/result.ts';
import {
  accountWith,
  holdUp,
  listedTransfer,
  openBatchDesk,
  payeeOf,
} from '../payments/file/batch-desk.ts';
import { beginning, context, valueOf, written } from '../support/desks/lone-desk.ts';

const today = dayOf(beginning);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const own: Actor = { id: '', name: 'Ada', desk: 'desk-1' };
const stamp = { actor: own, at: beginning };

/** A desk whose bank sends its time, with a funded account and payments for tomorrow. */
function openRuns({ references = ['A', 'B', 'C'] as readonly string[] } = {}) {
  const desk = openBatchDesk();
  const { parts, bank, passes, setsWall } = desk;
  const { journal, clock } = parts;
  for (const fee of ['getTransferFee', 'postTransferFee'] as const) bank.closed.add(fee);
  const account = accountWith('1', '1000.00');
  bank.answers.getAccountsBy = () => ok({ message: '', account });
  desk.cache.saveAccounts([account], beginning);
  let bankMs = Date.parse(beginning);
  const bankAnswers = (): void => {
    bank.lastDate = { dateMs: bankMs, wallMs: clock.now(), monotonicMs: clock.monotonicMs() };
  };
  bankAnswers();
  const schedule = (reference: string, inDays = 1) =>
    valueOf(
      scheduleDue(
        parts,
        {
          ...{ reference, accountNumber: '1', beneficiaryId: 'b-1', currency: 'USD' },
          ...{ amount: `${String(5 + reference.codePointAt(0)!)}.00`, narration: '' },
          ...{ due: addDays(today, inDays), source: 'form', sourceId: '' },
        },
        { stamp, workingDays: (day) => ({ day, reason: null }) },
        context,
      ),
    );
  for (const reference of references) schedule(reference);
  const day = addDays(today, 1);
  const planning = { journal, clock, whyUnapproved: () => null };
  const plan = (
    payments: readonly NamedPayment[] = previewRun(planning, day).payments,
    until = `${day}T15:00:00.000Z`,
  ) => planRun(planning, { day, until, payments, actor: own }, context);
  let isFree = true;
  const runnerOf = () =>
    new DayRunner({
      ...{ changes: parts, deskId: 'desk-1' },
      isFree: () => isFree,
      onChange: () => undefined,
    });
  let runner = runnerOf();
  return {
    ...{ ...desk, day, schedule, plan, planning, setsWall },
    sent: () => desk.orders.map(({ reference }) => reference),
    /** Time passes by every clock. */
    passes: (ms: number) => {
      passes(ms);
      bankMs += ms;
      bankAnswers();
    },
    setsBank: (ms: number) => {
      bankMs += ms;
      bankAnswers();
    },
    look: async () => {
      runner.look();
      await runner.ended();
    },
    runner: () => runner,
    restart: () => {
      endBrokenRuns(journal, clock);
      runner = runnerOf();
    },
    setFree: (free: boolean) => {
      isFree = free;
    },
    run: (runId: string) => dayRunById(journal, runId)!,
  };
}

describe('a planned run', () => {
  test('sends its payments on its day, once, in their order, on the name of who planned it', async () => {
    const { plan, look, passes, sent, run, parts, restart } = openRuns();
    const { runId } = valueOf(plan());
    await look();
    expect(sent()).toEqual([]);
    passes(dayMs);
    await look();
    expect(sent()).toEqual(['A', 'B', 'C']);
    expect(run(runId)).toMatchObject({ state: 'done', sent: 3, reason: null });
    expect(changesOf(parts.journal, 'A')).toMatchObject([{ kind: 'sent', actor: own }]);
    restart();
    await look();
    expect(sent()).toEqual(['A', 'B', 'C']);
  });

  test('is shown on the rows that it names, until it ends', async () => {
    const { plan, passes, look, schedule, parts, day } = openRuns();
    schedule('E', 4);
    valueOf(plan());
    const shown = () =>
      dueRows({ journal: parts.journal, days: dueDaysAt(parts.clock) }).map(
        ({ reference, sendsUntil }) => [reference, sendsUntil],
      );
    const until = `${day}T15:00:00.000Z`;
    expect(shown()).toEqual([
      ['A', until],
      ['B', until],
      ['C', until],
      ['E', null],
    ]);
    passes(dayMs);
    await look();
    expect(shown()).toEqual([['E', null]]);
  });

  test('names exactly what was shown: what is added, moved, moved back or withdrawn later is not sent', async () => {
    const { plan, look, passes, sent, schedule, parts, run, day } = openRuns({
      references: ['A', 'B', 'C', 'D'],
    });
    const { runId } = valueOf(plan());
    schedule('X');
    const changing = { stamp, context };
    const move = (reference: string, to: string) =>
      changeDay(parts.journal, reference, {
        ...{ enteredDay: to, due: { day: to, reason: null }, days: dueDaysAt(parts.clock) },
        ...changing,
      });
    expect(move('B', addDays(day, 3)).ok).toBe(true);
    expect([move('C', addDays(day, 3)).ok, move('C', day).ok]).toEqual([true, true]);
    expect(withdrawPayment(parts.journal, 'D', changing).ok).toBe(true);
    passes(dayMs);
    await look();
    expect(sent()).toEqual(['A']);
    expect(run(runId)).toMatchObject({
      state: 'done',
      sent: 1,
      reason: expect.stringMatching(/^3 changed/u) as string,
    });
  });

  test('is refused where what was shown changed, for a past time, another day, and a second time', () => {
    const { plan, planning, parts, day } = openRuns();
    const { payments } = previewRun(planning, day);
    expect(withdrawPayment(parts.journal, 'B', { stamp, context }).ok).toBe(true);
    const refused = { ok: false, error: { code: 'input.invalid' } };
    expect(plan(payments)).toMatchObject(refused);
    expect(plan([])).toMatchObject(refused);
    expect(plan(undefined, beginning)).toMatchObject(refused);
    expect(plan(undefined, `${addDays(day, 1)}T00:00:00.000Z`)).toMatchObject(refused);
    expect(openDayRuns(parts.journal)).toEqual([]);
    valueOf(plan());
    expect(plan()).toMatchObject(refused);
  });

  test('leaves out what a person must send: held, tried before, of unknown bank details, not approved', () => {
    const { planning, parts, day, cache } = openRuns();
    expect(cache).toBeDefined();
    addReconciliation(
      parts.journal,
      { openedAt: beginning, actor: own, from: today, isComplete: true },
      {},
    );
    expect(previewRun(planning, day)).toMatchObject({
      payments: [],
      leftOut: [
        { reference: 'A', reason: expect.stringMatching(/compared with the bank/u) as string },
        {},
        {},
      ],
    });
    const unapproved = { ...planning, whyUnapproved: () => 'It needs an approval.' };
    expect(previewRun(unapproved, day).payments).toEqual([]);
  });
});

describe('a run ends at the first doubt', () => {
  type Scene = ReturnType<typeof openRuns>;
  const doubts: readonly (readonly [string, (scene: Scene) => void])[] = [
    ['no answer', ({ answers }) => answers.set('B', () => fail('network.timeout', 'test'))],
    [
      'a refusal',
      ({ answers }) =>
        answers.set('B', () =>
          fail('bank.refused', 'test', { bank: { status: 422, message: 'No' } }),
        ),
    ],
    [
      'a bank that asks for a pause',
      ({ answers }) =>
        answers.set('B', () => fail('bank.busy', 'test', { bank: { status: 429, message: '' } })),
    ],
    ['a lost line', ({ answers }) => answers.set('B', () => fail('network.unreachable', 'test'))],
  ];
  test.each(doubts)('%s', async (_, arrange) => {
    const scene = openRuns();
    const { plan, passes, look, sent, run, restart } = scene;
    const { runId } = valueOf(plan());
    arrange(scene);
    passes(dayMs);
    await look();
    expect(sent()).toEqual(['A', 'B']);
    expect(run(runId)).toMatchObject({
      state: 'stopped',
      sent: 1,
      reason: expect.stringMatching(/^Payment B: ./u) as string,
    });
    restart();
    passes(hourMs);
    await look();
    expect(sent()).toEqual(['A', 'B']);
    // What is left needs a person.
    const found = duePayments({ journal: scene.parts.journal, clock: scene.parts.clock });
    expect(found.map(({ kind, title }) => [kind, title])).toContainEqual([
      'stopped-run',
      expect.stringMatching(/stopped: [12] payments? left$/u) as string,
    ]);
  });

  const unsent: readonly (readonly [string, (scene: Scene) => void, RegExp])[] = [
    [
      'changed bank details of the payee',
      ({ payees }) => payees.set('b-1', payeeOf('b-1', { accountNumber: '99999' })),
      /bank details/u,
    ],
    [
      'a payee that cannot be read',
      ({ payees }) =>
        payees.set('b-1', () =>
          fail('bank.unavailable', 'test', { bank: { status: 503, message: '' } }),
        ),
      /./u,
    ],
    [
      'a balance that cannot be read',
      ({ bank }) => {
        bank.answers.getAccountsBy = () => fail('network.timeout', 'test');
      },
      /balance could not be read/u,
    ],
    [
      'a balance that is too low',
      ({ bank }) => {
        const account = accountWith('1', '10.00');
        bank.answers.getAccountsBy = () => ok({ message: '', account });
      },
      /Balance too low/u,
    ],
    [
      'a list of payments that cannot be read',
      ({ bank }) => {
        bank.answers.findTransfers = () =>
          fail('bank.unavailable', 'test', { bank: { status: 503, message: '' } });
      },
      /./u,
    ],
    [
      'a journal that may not send',
      ({ continuity }) => {
        continuity.allows = () => fail('journal.older', 'test');
      },
      /./u,
    ],
    [
      'a comparison with the bank since',
      ({ parts }) =>
        addReconciliation(
          parts.journal,
          { openedAt: beginning, actor: own, from: today, isComplete: true },
          {},
        ),
      /compared with the bank/u,
    ],
    [
      'a clock that was set back to before it was planned',
      ({ setsWall }) => setsWall(-2 * dayMs),
      /set back/u,
    ],
    [
      'a clock that was set forward to the next day',
      ({ setsWall }) => setsWall(dayMs),
      /was over/u,
    ],
    ['a bank that is a day ahead', ({ setsBank }) => setsBank(dayMs), /was over/u],
    ['its time', ({ passes }) => passes(6 * hourMs), /15:00 UTC/u],
    ['its time by the bank alone', ({ setsBank }) => setsBank(6 * hourMs), /15:00 UTC/u],
    ['its day', ({ passes }) => passes(dayMs), /was over/u],
    [
      'a payment like it that was sent since it was scheduled',
      (scene) => {
        scene.setsWall(-dayMs);
        written(scene, 'OTHER', { amount: '70.00', state: 'accepted' });
        scene.setsWall(dayMs);
      },
      /same amount to the same payee/u,
    ],
    [
      'a day on which the bank executes no payment any more',
      ({ parts }) => {
        const cutOff = { operation: 'createSingleTransfer', currency: 'USD', at: '09:00' } as const;
        const paymentDays = {
          cutOffs: [{ ...cutOff, zone: 'UTC', days: 1 }],
          calendars: { days: [], weekends: [] },
        };
        Object.assign(parts.bank, { paymentDays });
      },
      /cut-off has passed/u,
    ],
    [
      'a payee that may be on a list of sanctions',
      ({ parts }) => {
        const warning = { kind: 'screening', weight: 'blocks', message: 'On a list.' } as const;
        const screening: NameScreening = {
          prepare: () => Promise.resolve(),
          ready: () => Promise.resolve(),
          warningsOf: () => [warning],
          noteOf: () => null,
        };
        Object.assign(parts, { screening });
      },
      /On a list/u,
    ],
    [
      'an approval that the team’s rules ask of the claim',
      ({ parts }) => {
        const claims: Claims = {
          allows: () => ok(null),
          demands: () => false,
          claim: () => Promise.resolve(fail('team.not-approved', 'test')),
          claimAhead: () => Promise.resolve(),
          release: () => Promise.resolve(),
          settled: () => undefined,
          alike: () => [],
        };
        Object.assign(parts, { claims });
      },
      /approv/u,
    ],
  ];
  test.each(unsent)('%s: nothing is sent', async (_, arrange, reason) => {
    const scene = openRuns();
    const { plan, passes, look, sent, run, restart } = scene;
    const { runId } = valueOf(plan());
    passes(dayMs);
    arrange(scene);
    await look();
    expect(sent()).toEqual([]);
    expect(run(runId)).toMatchObject({
      state: 'stopped',
      sent: 0,
      reason: expect.stringMatching(reason) as string,
    });
    restart();
    await look();
    expect(sent()).toEqual([]);
  });

  test('a payment like it that was sent within a day', async () => {
    const { plan, passes, look, sent, run, transfers } = openRuns({ references: ['A'] });
    const { runId } = valueOf(plan());
    passes(dayMs);
    expect(transfers).toEqual([]);
    transfers.push(
      listedTransfer({
        ...{ id: 'T-1', reference: 'OTHER', amount: '70.00', beneficiaryId: 'b-1' },
        createdAt: new Date(Date.parse(beginning) + dayMs - hourMs).toISOString(),
      }),
    );
    await look();
    expect(sent()).toEqual([]);
    expect(run(runId)).toMatchObject({ state: 'stopped' });
  });

  test('a payment of it that was tried before', async () => {
    const { plan, passes, look, sent, run, answers, parts } = openRuns({ references: ['A', 'B'] });
    const { runId } = valueOf(plan());
    passes(dayMs);
    answers.set('A', () => fail('bank.busy', 'test', { bank: { status: 429, message: '' } }));
    const script = { by: 'script', twins: [], payeeChecked: true, twinsUnchecked: true } as const;
    expect(
      await sendDue(
        parts,
        'A',
        { approval: script, release: null, stamp, deskId: 'desk-1' },
        context,
      ),
    ).toMatchObject({ ok: true, value: { submission: { state: 'not-sent' } } });
    answers.clear();
    await look();
    expect(sent()).toEqual(['A']);
    expect(run(runId)).toMatchObject({
      state: 'stopped',
      reason: expect.stringMatching(/tried before/u) as string,
    });
  });
});

describe('a run waits, and may go on', () => {
  test('until both clocks name its day, somebody is signed in and the line is free', async () => {
    const { plan, passes, look, sent, setsBank, setsWall, bank, setFree } = openRuns();
    valueOf(plan());
    setsWall(dayMs);
    await look();
    expect(sent()).toEqual([]);
    setsBank(dayMs);
    bank.signedInAt = null;
    await look();
    expect(sent()).toEqual([]);
    bank.signedInAt = beginning;
    setFree(false);
    await look();
    expect(sent()).toEqual([]);
    const { lastDate } = bank;
    bank.lastDate = null;
    setFree(true);
    await look();
    expect(sent()).toEqual([]);
    bank.lastDate = lastDate;
    passes(0);
    await look();
    expect(sent()).toEqual(['A', 'B', 'C']);
  });

  test('not once it was planned on another desk', async () => {
    const { plan, passes, sent, parts, run } = openRuns();
    const { runId } = valueOf(plan());
    const other = new DayRunner({
      ...{ changes: parts, deskId: 'desk-2' },
      ...{ isFree: () => true, onChange: () => undefined },
    });
    passes(dayMs);
    other.look();
    await other.ended();
    expect([sent(), run(runId).state]).toEqual([[], 'stopped']);
  });
});

describe('a run begins once', () => {
  test('what a program that was killed began is never begun again', async () => {
    const { plan, passes, look, sent, parts, run, restart } = openRuns();
    const { runId } = valueOf(plan());
    passes(dayMs);
    expect(beginDayRun(parts.journal, runId)).toBe(true);
    expect(beginDayRun(parts.journal, runId)).toBe(false);
    restart();
    expect(run(runId)).toMatchObject({
      state: 'stopped',
      reason: expect.stringMatching(/ended while/u) as string,
    });
    await look();
    expect(sent()).toEqual([]);
  });

  test('two looks at once, and two runners over one journal', async () => {
    const { plan, passes, sent, parts, runner } = openRuns();
    valueOf(plan());
    passes(dayMs);
    const second = new DayRunner({
      ...{ changes: parts, deskId: 'desk-1' },
      ...{ isFree: () => true, onChange: () => undefined },
    });
    runner().look();
    runner().look();
    second.look();
    await Promise.all([runner().ended(), second.ended()]);
    expect(sent()).toEqual(['A', 'B', 'C']);
  });

  test('withdrawn or stopped while it sends, it goes no further than the payment in hand', async () => {
    for (const how of ['withdraw', 'stop'] as const) {
      const scene = openRuns();
      const { plan, passes, runner, sent, run } = scene;
      const { runId } = valueOf(plan());
      const held = holdUp(scene, 'A');
      passes(dayMs);
      runner().look();
      await held.arrived;
      expect(runner().isRunning).toBe(true);
      const ending =
        how === 'withdraw'
          ? runner().withdraw(runId, context)
          : (runner().stop('It was locked.'), runner().ended());
      held.letGo();
      await ending;
      expect(sent()).toEqual(['A']);
      expect(run(runId)).toMatchObject({
        state: how === 'withdraw' ? 'withdrawn' : 'stopped',
        sent: 1,
      });
      runner().look();
      await runner().ended();
      expect(sent()).toEqual(['A']);
    }
  });

  test('its time may pass between the review and the payment: nothing is written down then', async () => {
    const scene = openRuns({ references: ['A'] });
    const { plan, passes, look, sent, run, bank, parts } = scene;
    const { runId } = valueOf(plan());
    passes(dayMs);
    let reads = 0;
    const read = bank.answers.findTransfers!;
    bank.answers.findTransfers = (...question) => {
      reads += 1;
      // Two belong to the review, two to the sending.
      if (reads === 3) passes(6 * hourMs);
      return read(...question);
    };
    await look();
    expect([sent(), reads]).toEqual([[], 4]);
    expect(run(runId)).toMatchObject({
      state: 'stopped',
      reason: expect.stringMatching(/15:00 UTC/u) as string,
    });
    expect(submissionUnder(parts.journal, 'A')).toBeNull();
  });
});
