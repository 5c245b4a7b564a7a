import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { signedAct } from '../../support/postgres/signed-act.ts';
import {
  codeOf,
  headOf,
  revoke,
  teamOfTwo,
  type TeamDesk,
} from '../../support/postgres/team-desk.ts';
import { claimsOf, outcomeOf } from './claims.ts';

const cluster = useCluster();
const rounds = 200;

/** Claims without a look at the record, so that both desks ask at the same moment. The loser's number is free for its next act. */
function quick(desk: TeamDesk, seen: { n: number; digest: string }, first: number) {
  let seq = first;
  return async (text: string): Promise<string> => {
    const act = signedAct(desk.keys, { kind: 'claim', seq, seen, of: claimsOf(text) });
    const [row] = await desk.call('claim', act);
    if (row?.['state'] === 'claimed') seq += 1;
    return String(row?.['state']);
  };
}

/** Lets two desks claim at once, many times; `texts` are their claims in a round. */
async function race(texts: (round: number) => readonly [string, string]) {
  const { database, a, b } = await teamOfTwo(cluster);
  const seen = await headOf(a.client);
  const [byA, byB] = [quick(a, seen, 3), quick(b, seen, 1)];
  const wins = { a: 0, b: 0 };
  const losers = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const [textA, textB] = texts(round);
    // Whoever asks first has a head start: it changes with each round.
    const asked =
      round % 2 === 0 ? [byA(textA), byB(textB)] : [byB(textB), byA(textA)].toReversed();
    const [ofA, ofB] = await Promise.all(asked);
    expect([ofA, ofB].filter((state) => state === 'claimed')).toHaveLength(1);
    wins[ofA === 'claimed' ? 'a' : 'b'] += 1;
    losers.add(String(ofA === 'claimed' ? ofB : ofA));
  }
  return { database, a, b, wins, losers };
}

test('of two desks that claim one reference at once, one holds it', async () => {
  const { a, wins, losers } = await race((round) => [`R-${round}`, `R-${round}`]);
  expect([...losers]).toEqual(['taken']);
  expect(Math.min(wins.a, wins.b)).toBeGreaterThan(0);
  expect((await headOf(a.client)).n).toBe(2 + rounds);
});

test('of two twins that are claimed at once, one is held back', async () => {
  const { losers } = await race((round) => [`A-${round}/l-${round}`, `B-${round}/l-${round}`]);
  expect([...losers]).toEqual(['twin']);
});

test('a claim waits for the one before, and sees it', async () => {
  const { a, b } = await teamOfTwo(cluster);
  const [first, second] = [
    await a.act('claim', claimsOf('INV-1/rent')),
    await b.act('claim', claimsOf('INV-2/rent')),
  ];
  await a.client.query('BEGIN');
  await a.call('claim', first);
  const waiting = b.call('claim', second);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await a.client.query('COMMIT');
  expect(await waiting).toMatchObject([{ state: 'twin', other: 'INV-1' }]);
});

test.each([
  ['claim', 'claim', claimsOf('INV-2')],
  ['settle', 'settle', outcomeOf('INV-1', 'accepted')],
  ['append', 'note', {}],
] as const)(
  '%s writes nothing where its desk is revoked while it waits',
  async (name, kind, of) => {
    const { a, b } = await teamOfTwo(cluster);
    await b.write('claim', 'claim', claimsOf('INV-1'));
    const act = await b.act(kind, of);
    await a.client.query('BEGIN');
    await revoke(a, b);
    const waiting = codeOf(b.call(name, act));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await a.client.query('COMMIT');
    expect(await waiting).toBe('NO009');
  },
);

test('an older view of the record cannot be claimed from', async () => {
  const { a, b } = await teamOfTwo(cluster);
  const act = await b.act('claim', claimsOf('INV-1'));
  await b.client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await b.client.query('SELECT * FROM nostro.head');
  await a.write('claim', 'claim', claimsOf('INV-1'));
  // PostgreSQL refuses the lock: the row is newer than the view.
  expect(await codeOf(b.call('claim', act))).toBe('40001');
});
