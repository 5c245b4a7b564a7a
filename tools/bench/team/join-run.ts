import type { ActDraft } from '../../../electron/engines/acts/make-act.ts';
import { nameOf, type TeamKeys } from '../../../electron/engines/acts/team-keys.ts';
import { voidActs } from '../../../electron/engines/team-record/record-copy.ts';
import { newReference } from '../../../shared/reference.ts';
import { peakMb } from '../figures.ts';
import { BulkActs } from './bulk-acts.ts';
import { askingDesk, desksOf, finishJoining } from './desks.ts';
import { asSuperuser, databaseIn } from './server.ts';

/**
 * Seconds in which a newcomer reads, checks and stores a record of ACTS acts of ten desks, compared with the same rows selected by the
 * client alone: `node join-run.ts PORT DATABASE ACTS`.
 */

const [, , port = '', database = '', counted = '100000'] = process.argv;
const acts = Number(counted);
const place = databaseIn([port, database]);
const desks = await desksOf(place, 10);
const [founder] = desks;
if (founder === undefined) throw new Error('the team has no founder');
const { desk: newcomer } = await askingDesk(founder, 'Newcomer');
const client = await asSuperuser(place);
await writePayments(await BulkActs.behind(client, desks));

const before = await selectAll();
const restMb = peakMb();
const [started, cpu] = [performance.now(), process.cpuUsage()];
await finishJoining(newcomer);
const seconds = (performance.now() - started) / 1_000;
const { user, system } = process.cpuUsage(cpu);
const cpuSeconds = (user + system) / 1e6;
const mb = peakMb() - restMb;
const after = await selectAll();
const { record } = newcomer.team;
if (record.head.n !== acts || voidActs(record.copy, 1).length > 0)
  throw new Error(`${record.head.n} of ${acts} acts were read`);
await client.end();
await Promise.all([...desks, newcomer].map((desk) => desk.close()));
console.log(JSON.stringify({ seconds, cpuSeconds, floorSeconds: (before + after) / 2, mb }));

/** Seconds in which every row is selected, a page after the other. */
async function selectAll(): Promise<number> {
  const began = performance.now();
  let [n, count] = [0, 0];
  for (;;) {
    const { rows } = await client.query<{ n: string }>(
      'SELECT n, digest, envelope, signature, body, at FROM nostro.act WHERE n > $1 ORDER BY n LIMIT 500',
      [n],
    );
    const last = rows.at(-1);
    if (last === undefined) break;
    n = Number(last.n);
    count += rows.length;
  }
  if (count !== acts) throw new Error(`${count} of ${acts} rows were selected`);
  return (performance.now() - began) / 1_000;
}

/** Writes payments by turns, each claimed and settled, up to so many acts. */
async function writePayments(bulk: BulkActs): Promise<void> {
  while (bulk.count < acts - 1) {
    const author = bulk.count >> 1;
    const reference = newReference();
    const r = nameOf(bulk.keys, 'reference', reference);
    await bulk.add(author, claimOf(bulk.keys, reference, r));
    const outcomes = [{ r, is: 'accepted' }];
    if (bulk.count < acts - 1)
      await bulk.add(author, { kind: 'settle', of: { outcomes }, content: {} });
  }
  await bulk.admit(newcomer);
}

function claimOf(keys: TeamKeys, reference: string, r: string): ActDraft {
  const [l, p] = [nameOf(keys, 'likeness', reference), nameOf(keys, 'payload', reference)];
  return { kind: 'claim', of: { claims: [{ r, l, p }] }, content: { references: [reference] } };
}
