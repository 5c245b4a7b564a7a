import { setTimeout } from 'node:timers/promises';

import type { Client } from 'pg';

import type { WantedClaim } from '../../../electron/engines/team-record/wanted-claim.ts';
import { newReference } from '../../../shared/reference.ts';
import { randoms } from '../../../test/support/randoms.ts';
import { median, quantile } from '../figures.ts';
import { context, desksOf, valueOf, type BenchTeamDesk } from './desks.ts';
import { asSuperuser, databaseIn } from './server.ts';

/**
 * How long claims take, compared with plain transactions of the same PostgreSQL, by turns: `node claims-run.ts PORT DATABASE`. Claims
 * alone, and claims that are settled at once, as payments whose bank answers without a delay. A plain transaction is one prepared INSERT.
 */

const desksCount = 20;
const perSecond = 250;
const roundSeconds = 8;
const rounds = 3;
/** Claims of one desk in a round, one after the other. */
const alone = 300;
/** Claims of one act. */
const batch = 50;

const place = databaseIn(process.argv.slice(2));
const desks = await desksOf(place, desksCount);
const clients = await Promise.all(desks.map(() => asSuperuser(place)));
await clients[0]?.query('CREATE TABLE plain (id text PRIMARY KEY, body bytea NOT NULL)');
/** As large as the parts of an act that claims one payment. */
const body = Buffer.alloc(900, 1);

const random = randoms(1);
/** Milliseconds of each piece of work at the pace of the run. */
const ms = { claims: [] as number[], settled: [] as number[], plain: [] as number[] };
/** As fast as one desk can, of each round. */
const rates = { claims: [] as number[], batches: [] as number[], plain: [] as number[] };
for (let round = 0; round <= rounds; round += 1) {
  const seconds = round === 0 ? 2 : roundSeconds;
  const plain = await atPace(seconds, insert);
  const claims = await atPace(seconds, claim);
  const settled = await atPace(seconds, pay);
  await Promise.all(desks.map(({ team }) => valueOf(team.claims.publish(context))));
  const one = {
    plain: await perSecondOf(alone, 1, () => insert(0)),
    claims: await perSecondOf(alone, 1, () => claim(0)),
    batches: await perSecondOf(alone / batch, batch, claimBatch),
  };
  // The first fills the caches.
  if (round === 0) continue;
  ms.plain.push(...plain);
  ms.claims.push(...claims);
  ms.settled.push(...settled);
  for (const name of ['plain', 'claims', 'batches'] as const) rates[name].push(one[name]);
}
await Promise.all(clients.map((client) => client.end()));
await Promise.all(desks.map((desk) => desk.close()));
console.log(
  JSON.stringify({
    ...{ claimP50Ms: quantile(ms.claims, 0.5), claimP99Ms: quantile(ms.claims, 0.99) },
    ...{ settledP50Ms: quantile(ms.settled, 0.5), settledP99Ms: quantile(ms.settled, 0.99) },
    ...{ plainP50Ms: quantile(ms.plain, 0.5), plainP99Ms: quantile(ms.plain, 0.99) },
    ...{ claimsPerSecond: median(rates.claims), plainPerSecond: median(rates.plain) },
    batchesPerSecond: median(rates.batches),
  }),
);

/**
 * Milliseconds of each piece of work, from the moment at which it was due: pieces begin at random, `perSecond` on average, regardless of
 * those before.
 */
async function atPace(seconds: number, work: (at: number) => Promise<unknown>): Promise<number[]> {
  const started = performance.now();
  const count = seconds * perSecond;
  return Promise.all(
    Array.from({ length: count }, async () => {
      const due = Math.floor(random() * seconds * 1_000);
      const at = Math.floor(random() * desksCount);
      await setTimeout(due);
      await work(at);
      return performance.now() - started - due;
    }),
  );
}

/** Pieces a second, `size` of them in each call, one call after another. */
async function perSecondOf(times: number, size: number, work: () => Promise<unknown>) {
  const started = performance.now();
  for (let at = 0; at < times; at += 1) await work();
  return (times * size * 1_000) / (performance.now() - started);
}

function insert(at: number): Promise<unknown> {
  const text = 'INSERT INTO plain VALUES ($1, $2)';
  return clientAt(at).query({ name: 'plain', text, values: [newReference(), body] });
}

async function claim(at: number): Promise<string> {
  const wanted = newPayment();
  await valueOf(deskAt(at).team.claims.claim(wanted, context));
  return wanted.reference;
}

async function pay(at: number): Promise<void> {
  deskAt(at).team.claims.settle(await claim(at), 'accepted');
}

async function claimBatch(): Promise<void> {
  const { claims } = deskAt(0).team;
  const wanted = Array.from({ length: batch }, newPayment);
  await claims.claimAhead(wanted, context);
  // A claim that was made ahead needs no query.
  for (const one of wanted) await valueOf(claims.claim(one, context));
}

function newPayment(): WantedClaim {
  const reference = newReference();
  return { reference, likeness: reference, payloadHash: 'a'.repeat(64), twins: [] };
}

function deskAt(at: number): BenchTeamDesk {
  const desk = desks[at];
  if (desk === undefined) throw new RangeError('there is no such desk');
  return desk;
}

function clientAt(at: number): Client {
  const client = clients[at];
  if (client === undefined) throw new RangeError('there is no such connection');
  return client;
}
