import { readFileSync } from 'node:fs';

import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { addressOf, payFrom, windowScene } from '../../support/team/team-window.ts';

const cluster = useCluster();

test('a window founds, another joins by six words, and what one pays the other does not pay', async () => {
  const scene = await windowScene(cluster);
  const [ada, ben] = [await scene.open(), await scene.open()];
  expect(await ada.get('desk.state', {})).toMatchObject({ hasTeam: false, member: null });
  const founded = await scene.found(ada, 'Ada Obi');
  expect(founded).toMatchObject({ membership: 'joined', isAdmin: true, problem: null });
  expect(await ada.get('desk.state', {})).toMatchObject({ hasTeam: true, member: 'Ada Obi' });
  const joined = await scene.join(ada, ben, 'Ben Ade');
  expect(joined).toMatchObject({ membership: 'joined', name: 'Ben Ade', words: [] });
  const [one, other] = [
    await ada.get('team.view', { isFresh: true }),
    await ben.get('team.view', { isFresh: true }),
  ];
  expect(one.status?.head).toEqual(other.status?.head);
  expect(one.members.map(({ name, isOwn }) => [name, isOwn])).toEqual([
    ['Ada Obi', true],
    ['Ben Ade', false],
  ]);
  expect((await payFrom(ada, 'INV-1')).ok).toBe(true);
  const refused = await payFrom(ben, 'INV-1');
  expect(refused).toMatchObject({
    value: { state: 'not-sent', error: { code: 'team.taken' } },
  });
  expect(JSON.stringify(refused)).toContain('Ada Obi');
  expect(scene.bank.orders).toHaveLength(1);
}, 120_000);

test('nothing of a password or a key is in what the window receives', async () => {
  const scene = await windowScene(cluster);
  const [ada, ben] = [await scene.open(), await scene.open()];
  const login = await scene.database.makeLogin('founder');
  ada.openFrom = scene.write('first.txt', 'a-first-password');
  const chosen = await ada.get('team.chooseFile', { kind: 'password' });
  expect(chosen).toEqual({ file: { fileName: 'first.txt', invitation: null } });
  const database = addressOf(cluster, scene.database.name, login);
  const withPassword = database.replace('@', ':a-first-password@');
  const refused = await ada.refused('team.found', { name: 'Ada', database: withPassword });
  expect(refused).toMatchObject({ code: 'input.invalid' });
  expect(JSON.stringify(refused)).not.toContain('a-first-password');
  ada.openFrom = scene.write('first.txt', login);
  await ada.get('team.chooseFile', { kind: 'password' });
  await ada.get('team.found', { name: 'Ada', database });
  const shown = await scene.invite(ada, ben, 'Ben');
  const { password } = JSON.parse(readFileSync(scene.at('Ben.json'), 'utf8')) as {
    password: string;
  };
  expect(password.length).toBeGreaterThan(20);
  const joining = await ben.get('team.join', {});
  expect(JSON.stringify([shown, joining, ben.facts, ada.facts])).not.toContain(password);
}, 120_000);

test('a desk that waits sends nothing, and a wrong word admits no one', async () => {
  const scene = await windowScene(cluster);
  const [ada, ben] = [await scene.open(), await scene.open()];
  await scene.found(ada, 'Ada');
  await scene.invite(ada, ben, 'Ben');
  const { words, membership } = await ben.get('team.join', {});
  expect([membership, words.length]).toEqual(['joining', 6]);
  expect(await payFrom(ben, 'EARLY-1')).toMatchObject({ error: { code: 'team.not-joined' } });
  const view = await ada.get('team.view', { isFresh: true });
  expect(view.waiting).toEqual(['Ben']);
  const wrong = [...words.slice(0, 5), words[0] === 'robot' ? 'table' : 'robot'];
  expect((await ada.refused('team.admit', { words: wrong })).code).toBe('team.words');
  expect((await ben.get('team.continue', { areDifferencesSeen: true })).membership).toBe('joining');
  await ada.get('team.admit', { words: words.map((word) => ` ${word.toUpperCase()} `) });
  expect((await ben.get('team.continue', { areDifferencesSeen: false })).membership).toBe('joined');
  expect((await payFrom(ben, 'LATE-1')).ok).toBe(true);
}, 120_000);

test('what disagrees is listed, and closes sending until a person has seen it', async () => {
  const scene = await windowScene(cluster);
  const [ada, ben] = [await scene.open(), await scene.open()];
  expect((await payFrom(ada, 'OLD-ADA')).ok).toBe(true);
  expect((await payFrom(ben, 'OLD-BEN')).ok).toBe(true);
  await scene.found(ada, 'Ada');
  const joined = await scene.join(ada, ben, 'Ben');
  expect(joined).toMatchObject({
    membership: 'importing',
    differences: [{ reference: 'OLD-BEN' }],
  });
  expect(await payFrom(ben, 'NEW-1', '11.00')).toMatchObject({
    error: { code: 'team.not-joined' },
  });
  const seen = await ben.get('team.continue', { areDifferencesSeen: true });
  expect(seen).toMatchObject({ membership: 'joined', differences: [] });
}, 120_000);

