import { expect, test, vi } from 'vitest';

import { addDays, dayNumber, todayAt, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { atPaymentBank, expectError } from '../../support/programs/command-line.ts';
import { order } from '../../support/desks/paying-scene.ts';
import { testTime } from '../../support/setup/time.ts';
import type { CliRun } from '../../support/programs/cli.ts';

// Each of them runs the command line many times.
vi.setConfig({ testTimeout: 240_000 });

const dayMs = 86_400_000;
const weekdayOf = (day: IsoDate): number => ((dayNumber(day) + 3) % 7) + 1;

type DueLine = { reference: string; day: string; state: string; amount: string | null };

const linesOf = ({ out }: CliRun): DueLine[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as DueLine);

/** A recurring payment whose amount is asked, with its one payment, on a day some days ahead on which banks work. */
async function openAsked() {
  const time = testTime();
  const { nostro, bank } = await atPaymentBank({ now: time.bankNow }, { clock: time.clock });
  const today = todayAt(time.bankNow());
  const ahead = weekdayOf(today) <= 2 ? 2 : 9 - weekdayOf(today);
  const wanted = addDays(today, ahead);
  const { reference: _reference, ...entered } = JSON.parse(order({})) as Record<string, unknown>;
  const input = {
    ...{ ...entered, name: 'Power', amount: 'asked', from: today, until: wanted },
    rhythm: { every: 'week', weekday: weekdayOf(wanted) },
  };
  const added = await nostro('recurring', 'add', '--input', JSON.stringify(input));
  const list = async () => linesOf(await nostro('due'));
  const [line] = await list();
  const { reference = '', day = '' } = line ?? {};
  return {
    ...{ nostro, added, list, reference, day },
    enter: (typed: object) =>
      nostro('due', '--amount', reference, '--input', JSON.stringify(typed)),
    until: (other: IsoDate) => {
      time.passes((dayNumber(other) - dayNumber(todayAt(time.bankNow()))) * dayMs);
    },
    paid: () => bank.booked.map(({ ref }) => ref),
  };
}

test('a recurring payment whose amount is asked waits for it, and is sent with it', async () => {
  const { nostro, added, list, enter, reference, day, until, paid } = await openAsked();
  expect([added.code, added.err]).toEqual([0, '']);
  expect(added.json()).toMatchObject({ amount: 'asked', currency: 'USD', prepared: 1 });
  expect(await list()).toMatchObject([{ reference, amount: null, state: 'amount-needed' }]);
  until(day);
  const early = await nostro('due', '--send');
  expect([early.code, early.json()]).toEqual([1, { reference, state: 'amount-needed' }]);
  const entered = await enter({ amount: '120.50' });
  expect([entered.code, entered.json()]).toMatchObject([
    0,
    { reference, state: 'scheduled', day, amount: '120.50', currency: 'USD' },
  ]);
  expect((await enter({ amount: '120.5' })).code).toBe(0);
  expectError(await enter({ amount: '130.00' }), 1, 'input.invalid', '120.50 USD');
  expect((await enter({ amount: '130.00', instead: '120.50' })).code).toBe(0);
  expect(await list()).toMatchObject([{ reference, amount: '130.00', state: 'due' }]);
  expect((await nostro('due', '--send')).code).toBe(0);
  expect([paid(), await list()]).toEqual([[reference], []]);
  expectError(await enter({ amount: '1.00', instead: '130.00' }), 1, 'input.invalid', 'was sent');
});

test('an amount that is none, and options that do not go with it, are wrong use', async () => {
  const { nostro, enter, list, reference } = await openAsked();
  expectError(await enter({ amount: 'asked' }), 2, 'input.invalid', 'amount');
  expectError(await enter({ amount: '1.00', currency: 'EUR' }), 2, 'input.invalid', 'currency');
  expectError(await enter({ amount: '0.00' }), 1, 'input.invalid', '');
  const sending = await nostro('due', '--amount', reference, '--send');
  expectError(sending, 2, 'input.invalid', '--send');
  expectError(await nostro('due', '--input', '{}'), 2, 'input.invalid', '--amount');
  const unknown = await nostro('due', '--amount', 'NONE', '--input', '{"amount":"1.00"}');
  expectError(unknown, 1, 'input.invalid', 'No payment of a recurring one');
  expect(await list()).toMatchObject([{ reference, amount: null }]);
});
