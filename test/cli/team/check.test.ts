import { cpSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

import type { Client } from 'pg';
import { expect, vi } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { actKeys, sha256, signedAct, type Act } from '../../support/postgres/signed-act.ts';
import { snapshotOf } from '../../support/postgres/snapshot.ts';
import { expectError } from '../../support/programs/command-line.ts';
import { openedCopy } from '../../support/team/opened-copy.ts';
import { teamScene, twoDesks } from '../../support/team/team-scene.ts';

const cluster = useCluster();
vi.setConfig({ testTimeout: 180_000 });

type Scene = Awaited<ReturnType<typeof recordOfTwo>>;

/** Ada and Ben have paid; Cleo was admitted and has read nothing yet. What is done to the database is undone. */
async function recordOfTwo() {
  const scene = await teamScene(cluster);
  const { ada, ben } = await twoDesks(cluster, scene);
  const cleo = scene.person('cleo');
  const file = scene.at('cleo.json');
  await ada.team('invite', '--name', 'Cleo', '--out', file);
  const { words } = await cleo.team<{ words: string[] }>('join', '--invitation', file);
  await ada.team('admit', '--words', words.join(' '));
  for (const at of [1, 2, 3]) await ada.pay(`INV-${at}`, `${at}1.00`);
  cpSync(ben.data, scene.at('ben-before'), { recursive: true });
  await ben.pay('INV-4', '40.00');
  for (const person of [ada, ben]) await person.team('status');
  const snapshot = await snapshotOf(cluster, scene.database);
  const inside = await freed(scene.database.name);
  const { rows } = await inside.query<{ n: number }>('SELECT n::int FROM head');
  return { scene, ada, ben, cleo, file, inside, snapshot, n: rows[0]?.n ?? 0 };
}

/** An administrator of the database, whom no constraint stops. */
async function freed(database: string): Promise<Client> {
  const inside = await cluster.asSuperuser(database);
  await inside.query('SET session_replication_role = replica; SET search_path = nostro');
  return inside;
}

/** Everything is chained anew behind a change, as somebody who owns the database would. */
async function rechain(inside: Client): Promise<void> {
  const { rows } = await inside.query<Act & { n: number }>(
    'SELECT n::int, envelope, signature, body FROM act ORDER BY n',
  );
  await inside.query('UPDATE act SET n = n + 1000, digest = sha256(digest)');
  let digest: Buffer = Buffer.alloc(32);
  for (const [at, { n, envelope, signature }] of rows.entries()) {
    digest = sha256(digest, sha256(envelope), signature);
    await inside.query('UPDATE act SET n = $1, digest = $2 WHERE n = $3', [
      at + 1,
      digest,
      n + 1000,
    ]);
  }
  await inside.query('UPDATE head SET n = $1, digest = $2', [rows.length, digest]);
}

/** Writes a row of any kind behind the head. */
async function put(inside: Client, key: string, { envelope, signature, body }: Act): Promise<void> {
  await inside.query(
    `WITH next AS (UPDATE head SET n = n + 1, digest = sha256(digest || sha256($2) || $3) RETURNING n, digest)
     INSERT INTO act (n, digest, key, seq, kind, envelope, signature, body)
     SELECT n, digest, $1, (SELECT coalesce(max(seq), 0) + 1 FROM act WHERE key = $1), 'invite', $2, $3, $4 FROM next`,
    [key, envelope, signature, body],
  );
}

const dropLast = (count: number) => `DELETE FROM act WHERE n > (SELECT n FROM head) - ${count}`;
const setHeadBack =
  'UPDATE head SET (n, digest) = (SELECT a.n, a.digest FROM act a ORDER BY a.n DESC LIMIT 1)';

/** The number of the first claim of Ada. */
const firstClaim = "(SELECT min(n) FROM act WHERE kind = 'claim')";
const changeWord = `UPDATE act SET envelope = convert_to(replace(convert_from(envelope, 'UTF8'), '"claim"', '"Claim"'), 'UTF8')
  WHERE n = ${firstClaim}`;

async function keyOf(inside: Client): Promise<string> {
  const { rows } = await inside.query<{ key: string }>('SELECT key FROM act WHERE n = 1');
  return rows[0]?.key ?? '';
}

async function seenNow(inside: Client) {
  const { rows } = await inside.query<{ n: number; digest: string }>(
    "SELECT n::int, encode(digest, 'hex') AS digest FROM head",
  );
  return rows[0] ?? { n: 0, digest: '' };
}

type Attack = {
  readonly name: string;
  readonly attack: (scene: Scene) => Promise<unknown>;
  /** The state of a desk that reads on. */
  readonly readsOn: string;
  /** The error of the check; null where an act that changes nothing was added. */
  readonly check: string | null;
  /** The error of a newcomer; null where nothing that it could know is wrong. */
  readonly newcomer: string | null;
};

const damaged = { readsOn: 'damaged', check: 'team.damaged', newcomer: 'team.damaged' } as const;
const unseen = { ...damaged, readsOn: 'current' } as const;
const isVoid = { readsOn: 'current', check: null, newcomer: null } as const;

const attacks: readonly Attack[] = [
  {
    name: 'one act in the middle removed',
    attack: ({ inside }) => inside.query(`DELETE FROM act WHERE n = ${firstClaim}`),
    ...unseen,
  },
  {
    name: 'one removed, all behind it chained anew',
    attack: async ({ inside }) => {
      await inside.query(`DELETE FROM act WHERE n = ${firstClaim}`);
      await rechain(inside);
    },
    ...damaged,
  },
  {
    name: 'the last acts removed, the head set back',
    attack: ({ inside }) => inside.query(`${dropLast(2)}; ${setHeadBack}`),
    ...{ readsOn: 'server-behind', check: 'team.server-behind', newcomer: null },
  },
  {
    name: 'the last acts removed, the head left',
    attack: ({ inside }) => inside.query(dropLast(2)),
    ...unseen,
  },
  {
    name: 'two neighbours exchanged and chained anew',
    attack: async ({ inside, n }) => {
      await inside.query(`UPDATE act SET n = 5000 WHERE n = ${n - 3};
        UPDATE act SET n = ${n - 3} WHERE n = ${n - 2}; UPDATE act SET n = ${n - 2} WHERE n = 5000`);
      await rechain(inside);
    },
    ...damaged,
  },
  {
    name: 'a word of an envelope changed',
    attack: ({ inside }) => inside.query(changeWord),
    ...unseen,
  },
  {
    name: 'the same, chained anew',
    attack: async ({ inside }) => {
      await inside.query(changeWord);
      await rechain(inside);
    },
    ...damaged,
  },
  {
    name: 'a body exchanged',
    attack: ({ inside }) =>
      inside.query(
        `UPDATE act SET body = (SELECT body FROM act WHERE n = 2) WHERE n = ${firstClaim}`,
      ),
    ...{ ...unseen, newcomer: null },
  },
  {
    name: 'a signature changed',
    attack: ({ inside }) =>
      inside.query(`UPDATE act SET signature = set_byte(signature, 0, get_byte(signature, 0) # 1)
        WHERE n = ${firstClaim}`),
    ...unseen,
  },
  {
    name: 'a digest changed',
    attack: ({ inside }) =>
      inside.query(`UPDATE act SET digest = sha256(digest) WHERE n = ${firstClaim}`),
    ...unseen,
  },
  {
    name: 'an act forged under a member’s key',
    attack: async ({ inside }) => {
      const key = await keyOf(inside);
      const draft = { kind: 'invite', seq: 1, seen: await seenNow(inside) };
      await put(inside, key, signedAct({ ...actKeys(), key }, draft));
    },
    ...isVoid,
  },
  {
    name: 'an act under a stranger’s key',
    attack: async ({ inside }) => {
      const keys = actKeys();
      const draft = { kind: 'invite', seq: 1, seen: await seenNow(inside) };
      await put(inside, keys.key, signedAct(keys, draft));
    },
    ...isVoid,
  },
  {
    name: 'a member’s act replayed',
    attack: async ({ inside }) => {
      const { rows } = await inside.query<Act>('SELECT * FROM act WHERE n = 2');
      await put(inside, await keyOf(inside), rows[0]!);
    },
    ...isVoid,
  },
  {
    name: 'a record that was set back and went on elsewhere',
    attack: async ({ inside, scene, ben }) => {
      await inside.query(`${dropLast(2)}; ${setHeadBack};
        DELETE FROM claim WHERE n NOT IN (SELECT n FROM act)`);
      rmSync(ben.data, { recursive: true });
      cpSync(scene.at('ben-before'), ben.data, { recursive: true });
      for (const at of [1, 2, 3])
        await ben.run('team', 'invite', '--name', `X${at}`, '--out', scene.at(`x${at}.json`));
    },
    ...{ readsOn: 'damaged', check: 'team.damaged', newcomer: null },
  },
];

/** What a desk that reads on, its check, and a newcomer find. */
async function findings({ ada, cleo, file, scene }: Scene) {
  const status = await ada.run('team', 'status');
  const { state: readsOn } = status.json<{ state: string }>();
  const checked = await ada.run('team', 'check');
  const joined = await cleo.run('team', 'join', '--invitation', file);
  const closed = readsOn === 'current' ? null : await ada.pay('INV-5', '50.00');
  expect(closed?.code ?? 1).toBe(1);
  expect(scene.bank.orders).toHaveLength(4);
  return {
    readsOn,
    check: checked.code === 0 ? null : checked.error().code,
    newcomer: joined.code === 0 ? null : joined.error().code,
    voidActs: checked.code === 0 ? checked.json<{ voidActs: number }>().voidActs : null,
  };
}

test('each change by whoever owns the database is found or changes nothing, and nothing is sent', async () => {
  const made = await recordOfTwo();
  const people = ['ada', 'ben', 'cleo'];
  const { scene } = made;
  for (const name of people) cpSync(scene.at(name), scene.at(`${name}-whole`), { recursive: true });
  const found: Record<string, unknown> = {};
  for (const { name, attack } of attacks) {
    for (const person of people) {
      rmSync(scene.at(person), { recursive: true });
      cpSync(scene.at(`${person}-whole`), scene.at(person), { recursive: true });
    }
    await made.snapshot.restore();
    const attacked = { ...made, inside: await freed(scene.database.name) };
    await attack(attacked);
    found[name] = await findings(attacked);
  }
  const expected = attacks.map(({ name, attack: _, ...rest }) => [
    name,
    { ...rest, voidActs: rest.check === null ? 1 : null },
  ]);
  expect(found).toEqual(Object.fromEntries(expected));
});

test('what a check found wrong closes sending, also for the next command, until a check finds nothing', async () => {
  const { scene, ada, inside, snapshot } = await recordOfTwo();
  await inside.query(changeWord);
  // Reading on finds nothing: it reads new acts only.
  expect(await ada.team('status')).toMatchObject({ state: 'current' });
  expectError(await ada.run('team', 'check'), 1, 'team.damaged', 'is not what it was');
  expectError(await ada.pay('INV-5', '50.00'), 1, 'team.damaged', 'is not what it was');
  expect((await ada.run('team', 'status')).json()).toMatchObject({
    ...{
      state: 'damaged',
      checked: { why: expect.stringMatching(/^Act \d+ is not what it was\.$/) as unknown },
    },
  });
  expect(scene.bank.orders).toHaveLength(4);
  await snapshot.restore();
  await ada.team('check');
  expect(await ada.team('status')).toMatchObject({ state: 'current', checked: { why: null } });
  expect((await ada.pay('INV-5', '50.00')).code).toBe(0);
});

test('an open desk checks all acts once a week, one page a second, and closes on what it finds', async () => {
  const { scene, ben, inside } = await recordOfTwo();
  let atMs = Date.now();
  const clock = { now: () => atMs, monotonicMs: () => atMs };
  const copy = await openedCopy(scene, ben.data, clock);
  const { team } = copy;
  const { record } = team!.open!;
  expect(await record.catchUp({ correlationId: 'test' })).toMatchObject({ ok: true });
  const second = async () => {
    atMs += 1_000;
    team!.look();
    await setTimeout(150);
  };
  /** Seconds until a check has come to its end. */
  const checkedAfter = async (most: number): Promise<string | null | undefined> => {
    const before = record.check?.at;
    for (let n = 0; n < most && record.check?.at === before; n += 1) await second();
    return record.check?.at === before ? undefined : record.check?.why;
  };
  expect(await checkedAfter(10)).toBeNull();
  expect(await checkedAfter(5)).toBeUndefined();
  await inside.query(changeWord);
  atMs += 6 * 24 * 3_600_000;
  expect(await checkedAfter(5)).toBeUndefined();
  atMs += 24 * 3_600_000;
  expect(await checkedAfter(10)).toMatch(/^Act \d+ is not what it was\.$/);
  expect(team!.claims.allows({ correlationId: 'test' })).toMatchObject({
    error: { code: 'team.damaged' },
  });
  await copy.close();
  expectError(await ben.pay('INV-5', '50.00'), 1, 'team.damaged', 'is not what it was');
});

test('an act that was forged is shown, changes nothing, and the team goes on', async () => {
  const { scene, ben, inside } = await recordOfTwo();
  const key = await keyOf(inside);
  const draft = { kind: 'end', seq: 1, seen: await seenNow(inside) };
  await put(inside, key, signedAct({ ...actKeys(), key }, draft));
  expect(await ben.team('status')).toMatchObject({
    ...{ state: 'current', membership: 'joined', members: 3 },
    // It is not laid at the door of the member whose key it names.
    voidActs: [{ key: '', why: 'Its signature is not its author’s.' }],
  });
  expect((await ben.pay('INV-5', '50.00')).code).toBe(0);
  expect(scene.bank.orders).toHaveLength(5);
});

test('a claim that was removed from the server’s table stays with its desk', async () => {
  const { scene, ada, ben, inside } = await recordOfTwo();
  await inside.query('DELETE FROM claim');
  expectError(await ben.pay('INV-1', '11.00'), 1, 'team.taken', 'Ada');
  expectError(await ada.pay('INV-4', '40.00'), 1, 'team.taken', 'Ben');
  expect(scene.bank.orders).toHaveLength(4);
});

test('a record as it was written is whole', async () => {
  const { ada, ben, n } = await recordOfTwo();
  const whole = { acts: n, voidActs: 0 };
  expect(await ada.team('check')).toMatchObject(whole);
  expect(await ben.team('check')).toMatchObject(whole);
});

test('the record of another team in its place closes sending', async () => {
  const one = await recordOfTwo();
  const other = await recordOfTwo();
  await one.inside.query('DELETE FROM act; DELETE FROM head');
  const acts = await other.inside.query<Record<string, unknown>>('SELECT * FROM act ORDER BY n');
  for (const { n, digest, key, seq, kind, envelope, signature, body } of acts.rows)
    await one.inside.query(
      'INSERT INTO act (n, digest, key, seq, kind, envelope, signature, body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
      [n, digest, key, seq, kind, envelope, signature, body],
    );
  await one.inside.query(
    'INSERT INTO head (n, digest) SELECT n, digest FROM act ORDER BY n DESC LIMIT 1',
  );
  expect((await one.ada.run('team', 'status')).json()).toMatchObject({ state: 'wrong-team' });
  expectError(await one.ada.pay('INV-5', '50.00'), 1, 'team.damaged');
});
