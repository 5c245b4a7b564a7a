import type { JsonObject } from '../../../electron/engines/acts/act.ts';
import type { ActDraft } from '../../../electron/engines/acts/make-act.ts';
import { nameOf } from '../../../electron/engines/acts/team-keys.ts';
import { systemClock } from '../../../electron/engines/machine/context.ts';
import { run } from '../../../electron/engines/store/database.ts';
import { transferLikeness } from '../../../electron/engines/submissions/intent/likeness.ts';
import { voidActs } from '../../../electron/engines/team-record/record-copy.ts';
import type { WantedClaim } from '../../../electron/engines/team-record/wanted-claim.ts';
import { Approvals } from '../../../electron/nouns/approvals/approvals.ts';
import { noPremise } from '../../../electron/nouns/approvals/contents.ts';
import { payloadHashOf } from '../../../electron/nouns/approvals/order.ts';
import { readActs } from '../../../electron/nouns/people/open-team.ts';
import { newReference } from '../../../shared/reference.ts';
import { openBenchDesk } from '../bench-desk.ts';
import { quantile, timed } from '../figures.ts';
import { BulkActs } from './bulk-acts.ts';
import { inFolder } from './desk-folder.ts';
import { askingDesk, context, desksOf, finishJoining, type BenchTeamDesk } from './desks.ts';
import { asSuperuser, databaseIn } from './server.ts';

/**
 * What approval rules cost at ACTS acts of ten desks, each payment requested, approved, claimed and settled within a day:
 * `node approvals-run.ts PORT DATABASE ACTS DATA_DIR BANK`. Seconds in which a newcomer joins, and in which the acts are folded anew;
 * milliseconds of a claim before it is made, of the list of requests, and until the bank is open.
 */

const [, , port = '', database = '', counted = '100000', dataDir = '', bankUrl = ''] = process.argv;
const acts = Number(counted);
/** Requests that are approved and not claimed yet: the judge is asked for them. */
const waitingCount = 200;
const listings = 20;

const place = databaseIn([port, database]);
const desks = await desksOf(place, 10);
const [founder] = desks;
if (founder === undefined) throw new Error('the team has no founder');
const { desk: newcomer } = await askingDesk(founder, 'Newcomer', { open: inFolder(dataDir) });
const client = await asSuperuser(place);
const waiting = await writeApprovals(await BulkActs.behind(client, desks));
await client.end();

const join = await costOf(() => finishJoining(newcomer));
check(newcomer);
const judgeMs: number[] = [];
const judging = await costOf(() => Promise.resolve(judgeMs.push(...timedClaims(newcomer))));
const fold = await costOf(() => foldAnew(newcomer));
await Promise.all([...desks, newcomer].map((desk) => desk.close()));
let bench = await openBenchDesk({ dataDir, bankUrl });
await bench.close();
const open = await costOf(async () => {
  bench = await openBenchDesk({ dataDir, bankUrl });
});
const listMs: number[] = [];
const listing = await costOf(async () =>
  listMs.push(...(await timed(listings, () => bench.ask('approvals.view', { isFresh: false })))),
);
const countsMs = await timed(listings, () => bench.ask('approvals.counts', {}));
await bench.close();
console.log(
  JSON.stringify({
    ...{ joinSeconds: join.seconds, joinCpuSeconds: join.cpuSeconds },
    ...{ foldSeconds: fold.seconds, foldCpuSeconds: fold.cpuSeconds },
    openMs: open.seconds * 1_000,
    ...{ judgeP50Ms: quantile(judgeMs, 0.5), judgeP99Ms: quantile(judgeMs, 0.99) },
    ...{ judgeCpuMs: (judging.cpuSeconds * 1_000) / waiting.length },
    ...{ listMs: quantile(listMs, 0.5), countsMs: quantile(countsMs, 0.5) },
    listCpuMs: (listing.cpuSeconds * 1_000) / listings,
  }),
);

type Cost = { readonly seconds: number; readonly cpuSeconds: number };

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (performance.now() - started) / 1_000, cpuSeconds: (user + system) / 1e6 };
}

type Requested = {
  readonly reference: string;
  readonly payload: string;
  readonly likeness: string;
};

/** Rules of each kind that counts: an amount, a new payee, and sums of an account, a payee and a maker. */
function rulesContent(): JsonObject {
  const currency = 'EUR';
  const one = { role: 'any', count: 1 };
  const sum = (per: string, days: number): JsonObject => ({
    when: { sumOver: { amount: '5000', currency, per, days } },
    need: one,
  });
  return {
    ...{ version: 1, admins: 1, zone: 'UTC', limits: [], rates: [], payees: [] },
    rules: [
      { when: { over: { amount: '10', currency } }, need: one },
      { when: { newPayee: true }, need: one },
      ...[sum('account', 7), sum('payee', 7), sum('maker', 1)],
    ],
  };
}

