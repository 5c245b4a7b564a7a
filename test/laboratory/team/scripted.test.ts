import { expect } from 'vitest';

import type { OrderBehaviour } from '../../support/banks/mirage/mirage.ts';
import { liveInTeam } from './history.ts';
import { mainDatabase } from './record-line.ts';
import { planOfTeam, type TeamStep } from './plan.ts';
import type { Sending } from './sendings.ts';
import { labTest, useWorld } from './shard.ts';
import type { DeskAt } from './world.ts';

const world = useWorld();

const well: OrderBehaviour = { booksAfterMs: 0, answer: 'whole' };
const going: Sending = {
  ...{ behaviour: well, killAt: null, fault: null, hold: null, readsFirst: false },
};
const [ada, ben, mo] = [0, 1, 2] as const;
const pay = (desk: DeskAt, invoice: number, change: Partial<Sending> = {}) => ({
  ...({ do: 'pay', desk, invoice, name: 0 } as const),
  ...{ ...going, ...change },
});
const make = (desk: DeskAt, record: number, change: Partial<Sending> = {}) => ({
  ...({ do: 'make a record', desk, record } as const),
  ...{ ...going, ...change },
});
const lostClaim: Partial<Sending> = { fault: { at: 'claim at the record', staysCut: true } };
const sync = (desk: DeskAt): TeamStep => ({ do: 'sync', desk });

const takenOver: readonly TeamStep[] = [
  pay(mo, 0, { killAt: 'before the witness' }),
  pay(mo, 1, lostClaim),
  { do: 'wait', ms: 40 * 60_000, asleep: [] },
  { do: 'take over', desk: ben, invoice: 0, name: 0 },
  { ...pay(ben, 0), name: 1 },
];

/** Ben may have sent what the record lost his claim of, and Mo holds it by a claim whose answer was lost. */
const lostAndHeld: readonly TeamStep[] = [
  { do: 'back up the record', how: 'copied' },
  make(ben, 0, { behaviour: { booksAfterMs: 0, answer: 'page' } }),
  { do: 'restore the record', age: 0.999 },
  make(mo, 0, lostClaim),
  { do: 'mend the line', desk: mo },
];
const repaired: readonly TeamStep[] = [
  { do: 'restore the record', age: 0.999 },
  { do: 'repair', desk: ada },
];
/** Mo's desk gives back at its next reading what it claimed and did not send. */
const givenBack: readonly TeamStep[] = [
  { do: 'restart', desk: mo, how: 'ended' },
  { do: 'read on', desk: mo },
];

