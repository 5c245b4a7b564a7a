import { readdirSync, readFileSync, rmSync } from 'node:fs';

import { expect, vi } from 'vitest';

import { expectError } from '../../support/programs/command-line.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { wipe } from '../../support/postgres/snapshot.ts';
import { heldFile } from '../../support/team/lossy-scene.ts';
import { foundArguments, join, teamScene, type TeamPerson } from '../../support/team/team-scene.ts';

const cluster = useCluster();
vi.setConfig({ testTimeout: 180_000 });

/** Ada is the only administrator. She has written a backup, and paid INV-2 behind it. */
async function scene() {
  const made = await teamScene(cluster);
  const { person, at, write, database } = made;
  const [ada, ben] = [person('ada'), person('ben')];
  await ada.team(...(await foundArguments(cluster, database, write)));
  await join(ada, ben, 'Ben', at('ben.json'), 'maker');
  expect((await ada.pay('INV-1')).code).toBe(0);
  await ada.team('status');
  const [file, secret] = [at('ada.nostro'), write('secret.txt', 'seven quiet herons\n')];
  const saved = await ada.run('backup', '--out', file, '--passphrase-file', secret);
  expect([saved.err, saved.code]).toEqual(['', 0]);
  expect((await ada.pay('INV-2', '20.00')).code).toBe(0);
  await ada.team('status');
  const restore = async (desk: TeamPerson) => {
    const restored = await desk.run('restore', file, '--passphrase-file', secret);
    expect([restored.err, restored.code]).toEqual(['', 0]);
    return restored.json<{ setAside: string[] }>();
  };
  const reopen = (desk: TeamPerson) =>
    desk.run('submissions', '--reconcile', '--reopen-as', 'Ada', '--looked-at-bank');
  const sent = () => made.bank.orders.map(({ reference }) => reference);
  return { ...made, ada, ben, file, restore, reopen, sent };
}

test('the only administrator goes on on another machine from a backup, and sends nothing again', async () => {
  const { ada, ben, person, at, restore, reopen, sent } = await scene();
  const key = (await ada.team<{ members: { key: string }[] }>('members')).members[0]?.key;
  rmSync(ada.data, { recursive: true });
  const machine = person('machine');
  await restore(machine);
  expectError(await machine.pay('INV-2', '20.00'), 1, 'journal.older');
  expect(await machine.team('status')).toMatchObject({ state: 'current', members: 2 });
  expect(await machine.team('members')).toMatchObject({ members: [{ key, name: 'Ada' }, {}] });
  expect((await reopen(machine)).code).toBe(0);
  expect((await machine.pay('INV-2', '20.00')).code).not.toBe(0);
  expectError(await ben.pay('INV-2', '20.00'), 1, 'team.taken', 'Ada');
  expect(await machine.team('status')).toMatchObject({
    advice: expect.stringContaining('Only one desk is an administrator’s, that of Ada') as unknown,
  });
  await join(machine, person('cleo'), 'Cleo', at('cleo.json'));
  expect(await machine.team('status')).not.toHaveProperty('advice');
  expect((await machine.pay('INV-3', '30.00')).code).toBe(0);
  expectError(await ben.pay('INV-3', '30.00'), 1, 'team.taken', 'Ada');
  expect(sent()).toEqual(['INV-1', 'INV-2', 'INV-3']);
});

test('a restored backup puts the acts back that a lost database had', async () => {
  const { ada, ben, person, database, restore, reopen, sent } = await scene();
  rmSync(ada.data, { recursive: true });
  await wipe(cluster, database);
  const machine = person('machine');
  await restore(machine);
  expect((await machine.run('team', 'status')).json()).toMatchObject({ state: 'server-behind' });
  const repaired = await machine.team<{ acts: number }>('repair');
  expect(repaired.acts).toBeGreaterThan(3);
  expect((await reopen(machine)).code).toBe(0);
  await ben.team('status');
  expectError(await ben.pay('INV-1'), 1, 'team.taken', 'Ada');
  expect(sent()).toEqual(['INV-1', 'INV-2']);
});

test('on the same machine the keys and a copy that knows more stay; a copy that is missing is put back', async () => {
  const { ada, restore, reopen } = await scene();
  const later = heldFile(ada, 'team.db');
  const status = await ada.team<{ head: object }>('status');
  const { setAside } = await restore(ada);
  expect(setAside.flatMap((folder) => readdirSync(folder))).toContain('journal.db');
  expect(setAside.flatMap((folder) => readdirSync(folder))).not.toContain('team.db');
  expect(await ada.team('status')).toMatchObject({ head: status.head });
  rmSync(later);
  await restore(ada);
  await reopen(ada);
  expect((await ada.pay('INV-3', '30.00')).code).toBe(0);
});

test('a backup of a desk in a team shows nothing of it to whoever lacks the passphrase', async () => {
  const { file, database } = await scene();
  const bytes = readFileSync(file);
  for (const text of ['SQLite format', database.name, 'nostro_founder', 'team'])
    expect(bytes.includes(text)).toBe(false);
});
