import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { codeOf, headOf, teamOfTwo, type TeamDesk } from '../../support/postgres/team-desk.ts';
import { claimsOf, statesOf } from './claims.ts';

const cluster = useCluster();

/** A claim by what a desk had read at an earlier head. */
async function claimSeen(
  desk: TeamDesk,
  seen: { n: number; digest: string },
  text: string,
  tallies?: readonly string[],
): Promise<string[]> {
  const of = { ...claimsOf(text), ...(tallies ? { tallies } : {}) };
  return statesOf(await desk.call('claim', await desk.act('claim', of, { seen })));
}

const depended = ['approval-rules', 'approve', 'refuse', 'withdraw', 'delegate'];

test('a claim is stale that has not seen what approvals depend on, and writes nothing', async () => {
  const { a, b } = await teamOfTwo(cluster);
  for (const [n, kind] of depended.entries()) {
    const seen = await headOf(a.client);
    await b.write('append', kind);
    const written = await headOf(a.client);
    expect(await claimSeen(a, seen, `R-${String(n)}`)).toEqual([`R-${String(n)} stale`]);
    expect(await headOf(a.client)).toEqual(written);
    expect(await claimSeen(a, written, `R-${String(n)}`)).toEqual([`R-${String(n)} claimed`]);
  }
});

test('a team without approval rules has no stale claims', async () => {
  const { a, b } = await teamOfTwo(cluster);
  const seen = await headOf(a.client);
  for (const kind of ['approve', 'delegate', 'note']) await b.write('append', kind);
  expect(await claimSeen(a, seen, 'INV-1')).toEqual(['INV-1 claimed']);
});

test('of two claims that count on one sum, the second is checked anew', async () => {
  const { a, b } = await teamOfTwo(cluster);
  const seen = await headOf(a.client);
  expect(await claimSeen(a, seen, 'A', ['sum-1', 'sum-2'])).toEqual(['A claimed']);
  expect(await claimSeen(b, seen, 'B', ['sum-2'])).toEqual(['B stale']);
  expect(await claimSeen(b, seen, 'C', ['sum-3'])).toEqual(['C claimed']);
  expect(await claimSeen(b, await headOf(a.client), 'B', ['sum-2'])).toEqual(['B claimed']);
  // What is in the way is more than that a sum moved.
  expect(await claimSeen(a, seen, 'B', ['sum-1'])).toEqual(['B taken']);
});

test('names of sums are a list of names', async () => {
  const { a } = await teamOfTwo(cluster);
  for (const tallies of ['sum', [1], [''], ['a b'], Array.from({ length: 501 }, String)]) {
    const act = await a.act('claim', { ...claimsOf('INV-1'), tallies });
    expect(await codeOf(a.call('claim', act))).toBe('NO008');
  }
});
