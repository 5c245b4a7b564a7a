import { expect } from 'vitest';

import type { OrderBehaviour } from '../../support/banks/mirage/mirage.ts';
import { liveInTeam, type TeamHistory } from './history.ts';
import { planOfTeam, type TeamPlan, type TeamStep } from './plan.ts';
import type { Sending } from './sendings.ts';
import { labTest, useWorld } from './shard.ts';
import type { DeskAt } from './world.ts';

/** What docs/SECURITY.md says of a record that shows two desks two histories: it is noticed, not prevented. */
const world = useWorld();

const well: OrderBehaviour = { booksAfterMs: 0, answer: 'whole' };
const going: Sending = {
  ...{ behaviour: well, killAt: null, fault: null, hold: null, readsFirst: false },
};
const [ada, ben, mo] = [0, 1, 2] as const;

const pay = (desk: DeskAt): TeamStep => ({ do: 'pay', desk, invoice: 0, name: 0, ...going });
const make = (desk: DeskAt, record: number): TeamStep => ({
  ...{ do: 'make a record', desk, record, ...going },
});
const readOn = (desk: DeskAt): TeamStep => ({ do: 'read on', desk });
const forked: TeamStep = { do: 'fork the record', away: [ben] };
const joined: TeamStep = { do: 'join the fork' };

/** The records of the first seed: a receivable, a payee, a change of a payee. */
const recordKinds = [0, 1, 2] as const;

async function live(steps: readonly TeamStep[], hasList: boolean): Promise<TeamHistory> {
  const { traits, ...plan } = planOfTeam(1);
  const lived: TeamPlan = {
    ...{ ...plan, theme: 'history', steps },
    traits: { ...traits, hasList, repeats: 'booked' },
  };
  return liveInTeam(lived, world());
}

/** Each step twice: the first finds its connection cut. */
const twice = (...steps: readonly TeamStep[]): TeamStep[] => steps.flatMap((step) => [step, step]);

/** What a step answered, by its place among the steps. */
const answerOf = ({ lines }: TeamHistory, step: number): string =>
  (lines[step + 1] ?? '').split(' → ')[1] ?? '';

labTest(
  'a fork lets two desks claim one payment, and the list of the bank stands in between',
  async () => {
    const steps = [readOn(ben), forked, pay(ada), pay(ben)];
    const { faults } = await live(steps, true);
    expect(faults).toEqual([]);
    const without = await live(steps, false);
    expect([answerOf(without, 2), answerOf(without, 3)]).toEqual(['accepted', 'accepted']);
    expect(without.faults.map(({ kind }) => kind)).toEqual(['booked twice']);
  },
);

labTest('what no list of the bank shows is made by both desks of a fork, and noticed', async () => {
  for (const record of recordKinds) {
    const both = [readOn(ben), forked, make(ada, record), make(ben, record), readOn(ben)];
    const lived = await live([...both, joined, ...twice(readOn(ben))], true);
    expect([answerOf(lived, 2), answerOf(lived, 3)]).toEqual(['accepted', 'accepted']);
    expect(answerOf(lived, both.length + 2)).toBe('damaged: team.damaged');
    expect(lived.faults).toEqual([]);
  }
});

labTest('a desk of a fork sends nothing more from the first act of the other side on', async () => {
  const sides = [
    // Who wrote nothing there is only behind.
    { wrote: [pay(ada)], answer: /^accepted/ },
    { wrote: [make(ben, 0), readOn(ben)], answer: /team\.server-behind/ },
    { wrote: [make(ben, 0), readOn(ben), pay(ada)], answer: /team\.damaged/ },
    { wrote: [make(ben, 0), readOn(ben), pay(ada), pay(mo)], answer: /team\.damaged/ },
  ];
  for (const { wrote, answer } of sides) {
    const steps = [readOn(ben), forked, ...wrote, joined];
    for (const last of [[readOn(ben)], []]) {
      const lived = await live([...steps, ...twice(...last, make(ben, 1))], true);
      expect(lived.faults).toEqual([]);
      expect(answerOf(lived, steps.length + 1 + 2 * last.length)).toMatch(answer);
    }
  }
});

labTest(
  'a desk that has read back none of its own acts does not notice that they are lost',
  async () => {
    const lost = [readOn(ben), forked, make(ben, 0), pay(ada), joined, ...twice(readOn(ben))];
    const lived = await live(lost, true);
    expect(answerOf(lived, lost.length - 1)).toBe('current');
    // It claims again what it sent, as soon as it is opened anew.
    expect(lived.faults).toEqual([]);
  },
);
