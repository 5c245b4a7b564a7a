import { describe, expect, vi } from 'vitest';

import { expectError } from '../../support/programs/command-line.ts';
import { hasTerminal } from '../../support/programs/terminal.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { startListingDelta } from '../../support/team/listing-delta.ts';
import {
  foundArguments,
  join,
  teamScene,
  twoDesks,
  type TeamPerson,
  type TeamScene,
} from '../../support/team/team-scene.ts';

const cluster = useCluster();

// Each of these runs a dozen commands, some of them in processes of their own.
vi.setConfig({ testTimeout: 180_000 });

type Member = { name: string; key: string; revoked?: { why: string } };

const membersOf = async (person: TeamPerson): Promise<Member[]> =>
  (await person.team<{ members: Member[] }>('members')).members;

const keyOf = async (person: TeamPerson, name: string): Promise<string> =>
  (await membersOf(person)).find((member) => member.name === name)?.key ?? '';

const sent = ({ bank }: TeamScene) => bank.orders.map(({ reference }) => reference);

/** Ada, Ben and Cleo, all administrators. */
async function threeDesks(scene: TeamScene) {
  const { ada, ben } = await twoDesks(cluster, scene);
  const cleo = scene.person('cleo');
  await join(ada, cleo, 'Cleo', scene.at('cleo.json'));
  return { ada, ben, cleo };
}

const reopened = (person: TeamPerson, name: string) =>
  person.run('submissions', '--reconcile', '--reopen-as', name, '--looked-at-bank');

const atTerminal = hasTerminal ? test : test.skip;

describe('without a terminal', () => {
  const asking = [
    ['Ben', 'revoke', 'Ben', '--why', 'lost'],
    ['END', 'end'],
    ['LEAVE', 'leave'],
    ['INV-1', 'take-over', 'INV-1', '--looked-at-bank'],
  ];
  test('nothing is revoked, ended, left or taken over, whatever comes on standard input', async () => {
    const scene = await teamScene(cluster, () => startListingDelta());
    const { ada, ben } = await twoDesks(cluster, scene);
    await ben.pay('INV-1');
    const before = await ada.team('status');
    for (const [answer = '', ...args] of asking)
      expectError(await ada.withoutTerminal(answer, ...args), 1, 'confirmation.required');
    expect(await ada.team('status')).toMatchObject({ head: before['head'], members: 2 });
    expect((await ben.pay('INV-2', '20.00')).code).toBe(0);
  });
});