function newPayment(at: number): Requested {
  const reference = newReference();
  const body = {
    ...{ accountNumber: '700000', beneficiaryId: `B-${String(at % 500)}` },
    // None looks like another one.
    ...{ amount: `${String(100 + at)}.25`, currency: 'EUR', reference },
  };
  return { reference, payload: JSON.stringify({ body }), likeness: transferLikeness(body) };
}

/** Payments by turns. Returns those that wait to be claimed, of the first desk that is not the founder's. */
async function writeApprovals(bulk: BulkActs): Promise<readonly Requested[]> {
  await bulk.add(0, { kind: 'approval-rules', content: rulesContent() });
  const approve = async (maker: number, payment: Requested): Promise<string> => {
    const of = await bulk.add(maker, requestOf(payment));
    await bulk.add(maker + 1, { kind: 'approve', content: { of, premises: [{ ...noPremise }] } });
    return of;
  };
  let maker = 0;
  while (bulk.count < acts - 4 - 2 * waitingCount) {
    maker += 1;
    const payment = newPayment(maker);
    const request = await approve(maker, payment);
    const r = nameOf(bulk.keys, 'reference', payment.reference);
    await bulk.add(maker, claimOf(bulk, payment, r, request));
    await bulk.add(maker, {
      kind: 'settle',
      of: { outcomes: [{ r, is: 'accepted' }] },
      content: {},
    });
  }
  const left = Array.from({ length: waitingCount }, (_, at) => newPayment(maker + at));
  for (const payment of left) await approve(1, payment);
  await bulk.admit(newcomer);
  return left;
}

function requestOf({ reference, payload }: Requested): ActDraft {
  return {
    kind: 'request',
    content: {
      ...{ operation: 'createSingleTransfer', bank: 'bench', words: '' },
      ...{ lines: [{ reference, payload }], premises: [{ ...noPremise }] },
      until: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    },
  };
}

function claimOf(
  { keys }: BulkActs,
  { reference, payload, likeness }: Requested,
  r: string,
  request: string,
) {
  const l = nameOf(keys, 'likeness', likeness);
  const p = nameOf(keys, 'payload', payloadHashOf(payload));
  const payment = { request, line: 0, order: null, bank: 'bench', premise: { ...noPremise } };
  const content = { references: [reference], payments: [payment] };
  return { kind: 'claim', of: { claims: [{ r, l, p }] }, content };
}

/** All acts count, and every desk agrees that each claim had what the rules ask. */
function check({ team, approvals: { state } }: BenchTeamDesk): void {
  const [voided] = voidActs(team.record.copy, 1);
  const [objection] = state.objections;
  if (voided !== undefined || objection !== undefined)
    throw new Error(voided?.why ?? objection?.why ?? '');
  if (team.record.head.n < acts - 4)
    throw new Error(`${String(team.record.head.n)} acts were read`);
}

/** Milliseconds of each claim of what waits, before it is made. Throws where one lacks something. */
function timedClaims({ approvals }: BenchTeamDesk): number[] {
  return waiting.map((payment) => {
    const started = performance.now();
    const [answer] = approvals.judge([wantedOf(payment)], context) ?? [];
    const ms = performance.now() - started;
    if (answer?.ok !== true) throw new Error(answer?.error.message ?? 'the team has no rules');
    return ms;
  });
}

function wantedOf({ reference, payload, likeness }: Requested): WantedClaim {
  return {
    ...{ reference, likeness, payloadHash: payloadHashOf(payload), twins: [] },
    sending: {
      ...{ operation: 'createSingleTransfer', payload, bankDetails: null },
      ...{ debit: null, unread: [], bank: 'bench' },
    },
  };
}

/** Folds the acts anew, as a new version of Nostro with another stored fold does. */
function foldAnew({ team: { record, member } }: BenchTeamDesk): Promise<void> {
  const { copy } = record;
  run(copy, 'DELETE FROM approval_fold');
  const { reader } = readActs({ copy, member, sharedKinds: [] }, (people) => {
    return new Approvals({ copy, people, clock: systemClock, key: member.key });
  });
  return reader.state.n === record.head.n
    ? Promise.resolve()
    : Promise.reject(new Error(`${String(reader.state.n)} acts were folded`));
}
