import { expect, test } from 'vitest';

import { lookUpByHand } from '../support/desks/lookups-by-hand.ts';
import { counted, live, type Counted, type History } from './history.ts';
import { planOf, planOfTwo, type Plan } from './plan.ts';
import { shrunk } from './shrink.ts';

const count = Number(process.env['LAB_HISTORIES'] ?? 25);
const first = Number(process.env['LAB_SEED'] ?? 1);
const seeds = Array.from({ length: count }, (_, at) => first + at);

lookUpByHand();

test.each([
  ['one desk', planOf],
  ['two desks at one bank', planOfTwo],
])(
  `in ${count} random histories of %s nothing is booked twice, shown wrongly or forgotten`,
  async (_, planFor) => {
    console.log(`LAB_SEED=${first}: one seed, one history`);
    const sums: Record<Counted, number> = counted();
    for (const seed of seeds) {
      const plan = planFor(seed);
      const history = await live(plan);
      for (const name of Object.keys(sums) as Counted[]) sums[name] += history.counts[name];
      if (history.faults.length > 0) expect.fail(await reportOf(history, plan));
    }
    const words = Object.entries(sums).map(([name, sum]) => `${sum} ${name}`);
    console.log(`${count} histories: ${words.join(', ')}; 0 booked twice, 0 shown wrongly`);
    // A laboratory in which nothing happens finds nothing.
    if (count >= 25) expect(Object.entries(sums).filter(([, sum]) => sum === 0)).toEqual([]);
  },
  120_000 + count * 20_000,
);

test.each([planOf, planOfTwo])('the same seed is the same history again', async (planFor) => {
  const [one, again] = [await live(planFor(first)), await live(planFor(first))];
  expect(again.lines).toEqual(one.lines);
});

/** The history as it was, and the shortest one that ends the same way. */
async function reportOf(history: History, plan: Plan): Promise<string> {
  const short = await shrunk(history, plan, live);
  const replay = `LAB_SEED=${history.seed} LAB_HISTORIES=1 vitest run --project unit test/laboratory`;
  return [
    `Seed ${history.seed}, to be played again with: ${replay}`,
    ...textOf(history),
    'In short:',
    ...textOf(short),
  ].join('\n');
}

const textOf = ({ lines, faults }: History): string[] => [
  ...lines,
  ...faults.map(({ kind, words }) => `  ${kind}: ${words}`),
];
