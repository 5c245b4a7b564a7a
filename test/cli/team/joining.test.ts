import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { foundArguments, teamScene, twoDesks } from '../../support/team/team-scene.ts';

const cluster = useCluster();

type Status = {
  state: string;
  head: { n: number; words: string };
  members: number;
  unsent: number;
  words?: string[];
};

test('a desk founds a team, another joins by six words, and both read the same record', async () => {
  const scene = await teamScene(cluster);
  const { ada, ben } = await twoDesks(cluster, scene);
  const [one, other] = [await ada.team<Status>('status'), await ben.team<Status>('status')];
  expect(one).toMatchObject({ state: 'current', members: 2, unsent: 0 });
  expect(other.head).toEqual(one.head);
  const { members } = await ben.team<{ members: { name: string; roles: string[] }[] }>('members');
  expect(members).toMatchObject([
    { name: 'Ada', roles: ['admin', 'maker', 'checker', 'lead', 'reader'] },
    { name: 'Ben', roles: ['admin'] },
  ]);
}, 180_000);

test('what one desk pays no other desk pays again', async () => {
  const scene = await teamScene(cluster);
  const { ada, ben } = await twoDesks(cluster, scene);
  expect((await ada.pay('INV-1')).code).toBe(0);
  const refused = await ben.pay('INV-1');
  expect([refused.code, refused.error().code]).toEqual([1, 'team.taken']);
  expect(refused.error().message).toContain('Ada');
  expect(scene.bank.orders.map(({ reference }) => reference)).toEqual(['INV-1']);
}, 180_000);

test('founding again finds the own act; another desk is refused', async () => {
  const scene = await teamScene(cluster);
  const { person, database, write } = scene;
  const found = await foundArguments(cluster, database, write);
  await person('ada').team(...found);
  const again = await person('ada').run('team', ...found);
  expect([again.code, again.error().code]).toEqual([1, 'team.member']);
  const login = await database.makeLogin('other');
  const password = write('other.txt', login);
  const url = found[2]!.replace(/\/\/[^@]+@/, `//${login}@`);
  const other = await person('ben').run(
    'team',
    'found',
    '--database',
    url,
    '--name',
    'Ben',
    '--password-file',
    password,
  );
  expect([other.code, other.error().code]).toEqual([1, 'team.founded']);
}, 180_000);

test('a newcomer whose earlier payment looks like a colleague’s sends nothing until a person has seen it', async () => {
  const scene = await teamScene(cluster);
  const { database, write, at, person } = scene;
  const [ada, ben] = [person('ada'), person('ben')];
  expect((await ada.pay('OLD-ADA')).code).toBe(0);
  expect((await ben.pay('OLD-BEN')).code).toBe(0);
  await ada.team(...(await foundArguments(cluster, database, write)));
  await ada.team('invite', '--name', 'Ben', '--out', at('ben.json'));
  const asJoined = ['join', '--invitation', at('ben.json')];
  const { words } = await ben.team<{ words: string[] }>(...asJoined);
  await ada.team('admit', '--words', words.join(' '));
  const joined = await ben.run('team', ...asJoined);
  expect([joined.code, joined.json()]).toMatchObject([
    1,
    { state: 'differences', differences: [{ reference: 'OLD-BEN' }] },
  ]);
  // Its own claim is in the record by now, and the list is the same.
  const listed = joined.json<{ differences: object[] }>().differences;
  expect((await ben.run('team', ...asJoined)).json()).toMatchObject({ differences: listed });
  const closed = await ben.pay('NEW-1', '11.00');
  expect([closed.code, closed.error().code]).toEqual([1, 'team.not-joined']);
  expect(await ben.team(...asJoined, '--differences-seen')).toMatchObject({ state: 'joined' });
  expect((await ben.pay('NEW-1', '11.00')).code).toBe(0);
}, 180_000);
