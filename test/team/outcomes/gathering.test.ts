import { setTimeout } from 'node:timers/promises';

import { expect } from 'vitest';

import { newReference } from '../../../shared/reference.ts';
import {
  context,
  foundingDesk,
  valueOf,
  type BenchTeamDesk,
} from '../../../tools/bench/team/desks.ts';
import { test, useCluster, type Database } from '../../support/postgres/cluster.ts';

const cluster = useCluster();

async function deskIn(database: Database): Promise<BenchTeamDesk> {
  const login = await database.makeLogin('a');
  return foundingDesk({ port: cluster.address().port, database: database.name, login });
}

/** Claims as many payments, and returns their references. */
async function claimed({ team }: BenchTeamDesk, count: number): Promise<string[]> {
  const references = Array.from({ length: count }, () => newReference());
  for (const reference of references) {
    const wanted = { reference, likeness: null, payloadHash: 'a'.repeat(64), twins: [] };
    await valueOf(team.claims.claim(wanted, context));
  }
  return references;
}

/** Outcomes in the record, and the acts that brought them. */
async function settledIn(database: Database): Promise<{ outcomes: number; acts: number }> {
  const root = await database.asSuperuser();
  const { rows } = await root.query<{ outcomes: number; acts: number }>(
    'SELECT count(outcome)::int AS outcomes, count(DISTINCT settled)::int AS acts FROM nostro.claim',
  );
  return rows[0] ?? { outcomes: 0, acts: 0 };
}

test('outcomes that follow each other closely go into one act', async () => {
  const database = await cluster.database();
  const desk = await deskIn(database);
  for (const reference of await claimed(desk, 4)) {
    desk.team.claims.settle(reference, 'accepted');
    await setTimeout(15);
  }
  await expect.poll(() => desk.team.claims.unsent).toBe(0);
  expect(await settledIn(database)).toEqual({ outcomes: 4, acts: 1 });
  await desk.close();
});

test('a desk that closes brings its outcomes to the record before', async () => {
  const database = await cluster.database();
  const desk = await deskIn(database);
  const [reference = ''] = await claimed(desk, 1);
  desk.team.claims.settle(reference, 'accepted');
  await desk.close();
  expect(await settledIn(database)).toEqual({ outcomes: 1, acts: 1 });
});

test.for(['claim', 'claimAhead'] as const)(
  'a payment that did not leave is claimed again behind its outcome: %s',
  async (way) => {
    const database = await cluster.database();
    const desk = await deskIn(database);
    const { claims } = desk.team;
    const [reference = ''] = await claimed(desk, 1);
    claims.settle(reference, 'not-sent');
    const wanted = { reference, likeness: null, payloadHash: 'a'.repeat(64), twins: [] };
    if (way === 'claimAhead') await claims.claimAhead([wanted], context);
    else await valueOf(claims.claim(wanted, context));
    await setTimeout(400);
    // An outcome that came behind the second claim would free it for a colleague while it is sent.
    expect(await settledIn(database)).toEqual({ outcomes: 0, acts: 0 });
    await desk.close();
  },
);
