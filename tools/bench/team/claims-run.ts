import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { systemClock } from '../../../electron/engines/machine/context.ts';
import { admit } from '../../../electron/nouns/people/admit.ts';
import { invite } from '../../../electron/nouns/people/invitation.ts';
import { median, quantile } from '../figures.ts';
import type { DesksAnswer, DesksWork } from './claims-desks.ts';
import { insertPlain, newPayment, plainTable } from './claimed-payments.ts';
import { context, foundingDesk, valueOf } from './desks.ts';
import { asSuperuser, databaseIn } from './server.ts';

/**
 * How long claims take, beside plain transactions of the same PostgreSQL, by turns: `node claims-run.ts PORT DATABASE`. Claims
 * alone, and claims that are settled at once, as payments whose bank answers without a delay. A plain transaction is one prepared INSERT.
 * The desks are spread over some processes: a desk that waits for its own disk holds up few others.
 */

const processesCount = 4;
const desksEach = 5;
const perSecond = 250;
const roundSeconds = 8;
const rounds = 3;
/** Claims of one desk in a round, one after the other. */
const alone = 300;
/** Claims of one act. */
const batch = 50;
/** Files of 16 MB that PostgreSQL keeps for reuse by default. */
const logFiles = 6;

const [port = '', database = ''] = process.argv.slice(2);
const place = databaseIn([port, database]);
const founder = await foundingDesk(place);
const { claims } = founder.team;
const client = await asSuperuser(place);
await client.query(plainTable);
// A server that has run for a while reuses the files of its log. A new one fills each with zeros first, while all commits wait.
for (let count = 0; count < logFiles; count += 1) {
  await insertPlain(client);
  await client.query('SELECT pg_switch_wal()');
}
await client.query('CHECKPOINT');
const processes = Array.from({ length: processesCount }, () =>
  fork(new URL('claims-desks.ts', import.meta.url), [port, database]),
);
for (const one of processes) {
  // Its error is printed already.
  one.once('exit', (code) => {
    if (code !== 0) process.exit(1);
  });
  await join(one);
}

/** Milliseconds of each piece of work at the pace of the run. */
const ms = { claims: [] as number[], settled: [] as number[], plain: [] as number[] };
/** As fast as one desk can, of each round. */
const rates = { claims: [] as number[], batches: [] as number[], plain: [] as number[] };
for (let round = 0; round <= rounds; round += 1) {
  const measured = {
    plain: await atPace('plain', round),
    claims: await atPace('claims', round),
    settled: await atPace('settled', round),
  };
  await Promise.all(processes.map((one) => answerOf(one, { do: 'publish' })));
  const one = {
    plain: await perSecondOf(alone, 1, () => insertPlain(client)),
    claims: await perSecondOf(alone, 1, () => valueOf(claims.claim(newPayment(), context))),
    batches: await perSecondOf(alone / batch, batch, claimBatch),
  };
  // The first fills the caches.
  if (round === 0) continue;
  for (const name of ['claims', 'settled', 'plain'] as const) ms[name].push(...measured[name]);
  for (const name of ['plain', 'claims', 'batches'] as const) rates[name].push(one[name]);
}
await Promise.all(processes.map((one) => answerOf(one, { do: 'close' })));
await client.end();
await founder.close();
console.log(
  JSON.stringify({
    ...{ claimP50Ms: quantile(ms.claims, 0.5), claimP99Ms: quantile(ms.claims, 0.99) },
    ...{ settledP50Ms: quantile(ms.settled, 0.5), settledP99Ms: quantile(ms.settled, 0.99) },
    ...{ plainP50Ms: quantile(ms.plain, 0.5), plainP99Ms: quantile(ms.plain, 0.99) },
    ...{ claimsPerSecond: median(rates.claims), plainPerSecond: median(rates.plain) },
    batchesPerSecond: median(rates.batches),
  }),
);

/** The desks of a process join the team. */
async function join(one: ChildProcess): Promise<void> {
  for (let count = 1; count <= desksEach; count += 1) {
    const inviting = {
      name: `Desk ${one.pid ?? 0}-${count}`,
      roles: ['maker'],
      bank: 'bench',
    } as const;
    const invitation = await valueOf(invite(founder.team, inviting, systemClock, context));
    const { words = [] } = await answerOf(one, { do: 'ask to join', invitation });
    await valueOf(admit(founder.team, words.join(' '), systemClock, context));
  }
  await answerOf(one, { do: 'finish joining' });
}

async function answerOf(one: ChildProcess, work: DesksWork): Promise<DesksAnswer> {
  const answer = once(one, 'message') as Promise<[DesksAnswer]>;
  one.send(work);
  return (await answer)[0];
}

/** The work of all processes at once. */
async function atPace(work: 'claims' | 'settled' | 'plain', round: number): Promise<number[]> {
  const seconds = round === 0 ? 2 : roundSeconds;
  const answers = await Promise.all(
    processes.map((one, at) =>
      answerOf(one, {
        ...{ do: work, seconds, perSecond: perSecond / processesCount },
        seed: round * processesCount + at + 1,
      }),
    ),
  );
  return answers.flatMap(({ ms: each = [] }) => each);
}

/** Pieces a second, `size` of them in each call, one call after another. */
async function perSecondOf(times: number, size: number, work: () => Promise<unknown>) {
  const started = performance.now();
  for (let at = 0; at < times; at += 1) await work();
  return (times * size * 1_000) / (performance.now() - started);
}

async function claimBatch(): Promise<void> {
  const wanted = Array.from({ length: batch }, newPayment);
  await claims.claimAhead(wanted, context);
  // What was claimed ahead is there without a question.
  for (const one of wanted) await valueOf(claims.claim(one, context));
}
