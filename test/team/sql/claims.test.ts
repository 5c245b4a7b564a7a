import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { codeOf, headOf, teamOfTwo } from '../../support/postgres/team-desk.ts';
import { claimsOf, outcomeOf, statesOf } from './claims.ts';

const cluster = useCluster();

/** A team of two whose desks claim and settle by short texts. */
async function scene() {
  const { database, a, b } = await teamOfTwo(cluster);
  const desk = (of: typeof a) => ({
    ...of,
    claim: async (...texts: string[]) =>
      statesOf(await of.write('claim', 'claim', claimsOf(...texts))),
    settle: (reference: string, is: string) =>
      codeOf(of.write('settle', 'settle', outcomeOf(reference, is))),
  });
  return { database, a: desk(a), b: desk(b) };
}

test('a reference is claimed once; its holder sees its own claim with the outcome', async () => {
  const { a, b } = await scene();
  expect(await a.claim('INV-1')).toEqual(['INV-1 claimed']);
  const { n } = await headOf(a.client);
  expect(await a.claim('INV-1')).toEqual(['INV-1 yours']);
  expect(await b.claim('INV-1')).toEqual(['INV-1 taken']);
  expect(await a.settle('INV-1', 'accepted')).toBe('done');
  expect(await a.claim('INV-1')).toEqual(['INV-1 yours accepted']);
  expect(await b.claim('INV-1')).toEqual(['INV-1 taken accepted']);
  expect((await headOf(a.client)).n).toBe(n + 1);
});

test('the rows name the act and the key of the claim in the way', async () => {
  const { a, b } = await scene();
  const claimed = await a.write('claim', 'claim', claimsOf('INV-1/rent'));
  expect(claimed).toMatchObject([{ n: '3', by_key: a.keys.key, other: null, outcome: null }]);
  expect(await b.write('claim', 'claim', claimsOf('INV-1/rent'))).toMatchObject([
    { n: '3', by_key: a.keys.key, other: null, outcome: null },
  ]);
  expect(await b.write('claim', 'claim', claimsOf('INV-2/rent'))).toMatchObject([
    { n: '3', by_key: a.keys.key, other: 'INV-1', outcome: null },
  ]);
});

test('the same request after a lost answer is yours, and writes nothing', async () => {
  const { a } = await scene();
  const act = await a.act('claim', claimsOf('INV-1', 'INV-2'));
  await a.call('claim', act);
  expect(statesOf(await a.call('claim', act))).toEqual(['INV-1 yours', 'INV-2 yours']);
  expect((await headOf(a.client)).n).toBe(3);
});

test('of several references all are claimed, or none', async () => {
  const { a, b } = await scene();
  await a.claim('INV-1');
  expect(await b.claim('INV-2', 'INV-1', 'INV-3')).toEqual(['INV-1 taken']);
  expect(await a.claim('INV-1', 'INV-2')).toEqual(['INV-1 yours']);
  expect(await b.claim('INV-2', 'INV-3')).toEqual(['INV-2 claimed', 'INV-3 claimed']);
});

test('a claim of another payment under a held reference is taken, also for its holder', async () => {
  const { a } = await scene();
  await a.claim('INV-1/rent');
  expect(await a.claim('INV-1/fee')).toEqual(['INV-1 taken']);
  expect(await a.claim('INV-1/rent+other')).toEqual(['INV-1 taken']);
});

test('a twin is held back unless it is named', async () => {
  const { a, b } = await scene();
  await a.claim('INV-1/rent');
  expect(await b.claim('B-1/rent')).toEqual(['B-1 twin of INV-1']);
  expect(await a.claim('A-1/rent')).toEqual(['A-1 twin of INV-1']);
  expect(await b.claim('B-1/rent=INV-9')).toEqual(['B-1 twin of INV-1']);
  expect(await b.claim('B-1/rent=INV-1')).toEqual(['B-1 claimed']);
  expect(await a.claim('A-1/rent=INV-1')).toEqual(['A-1 twin of B-1']);
  expect(await a.claim('A-1/rent=INV-1,B-1')).toEqual(['A-1 claimed']);
});

test('twins inside one request are held back unless the later one names the earlier', async () => {
  const { a } = await scene();
  expect(await a.claim('C-1/fee', 'C-2/fee', 'C-3/rent')).toEqual(['C-2 twin of C-1']);
  expect(await a.claim('C-1/fee=C-2', 'C-2/fee')).toEqual(['C-2 twin of C-1']);
  expect(await a.claim('C-1/fee', 'C-2/fee=C-1')).toEqual(['C-1 claimed', 'C-2 claimed']);
});

test('payments without a likeness are no twins', async () => {
  const { a, b } = await scene();
  expect(await a.claim('D-1', 'D-2')).toEqual(['D-1 claimed', 'D-2 claimed']);
  expect(await b.claim('D-3')).toEqual(['D-3 claimed']);
});

