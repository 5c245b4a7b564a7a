import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { sha256 } from '../../support/postgres/signed-act.ts';
import {
  codeOf,
  enrol,
  headOf,
  openDesk,
  revoke,
  teamOfTwo,
} from '../../support/postgres/team-desk.ts';
import { claimsOf, outcomeOf, statesOf } from './claims.ts';

const cluster = useCluster();

const references = (...names: string[]) => ({ claims: names.map((r) => ({ r })) });

/** A team of two, in which b claimed INV-1 and INV-2. Times go back together. */
async function scene() {
  const { database, a, b } = await teamOfTwo(cluster);
  await b.write('claim', 'claim', claimsOf('INV-1/rent', 'INV-2'));
  const root = await database.asSuperuser();
  const takeOver = (of: object, by = a) => codeOf(by.write('take_over', 'take-over', of));
  return {
    ...{ database, a, b, root, takeOver },
    /** As if all acts and claims of before were so much older. */
    pass: async (time: string) => {
      await root.query('UPDATE nostro.act SET at = at - $1::interval', [time]);
      await root.query('UPDATE nostro.claim SET at = at - $1::interval', [time]);
    },
    claims: async () =>
      (
        await root.query<Record<string, unknown>>(
          'SELECT reference, likeness, payload, n::int, key, settled::int, outcome FROM nostro.claim ORDER BY 1',
        )
      ).rows,
  };
}

test('claims of a silent desk go to the author, as unknown', async () => {
  const { a, b, takeOver, pass, claims } = await scene();
  await b.write('settle', 'settle', outcomeOf('INV-2', 'unknown'));
  const before = await claims();
  await pass('15 minutes 1 second');
  expect(await takeOver(references('INV-1', 'INV-2'))).toBe('done');
  const { n } = await headOf(a.client);
  expect(await claims()).toEqual(
    before.map((claim) => ({ ...claim, key: a.keys.key, settled: n, outcome: 'unknown' })),
  );
});

test('the author settles what was taken over, and the holder of before cannot', async () => {
  const { a, b, takeOver, pass } = await scene();
  await pass('16 minutes');
  expect(await takeOver(references('INV-1'))).toBe('done');
  const ask = async (by: typeof a, text: string) =>
    statesOf(await by.write('claim', 'claim', claimsOf(text)));
  expect(await ask(b, 'INV-1/rent')).toEqual(['INV-1 taken unknown']);
  expect(await ask(a, 'INV-1/rent')).toEqual(['INV-1 yours unknown']);
  // It may still be booked, so its twins wait.
  expect(await ask(b, 'B-1/rent')).toEqual(['B-1 twin of INV-1 unknown']);
  expect(await codeOf(b.write('settle', 'settle', outcomeOf('INV-1', 'accepted')))).toBe('NO006');
  expect(await codeOf(a.write('settle', 'settle', outcomeOf('INV-1', 'not-found')))).toBe('done');
  expect(await ask(b, 'INV-1/rent')).toEqual(['INV-1 claimed']);
});

test('a desk that wrote in the last 15 minutes keeps its claims', async () => {
  const { a, b, takeOver, pass, claims } = await scene();
  const before = await claims();
  const { n } = await headOf(a.client);
  await pass('14 minutes 55 seconds');
  expect(await takeOver(references('INV-1'))).toBe('NO011');
  await pass('1 minute');
  // Any act is a sign of it.
  await b.write('append', 'note');
  expect(await takeOver(references('INV-1'))).toBe('NO011');
  expect(await claims()).toEqual(before);
  expect((await headOf(a.client)).n).toBe(n + 1);
});

test('a revoked desk keeps its claims as long: the bank may book what it sent ten minutes later', async () => {
  const { a, b, takeOver, pass } = await scene();
  await revoke(a, b);
  expect(await takeOver(references('INV-1'))).toBe('NO011');
  await pass('14 minutes 55 seconds');
  expect(await takeOver(references('INV-1'))).toBe('NO011');
  await pass('10 seconds');
  expect(await takeOver(references('INV-1'))).toBe('done');
});

test('a desk that asked for its own claim again may be sending it, although no act says so', async () => {
  const { a, b, takeOver, pass } = await scene();
  await pass('14 minutes');
  const { n } = await headOf(a.client);
  expect(statesOf(await b.write('claim', 'claim', claimsOf('INV-1/rent')))).toEqual([
    'INV-1 yours',
  ]);
  expect((await headOf(a.client)).n).toBe(n);
  await pass('2 minutes');
  expect(await takeOver(references('INV-1'))).toBe('NO011');
  // It did not ask for the other one.
  expect(await takeOver(references('INV-2'))).toBe('done');
  await pass('13 minutes 5 seconds');
  expect(await takeOver(references('INV-1'))).toBe('done');
});

