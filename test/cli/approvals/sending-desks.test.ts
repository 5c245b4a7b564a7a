import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { join, teamScene, twoDesks, type TeamPerson } from '../../support/team/team-scene.ts';
import { startDelta } from '../../support/banks/delta.ts';

const cluster = useCluster();

const rules = JSON.stringify({
  rules: [{ when: {}, need: { role: 'checker', count: 1 } }],
  sendingDesks: 'only',
});

type Requested = { readonly request: string };
type Run = {
  readonly sent: readonly { readonly reference: string }[];
  readonly stopped: { readonly reference: string; readonly code: string } | null;
  readonly left: number;
};

/** Ada administers and checks, Ben makes payments, `office` is Olga’s sending desk. `refuses` names a reference that the bank refuses. */
async function sendingScene() {
  const bankSays: { refuses: string | null } = { refuses: null };
  const scene = await teamScene(cluster, () =>
    startDelta({
      instead: ({ method, text }) =>
        method === 'POST' && bankSays.refuses !== null && text.includes(bankSays.refuses)
          ? { status: 429, body: { message: 'slow down' } }
          : null,
    }),
  );
  const { ada, ben } = await twoDesks(cluster, scene);
  const office = scene.person('office');
  await join(ada, office, 'Olga', scene.at('olga.json'), 'sender');
  const file = scene.write('rules.json', rules);
  const set = await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file);
  expect([set.err, set.code]).toEqual(['', 0]);
  const approved = async (reference: string, amount: string): Promise<string> => {
    const input = JSON.stringify({
      ...{ accountNumber: '700000', beneficiaryId: 'B-1', reference },
      ...{ amount, currency: 'EUR' },
    });
    const asked = await ben.run('pay', '--input', input, '--request');
    const { request } = asked.json<Requested>();
    const signed = await ada.typing(amount, 'approve', request, '--expect', `${amount}:EUR:B-1`);
    expect([signed.err, signed.code]).toEqual(['', 0]);
    return request;
  };
  /** A payment file that Ada approves, but for the lines that she leaves out. */
  const approvedFile = async (
    amounts: readonly (readonly [reference: string, amount: string])[],
    { expected, without = [] }: { expected: string; without?: readonly string[] },
  ): Promise<string> => {
    const lines = amounts.map((line) => ['700000', 'Ostrich Glass BV', ...line].join(','));
    const csv = ['account,payee,reference,amount,currency', ...lines.map((line) => `${line},EUR`)];
    const path = scene.write('run.csv', csv.join('\n'));
    const asked = await ben.run('pay', '--file', path, '--request');
    expect([asked.err, asked.code]).toEqual(['', 4]);
    const { request } = asked.json<Requested>();
    const left = without.flatMap((line) => ['--without', line]);
    const [sum = ''] = expected.split(':');
    const signed = await ada.typing(sum, 'approve', request, '--expect', expected, ...left);
    expect([signed.err, signed.code]).toEqual(['', 0]);
    return request;
  };
  const open = async (person: TeamPerson) => {
    const { day } = (await person.run('sending-desks', 'show')).json<{ day: string }[]>()[0]!;
    return person.typing(day, 'sending-desks', 'open', 'Olga');
  };
  return { ...scene, ada, ben, office, approved, approvedFile, open, bankSays };
}