test('what takes a right away or ends something is confirmed outside the window', async () => {
  const scene = await windowScene(cluster);
  const [ada, ben] = [await scene.open(), await scene.open()];
  await scene.found(ada, 'Ada');
  await scene.join(ada, ben, 'Ben');
  await ada.get('team.view', { isFresh: true });
  const key = (await ada.get('team.view', { isFresh: false })).members[1]?.key ?? '';
  ada.saysYes = false;
  for (const [route, input] of [
    ['team.revoke', { key, why: 'laptop lost' }],
    ['team.end', {}],
    ['team.leave', {}],
    ['team.setAside', { name: 'Ben' }],
    ['team.takeOver', { reference: 'NONE-1', isFoundAtBank: false }],
  ] as const)
    expect([route, (await ada.refused(route, input)).code]).toEqual([route, 'declined']);
  expect(ada.questions).toHaveLength(6);
  expect((await payFrom(ben, 'STILL-1')).ok).toBe(true);
  ada.saysYes = true;
  const view = await ada.get('team.revoke', { key, why: 'laptop lost' });
  expect(view.members[1]?.revoked).toMatchObject({ why: 'laptop lost' });
  expect((await payFrom(ben, 'AFTER-1')).ok).toBe(false);
  expect(scene.bank.orders).toHaveLength(1);
}, 120_000);

test('a desk that left sends nothing before it was reconciled; one whose team ended sends alone', async () => {
  const scene = await windowScene(cluster);
  const [ada, ben] = [await scene.open(), await scene.open()];
  await scene.found(ada, 'Ada');
  await scene.join(ada, ben, 'Ben');
  const left = await ben.get('team.leave', {});
  expect(left).toMatchObject({ isRecorded: true, view: { membership: 'left', status: null } });
  expect(await ben.get('desk.state', {})).toMatchObject({ hasTeam: false, member: null });
  expect(await payFrom(ben, 'ALONE-1')).toMatchObject({ error: { code: 'journal.left' } });
  await scene.invite(ada, ben, 'Ben');
  expect((await ben.refused('team.join', {})).code).toBe('journal.left');
  expect((await ada.get('team.end', {})).membership).toBe('ended');
  expect((await payFrom(ada, 'ALONE-2')).ok).toBe(true);
}, 120_000);

test('an invitation that is not saved is not made; a maker may not invite', async () => {
  const scene = await windowScene(cluster);
  const [ada, mo] = [await scene.open(), await scene.open()];
  await scene.found(ada, 'Ada');
  ada.saveTo = undefined;
  expect(await ada.get('team.invite', { name: 'Mo', roles: ['maker'] })).toEqual({ saved: false });
  expect((await ada.get('team.view', { isFresh: true })).invitations).toEqual([]);
  await scene.invite(ada, mo, 'Mo', ['maker']);
  const { words } = await mo.get('team.join', {});
  await ada.get('team.admit', { words: [...words] });
  const joined = await mo.get('team.continue', { areDifferencesSeen: false });
  expect([joined.membership, joined.isAdmin]).toEqual(['joined', false]);
  mo.saveTo = scene.at('cleo.json');
  const refused = await mo.refused('team.invite', { name: 'Cleo', roles: ['admin'] });
  expect(refused.code).toBe('team.not-admin');
}, 120_000);

test('a sending desk is invited by its role, which its admission names', async () => {
  const scene = await windowScene(cluster);
  const [ada, office] = [await scene.open(), await scene.open()];
  await scene.found(ada, 'Ada');
  const none = await ada.refused('team.invite', { name: 'Office', roles: [] });
  expect(none.fields).toEqual({ roles: 'choose one' });
  await scene.invite(ada, office, 'Office', ['sender', 'sender']);
  const { invitations } = await ada.get('team.view', { isFresh: true });
  expect(invitations).toMatchObject([{ name: 'Office', roles: ['sender'] }]);
  const { words } = await office.get('team.join', {});
  const admitted = await ada.get('team.admit', { words: [...words] });
  expect(admitted).toEqual({ name: 'Office', roles: ['sender'] });
}, 120_000);

test('a lone desk has no team, and says so to every question about one', async () => {
  const scene = await windowScene(cluster);
  const ada = await scene.open();
  expect(await ada.get('team.status', {})).toEqual({ status: null });
  expect(await ada.get('team.view', { isFresh: true })).toMatchObject({
    ...{ membership: 'none', status: null, problem: null, members: [] },
  });
  for (const route of ['team.repair', 'team.check', 'team.leave', 'team.claims'] as const)
    expect([route, (await ada.refused(route, {})).code]).toEqual([route, 'team.none']);
}, 120_000);