describe('a desk that is revoked', () => {
  atTerminal('is not revoked where something else is typed', async () => {
    const scene = await teamScene(cluster);
    const { ada, ben } = await twoDesks(cluster, scene);
    const refused = await ada.atTerminal('ben', 'revoke', 'Ben', '--why', 'lost');
    expectError(refused, 1, 'confirmation.required');
    expect((await ben.pay('INV-1')).code).toBe(0);
  });

  atTerminal('sends nothing, cannot connect, and the others go on with a new key', async () => {
    const scene = await teamScene(cluster);
    const { ada, ben, cleo } = await threeDesks(scene);
    const key = await keyOf(ada, 'Ben');
    const done = await ada.atTerminal('Ben', 'revoke', 'Ben', '--why', 'laptop stolen');
    expect([done.err, done.code]).toEqual(['', 0]);
    expect(done.json()).toMatchObject({
      revoked: [{ name: 'Ben', revoked: { why: 'laptop stolen' } }],
    });

    expectError(await ben.pay('INV-1'), 1, 'team.login-refused', 'Nothing was sent');
    const status = await ben.run('team', 'status');
    expect(status.error().code).toBe('team.login-refused');
    expect(sent(scene)).toEqual([]);
    expect((await cleo.pay('INV-1')).code).toBe(0);
    expectError(await ada.pay('INV-1'), 1, 'team.taken', 'Cleo');

    const inside = await scene.database.asSuperuser();
    const { rows } = await inside.query<{ envelope: Buffer }>(
      "SELECT envelope FROM nostro.act WHERE kind = 'team-key' ORDER BY n DESC LIMIT 1",
    );
    const { of } = JSON.parse(String(rows[0]?.envelope)) as { of: { wrapped: object } };
    const writers = (await membersOf(cleo)).filter(({ revoked }) => !revoked);
    expect(Object.keys(of.wrapped).toSorted()).toEqual(writers.map((one) => one.key).toSorted());
    expect(Object.keys(of.wrapped)).not.toContain(key);
    const later = await inside.query<{ epoch: string }>(
      `SELECT convert_from(envelope, 'UTF8')::jsonb ->> 'epoch' AS epoch FROM nostro.act WHERE kind = 'claim'`,
    );
    expect(later.rows).toEqual([{ epoch: '2' }]);
  });

  atTerminal('is closed by the record even where its login still connects', async () => {
    const scene = await teamScene(cluster);
    const { ada, ben } = await twoDesks(cluster, scene);
    await ben.pay('INV-0');
    await ada.atTerminal('Ben', 'revoke', 'Ben', '--why', 'lost');
    const inside = await scene.database.asSuperuser();
    const { rows } = await inside.query<{ login: string }>(
      'SELECT login FROM nostro.desk WHERE NOT open',
    );
    await inside.query(`ALTER ROLE ${rows[0]!.login} LOGIN`);
    expectError(await ben.pay('INV-1'), 1, 'team.revoked');
    // Whoever owns the database opens the desk again: its own copy says that it was revoked.
    await inside.query('UPDATE nostro.desk SET open = true');
    expectError(await ben.pay('INV-1'), 1, 'team.revoked');
    expect(sent(scene)).toEqual(['INV-0']);
  });

  atTerminal('is meant by its key where a person has two, and the other goes on', async () => {
    const scene = await teamScene(cluster);
    const { ada, ben } = await twoDesks(cluster, scene);
    const laptop = scene.person('laptop');
    await join(ada, laptop, 'Ben', scene.at('laptop.json'));
    const [, one] = await membersOf(ada);
    const done = await ada.atTerminal('Ben', 'revoke', one!.key.slice(0, 12), '--why', 'sold');
    expect(done.json<{ revoked: Member[] }>().revoked.map(({ key }) => key)).toEqual([one!.key]);
    expect((await laptop.pay('INV-1')).code).toBe(0);
    expect((await ben.pay('INV-2', '20.00')).code).toBe(1);
    const both = await ada.atTerminal('Ben', 'revoke', 'Ben', '--why', 'left');
    expect(both.json<{ revoked: Member[] }>().revoked).toHaveLength(1);
    expect((await laptop.pay('INV-3', '30.00')).code).toBe(1);
  });

  atTerminal(
    'gets the others a new key when the revocation is repeated after a crash',
    async () => {
      const scene = await teamScene(cluster);
      const { ada } = await twoDesks(cluster, scene);
      const inside = await scene.database.asSuperuser();
      await inside.query(`ALTER FUNCTION nostro.append RENAME TO append_away`);
      const cut = await ada.atTerminal('Ben', 'revoke', 'Ben', '--why', 'lost');
      expect(cut.code).toBe(1);
      await inside.query(`ALTER FUNCTION nostro.append_away RENAME TO append`);
      const again = await ada.atTerminal('Ben', 'revoke', 'Ben', '--why', 'lost');
      expect([again.err, again.code]).toEqual(['', 0]);
      const kinds = await inside.query<{ kind: string }>('SELECT kind FROM nostro.act ORDER BY n');
      expect(kinds.rows.slice(-2).map(({ kind }) => kind)).toEqual(['revoke', 'team-key']);
    },
  );

  atTerminal('is never the last administrator', async () => {
    const scene = await teamScene(cluster);
    const ada = scene.person('ada');
    await ada.team(...(await foundArguments(cluster, scene.database, scene.write)));
    await join(ada, scene.person('ben'), 'Ben', scene.at('ben.json'), 'maker');
    expectError(await ada.atTerminal('Ada', 'revoke', 'Ada', '--why', 'x'), 1, 'team.last-admin');
    expectError(await ada.atTerminal('LEAVE', 'leave'), 1, 'team.last-admin');
    expect((await ada.pay('INV-1')).code).toBe(0);
  });
});

