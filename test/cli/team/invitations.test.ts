import { readFileSync, writeFileSync } from 'node:fs';

import { describe, expect, vi } from 'vitest';

import { systemClock, type Clock } from '../../../electron/engines/machine/context.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { expectError } from '../../support/programs/command-line.ts';
import { hasTerminal } from '../../support/programs/terminal.ts';
import {
  foundArguments,
  join,
  teamScene,
  twoDesks,
  type TeamPerson,
} from '../../support/team/team-scene.ts';

const cluster = useCluster();
vi.setConfig({ testTimeout: 180_000 });

const atTerminal = hasTerminal ? test : test.skip;

const hourMs = 60 * 60 * 1000;

/** A team of Ada, and an unused invitation for Ben. */
async function invited(role = 'maker') {
  let aheadMs = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  const scene = await teamScene(cluster, undefined, { clock });
  const [ada, ben] = [scene.person('ada'), scene.person('ben')];
  await ada.team(...(await foundArguments(cluster, scene.database, scene.write)));
  const file = scene.at('ben.json');
  await ada.team('invite', '--name', 'Ben', '--role', role, '--out', file);
  return {
    ...{ scene, ada, ben, file },
    setClock: (ms: number) => {
      aheadMs = ms;
    },
    /** Another invitation, with other words in it. */
    changed: (changes: object): string => {
      const invitation = JSON.parse(readFileSync(file, 'utf8')) as object;
      return scene.write('changed.json', JSON.stringify({ ...invitation, ...changes }));
    },
  };
}

const ask = (person: TeamPerson, file: string) => person.run('team', 'join', '--invitation', file);

const wordsOf = async (person: TeamPerson, file: string): Promise<string[]> =>
  (await person.team<{ words: string[] }>('join', '--invitation', file)).words;

/** The desk is as it was: it sends alone. */
async function expectAlone(person: TeamPerson): Promise<void> {
  expect(await person.team('status')).toEqual({ state: 'standalone' });
  expect((await person.pay('ALONE-1')).code).toBe(0);
}

describe('an invitation', () => {
  test('is used once, and a second desk stays as it was', async () => {
    const { scene, ben, file } = await invited();
    await wordsOf(ben, file);
    const second = scene.person('second');
    expectError(await ask(second, file), 1, 'team.login-refused', 'works once');
    await expectAlone(second);
  });

  test('runs out after 48 hours, by the clock of whoever uses it', async () => {
    const { ben, file, setClock } = await invited();
    setClock(48 * hourMs + 60_000);
    expectError(await ask(ben, file), 1, 'team.invitation', 'has run out');
    setClock(0);
    await expectAlone(ben);
  });

  test('that ran out is not admitted, whatever the clock of the newcomer says', async () => {
    const { ada, ben, file, setClock } = await invited();
    const words = await wordsOf(ben, file);
    setClock(49 * hourMs);
    expectError(await ada.run('team', 'admit', '--words', words.join(' ')), 1, 'team.invitation');
    setClock(0);
    expect(await ada.team('status')).toMatchObject({ members: 1, voidActs: [] });
  });

  test('that was used in time can be finished later', async () => {
    const { ada, ben, file, setClock } = await invited();
    const words = await wordsOf(ben, file);
    await ada.team('admit', '--words', words.join(' '));
    setClock(72 * hourMs);
    expect(await ben.team('join', '--invitation', file)).toMatchObject({ state: 'joined' });
  });

  test.for([
    ['for another bank', { bank: '0123456789abcdef' }, 'another bank'],
    ['with a word more', { admin: true }, 'not an invitation'],
    ['without a password', { password: '' }, 'not an invitation'],
    ['of another version', { version: 2 }, 'not an invitation'],
  ] as const)('%s is refused', async ([, changes, text]) => {
    const { ben, changed } = await invited();
    expectError(await ask(ben, changed(changes)), 1, 'team.invitation', text);
    await expectAlone(ben);
  });

  test('that is not JSON, or no file, is refused', async () => {
    const { scene, ben } = await invited();
    const refused = await ask(ben, scene.write('text.json', 'Dear Ben, come in!'));
    expectError(refused, 1, 'team.invitation', 'not an invitation');
    expect((await ask(ben, scene.at('missing.json'))).code).toBe(2);
    await expectAlone(ben);
  });

  test('of another team is not admitted', async () => {
    const { ada, ben, changed } = await invited();
    const words = await wordsOf(ben, changed({ team: 'ab'.repeat(32) }));
    const refused = await ada.run('team', 'admit', '--words', words.join(' '));
    expectError(refused, 1, 'team.invitation', 'another team');
    expectError(await ben.pay('INV-1'), 1, 'team.not-joined');
  });

  test('with a wrong address changes nothing, and works with the right one', async () => {
    const { ben, file, changed } = await invited();
    expectError(await ask(ben, changed({ port: 1 })), 1, 'team.unreachable');
    await expectAlone(ben);
    expect(await wordsOf(ben, file)).toHaveLength(6);
  });

  test('for a member is refused', async () => {
    const scene = await teamScene(cluster);
    const { ada, ben } = await twoDesks(cluster, scene);
    const file = scene.at('again.json');
    await ada.team('invite', '--name', 'Ben', '--out', file);
    expectError(await ask(ben, file), 1, 'team.member');
    expect((await ben.pay('INV-1')).code).toBe(0);
  });
});

