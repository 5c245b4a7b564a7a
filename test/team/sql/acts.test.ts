import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import {
  canonical,
  sha256,
  signedAct,
  zeros,
  type Act,
} from '../../support/postgres/signed-act.ts';
import { codeOf, headOf, openDesk, teamOfTwo } from '../../support/postgres/team-desk.ts';
import { randoms, runSeed } from '../../support/randoms.ts';

const cluster = useCluster();

test('the first act founds the record, once', async () => {
  const database = await cluster.database();
  const a = await openDesk(database, await database.makeLogin('a'));
  const b = await openDesk(database, await database.makeLogin('b'));
  expect(await codeOf(a.write('found', 'note'))).toBe('NO005');
  expect(await codeOf(a.call('found', await a.act('found', {}, { seq: 2 })))).toBe('NO002');
  expect(await codeOf(a.write('append', 'note'))).toBe('NO009');
  await a.write('found', 'found');
  expect(await codeOf(a.write('found', 'found'))).toBe('NO010');
  expect(await codeOf(b.write('found', 'found'))).toBe('NO010');
  expect((await a.client.query('SELECT login, key, open FROM nostro.desk')).rows).toEqual([
    { login: a.login, key: a.keys.key, open: true },
  ]);
});

test('two logins that found at once found one record', async () => {
  const database = await cluster.database();
  const a = await openDesk(database, await database.makeLogin('a'));
  const b = await openDesk(database, await database.makeLogin('b'));
  const codes = await Promise.all([a, b].map((desk) => codeOf(desk.write('found', 'found'))));
  expect(codes.toSorted()).toEqual(['NO010', 'done']);
});

test('each act is chained to the one before, and announced by its number', async () => {
  const { a, b } = await teamOfTwo(cluster);
  const announced: string[] = [];
  b.client.on('notification', ({ payload }) => announced.push(payload ?? ''));
  await b.client.query('LISTEN nostro');
  await a.write('append', 'note');
  await a.write('append', 'note');
  const { rows } = await b.client.query<{ n: string; digest: Buffer } & Act & { login: string }>(
    'SELECT * FROM nostro.act ORDER BY n',
  );
  let digest: Buffer = Buffer.alloc(32);
  for (const act of rows) {
    digest = sha256(digest, sha256(act.envelope), act.signature);
    expect(act.digest).toEqual(digest);
  }
  expect(rows.map(({ n, login }) => [n, login])).toEqual(
    ['1', '2', '3', '4'].map((n) => [n, a.login]),
  );
  expect(await headOf(a.client)).toEqual({ n: 4, digest: digest.toString('hex') });
  await expect.poll(() => announced).toEqual(['3', '4']);
});

test('an act under another key, out of order, with another body or of another history is refused', async () => {
  const { a, b } = await teamOfTwo(cluster);
  const append = (act: Act): Promise<string> => codeOf(a.call('append', act));
  const changed = async (changes: object) => append(await a.act('note', {}, changes));
  const act = await a.act('note');
  expect(await append(await b.act('note'))).toBe('NO001');
  expect(await changed({ seq: 2 })).toBe('NO002');
  expect(await changed({ seq: 9 })).toBe('NO002');
  expect(await append({ ...act, body: Buffer.from('other') })).toBe('NO003');
  expect(await changed({ seen: { n: 2, digest: 'f'.repeat(64) } })).toBe('NO004');
  expect(await changed({ seen: { n: 3, digest: zeros } })).toBe('NO004');
  expect(await changed({ seen: { n: 0, digest: 'f'.repeat(64) } })).toBe('NO004');
  expect(await append(act)).toBe('done');
  // The same act again, and one of an author who saw an empty record.
  expect(await append(act)).toBe('NO002');
  expect(await changed({ seen: { n: 0, digest: zeros } })).toBe('done');
});

const functions = ['found', 'append', 'claim', 'settle', 'enrol', 'revoke'] as const;