describe('a desk that leaves', () => {
  atTerminal('sends alone after it was reconciled, and joins again with a new key', async () => {
    const scene = await teamScene(cluster);
    const { ada, ben } = await twoDesks(cluster, scene);
    const first = await keyOf(ada, 'Ben');
    await ben.pay('INV-1');
    const left = await ben.atTerminal('LEAVE', 'leave');
    expect([left.code, left.json()]).toEqual([0, { state: 'left', isRecorded: true }]);
    expect(await ben.team('status')).toEqual({ state: 'standalone', was: 'left' });
    expectError(await ben.pay('INV-2', '20.00'), 1, 'journal.left');
    expect((await reopened(ben, 'Ben')).code).toBe(0);
    expect((await ben.pay('INV-2', '20.00')).code).toBe(0);
    expect(await membersOf(ada)).toMatchObject([{}, { name: 'Ben', revoked: { why: 'left' } }]);
    expect((await ada.pay('INV-3', '30.00')).code).toBe(0);

    await ada.team('invite', '--name', 'Ben', '--role', 'admin', '--out', scene.at('again.json'));
    const ask = ['join', '--invitation', scene.at('again.json')];
    const { words } = await ben.team<{ words: string[] }>(...ask);
    await ada.team('admit', '--words', words.join(' '));
    // What it sent as a member before is in the record under its first key.
    expect((await ben.run('team', ...ask)).json()).toMatchObject({
      ...{ state: 'differences', differences: [{ reference: 'INV-1' }] },
    });
    await ben.team(...ask, '--differences-seen');
    const [, , again] = await membersOf(ada);
    expect(again?.key).not.toBe(first);
    expectError(await ada.pay('INV-2', '20.00'), 1, 'team.taken', 'Ben');
    expectError(await ben.pay('INV-3', '30.00'), 1, 'team.taken', 'Ada');
    expect(sent(scene)).toEqual(['INV-1', 'INV-2', 'INV-3']);
  });

  atTerminal(
    'leaves the others with a new key, once an administrator’s desk has read it',
    async () => {
      const scene = await teamScene(cluster);
      const { ada, ben } = await twoDesks(cluster, scene);
      const mo = scene.person('mo');
      await join(ada, mo, 'Mo', scene.at('mo.json'), 'maker');
      await ben.atTerminal('LEAVE', 'leave');
      const inside = await scene.database.asSuperuser();
      const given = async () =>
        (
          await inside.query<{ keys: string }>(
            `SELECT (SELECT count(*) FROM jsonb_object_keys(convert_from(envelope, 'UTF8')::jsonb -> 'of' -> 'wrapped')) AS keys
           FROM nostro.act WHERE kind = 'team-key'`,
          )
        ).rows.map(({ keys }) => keys);
      // Mo is no administrator.
      await mo.team('status');
      expect(await given()).toEqual([]);
      for (let n = 0; n < 2; n += 1) await ada.team('status');
      expect(await given()).toEqual(['2']);
      expect((await mo.pay('INV-1')).code).toBe(0);
      expectError(await ada.pay('INV-1'), 1, 'team.taken', 'Mo');
      const { rows } = await inside.query<{ epoch: string }>(
        `SELECT convert_from(envelope, 'UTF8')::jsonb ->> 'epoch' AS epoch FROM nostro.act WHERE kind = 'claim'`,
      );
      expect(rows).toEqual([{ epoch: '2' }]);
    },
  );

  atTerminal(
    'leaves without the record where it cannot be reached, and is closed all the same',
    async () => {
      const scene = await teamScene(cluster, () => startListingDelta());
      const { ada, ben } = await twoDesks(cluster, scene);
      const inside = await scene.database.asSuperuser();
      await inside.query(
        `REVOKE CONNECT ON DATABASE ${scene.database.name} FROM PUBLIC, nostro_desk`,
      );
      const left = await ben.atTerminal('LEAVE', 'leave');
      expect([left.code, left.json()]).toEqual([0, { state: 'left', isRecorded: false }]);
      expectError(await ben.pay('INV-1'), 1, 'journal.left');
      await inside.query(`GRANT CONNECT ON DATABASE ${scene.database.name} TO PUBLIC, nostro_desk`);
      expect((await membersOf(ada))[1]?.revoked).toBeUndefined();
    },
  );
});

describe('a team that ends', () => {
  atTerminal('lets every desk send alone after it has read so', async () => {
    const scene = await teamScene(cluster);
    const { ada, ben } = await twoDesks(cluster, scene);
    await ada.pay('INV-1');
    expect((await ada.atTerminal('END', 'end')).json()).toEqual({ state: 'ended' });
    expect(await ada.team('status')).toEqual({ state: 'standalone', was: 'ended' });
    expect((await ada.pay('INV-2', '20.00')).code).toBe(0);
    // Ben has not read it yet; his first command does.
    expect((await ben.pay('INV-3', '30.00')).code).toBe(0);
    expect(await ben.team('status')).toEqual({ state: 'standalone', was: 'ended' });
    const inside = await scene.database.asSuperuser();
    const { rows } = await inside.query("SELECT n FROM nostro.act WHERE kind = 'claim'");
    expect(rows).toHaveLength(1);
    expect(sent(scene)).toEqual(['INV-1', 'INV-2', 'INV-3']);
  });
});