describe('six words', () => {
  test('admit the desk that says them, and no other', async () => {
    const { scene, ada, ben, file } = await invited();
    const words = await wordsOf(ben, file);
    const other = scene.at('cleo.json');
    await ada.team('invite', '--name', 'Cleo', '--out', other);
    const cleo = scene.person('cleo');
    const hers = await wordsOf(cleo, other);
    const admit = (...entered: string[]) => ada.run('team', 'admit', '--words', entered.join(' '));
    const wrong = [...words.slice(0, 5), words[5] === 'abandon' ? 'zoo' : 'abandon'];
    for (const entered of [words.slice(0, 5), wrong, [...words, 'zoo'], words.toReversed(), []])
      expect((await admit(...entered)).code).not.toBe(0);
    expectError(await admit(...wrong), 1, 'team.words');
    expectError(await admit(...words.slice(0, 5)), 1, 'team.words');
    expectError(await admit(...words.slice(0, 3), ...hers.slice(3)), 1, 'team.words');
    expect((await admit(...hers)).json()).toMatchObject({ member: { name: 'Cleo' } });
    expectError(await ben.pay('INV-1'), 1, 'team.not-joined');
    expectError(await admit(...hers), 1, 'team.words');
  });

  test('do not fit a card that the database’s administrator exchanged', async () => {
    const { scene, ada, ben, file } = await invited();
    const words = await wordsOf(ben, file);
    const inside = await scene.database.asSuperuser();
    await inside.query(
      `UPDATE nostro.join_request SET card = convert_to(
         regexp_replace(convert_from(card, 'UTF8'), '"key":"...', '"key":"AAA'), 'UTF8')`,
    );
    const admit = ['admit', '--words', words.join(' ')];
    expectError(await ada.run('team', ...admit), 1, 'team.words');
    await inside.query(`UPDATE nostro.join_request SET card = '\\x00'`);
    expectError(await ada.run('team', ...admit), 1, 'team.words');
    // The desk asks again with its own card, and its words are the same.
    expect(await wordsOf(ben, file)).toEqual(words);
    await ada.team(...admit);
    expect(await ben.team('join', '--invitation', file)).toMatchObject({ state: 'joined' });
  });

  test('do not let a desk in that the database’s administrator enrolled', async () => {
    const { scene, ben, file } = await invited();
    await wordsOf(ben, file);
    const inside = await scene.database.asSuperuser();
    await inside.query(
      `INSERT INTO nostro.desk (login, key) SELECT login, convert_from(card, 'UTF8')::jsonb ->> 'key'
       FROM nostro.join_request`,
    );
    expectError(await ask(ben, file), 1, 'team.damaged', 'no administrator admitted it');
    expectError(await ben.pay('INV-1'), 1, 'team.not-joined');
  });
});

describe('a desk that waits', () => {
  test('sends nothing, shows its words, and is listed to the administrator', async () => {
    const { ada, ben, file } = await invited();
    const words = await wordsOf(ben, file);
    expectError(await ben.pay('INV-1'), 1, 'team.not-joined', 'Nothing was sent');
    expect(await ben.team('status')).toMatchObject({ membership: 'waiting', words });
    expect(await ada.team('status')).toMatchObject({ waiting: [{ name: 'Ben' }], members: 1 });
    await ada.team('admit', '--words', words.join(' '));
    expect(await ada.team('status')).not.toHaveProperty('waiting');
  });

  test('stores nothing of the record that it cannot read, whatever it asks', async () => {
    const { ada, ben, file } = await invited();
    const words = await wordsOf(ben, file);
    for (const command of ['members', 'check', 'repair']) await ben.run('team', command);
    await ben.pay('INV-1');
    await ada.team('admit', '--words', words.join(' '));
    expect(await ben.team('join', '--invitation', file)).toMatchObject({ state: 'joined' });
    expect(await ben.team('status')).toMatchObject({ state: 'current', members: 2, voidActs: [] });
    expect((await ben.pay('INV-1')).code).toBe(0);
  });

  atTerminal('sends alone again after it has left', async () => {
    const { scene, ada, ben, file } = await invited();
    await wordsOf(ben, file);
    const left = await ben.atTerminal('LEAVE', 'leave');
    expect([left.code, left.json()]).toMatchObject([0, { state: 'standalone' }]);
    await expectAlone(ben);
    await join(ada, ben, 'Ben', scene.at('new.json'), 'maker');
    expect(await ben.team('status')).toMatchObject({ state: 'current', membership: 'joined' });
  });
});