test.each([
  ['unknown', 'T twin of INV-1 unknown'],
  ['accepted', 'T twin of INV-1 accepted'],
  ['refused', 'T claimed'],
  ['not-sent', 'T claimed'],
  ['not-found', 'T claimed'],
])('a twin of a payment that is %s', async (outcome, state) => {
  const { a, b } = await scene();
  await a.claim('INV-1/rent');
  await a.settle('INV-1', outcome);
  expect(await b.claim('T/rent')).toEqual([state]);
});

test.each([
  ['accepted', 'T claimed'],
  ['unknown', 'T twin of INV-1 unknown'],
])('a day later the twin of a payment that is %s', async (outcome, state) => {
  const { database, a, b } = await scene();
  await a.claim('INV-1/rent');
  await a.settle('INV-1', outcome);
  const root = await database.asSuperuser();
  await root.query("UPDATE nostro.claim SET at = at - interval '24 hours 1 second'");
  expect(await b.claim('T/rent')).toEqual([state]);
});

test.each(['not-sent', 'not-found'])(
  'what is %s is claimed again by any key, as the same payment',
  async (outcome) => {
    const { a, b } = await scene();
    await a.claim('INV-1/rent');
    await a.settle('INV-1', outcome);
    expect(await b.claim('INV-1/fee')).toEqual([`INV-1 taken ${outcome}`]);
    expect(await b.claim('INV-1/rent+other')).toEqual([`INV-1 taken ${outcome}`]);
    expect(await b.claim('INV-1/rent')).toEqual(['INV-1 claimed']);
    const { rows } = await b.client.query('SELECT n, key, settled, outcome FROM nostro.claim');
    expect(rows).toEqual([{ n: '5', key: b.keys.key, settled: null, outcome: null }]);
    expect(await a.claim('INV-1/rent')).toEqual(['INV-1 taken']);
    expect(await a.settle('INV-1', 'accepted')).toBe('NO006');
    expect(await b.settle('INV-1', outcome)).toBe('done');
    expect(await a.claim('INV-1/rent')).toEqual(['INV-1 claimed']);
  },
);

test('a payment that is claimed again is held back by a twin of meanwhile', async () => {
  const { a, b } = await scene();
  await a.claim('INV-1/rent');
  await a.settle('INV-1', 'not-sent');
  await b.claim('B-1/rent');
  expect(await a.claim('INV-1/rent')).toEqual(['INV-1 twin of B-1']);
  expect(await a.claim('INV-1/rent=B-1')).toEqual(['INV-1 claimed']);
});

test.each(['refused', 'accepted', 'unknown'])(
  'what is %s is not claimed again',
  async (outcome) => {
    const { a, b } = await scene();
    await a.claim('INV-1');
    await a.settle('INV-1', outcome);
    expect(await b.claim('INV-1')).toEqual([`INV-1 taken ${outcome}`]);
    expect(await a.claim('INV-1')).toEqual([`INV-1 yours ${outcome}`]);
  },
);

test('only the holder settles a claim', async () => {
  const { a, b } = await scene();
  await a.claim('INV-1');
  expect(await b.settle('INV-1', 'not-sent')).toBe('NO006');
  expect(await a.settle('INV-9', 'accepted')).toBe('NO006');
  const both = {
    outcomes: [...outcomeOf('INV-1', 'accepted').outcomes, { r: 'INV-9', is: 'refused' }],
  };
  expect(await codeOf(a.write('settle', 'settle', both))).toBe('NO006');
  expect(await b.claim('INV-1')).toEqual(['INV-1 taken']);
});

test.each(['accepted', 'refused'])(
  '%s is final; the same again changes nothing',
  async (outcome) => {
    const { a, b } = await scene();
    await a.claim('INV-1');
    for (const other of ['unknown', 'not-sent', 'not-found', outcome])
      expect(await a.settle('INV-1', other)).toBe('done');
    const settled = (await headOf(a.client)).n;
    for (const other of ['unknown', 'not-sent', 'not-found', 'accepted', 'refused'])
      expect(await a.settle('INV-1', other)).toBe(other === outcome ? 'done' : 'NO007');
    const { rows } = await b.client.query('SELECT outcome, settled::int FROM nostro.claim');
    expect(rows).toEqual([{ outcome, settled }]);
  },
);

test('an act claims 50 references, and not 51', async () => {
  const { a } = await scene();
  const references = Array.from({ length: 51 }, (_, at) => `R-${at}`);
  expect(await codeOf(a.write('claim', 'claim', claimsOf(...references)))).toBe('NO008');
  expect(await a.claim(...references.slice(1))).toHaveLength(50);
});