/** Histories in which the laboratory once found something wrong, in their shortest form. */
labTest.each<[name: string, steps: readonly TeamStep[], hasList?: boolean]>([
  [
    'a claim in place of one that was given back, lost with the record before anybody read it',
    [
      pay(ben, 0, { behaviour: { booksAfterMs: null, answer: 'none' } }),
      sync(ben),
      { do: 'wait', ms: 15 * 60_000, asleep: [] },
      sync(ben),
      { do: 'read on', desk: ada },
      { do: 'back up the record', how: 'copied' },
      pay(ada, 0),
      { do: 'restore the record', age: 0 },
    ],
  ],
  [
    'a repair by a desk that had read no claim of the order but one that was given back',
    [
      { ...pay(ada, 0, { hold: 'claim at the record' }), name: 1 },
      { do: 'wait', ms: 3 * 60_000, asleep: [] },
      { do: 'release', desk: ada },
      { do: 'back up the record', how: 'copied' },
      make(ben, 0),
      { do: 'read on', desk: ada },
      { do: 'read on', desk: ben },
      { ...pay(mo, 0), name: 1 },
      { do: 'read on', desk: mo },
      { do: 'restore the record', age: 0 },
    ],
  ],
  [
    'a repair by a desk to which the bank refused what it had booked for the other desk of a fork',
    [
      { do: 'fork the record', away: [ada, mo] },
      pay(mo, 4),
      make(mo, 0, { readsFirst: true }),
      make(ben, 0, { behaviour: { booksAfterMs: null, answer: 'refused' } }),
      { do: 'back up the record', how: 'copied' },
      pay(ben, 2),
      { do: 'read on', desk: ben },
      { do: 'restore the record', age: 0.999 },
    ],
  ],
  [
    'a change of a payee whose answer was lost, and that a colleague’s change replaced',
    [make(ada, 2, { behaviour: { booksAfterMs: 0, answer: 'none' } }), make(ben, 5)],
  ],
  [
    'a revoked desk whose login was opened again, and that writes at each reading',
    [
      { do: 'take a snapshot of the machine', desk: ben },
      pay(ben, 0, { behaviour: { booksAfterMs: 0, answer: 'page' } }),
      { do: 'put the machine back', desk: ben },
      { do: 'reconcile', desk: ben },
      { do: 'revoke', desk: ada, whom: ben },
      { do: 'reopen the revoked', whom: ben },
    ],
  ],
  [
    'a receivable that the bank refused to one desk of a fork, and booked for the other',
    [
      { do: 'fork the record', away: [ada] },
      make(ben, 0, { behaviour: { booksAfterMs: null, answer: 'refused' } }),
      make(ada, 0),
    ],
  ],
  [
    'a receivable that is booked late, sent before the backup that was put back meanwhile',
    [
      make(ben, 0, { behaviour: { booksAfterMs: 94_266, answer: 'whole' } }),
      { do: 'back up', desk: ben },
      { do: 'put the folder back', desk: ben },
    ],
  ],
  [
    'a machine put back, whose journal had noted the count of its forgotten claim for one that was refused',
    [
      pay(ada, 0, { behaviour: { booksAfterMs: null, answer: 'none' } }),
      pay(ben, 0),
      { do: 'take a snapshot of the machine', desk: ben },
      make(ben, 0, { behaviour: { booksAfterMs: 0, answer: 'none' }, killAt: 'at the bank' }),
      { do: 'put the machine back', desk: ben },
      make(ada, 0),
    ],
  ],
  [
    'a claim that was taken over and not found, while its desk may have sent it and a colleague paid the same under another reference',
    takenOver,
  ],
  [
    'a receivable that may have been sent under a claim which the record lost, while a colleague holds it and gives it back after the repair',
    [...lostAndHeld, { do: 'read on', desk: ada }, ...repaired],
  ],
  ...[pay(ben, 0), make(ben, 5)].map((send): [string, readonly TeamStep[], false] => [
    `a machine put back, whose next claim (${send.do}) finds the one before without being answered`,
    [
      { do: 'take a snapshot of the machine', desk: ben },
      { ...send, killAt: 'settled' },
      { do: 'put the machine back', desk: ben },
      { ...send, ...lostClaim },
      { do: 'mend the line', desk: ben },
      send,
    ],
    false,
  ]),
])('%s', async (_name, steps, hasList = true) => {
  const { faults, lines } = await lived(steps, hasList);
  expect({ faults, lines }).toEqual({ faults: [], lines });
});

function lived(steps: readonly TeamStep[], hasList: boolean) {
  const { traits, ...plan } = planOfTeam(1);
  const bank = { ...traits, hasList, repeats: 'booked' } as const;
  return liveInTeam(
    { ...plan, theme: hasList ? 'history' : 'claims', traits: bank, steps },
    world(),
  );
}

labTest(
  'what a desk may have sent is claimed again beside a payment that looks the same',
  async () => {
    await lived(takenOver, true);
    const open = await world().record.inside(
      mainDatabase,
      "SELECT reference FROM nostro.claim WHERE coalesce(outcome, 'unknown') = 'unknown'",
    );
    expect(open).toHaveLength(1);
  },
);

labTest.each<[name: string, steps: readonly TeamStep[], answer: RegExp]>([
  [
    'claims it when the colleague has given it back',
    [...lostAndHeld, { do: 'read on', desk: ben }, ...givenBack, { do: 'read on', desk: ben }],
    /team\.taken: Ben claimed/,
  ],
  [
    'confirms no repair before the colleague has given it back',
    [
      ...[...lostAndHeld, { do: 'read on', desk: ada } as const, ...repaired],
      ...[
        { do: 'read on', desk: ben } as const,
        ...givenBack,
        { do: 'read on', desk: ada } as const,
      ],
    ],
    /team\.server-behind .* waits for the desk of Ben\./,
  ],
])('a desk that may have sent what a colleague holds %s', async (_name, steps, answer) => {
  const { lines } = await lived([...steps, make(ada, 0)], true);
  const last = lines.find((line) => line.trimStart().startsWith(`${String(steps.length + 1)}. `));
  expect(last).toMatch(answer);
});