describe('rights', () => {
  test('a login that may do more founds no team, and changes nothing', async () => {
    const scene = await teamScene(cluster);
    const found = await foundArguments(cluster, scene.database, scene.write);
    const inside = await scene.database.asSuperuser();
    await inside.query(`GRANT TEMPORARY ON DATABASE ${scene.database.name} TO PUBLIC`);
    const ada = scene.person('ada');
    expectError(await ada.run('team', ...found), 1, 'team.rights', 'create temporary tables');
    await expectAlone(ada);
    await inside.query(`REVOKE TEMPORARY ON DATABASE ${scene.database.name} FROM PUBLIC`);
    expect(await ada.team(...found)).toMatchObject({ member: { name: 'Ada' } });
  });

  test('that a login was given later are in the status, and the team goes on', async () => {
    const scene = await teamScene(cluster);
    const { ada, ben } = await twoDesks(cluster, scene);
    expect(await ada.team('status')).not.toHaveProperty('excess');
    const inside = await scene.database.asSuperuser();
    await inside.query(`GRANT TEMPORARY ON DATABASE ${scene.database.name} TO PUBLIC`);
    expect(await ben.team('status')).toMatchObject({ excess: ['create temporary tables'] });
    expect((await ben.pay('INV-1')).code).toBe(0);
  });

  test('of an administrator: no one else invites, admits, repairs or sets aside', async () => {
    const { scene, ada, ben, file } = await invited('checker');
    const words = await wordsOf(ben, file);
    await ada.team('admit', '--words', words.join(' '));
    await ben.team('join', '--invitation', file);
    const cleo = scene.at('cleo.json');
    const refused = [
      ['invite', '--name', 'Eve', '--out', scene.at('eve.json')],
      ['admit', '--words', words.join(' ')],
      ['repair', '--set-aside', 'Ada', '--looked-at-bank'],
    ];
    for (const args of refused) expectError(await ben.run('team', ...args), 1, 'team.not-admin');
    await ada.team('invite', '--name', 'Cleo', '--out', cleo);
    const hers = await wordsOf(scene.person('cleo'), cleo);
    expectError(await ben.run('team', 'admit', '--words', hers.join(' ')), 1, 'team.not-admin');
    expect(await ada.team('status')).toMatchObject({ members: 2, waiting: [{ name: 'Cleo' }] });
  });
});

describe('a second machine of one person', () => {
  test('is a desk of its own under the same name, and pays nothing twice', async () => {
    const scene = await teamScene(cluster);
    const { ada, ben } = await twoDesks(cluster, scene);
    const laptop = scene.person('laptop');
    await join(ada, laptop, 'Ben', scene.at('laptop.json'), 'maker');
    expect(await ada.team('members')).toMatchObject({
      members: [{ name: 'Ada' }, { name: 'Ben' }, { name: 'Ben', roles: ['maker'] }],
    });
    expect((await ben.pay('INV-1')).code).toBe(0);
    expectError(await laptop.pay('INV-1'), 1, 'team.taken', 'Ben');
  });
});

describe('what a desk sent before it joined', () => {
  test('is listed where the team has it too; sending is closed until a person has seen it', async () => {
    const { scene, ada, ben, file } = await invited();
    await ada.pay('INV-1');
    await ben.pay('INV-1');
    await ben.pay('INV-2', '20.00');
    const words = await wordsOf(ben, file);
    await ada.team('admit', '--words', words.join(' '));
    const listed = await ask(ben, file);
    expect([listed.code, listed.json()]).toMatchObject([
      1,
      { state: 'differences', differences: [{ reference: 'INV-1' }] },
    ]);
    expect(listed.json<{ differences: { message: string }[] }>().differences[0]?.message).toContain(
      'Ada',
    );
    expectError(await ben.pay('INV-3', '30.00'), 1, 'team.not-joined');
    expect((await ask(ben, file)).json()).toMatchObject({ state: 'differences' });
    const seen = await ben.run('team', 'join', '--invitation', file, '--differences-seen');
    expect([seen.code, seen.json()]).toMatchObject([0, { state: 'joined' }]);
    expect((await ben.pay('INV-3', '30.00')).code).toBe(0);
    // What it sent alone is the team's.
    expectError(await ada.pay('INV-2', '20.00'), 1, 'team.taken', 'Ben');
    expect(scene.bank.orders.map(({ reference }) => reference)).toEqual(
      expect.arrayContaining(['INV-1', 'INV-1', 'INV-2', 'INV-3']),
    );
  });
});

test('an invitation is written once, readable by its owner only, and holds no key of the team', async () => {
  const { scene, ada, file } = await invited();
  const text = readFileSync(file, 'utf8');
  expect(Object.keys(JSON.parse(text) as object)).not.toContain('keys');
  writeFileSync(file, 'mine');
  const again = await ada.run('team', 'invite', '--name', 'Eve', '--out', file);
  expect(again.code).not.toBe(0);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(scene.bank.orders).toEqual([]);
});