test.each(functions)('%s takes no act of another function', async (name) => {
  const { a } = await teamOfTwo(cluster);
  const more = { enrol: [a.login, a.keys.key], revoke: [a.keys.key] };
  const rest = name === 'enrol' || name === 'revoke' ? more[name] : [];
  const others = [...functions, 'note'].filter((kind) => kind !== name && kind !== 'append');
  for (const kind of name === 'append' ? functions.filter((one) => one !== name) : others)
    expect([kind, await codeOf(a.write(name, kind, {}, ...rest))]).toEqual([kind, 'NO005']);
});

test('an envelope has at most 64 kB, a body at most 1 MB, a signature 64 bytes', async () => {
  const { a } = await teamOfTwo(cluster);
  const seen = await headOf(a.client);
  const sized = (bytes: number): Act => {
    const make = (of: string): Act => signedAct(a.keys, { kind: 'note', seq: 3, seen, of: { of } });
    return make('x'.repeat(bytes - make('').envelope.length));
  };
  expect(sized(65_536).envelope).toHaveLength(65_536);
  expect(await codeOf(a.call('append', sized(65_537)))).toBe('NO008');
  expect(await codeOf(a.call('append', sized(65_536)))).toBe('done');
  const large = async (bytes: number): Promise<string> => {
    const body = Buffer.alloc(bytes);
    const act = await a.act('note', {}, { cipher: sha256(body).toString('hex') });
    return codeOf(a.call('append', { ...act, body }));
  };
  expect(await large(1_048_577)).toBe('NO008');
  expect(await large(1_048_576)).toBe('done');
  const act = await a.act('note');
  for (const signature of [Buffer.alloc(0), Buffer.alloc(63), Buffer.alloc(65), null])
    expect(await codeOf(a.call('append', { ...act, signature: signature as Buffer }))).toBe(
      'NO008',
    );
});

/** Envelopes that are no envelope, made of one that is. */
const malformed = (valid: object): Buffer[] => [
  ...[
    '',
    ' ',
    '{',
    'null',
    'true',
    '[]',
    '[{}]',
    '1',
    '"x"',
    '{}',
    '{"key":1}',
    '\u0000',
    '{"a":"\\u0000"}',
  ].map((text) => Buffer.from(text)),
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.from([0xc3, 0x28]),
  Buffer.from(`${'['.repeat(30_000)}${']'.repeat(30_000)}`),
  Buffer.from(`{"a":${'9'.repeat(60_000)}}`),
  Buffer.from('{"a":1e999999}'),
  ...[
    ...[{ key: null }, { key: 'x' }, { key: 'x'.repeat(44) }, { key: ['x'.repeat(43)] }],
    ...[{ seq: '3' }, { seq: -1 }, { seq: 1.5 }, { seq: 1e300 }, { seq: 1e15 }, { seq: null }],
    ...[{ kind: '' }, { kind: 'Note' }, { kind: 'x'.repeat(41) }, { kind: null }, { kind: {} }],
    ...[{ seen: null }, { seen: 1 }, { seen: [] }, { seen: { n: '1', digest: zeros } }],
    ...[{ seen: { n: 1 } }, { seen: { n: 1, digest: zeros.toUpperCase().replace('0', 'A') } }],
    ...[{ seen: { n: -1, digest: zeros } }, { cipher: null }, { cipher: 'x' }, { cipher: 1 }],
  ].map((changes) => Buffer.from(JSON.stringify({ ...valid, ...changes }))),
];

/** Calls of every function, with arguments behind the act that could be right. */
const calls = ['append', 'claim', 'settle', 'found', 'enrol', 'revoke', 'repair'] as const;

test.each(calls)('%s refuses what is no envelope as malformed', async (name) => {
  const { a } = await teamOfTwo(cluster);
  const more = {
    enrol: ['nostro_c', a.keys.key],
    revoke: [a.keys.key],
    repair: [Buffer.alloc(32)],
  };
  const rest = name in more ? more[name as keyof typeof more] : [];
  const act = await a.act(name);
  const valid = JSON.parse(act.envelope.toString()) as object;
  for (const envelope of malformed(valid))
    expect([
      envelope.toString('latin1', 0, 60),
      await codeOf(a.call(name, { ...act, envelope }, ...rest)),
    ]).toEqual([envelope.toString('latin1', 0, 60), 'NO008']);
});

