import type { Client } from 'pg';

import { digestAfter, envelopeDigest } from '../../../electron/engines/acts/chain.ts';
import type { Head, SealedAct } from '../../../electron/engines/acts/act.ts';
import { makeAct, type ActDraft } from '../../../electron/engines/acts/make-act.ts';
import { wrapFor } from '../../../electron/engines/acts/member-keys.ts';
import { nameOf, packTeamKeys, type TeamKeys } from '../../../electron/engines/acts/team-keys.ts';
import { systemClock, timestampNow } from '../../../electron/engines/machine/context.ts';
import { lastOf, voidActs } from '../../../electron/engines/team-record/record-copy.ts';
import { newReference } from '../../../shared/reference.ts';
import { peakMb } from '../figures.ts';
import {
  askingDesk,
  context,
  desksOf,
  finishJoining,
  valueOf,
  type BenchTeamDesk,
} from './desks.ts';
import { asSuperuser, databaseIn } from './server.ts';

/**
 * Seconds in which a newcomer reads, checks and stores a record of ACTS acts of ten desks, beside the same rows selected by the client
 * alone: `node join-run.ts PORT DATABASE ACTS`.
 */

const [, , port = '', database = '', counted = '100000'] = process.argv;
const acts = Number(counted);
const place = databaseIn([port, database]);
const desks = await desksOf(place, 10);
const [founder] = desks;
if (founder === undefined) throw new Error('the team has no founder');
const { desk: newcomer } = await askingDesk(founder, 'Newcomer');
const client = await asSuperuser(place);
const head = await valueOf(founder.team.record.catchUp(context));
const keys = keysOf(founder);
await writeActs(head);

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

/**
 * Writes acts as the desks would, in bulk: payments by turns, each claimed and settled. The last act admits the newcomer, as an
 * administrator does who has read the others.
 */
async function writeActs({ n: first, digest }: Head): Promise<void> {
  const authors = desks.map(authorOf);
  let last: Head = { n: first, digest };
  let rows: WrittenAct[] = [];
  const add = (author: BulkAuthor | undefined, draft: ActDraft): void => {
    if (author === undefined) throw new RangeError('there is no such author');
    const act = author.write(last, draft);
    last = { n: last.n + 1, digest: digestAfter(last.digest, act) };
    rows.push({ ...act, ...last, key: author.key, seq: author.seq(), kind: draft.kind });
  };
  while (last.n < acts - 1) {
    const author = authors[(last.n >> 1) % authors.length];
    const reference = newReference();
    const name = nameOf(keys, 'reference', reference);
    add(author, claimOf(reference, name));
    if (last.n < acts - 1) add(author, settlementOf(name));
    if (rows.length >= 1_000) await insert(client, rows.splice(0));
  }
  add(authors[0], enrolmentOf(newcomer));
  await insert(client, rows);
  rows = [];
  await client.query("UPDATE nostro.head SET n = $1, digest = decode($2, 'hex')", [
    ...[last.n, last.digest],
  ]);
  const { key } = newcomer.team.member;
  const { login } = newcomer.team.row().address;
  await client.query('INSERT INTO nostro.desk (login, key) VALUES ($1, $2)', [login, key]);
  await client.query('VACUUM ANALYZE nostro.act');
}

type WrittenAct = SealedAct &
  Head & { readonly key: string; readonly seq: number; readonly kind: string };

type BulkAuthor = ReturnType<typeof authorOf>;

/** Writes acts of one desk, each behind its last. */
function authorOf({ team: { member, record, row } }: BenchTeamDesk) {
  const last = lastOf(founder?.team.record.copy ?? record.copy, member.key);
  let { seq, prev } = last ?? { seq: 0, prev: '0'.repeat(64) };
  const author = { member, keys, team: row().team };
  return {
    key: member.key,
    seq: () => seq,
    write: (seen: Head, draft: ActDraft): SealedAct => {
      seq += 1;
      const act = makeAct(author, { seq, prev, seen }, draft);
      prev = envelopeDigest(act.envelope);
      return act;
    },
  };
}

function claimOf(reference: string, r: string): ActDraft {
  const [l, p] = [nameOf(keys, 'likeness', reference), nameOf(keys, 'payload', reference)];
  return { kind: 'claim', of: { claims: [{ r, l, p }] }, content: { references: [reference] } };
}

function settlementOf(r: string): ActDraft {
  return { kind: 'settle', of: { outcomes: [{ r, is: 'accepted' }] }, content: {} };
}
function enrolmentOf({ team: { member, row } }: BenchTeamDesk): ActDraft {
  const { key, sealingKey } = member;
  const { login } = row().address;
  const wrapped = { [key]: wrapFor(sealingKey, packTeamKeys(keys)) };
  const content = { sealingKey, at: timestampNow(systemClock) };
  return { kind: 'enrol', of: { key, login, wrapped }, content };
}

function keysOf({ team }: BenchTeamDesk): TeamKeys {
  const own = team.people.keys();
  if (own === null) throw new Error('the founder has no keys');
  return own;
}

async function insert(to: Client, rows: readonly WrittenAct[]): Promise<void> {
  await to.query(
    `INSERT INTO nostro.act (n, digest, key, seq, kind, envelope, signature, body)
     SELECT n, decode(digest, 'hex'), key, seq, kind, envelope, signature, body
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bytea[], $7::bytea[], $8::bytea[])
       AS x (n, digest, key, seq, kind, envelope, signature, body)`,
    [
      ...[rows.map(({ n }) => n), rows.map(({ digest }) => digest), rows.map(({ key }) => key)],
      ...[rows.map(({ seq }) => seq), rows.map(({ kind }) => kind)],
      ...[rows.map(({ envelope }) => envelope), rows.map(({ signature }) => signature)],
      rows.map(({ body }) => body),
    ],
  );
}
