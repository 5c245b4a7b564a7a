import { describe, expect, test, vi } from 'vitest';

import { calendarOf } from '../../../electron/engines/calendars/calendar.ts';
import { moveToWorkingDay } from '../../../electron/engines/calendars/moving.ts';
import { addDays, dayNumber, todayAt, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { order, type Paid } from '../../support/desks/paying-scene.ts';
import { startPaymentBank } from '../../support/simple-banks/foreign-payments.ts';
import { atPaymentBank, commandLineAt, expectError } from '../../support/programs/command-line.ts';
import { testTime } from '../../support/setup/time.ts';
import type { CliRun } from '../../support/programs/cli.ts';

// Each of them runs the command line many times.
vi.setConfig({ testTimeout: 240_000 });

const dayMs = 86_400_000;

type DueLine = { reference: string; day: string; state: string; moved: object | null };

/** The command line at a bank whose clock goes with this machine's. */
async function openDue() {
  const time = testTime();
  const line = await atPaymentBank({ now: time.bankNow }, { clock: time.clock });
  const { nostro, bank } = line;
  const today = (): IsoDate => todayAt(time.bankNow());
  /** The next day on which banks work, at least a day ahead. */
  const workday = (ahead = 1): IsoDate => {
    const day = addDays(today(), ahead);
    return isClosed(day) ? workday(ahead + 1) : day;
  };
  return {
    ...{ ...line, time, today, workday },
    schedule: (due: IsoDate, extra: object = {}) =>
      nostro('pay', '--input', order({ due, ...extra })),
    list: async (...options: string[]) => linesOf<DueLine>(await nostro('due', ...options)),
    send: (...options: string[]) => nostro('due', '--send', ...options),
    /** Time passes until noon of that day. */
    until: (day: IsoDate) => {
      time.passes((dayNumber(day) - dayNumber(today())) * dayMs);
    },
    paid: () => bank.booked.map(({ ref }) => ref),
  };
}

/** By the calendar of the account's currency. */
const isClosed = (day: IsoDate): boolean => !calendarOf('USD').isWorkingDay(day);

const linesOf = <T>({ out }: CliRun): T[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

describe('due --send-on-day', () => {
  test('plans a run of a day for a window, names it on the lines, and withdraws it; it sends nothing', async () => {
    const { schedule, list, nostro, paid, workday, until } = await openDue();
    const day = workday(2);
    // A run names no payment whose payee is not known.
    await nostro('pay', '--input', order({ reference: 'INV-0' }));
    await schedule(day, { reference: 'INV-1' });
    const plan = ['due', '--send-on-day', day, '--before', '23:59', '--planned-by', 'Ada Merlin'];
    const planned = await nostro(...plan);
    expect([planned.code, planned.err]).toEqual([0, '']);
    expect(planned.json()).toMatchObject({
      ...{ day, state: 'open', plannedBy: 'Ada Merlin', count: 1, leftOut: [] },
      ...{ until: `${day}T23:59:00.000Z`, payments: ['INV-1'] },
    });
    expect(await list()).toMatchObject([
      { reference: 'INV-1', sendsUntil: `${day}T23:59:00.000Z` },
    ]);
    expectError(await nostro(...plan), 1, 'input.invalid', 'withdraw it first');
    until(day);
    // A command is no open window.
    await nostro('submissions');
    expect(paid()).toEqual(['INV-0']);
    const withdrawn = await nostro('due', '--withdraw-run', day);
    expect([withdrawn.code, withdrawn.json()]).toMatchObject([0, { state: 'withdrawn', sent: 0 }]);
    expect((await nostro('due', '--withdraw-run', day)).code).toBe(1);
    const lines = await list();
    expect(lines.filter((line) => 'sendsUntil' in line)).toEqual([]);
  });

  test('is wrong use without a time or a name, and exits 1 where nothing is left to plan', async () => {
    const { nostro, workday } = await openDue();
    const day = workday(2);
    const on = ['due', '--send-on-day', day];
    expectError(await nostro(...on, '--before', '15:00'), 2, 'input.invalid', '--planned-by');
    expectError(await nostro(...on, '--planned-by', 'Ada'), 2, 'input.invalid', '--before');
    const named = [...on, '--planned-by', 'Ada'];
    expectError(await nostro(...named, '--before', '25:00'), 2, 'input.invalid', 'UTC');
    const both = await nostro(...named, '--before', '15:00', '--send');
    expectError(both, 2, 'input.invalid', '--send');
    const nothing = await nostro(...named, '--before', '15:00');
    expect([nothing.code, nothing.json()]).toEqual([1, { day, state: 'none', leftOut: [] }]);
  });
});

describe('pay with a due day', () => {
  test('is scheduled, listed, and sent by nothing but due --send on its day', async () => {
    const { schedule, list, send, until, paid, workday, nostro } = await openDue();
    const day = workday(3);
    const scheduled = await schedule(day, { reference: 'INV-1' });
    expect([scheduled.code, scheduled.err]).toEqual([0, '']);
    expect(scheduled.json()).toEqual({ reference: 'INV-1', state: 'scheduled', day });
    expect(await list()).toEqual([
      {
        ...{ reference: 'INV-1', day, moved: null, account: '9988776655', amount: '1250.10' },
        ...{
          currency: 'USD',
          payee: expect.any(String) as string,
          state: 'scheduled',
          cutOff: null,
        },
      },
    ]);
    const early = await send();
    expect([early.code, early.out, paid()]).toEqual([0, '', []]);
    until(day);
    expect((await list())[0]?.state).toBe('due');
    expect((await nostro('submissions')).json()).toMatchObject({ submissions: [] });
    const sent = await send();
    expect([sent.code, sent.err, linesOf<Paid>(sent)[0]?.outcome]).toEqual([0, '', 'accepted']);
    expect([paid(), await list()]).toEqual([['INV-1'], []]);
    expect((await send()).out).toBe('');
    expect(paid()).toEqual(['INV-1']);
  });

  test('moves from a Saturday and says so', async () => {
    const { schedule, today } = await openDue();
    const saturday = addDays(today(), 6 - ((dayNumber(today()) + 4) % 7) + 7);
    expect((await schedule(saturday)).json()).toMatchObject({
      day: moveToWorkingDay(saturday, 'after', calendarOf('USD')).day,
      moved: { from: saturday, reason: 'Saturday' },
    });
  });

  test('is refused for a day that is past, does not exist or lies years ahead', async () => {
    const { schedule, today, list } = await openDue();
    expectError(await schedule(addDays(today(), -1)), 1, 'input.invalid', 'is past');
    expectError(await schedule(addDays(today(), 900)), 1, 'input.invalid', 'check the year');
    expectError(await schedule('2026-02-30'), 2, 'input.invalid', 'due');
    expect(await list()).toEqual([]);
  });

  test('is one payment under its reference: the same again is reported, another is refused', async () => {
    const { schedule, workday, list, paid, nostro } = await openDue();
    const day = workday();
    const reference = 'INV-1';
    await schedule(day, { reference });
    expect((await schedule(workday(4), { reference })).json()).toMatchObject({ day });
    const other = await schedule(day, { reference, amount: '1250.11' });
    expectError(
      other,
      1,
      'input.invalid',
      'Another payment is scheduled under the reference INV-1',
    );
    expectError(await schedule(day, { reference: 'inv-1' }), 1, 'input.invalid', 'INV-1');
    const now = await nostro('pay', '--input', order({ reference, amount: '1250.11' }));
    expectError(now, 1, 'input.invalid', 'Another payment is scheduled');
    expect([await list(), paid()]).toMatchObject([[{ reference }], []]);
    await nostro('pay', '--input', order({ reference: 'INV-2' }));
    expectError(await schedule(day, { reference: 'INV-2' }), 1, 'input.invalid', 'was sent under');
    expect(paid()).toEqual(['INV-2']);
  });

  test('paid early under its reference, it is not due any more', async () => {
    const { schedule, workday, list, paid, nostro, until, send } = await openDue();
    const day = workday();
    await schedule(day, { reference: 'INV-1' });
    expect((await nostro('pay', '--input', order({ reference: 'INV-1' }))).code).toBe(0);
    expect(await list()).toEqual([]);
    until(day);
    expect([(await send()).out, paid()]).toEqual(['', ['INV-1']]);
  });
});

describe('due --send', () => {
  test('sends what is overdue only on the name of a person', async () => {
    const { schedule, workday, list, paid, until, send } = await openDue();
    const day = workday();
    await schedule(day, { reference: 'INV-1' });
    until(addDays(day, 1));
    expect((await list())[0]?.state).toBe('overdue');
    expectError(await send(), 1, 'confirmation.required', '--release-as NAME');
    expect(paid()).toEqual([]);
    expectError(await send('--release-as', ' '), 2, 'input.invalid', 'needs the name');
    expect((await send('--release-as', 'Ada Merlin')).code).toBe(0);
    expect(paid()).toEqual(['INV-1']);
  });

  test('checks twins anew: the second of two alike is held until it is named', async () => {
    const { schedule, workday, paid, until, send } = await openDue();
    const day = workday();
    await schedule(day, { reference: 'INV-1' });
    await schedule(day, { reference: 'INV-2' });
    until(day);
    const run = await send();
    expectError(run, 1, 'confirmation.required', 'reference INV-1');
    expect(paid()).toEqual(['INV-1']);
    const { submissionId = '' } = linesOf<Paid>(run)[0] ?? {};
    expect((await send('--twin-of', submissionId)).code).toBe(0);
    expect(paid()).toEqual(['INV-1', 'INV-2']);
  });

  test('stops at the first payment without an answer, and looks it up before it goes on', async () => {
    const { schedule, workday, bank, paid, until, send, list } = await openDue();
    const day = workday();
    for (const at of [1, 2, 3])
      await schedule(day, { reference: `INV-${String(at)}`, amount: `${String(at)}.00` });
    until(day);
    bank.behave({ booksAfterMs: 0, answer: 'whole' }, { booksAfterMs: 0, answer: 'none' });
    const run = await send();
    expect(run.code).toBe(3);
    expect(linesOf<{ state: string }>(run).map(({ state }) => state)).toEqual([
      ...['accepted', 'unknown', 'waiting'],
    ]);
    expect((await list()).map(({ state }) => state)).toEqual(['unknown', 'due']);
    expect((await send()).code).toBe(0);
    expect(paid()).toEqual(['INV-1', 'INV-2', 'INV-3']);
  });

  test('a clock that is set back or forward sends nothing before its day by the bank, and nothing twice', async () => {
    const { schedule, workday, time, paid, until, send } = await openDue();
    const day = workday(2);
    await schedule(day, { reference: 'INV-1' });
    time.setsWall(4 * dayMs);
    const ahead = await send();
    expect([ahead.out, paid()]).toEqual(['', []]);
    expect(ahead.err).toContain('name different days');
    time.setsWall(-4 * dayMs);
    until(day);
    expect((await send()).code).toBe(0);
    time.setsWall(-3 * dayMs);
    expect((await send()).out).toBe('');
    time.setsWall(5 * dayMs);
    expect((await send('--release-as', 'Ada Merlin')).out).toBe('');
    expect(paid()).toEqual(['INV-1']);
  });

  test('limits itself to the accounts and the days that are named', async () => {
    const { schedule, workday, list, until, send, paid } = await openDue();
    const day = workday();
    await schedule(day, { reference: 'INV-1' });
    await schedule(workday(9), { reference: 'INV-2' });
    expect((await list('--until', day)).map(({ reference }) => reference)).toEqual(['INV-1']);
    expect(await list('--account', '1112223334')).toEqual([]);
    until(day);
    expect((await send('--account', '1112223334')).out).toBe('');
    expect((await send('--account', '9988776655')).code).toBe(0);
    expect(paid()).toEqual(['INV-1']);
  });

  test('holds a payment whose payee has other bank details than when it was scheduled', async () => {
    const { schedule, workday, bank, until, send, paid, nostro } = await openDue();
    // The local copy knows the payee from here on.
    expect(
      (await nostro('pay', '--input', order({ reference: 'FIRST', amount: '1.00' }))).code,
    ).toBe(0);
    const day = workday(2);
    await schedule(day, { reference: 'INV-1' });
    bank.payees.details['accountNumber'] = '0099887766';
    until(day);
    expectError(await send(), 1, 'payee.changed');
    expect(paid()).toEqual(['FIRST']);
  });

  test('its options belong to it', async () => {
    const { nostro } = await openDue();
    for (const option of [['--release-as', 'Ada'], ['--payee-checked'], ['--twin-of', 'P-1']])
      expectError(await nostro('due', ...option), 2, 'input.invalid', 'belongs to --send');
  });
});

describe('a payment file with a column for the day', () => {
  test('sends the lines of today, schedules the others, and schedules nothing twice', async () => {
    const { write, nostro, workday, today, list, paid, until, send } = await openDue();
    const day = workday(3);
    const path = write(
      'run.csv',
      [
        'account,beneficiary id,amount,currency,reference,Fällig',
        `9988776655,b-7,10.00,USD,F-1,${today()}`,
        `9988776655,b-7,11.00,USD,F-2,${day}`,
        '9988776655,b-7,12.00,USD,F-3,',
      ].join('\n'),
    );
    type Report = { lines: { reference: string; state: string; due?: { day: string } }[] };
    const pay = () => nostro('pay', '--file', path, '--account', '9988776655');
    const run = await pay();
    expect([run.code, run.err]).toEqual([0, '']);
    const shown = run
      .json<Report>()
      .lines.map(({ reference, state, due }) => [...[reference, state, due?.day]]);
    expect(shown).toEqual([
      ['F-1', 'accepted', undefined],
      ['F-2', 'scheduled', day],
      ['F-3', 'accepted', undefined],
    ]);
    expect((await pay()).code).toBe(0);
    expect([await list(), paid()]).toMatchObject([[{ reference: 'F-2', day }], ['F-1', 'F-3']]);
    until(day);
    expect((await send()).code).toBe(0);
    expect((await pay()).json<Report>().lines.map(({ state }) => state)).toEqual([
      ...['accepted', 'accepted', 'accepted'],
    ]);
    expect(paid()).toEqual(['F-1', 'F-3', 'F-2']);
  });

  test('says before it is sent when its lines arrive, and which cut-off applies', async () => {
    const time = testTime();
    const { write, nostro } = await commandLineAt(startPaymentBank('none', { now: time.bankNow }), {
      clock: time.clock,
      bankFile: (bank) =>
        JSON.stringify({
          ...(JSON.parse(bank.paymentFile()) as object),
          cutOffs: [{ currency: 'USD', at: '23:59', zone: 'UTC', days: 0 }],
        }),
    });
    const lines = ['9988776655,b-7,10.00,USD,F-1', '9988776655,b-7,11.00,USD,F-2'];
    const heading = 'account,beneficiary id,amount,currency,reference';
    const path = write('run.csv', [heading, ...lines].join('\n'));
    const run = await nostro('pay', '--file', path, '--account', '9988776655');
    expect([run.code, run.code === 0 ? '' : run.out]).toEqual([0, '']);
    const { notice } = JSON.parse(run.err.trim()) as { notice: string };
    expect(notice).toMatch(/^USD, 2 payments: .*(if sent before|executed on)/);
    const { arrivals } = run.json<{ arrivals: { executedOn: string }[] }>();
    const executedOn = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string;
    expect(arrivals).toMatchObject([{ currency: 'USD', lines: 2, executedOn }]);
    // Nothing is left to send.
    const again = await nostro('pay', '--file', path, '--account', '9988776655');
    expect([again.err, again.json<{ arrivals: [] }>().arrivals]).toEqual(['', []]);
  });

  test('a day that cannot be read makes its line a problem, and nothing is begun', async () => {
    const { write, nostro, paid } = await openDue();
    const path = write(
      'run.csv',
      'account,beneficiary id,amount,currency,reference,due\n9988776655,b-7,10.00,USD,F-1,11/30/2026',
    );
    const run = await nostro('pay', '--file', path, '--account', '9988776655');
    expect(run.code).toBe(1);
    expect(run.out).toContain('cannot be read: write it as 2026-11-30');
    expect(paid()).toEqual([]);
  });
});

describe('recurring', () => {
  test('adds, prepares as due, lists and ends, and sends nothing', async () => {
    const { nostro, list, paid, today, done } = await openDue();
    const monday = { every: 'week', weekday: 1 };
    const added = await done(
      ...['recurring', 'add', '--input'],
      JSON.stringify({
        ...{ name: 'Rent', accountNumber: '9988776655', beneficiaryId: 'b-7', amount: '50.00' },
        ...{ currency: 'USD', rhythm: monday, from: addDays(today(), 1) },
      }),
    );
    const { series, prepared } = added.json<{ series: string; prepared: number }>();
    expect(prepared).toBe(2);
    const first = await list();
    expect(first).toHaveLength(2);
    expect(await list()).toEqual(first);
    expect((await done('recurring', 'list')).json()).toMatchObject({
      ...{ series, rhythm: 'weekly, on Monday', state: 'running' },
    });
    expect((await done('recurring', 'end', '--series', series)).json()).toMatchObject({
      ...{ state: 'ended', next: null },
    });
    expect(paid()).toEqual([]);
    expectError(await nostro('recurring'), 2, 'input.invalid', 'Say list, add or end');
  });
});