test('a colleague who asks for a claim does not prolong it', async () => {
  const { a, takeOver, pass } = await scene();
  await pass('14 minutes');
  expect(statesOf(await a.write('claim', 'claim', claimsOf('INV-1/rent')))).toEqual([
    'INV-1 taken',
  ]);
  await pass('2 minutes');
  expect(await takeOver(references('INV-1'))).toBe('done');
});

test('acts of others are no sign of the desk', async () => {
  const { a, takeOver, pass } = await scene();
  await pass('16 minutes');
  await a.write('append', 'note');
  expect(await takeOver(references('INV-1'))).toBe('done');
});

test('the own claim, none and an ended one are not taken over', async () => {
  const { a, b, takeOver, pass, claims } = await scene();
  await a.write('claim', 'claim', claimsOf('A-1'));
  await pass('16 minutes');
  expect(await takeOver(references('A-1'))).toBe('NO006');
  expect(await takeOver(references('INV-9'))).toBe('NO006');
  for (const outcome of ['not-sent', 'not-found', 'accepted']) {
    await b.write('settle', 'settle', outcomeOf('INV-1', outcome));
    await pass('16 minutes');
    expect(await takeOver(references('INV-1'))).toBe('NO006');
  }
  await b.write('settle', 'settle', outcomeOf('INV-2', 'refused'));
  await pass('16 minutes');
  const before = await claims();
  expect(await takeOver(references('INV-2'))).toBe('NO006');
  expect(await claims()).toEqual(before);
});

test('all claims of an act are taken over, or none', async () => {
  const { a, takeOver, pass, claims } = await scene();
  await pass('16 minutes');
  const before = await claims();
  const { n } = await headOf(a.client);
  expect(await takeOver(references('INV-1', 'INV-9'))).toBe('NO006');
  expect(await takeOver(references('INV-1', 'INV-1'))).toBe('NO006');
  expect(await claims()).toEqual(before);
  expect((await headOf(a.client)).n).toBe(n);
});

test('an act takes over 50 claims, and not 51', async () => {
  const { a, b, takeOver, pass } = await scene();
  const names = Array.from({ length: 51 }, (_, at) => `R-${at}`);
  await b.write('claim', 'claim', claimsOf(...names.slice(1)));
  await b.write('claim', 'claim', claimsOf('R-0'));
  await pass('16 minutes');
  expect(await takeOver(references(...names))).toBe('NO008');
  expect(await takeOver(references(...names.slice(1)))).toBe('done');
  for (const wrong of [
    {},
    { claims: [] },
    { claims: ['R-0'] },
    { claims: [{ r: 1 }] },
    { claims: 7 },
  ])
    expect(await takeOver(wrong)).toBe('NO008');
  const forged = await b.act('take-over', references('R-0'));
  expect(await codeOf(a.call('take_over', forged))).toBe('NO001');
});

test('the kind belongs to this function', async () => {
  const { a, pass } = await scene();
  await pass('16 minutes');
  const act = await a.act('take-over', references('INV-1'));
  for (const name of ['append', 'settle', 'claim', 'found'])
    expect(await codeOf(a.call(name, act))).toBe('NO005');
  expect(await codeOf(a.call('take_over', await a.act('note', references('INV-1'))))).toBe('NO005');
});

test('a login without an open desk takes over nothing', async () => {
  const { a, b, takeOver, pass } = await scene();
  await a.write('claim', 'claim', claimsOf('A-1'));
  await revoke(a, b);
  await pass('16 minutes');
  expect(await takeOver(references('A-1'), b)).toBe('NO009');
});

test('repair puts a take-over back whenever the holder wrote', async () => {
  const { a, b, claims } = await scene();
  await b.write('append', 'note');
  const repaired = async (of: object) => {
    const act = await a.act('take-over', of);
    const head = Buffer.from((await headOf(a.client)).digest, 'hex');
    const digest = sha256(head, sha256(act.envelope), act.signature);
    return codeOf(b.call('repair', act, digest));
  };
  expect(await repaired({})).toBe('NO008');
  expect(await repaired(references('INV-9'))).toBe('NO006');
  expect(await repaired(references('INV-1'))).toBe('done');
  expect((await claims())[0]).toMatchObject({ key: a.keys.key, outcome: 'unknown' });
  expect(await repaired(references('INV-1'))).toBe('NO006');
});

test('two desks that take over the same claim: one has it', async () => {
  const { database, a, takeOver, pass } = await scene();
  const c = await openDesk(database, await database.makeLogin('c'));
  await enrol(a, c);
  await pass('16 minutes');
  const [one, other] = [
    await a.act('take-over', references('INV-1')),
    await c.act('take-over', references('INV-1')),
  ];
  const codes = await Promise.all([
    codeOf(a.call('take_over', one)),
    codeOf(c.call('take_over', other)),
  ]);
  // The second would take it from a desk that wrote just now.
  expect(codes.toSorted()).toEqual(['NO011', 'done']);
  expect(await takeOver(references('INV-1'), codes[0] === 'done' ? c : a)).toBe('NO011');
});
