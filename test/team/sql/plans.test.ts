import type { Client } from 'pg';
import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { teamOfTwo } from '../../support/postgres/team-desk.ts';
import { claimsOf, outcomeOf } from './claims.ts';

const cluster = useCluster();
const rows = 5_000;

/** Fills the record as years would. The tables are not analysed. */
async function grow(root: Client): Promise<void> {
  await root.query(
    `INSERT INTO nostro.act (n, digest, key, seq, kind, envelope, signature, body, at)
       SELECT 1000000 + i, sha256(i::text::bytea), 'old', i, 'note', '', decode(repeat('00', 64), 'hex'), '', now() - interval '1 day'
       FROM generate_series(1, $1::int) i`,
    [rows],
  );
  await root.query(
    `INSERT INTO nostro.claim (reference, likeness, payload, n, key, outcome)
       SELECT 'old-' || i, 'likeness-' || i, 'payload', 1, 'old', 'accepted' FROM generate_series(1, $1::int) i`,
    [rows],
  );
}

/** Open claims of a desk that is silent, to be taken over one by one. */
const openClaims = (root: Client) =>
  root.query(`INSERT INTO nostro.claim (reference, likeness, payload, n, key, at)
    SELECT 'open-' || i, '', 'payload', 1, 'old', now() - interval '1 hour' FROM generate_series(1, 11) i`);

/** How many rows of claims and acts a transaction has read so far. */
const rowsRead = async (client: Client): Promise<number> => {
  const { rows: read } = await client.query<{ read: number }>(
    `SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS read
     FROM pg_stat_xact_user_tables WHERE relname IN ('act', 'claim')`,
  );
  return read[0]?.read ?? 0;
};

test.each([
  ['empty', false],
  ['small', true],
])(
  'a session that planned on %s tables reads few rows when they are full',
  async (_size, isAnalysed) => {
    const { database, a } = await teamOfTwo(cluster);
    const calls = (
      round: number,
    ): readonly (readonly [name: string, kind: string, of: object])[] => [
      ['claim', 'claim', claimsOf(`R-${round}/likeness-${round}=old-${round}`)],
      ['claim', 'claim', claimsOf(`R-${round}/likeness-${round}=old-${round}`)],
      ['settle', 'settle', outcomeOf(`R-${round}`, 'refused')],
      ['take_over', 'take-over', { claims: [{ r: `open-${round}` }] }],
      ['append', 'note', {}],
    ];
    const write = async (round: number): Promise<void> => {
      for (const call of calls(round)) await a.write(...call);
    };
    const root = await database.asSuperuser();
    await openClaims(root);
    await write(1);
    if (isAnalysed) await root.query('ANALYZE');
    // PostgreSQL chooses its lasting plan with the sixth call.
    for (let round = 2; round <= 10; round += 1) await write(round);
    await grow(root);
    await a.client.query('BEGIN');
    for (const [name, kind, of] of calls(11)) {
      const act = await a.act(kind, of);
      const before = await rowsRead(a.client);
      await a.call(name, act);
      expect([name, (await rowsRead(a.client)) - before < 50]).toEqual([name, true]);
    }
    await a.client.query('COMMIT');
  },
);