test('a sending desk sends what is approved once two persons opened it, and no other desk does', async () => {
  const { ada, ben, office, approved, open, bank } = await sendingScene();
  const first = await approved('FIRST', '11.00');
  await approved('SECOND', '12.00');
  const fromMaker = await ben.run('pay', '--of', first);
  expect([fromMaker.code, fromMaker.error().code]).toEqual([1, 'team.not-approved']);
  expect(fromMaker.error().message).toContain('Only a sending desk of the team sends payments.');
  const closed = await office.typing('SEND 2', 'send-approved');
  expect([closed.code, closed.error().code]).toEqual([1, 'team.not-approved']);

  const byScript = await ada.run('sending-desks', 'open', 'Olga');
  expect([byScript.code, byScript.error().code]).toEqual([1, 'confirmation.required']);
  expect((await open(ada)).json()).toMatchObject({ isOpen: false, openedBy: [{ person: 'Ada' }] });
  expect((await open(ada)).json()).toMatchObject({ isOpen: false, openedBy: [{ person: 'Ada' }] });
  expect((await open(ben)).json()).toMatchObject({
    ...{ isOpen: true, person: 'Olga' },
    openedBy: [{ person: 'Ada' }, { person: 'Ben' }],
  });
  const other = await ben.typing('SEND 2', 'send-approved');
  expect([other.code, other.error().code]).toEqual([1, 'team.not-approved']);
  const unasked = await office.run('send-approved');
  expect([unasked.code, unasked.error().code]).toEqual([1, 'confirmation.required']);
  expect(bank.orders).toEqual([]);

  const sent = await office.typing('SEND 2', 'send-approved');
  expect([sent.err, sent.code]).toEqual(['', 0]);
  expect(sent.json<Run>()).toMatchObject({
    ...{ sent: [{ reference: 'FIRST' }, { reference: 'SECOND' }], stopped: null, left: 0 },
  });
  expect(bank.orders).toHaveLength(2);
  const again = await office.run('send-approved');
  expect(again.json<Run>()).toEqual({ sent: [], stopped: null, left: 0 });
  const status = await ben.team<{ notApproved?: unknown[] }>('status');
  expect(status.notApproved).toBeUndefined();
}, 400_000);

test('a run stops at the first doubt, sends nothing behind it, and a person starts the next', async () => {
  const { ada, ben, office, approved, open, bank, bankSays } = await sendingScene();
  for (const [reference, amount] of [
    ['ONE', '11.00'],
    ['TWO', '12.00'],
    ['THREE', '13.00'],
  ] as const)
    await approved(reference, amount);
  await open(ada);
  await open(ben);
  bankSays.refuses = 'TWO';
  const run = await office.typing('SEND 3', 'send-approved');
  expect(run.code).not.toBe(0);
  expect(run.json<Run>()).toMatchObject({
    ...{ sent: [{ reference: 'ONE' }], stopped: { reference: 'TWO' }, left: 1 },
  });
  expect(bank.orders).toHaveLength(1);
  bankSays.refuses = null;
  // Nothing goes on by itself.
  const unasked = await office.run('send-approved');
  expect(unasked.code).toBe(1);
  expect(bank.orders).toHaveLength(1);
}, 400_000);

test('a run sends the lines of approved files in their order, without what was left out, and stops at the first doubt', async () => {
  const { ada, ben, office, approved, approvedFile, open, bank, bankSays } = await sendingScene();
  const file = [
    ['FILE-1', '21.00'],
    ['FILE-2', '22.00'],
    ['FILE-3', '23.00'],
    ['FILE-4', '24.00'],
  ] as const;
  const request = await approvedFile(file, { expected: '68.00:EUR:3', without: ['2'] });
  await approved('SINGLE', '11.00');
  await open(ada);
  await open(ben);
  bankSays.refuses = 'FILE-3';
  const run = await office.typing('SEND 4', 'send-approved');
  expect(run.code).not.toBe(0);
  expect(run.json<Run>()).toMatchObject({
    ...{ sent: [{ reference: 'FILE-1' }], stopped: { request, reference: 'FILE-3' }, left: 2 },
  });
  expect(bank.orders.map(({ reference }) => reference)).toEqual(['FILE-1']);
}, 400_000);

test('a file of which a line lacks an approval is no part of a run', async () => {
  const { ada, ben, office, approved, approvedFile, open, write } = await sendingScene();
  const file = [
    ['FILE-1', '21.00'],
    ['FILE-2', '22.00'],
  ] as const;
  await approvedFile(file, { expected: '43.00:EUR:2' });
  const csv = ['account,payee,reference,amount,currency'];
  for (const n of [1, 2])
    csv.push(`700000,Ostrich Glass BV,OPEN-${String(n)},3${String(n)}.00,EUR`);
  const asked = await ben.run('pay', '--file', write('open.csv', csv.join('\n')), '--request');
  expect(asked.code).toBe(4);
  await approved('SINGLE', '11.00');
  await open(ada);
  await open(ben);
  const run = await office.typing('SEND 3', 'send-approved');
  expect([run.err, run.code]).toEqual(['', 0]);
  const sent = ['FILE-1', 'FILE-2', 'SINGLE'].map((reference) => ({ reference }));
  expect(run.json<Run>()).toMatchObject({ sent, stopped: null, left: 0 });
}, 400_000);
