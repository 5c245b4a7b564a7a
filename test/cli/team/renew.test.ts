import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join as pathOf } from 'node:path';

import { expect, vi } from 'vitest';

import { expectError } from '../../support/programs/command-line.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { heldFile } from '../../support/team/lossy-scene.ts';
import { join, teamScene, twoDesks, type TeamPerson } from '../../support/team/team-scene.ts';

const cluster = useCluster();
vi.setConfig({ testTimeout: 180_000 });

type Member = { name: string; key: string; roles: string[]; revoked?: { why: string } };

const membersOf = async (person: TeamPerson): Promise<Member[]> =>
  (await person.team<{ members: Member[] }>('members')).members;

const keysOf = async (person: TeamPerson): Promise<string[]> =>
  (await membersOf(person)).filter(({ revoked }) => !revoked).map(({ key }) => key);

/** The file that names this desk's keys. */
const keyFile = (person: TeamPerson, folder = ''): string =>
  pathOf(dirname(heldFile(person, 'journal.db')), 'team', folder, 'keyinfo.json');

async function scene() {
  const made = await teamScene(cluster);
  const { ada, ben } = await twoDesks(cluster, made);
  expect((await ben.pay('INV-1')).code).toBe(0);
  const inside = await made.database.asSuperuser();
  const sent = () => made.bank.orders.map(({ reference }) => reference);
  return { ...made, ada, ben, inside, sent };
}

test('a renewed desk goes on as the same person, and a stolen copy of it can do nothing', async () => {
  const { ada, ben, sent, at } = await scene();
  const [, before] = await membersOf(ada);
  cpSync(ben.data, at('stolen'), { recursive: true });
  const { member } = await ben.team<{ member: Member }>('renew');
  expect(member).toMatchObject({ name: 'Ben', roles: ['admin'] });
  expect(member.key).not.toBe(before?.key);
  expect(await membersOf(ada)).toMatchObject([
    { name: 'Ada' },
    { key: before?.key, revoked: { why: 'renewed' } },
    { key: member.key, name: 'Ben' },
  ]);
  expect(await ben.team('status')).toMatchObject({ state: 'current', members: 2, voidActs: [] });
  expectError(await ada.pay('INV-1'), 1, 'team.taken', 'Ben');
  expect((await ben.pay('INV-2', '20.00')).code).toBe(0);
  expect((await ada.pay('INV-3', '30.00')).code).toBe(0);
  for (const person of [ada, ben]) await person.team('check');

  rmSync(ben.data, { recursive: true });
  cpSync(at('stolen'), ben.data, { recursive: true });
  expect((await ben.pay('INV-4', '40.00')).code).toBe(1);
  expect((await ben.run('team', 'status')).error().code).toBe('team.login-refused');
  expect(sent()).toEqual(['INV-1', 'INV-2', 'INV-3']);
});

test('a renewal that the record did not take changes nothing, and is made once', async () => {
  const { ada, ben, inside, sent } = await scene();
  const before = await keysOf(ada);
  await inside.query('ALTER FUNCTION nostro.renew RENAME TO renew_away');
  expectError(await ben.run('team', 'renew'), 1, 'team.other-schema');
  const next = readFileSync(keyFile(ben, 'next'), 'utf8');
  expect(await keysOf(ada)).toEqual(before);
  expect((await ben.pay('INV-2', '20.00')).code).toBe(0);
  await inside.query('ALTER FUNCTION nostro.renew_away RENAME TO renew');
  await ben.team('renew');
  expect(readFileSync(keyFile(ben), 'utf8')).toBe(next);
  expect((await ben.pay('INV-3', '30.00')).code).toBe(0);
  expect(sent()).toHaveLength(3);
});

/** Renews Ben's key, and puts the files and the password back as they were at a step of it. */
async function killed(
  { ben, inside }: Awaited<ReturnType<typeof scene>>,
  folder: 'next' | 'former',
) {
  const before = readFileSync(keyFile(ben), 'utf8');
  const { rows } = await inside.query<{ login: string; verifier: string }>(
    `SELECT a.rolname AS login, a.rolpassword AS verifier FROM pg_authid a
     JOIN nostro.desk d ON d.login = a.rolname WHERE d.key = (SELECT key FROM nostro.act WHERE kind = 'claim')`,
  );
  await ben.team('renew');
  const after = readFileSync(keyFile(ben), 'utf8');
  await inside.query(`ALTER ROLE ${rows[0]!.login} PASSWORD '${rows[0]!.verifier}'`);
  mkdirSync(dirname(keyFile(ben, folder)), { recursive: true });
  writeFileSync(keyFile(ben, folder), folder === 'next' ? after : before);
  if (folder === 'next') writeFileSync(keyFile(ben), before);
}

test('a desk that was killed behind the act sends nothing, says why, and finishes', async () => {
  const made = await scene();
  const { ada, ben, sent } = made;
  await killed(made, 'next');
  expectError(await ben.pay('INV-2', '20.00'), 1, 'team.revoked', '“team renew” again');
  await ben.team('renew');
  expect((await ben.pay('INV-2', '20.00')).code).toBe(0);
  expect(await membersOf(ada)).toHaveLength(3);
  expect(sent()).toEqual(['INV-1', 'INV-2']);
});

test('a desk that was killed before the login had the new password finishes', async () => {
  const made = await scene();
  const { ada, ben, sent } = made;
  await killed(made, 'former');
  expectError(await ben.pay('INV-2', '20.00'), 1, 'team.login-refused', 'Nothing was sent');
  const keys = await keysOf(ada);
  await ben.team('renew');
  expect(await keysOf(ada)).toEqual(keys);
  expect((await ben.pay('INV-3', '30.00')).code).toBe(0);
  expect(sent()).toEqual(['INV-1', 'INV-3']);
});

test('a crash between the two steps of taking new keys loses neither', async () => {
  const { ben } = await scene();
  // The present keys were put aside, and the next ones not taken.
  mkdirSync(dirname(keyFile(ben, 'former')), { recursive: true });
  cpSync(keyFile(ben), keyFile(ben, 'former'));
  await ben.team('renew');
  expect((await ben.pay('INV-2', '20.00')).code).toBe(0);
});

test('a person’s second machine has a key of its own, and neither sends what the other sent', async () => {
  const { ada, ben, at, person, sent } = await scene();
  const laptop = person('laptop');
  await join(ada, laptop, 'Ben', at('laptop.json'), 'maker');
  expectError(await laptop.pay('INV-1'), 1, 'team.taken', 'Ben');
  expect((await laptop.pay('INV-2', '20.00')).code).toBe(0);
  expectError(await ben.pay('INV-2', '20.00'), 1, 'team.taken', 'Ben');
  expect((await membersOf(ada)).map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Ben']);
  expect(new Set(await keysOf(ada)).size).toBe(3);
  expect(sent()).toEqual(['INV-1', 'INV-2']);
});
