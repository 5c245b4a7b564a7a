import { setTimeout } from 'node:timers/promises';

import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { cuttingLine } from '../../support/postgres/cutting-line.ts';
import {
  codeOfOutcome,
  context,
  openedServer,
  optionsFor,
  shortPatience,
} from '../../support/postgres/opened-server.ts';
import { headOf, teamOfTwo } from '../../support/postgres/team-desk.ts';
import { claimsOf } from '../sql/claims.ts';

const cluster = useCluster();

/** A team whose first desk reaches the server over a line that breaks. */
async function scene() {
  const { database, a, b } = await teamOfTwo(cluster);
  const line = await cuttingLine(cluster.address().port);
  const server = await openedServer(
    optionsFor(line.port, database.name, a.login, { patience: shortPatience }),
  );
  return { database, a, b, line, server, root: await database.asSuperuser() };
}

test('what is called after the connection ended was surely not done', async () => {
  const { server, line, a } = await scene();
  const before = await headOf(a.client);
  const act = await a.act('note');
  line.become('cut');
  await expect.poll(() => server.isOpen()).toBe(false);
  expect(await codeOfOutcome(server.append(act, context))).toBe('team.unreachable');
  line.become('open');
  expect(await codeOfOutcome(server.head(context))).toBe('team.unreachable');
  expect(await headOf(a.client)).toEqual(before);
});

test('a call whose answer is cut off may have been done', async () => {
  const { server, line, a } = await scene();
  const { n } = await headOf(a.client);
  line.become('unanswered');
  const call = codeOfOutcome(server.claim(await a.act('claim', claimsOf('INV-1')), context));
  await expect.poll(async () => (await headOf(a.client)).n).toBe(n + 1);
  line.become('cut');
  expect(await call).toBe('team.answer-lost');
  expect(server.isOpen()).toBe(false);
});

test('a call that is cut off before it arrives has the same code', async () => {
  const { server, line, a } = await scene();
  const before = await headOf(a.client);
  line.become('held');
  const call = codeOfOutcome(server.append(await a.act('note'), context));
  await setTimeout(50);
  line.become('cut');
  expect(await call).toBe('team.answer-lost');
  expect(await headOf(a.client)).toEqual(before);
});

test('an answer that does not come is waited for so long, and the connection is not used again', async () => {
  const { server, line, a } = await scene();
  const { n } = await headOf(a.client);
  const act = await a.act('note');
  line.become('unanswered');
  const since = performance.now();
  const lost = codeOfOutcome(server.append(act, context));
  // It waits for its turn, and its turn never comes.
  const queued = codeOfOutcome(server.head(context));
  expect(await lost).toBe('team.answer-lost');
  expect(performance.now() - since).toBeLessThan(5_000);
  expect(await queued).toBe('team.unreachable');
  expect((await headOf(a.client)).n).toBe(n + 1);
  // No call takes the late answer.
  line.become('open');
  expect(await codeOfOutcome(server.head(context))).toBe('team.unreachable');
});

test('answers belong to their calls, also where many are made at once', async () => {
  const { server, a } = await scene();
  const { n } = await headOf(a.client);
  const calls = Array.from({ length: 40 }, (_, at) =>
    at % 2 === 0 ? server.actsAfter(n - 1, 1, context) : server.isEnrolled(a.keys.key, context),
  );
  for (const [at, outcome] of (await Promise.all(calls)).entries())
    expect(outcome).toMatchObject({ value: at % 2 === 0 ? [{ n }] : true });
});

test('a server that ends the connection between two calls', async () => {
  const { server, root, a } = await scene();
  await root.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [
    a.login,
  ]);
  await expect.poll(() => server.isOpen()).toBe(false);
  expect(await codeOfOutcome(server.head(context))).toBe('team.unreachable');
});

test('a server that ends the connection during a call', async () => {
  const { server, root, a, b } = await scene();
  const act = await a.act('note');
  await b.client.query('BEGIN');
  await b.write('append', 'note');
  const call = server.append(act, context);
  const ended =
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1 AND wait_event_type = $2';
  await expect.poll(async () => (await root.query(ended, [a.login, 'Lock'])).rowCount).toBe(1);
  expect(await call).toMatchObject({
    error: { code: 'team.answer-lost', technical: '57P01' },
  });
  expect(server.isOpen()).toBe(false);
});

test('a call under way is lost when the connection is closed here', async () => {
  const { server, line, a } = await scene();
  line.become('held');
  const call = codeOfOutcome(server.append(await a.act('note'), context));
  await setTimeout(50);
  await server.close();
  expect(await call).toBe('team.answer-lost');
  expect(await codeOfOutcome(server.head(context))).toBe('team.unreachable');
  // A second end does nothing.
  await server.close();
});
