import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { lossyScene } from '../../support/team/lossy-scene.ts';
import type { TeamPerson } from '../../support/team/team-scene.ts';

const cluster = useCluster();

const rules = JSON.stringify({
  rules: [
    {
      when: { sumOver: { amount: '100', currency: 'EUR', days: 1, per: 'account' } },
      need: { role: 'checker', count: 1 },
    },
  ],
});

/** A payment file of an invoice that is split: each file alone is below the rule, and no line of the second is once the first was sent. */
const half = (name: string, amounts: readonly string[]): string =>
  [
    'account,payee,reference,amount,currency',
    ...amounts.map(
      (amount, at) => `700000,Ostrich Glass BV,${name}-${String(at + 1)},${amount},EUR`,
    ),
  ].join('\n');

type FileRun = {
  readonly lines?: readonly { readonly reference: string; readonly state: string }[];
};

test('when two desks send the halves of a split at once, the second is checked again against what the first claimed', async () => {
  const { ada, ben, booked, line, write } = await lossyScene(cluster);
  const file = write('rules.json', rules);
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);
  const payHalf = (desk: TeamPerson, name: string, amounts: readonly string[]) =>
    desk.run('pay', '--file', write(`${name}.csv`, half(name, amounts)));

  // Ben’s claim was checked and is in transit when Ada’s half is claimed and sent.
  const held = line.hold('claim');
  const late = payHalf(ben, 'BEN', ['43.00', '44.00']);
  await held.reached;
  const first = await payHalf(ada, 'ADA', ['45.00', '46.00']);
  expect([first.err, first.code]).toEqual(['', 0]);
  held.release();
  const second = await late;
  expect(second.code).toBe(1);
  expect(second.out).toContain('It needs 1 of role checker for more than 100.00 EUR in a day');
  expect(booked().toSorted()).toEqual(['ADA-1', 'ADA-2']);
  expect(second.json<FileRun>().lines?.map(({ state }) => state)).not.toContain('accepted');

  // Nothing was claimed that lacks an approval: no desk objects.
  for (const desk of [ada, ben]) {
    const status = await desk.team<{ notApproved?: unknown[] }>('status');
    expect(status.notApproved).toBeUndefined();
  }
  // The rest of the sum is free.
  expect((await ben.pay('SMALL', '8.00')).code).toBe(0);
}, 400_000);