const r = 'r'.repeat(32);

/** Members of a claim that are not as they must be. */
const badClaims: readonly object[] = [
  ...[{ r: 1 }, { r: '' }, { r: 'x y' }, { r: 'x'.repeat(129) }, { r: null }],
  ...[{ l: null }, { l: 1 }, { l: [] }, { p: null }, { p: '' }],
  ...[{ t: null }, { t: 'x' }, { t: {} }, { t: [1] }, { t: [''] }, { t: Array(51).fill(r) }],
];

const badOutcomes: readonly object[] = [
  ...[{ r: null }, { r: [] }, { is: null }, { is: 'booked' }, { is: ['accepted'] }],
];

/** What stands in the place of lists of claims and outcomes, and is none. */
const badOf: readonly unknown[] = [
  ...[null, 1, 'x', [], {}, { claims: null }, { claims: {} }, { claims: [] }, { claims: 'x' }],
  ...[[null], [1], ['x'], [[]], [{}]].map((list) => ({ claims: list, outcomes: list })),
  ...badClaims.map((changes) => ({ claims: [{ r, l: '', p: r, ...changes }] })),
  ...badOutcomes.map((changes) => ({ outcomes: [{ r, is: 'accepted', ...changes }] })),
  { claims: Array(2).fill({ r, l: '', p: r }), outcomes: Array(2).fill({ r, is: 'accepted' }) },
];

test.each(['claim', 'settle'])('%s refuses lists that are malformed', async (name) => {
  const { a } = await teamOfTwo(cluster);
  for (const of of badOf) {
    const code = await codeOf(a.write(name, name, of as object));
    expect([canonical(of), code]).toEqual([canonical(of), 'NO008']);
  }
});

test.each(['enrol', 'revoke'])('%s refuses arguments that are malformed', async (name) => {
  const { a } = await teamOfTwo(cluster);
  const { key } = a.keys;
  const login = 'nostro_c';
  const cases: readonly [of: object, ...more: unknown[]][] = [
    ...[{}, { key: 1, login }, { login: 1, key }, { login, key: 'short' }].map(
      (of): [object, ...unknown[]] => [of, ...(name === 'enrol' ? [login, key] : ['other'])],
    ),
    [{ login, key: 'x'.repeat(43) }, ...(name === 'enrol' ? [login, key] : [key])],
    [{ login, key }, ...(name === 'enrol' ? [null, key] : [null])],
    ...['postgres', 'nostro_owner', 'nostro_desk', 'nostro_', 'nostro_A', 'nostro_a b'].map(
      (other): [object, ...unknown[]] =>
        name === 'enrol' ? [{ login: other, key }, other, key] : [{}, key],
    ),
  ];
  for (const [of, ...more] of cases)
    expect([canonical(of), await codeOf(a.write(name, name, of, ...more))]).toEqual([
      canonical(of),
      'NO008',
    ]);
});

test('random changes of an envelope never reach an error of PostgreSQL itself', async () => {
  const { a } = await teamOfTwo(cluster);
  const random = randoms(runSeed());
  const below = (end: number): number => Math.floor(random() * end);
  const act = await a.act('claim', { claims: [{ r, l: r, p: r, t: [r] }] });
  const marks = Buffer.from('{}[]",:0-9enul\\\u0000ÿ', 'latin1');
  const codes = new Set<string>();
  for (let round = 0; round < 500; round += 1) {
    const envelope = Buffer.from(act.envelope);
    for (let change = 0; change < 3; change += 1)
      envelope[below(envelope.length)] = marks[below(marks.length)] ?? 0;
    for (const name of ['claim', 'append'])
      codes.add(await codeOf(a.call(name, { ...act, envelope })));
  }
  expect([...codes].filter((code) => !/^NO\d{3}$|^done$/.test(code))).toEqual([]);
});