describe('a payment of a desk that is lost', () => {
  const takeOver = ['take-over', 'INV-1', '--looked-at-bank'];
  const outcome = { reference: 'INV-1' };

  const withoutSettle = `ALTER FUNCTION nostro.settle RENAME TO settle_away;
    CREATE FUNCTION nostro.settle(bytea, bytea, bytea) RETURNS bigint LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION USING ERRCODE = '57014'; END $$`;
  const withSettle = `DROP FUNCTION nostro.settle; ALTER FUNCTION nostro.settle_away RENAME TO settle`;

  /** Ben sends a payment whose answer is lost; the bank lists it only if it `has` it. */
  async function lost(has: boolean) {
    const unlisted = new Set(['INV-1']);
    const scene = await teamScene(cluster, () =>
      startListingDelta({ unlisted, losesAnswersOf: new Set(['INV-1']) }),
    );
    const { ada, ben } = await twoDesks(cluster, scene);
    expect((await ben.pay('INV-1')).code).toBe(3);
    if (has) unlisted.clear();
    const inside = await scene.database.asSuperuser();
    return {
      ...{ scene, ada, ben, inside, unlisted },
      afterSilence: async () => {
        for (const table of ['act', 'claim'])
          await inside.query(`UPDATE nostro.${table} SET at = at - interval '16 minutes'`);
      },
    };
  }

  atTerminal('is not taken over within fifteen minutes of its last act', async () => {
    const { ada } = await lost(false);
    expectError(await ada.atTerminal('INV-1', ...takeOver), 1, 'team.too-soon');
    expectError(await ada.pay('INV-1'), 1, 'team.taken', 'Ben');
  });

  atTerminal('is accepted where the bank has it, and no desk pays it again', async () => {
    const { scene, ada, unlisted, afterSilence } = await lost(true);
    await afterSilence();
    const taken = await ada.atTerminal('INV-1', ...takeOver);
    expect([taken.err, taken.json()]).toMatchObject(['', { ...outcome, outcome: 'accepted' }]);
    const cleo = scene.person('cleo');
    await join(ada, cleo, 'Cleo', scene.at('cleo.json'));
    unlisted.add('INV-1');
    expectError(await cleo.pay('INV-1'), 1, 'team.taken', 'the bank accepted it');
    expect(sent(scene)).toEqual(['INV-1']);
  });

  atTerminal('is accepted where only the person found it', async () => {
    const { ada, afterSilence } = await lost(false);
    await afterSilence();
    const taken = await ada.atTerminal('INV-1', ...takeOver, '--found-at-bank');
    expect(taken.json()).toMatchObject({ ...outcome, outcome: 'accepted' });
  });

  atTerminal('may be sent again where neither the bank nor the person has it', async () => {
    const { ada, afterSilence } = await lost(false);
    await afterSilence();
    const taken = await ada.atTerminal('INV-1', ...takeOver);
    expect(taken.json()).toMatchObject({ ...outcome, outcome: 'not-found' });
    expectError(await ada.atTerminal('INV-1', ...takeOver), 1, 'input.invalid');
    const again = await ada.pay('INV-1');
    expect(again.code).toBe(3);
  });

  atTerminal(
    'is settled when the take-over is repeated after a crash, and is never free before',
    async () => {
      const { scene, ada, inside, afterSilence } = await lost(true);
      await afterSilence();
      await inside.query(withoutSettle);
      expect((await ada.atTerminal('INV-1', ...takeOver)).code).toBe(1);
      await inside.query(withSettle);
      await ada.team('status');
      const held = await inside.query<{ outcome: string }>('SELECT outcome FROM nostro.claim');
      expect(held.rows).toEqual([{ outcome: 'unknown' }]);
      const taken = await ada.atTerminal('INV-1', ...takeOver);
      expect(taken.json()).toMatchObject({ ...outcome, outcome: 'accepted' });
      expect(sent(scene)).toEqual(['INV-1']);
    },
  );

  atTerminal(
    'is not taken over by a person who did not look, nor by one who is no administrator',
    async () => {
      const { scene, ada, afterSilence } = await lost(false);
      const maker = scene.person('maker');
      await join(ada, maker, 'Mo', scene.at('mo.json'), 'maker');
      await afterSilence();
      expect((await ada.atTerminal('INV-1', 'take-over', 'INV-1')).code).toBe(2);
      expectError(await maker.atTerminal('INV-1', ...takeOver), 1, 'team.not-admin');
    },
  );
});
