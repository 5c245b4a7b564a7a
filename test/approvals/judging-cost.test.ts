import { expect, test } from 'vitest';

import { toUnits } from '../../shared/money/decimal.ts';
import {
  ClaimsAndPending,
  IndexedClaims,
} from '../../electron/nouns/approvals/judge/claim-index.ts';
import { leavingCandidate } from '../../electron/nouns/approvals/candidates.ts';
import { IndexedRequests } from '../../electron/nouns/approvals/judge/request-index.ts';
import { judge } from '../../electron/nouns/approvals/judge/judge.ts';
import type { Claimed } from '../../electron/nouns/approvals/state.ts';
import { payloadOf, premiseOf, teamOfApprovals } from './team-of-approvals.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });

/** A team whose rules count sums, lines and new payees, and an approved request of so many lines. */
function approvedFile(size: number) {
  const team = teamOfApprovals();
  team.enrol('bo', ['checker']);
  team.enrol('cy', ['checker', 'lead']);
  team.setRules({
    rules: [
      { when: { over: eur('10') }, need: { role: 'checker', count: 1 } },
      { when: { newPayee: true }, need: { role: 'lead', count: 1 } },
      {
        when: { sumOver: { ...eur('10'), per: 'account', days: 1 } },
        need: { role: 'lead', count: 1 },
      },
      { when: { linesOver: 10 }, need: { role: 'checker', count: 1 } },
    ],
  });
  const lines = Array.from({ length: size }, (_, place) => ({
    ...{ reference: `R${String(place)}`, amount: '1.50', payee: `P${String(place % 97)}` },
  }));
  const of = team.request('ada', lines);
  team.approve('cy', of);
  return { team, lines, of };
}

/** Processor time in ms of judging and claiming so many lines, the k-th after those before it. */
function claimingMs(size: number): number {
  const { team, lines, of } = approvedFile(size);
  const before = process.cpuUsage();
  for (const [line, payment] of lines.entries()) team.claim('ada', payment, { request: of, line });
  const used = process.cpuUsage(before);
  expect(team.objections()).toEqual([]);
  return (used.user + used.system) / 1_000;
}

test('judging a line costs the same in a file of 250 and of 2,500 lines', () => {
  claimingMs(250);
  const few = claimingMs(250) / 250;
  const many = claimingMs(2_500) / 2_500;
  // Where each line looks through all others, the second is ten times the first.
  expect(many / few).toBeLessThan(4);
}, 120_000);

/** Processor time in ms in which a desk checks one payment 300 times, behind so many others that were requested, approved and claimed. */
function checkingMs(size: number): number {
  const { team } = approvedFile(1);
  const requested = (place: number) => {
    const payment = {
      reference: `S${String(place)}`,
      amount: '1.50',
      payee: `P${String(place % 97)}`,
    };
    const of = team.request('ada', payment);
    team.approve('cy', of);
    return { payment, of };
  };
  for (let place = 0; place < size; place += 1) {
    const { payment, of } = requested(place);
    team.claim('ada', payment, { request: of });
  }
  expect(team.objections()).toEqual([]);
  const { payment, of } = requested(size);
  const sending = {
    ...{ operation: 'createSingleTransfer', payload: payloadOf(payment), bankDetails: null },
    ...{ debit: null, unread: [], bank: 'sandbox' },
  };
  const wanted = { ...payment, likeness: null, payloadHash: '', twins: [], sending };
  const { state } = team.fold;
  const moment = { premise: premiseOf(), now: '2026-11-24T12:00:00.000Z' };
  const before = process.cpuUsage();
  for (let time = 0; time < 300; time += 1) {
    const found = leavingCandidate(state, wanted, 'ada');
    expect(found?.candidate.request?.digest).toBe(of);
    if (found) expect(judge(state, found.candidate, moment).may).toBe(true);
  }
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1_000;
}

test('a payment is checked at the same cost behind 200 and behind 4,000 others', () => {
  checkingMs(200);
  // Where it looks through all requests or all sums, the second is twenty times the first.
  expect(checkingMs(4_000) / checkingMs(200)).toBeLessThan(4);
}, 120_000);

test('the index of requests answers as a look through all of them', () => {
  const { team } = approvedFile(1);
  const of = team.request('ada', [
    { reference: 'A', amount: '1' },
    { reference: 'B', amount: '1' },
  ]);
  const again = team.request('bo', { reference: 'A', amount: '2' });
  const digestsOf = (reference: string): string[] =>
    team.fold.state.requests.withReference(reference).map(({ digest }) => digest);
  expect([digestsOf('A'), digestsOf('B'), digestsOf('C')]).toEqual([[of, again], [of], []]);
  team.approve('cy', of);
  expect(team.fold.state.requests.withReference('A')[0]?.approvals).toHaveLength(1);
  team.restart();
  expect(digestsOf('A')).toEqual([of, again]);
  const requests = new IndexedRequests();
  for (const [digest, request] of team.fold.state.requests) requests.set(digest, request);
  requests.delete(of);
  expect(requests.withReference('B')).toEqual([]);
  expect(requests.withReference('A').map(({ digest }) => digest)).toEqual([again]);
});

test('the index of claims answers as a look through all of them', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  const claims = new IndexedClaims();
  const all = new Map<string, Claimed>();
  const days = ['2026-11-22', '2026-11-23', '2026-11-24'];
  for (let step = 0; step < 3_000; step += 1) {
    const name = `c${String(random(60))}`;
    if (random(6) === 0) {
      claims.delete(name);
      all.delete(name);
      continue;
    }
    const money = pick([
      ...[eur(`${String(random(90))}.25`), { amount: '7', currency: 'USD' }],
      ...[null, 'unknown' as const],
    ]);
    const claim: Claimed = {
      ...{ n: step, key: '', person: '', holder: '', name, line: random(3) },
      at: `${pick(days)}T0${String(random(9))}:00:00.000Z`,
      request: pick([null, 'r1', 'r2']),
      maker: pick(['ada', 'bo']),
      order: {
        operation: pick(['createSingleTransfer', 'updateBeneficiary']),
        ...{ account: pick(['100', '200']), payee: pick(['P1', 'P2']), money },
      },
      details: pick(['fp-1', 'fp-2']),
      isApproved: random(3) > 0,
      outcome: pick([null, 'accepted', 'refused', 'not-sent', 'unknown']),
    };
    claims.set(name, claim);
    all.set(name, claim);
    const [request, line] = [pick(['r1', 'r2']), random(3)];
    const [payee, details] = [pick(['P1', 'P2']), pick(['fp-1', 'fp-2'])];
    const isFree = ({ outcome }: Claimed) => outcome === 'not-sent' || outcome === 'not-found';
    const counted = [...all.values()].filter((one) => !isFree(one) && one.outcome !== 'refused');
    expect(claims.isLineClaimed(request, line)).toBe(
      [...all.values()].some((one) => one.request === request && one.line === line && !isFree(one)),
    );
    const ofLine = [...all.values()].filter(
      (one) => one.request === request && one.line === line && !isFree(one),
    );
    const first = claims.claimOfLine(request, line);
    expect(first === undefined ? ofLine.length === 0 : ofLine.includes(first)).toBe(true);
    expect(claims.isPaid(payee, details)).toBe(
      counted.some(
        (one) =>
          one.isApproved &&
          one.outcome === 'accepted' &&
          one.order.operation === 'createSingleTransfer' &&
          one.order.payee === payee &&
          one.details === details,
      ),
    );
    expect(new Set(claims.payeeChanges())).toEqual(
      new Set(counted.filter(({ order }) => order.operation === 'updateBeneficiary')),
    );
    const since = `${pick(days)}T00:00:00.000Z`;
    const except = pick([null, 'r1']);
    const of = pick(['100', '200']);
    const summed = counted.filter(
      (one) =>
        one.order.operation === 'createSingleTransfer' &&
        one.order.account === of &&
        one.at >= since &&
        (except === null || one.request !== except),
    );
    const units = new Map<string, bigint>();
    for (const { order } of summed)
      if (order.money !== null && order.money !== 'unknown')
        units.set(
          order.money.currency,
          (units.get(order.money.currency) ?? 0n) + toUnits(order.money.amount),
        );
    const isUnknown = summed.some(({ order }) => order.money === 'unknown');
    expect(claims.sumSince({ per: 'account', of }, since, except)).toEqual(
      isUnknown ? 'unknown' : units,
    );
  }
});

test('lines of one claim are checked together with those before them, and the acts stay as they were', () => {
  const { team, of } = approvedFile(2);
  const { state } = team.fold;
  const request = state.requests.get(of);
  const order = request?.lines[0]?.order;
  if (!request || !order) throw new RangeError('no such request');
  const candidate = { request, line: 0, order, maker: 'ada' };
  const claims = new ClaimsAndPending(state.claims);
  const moment = { premise: premiseOf(), now: '2026-11-24T12:00:00.000Z' };
  expect(judge({ ...state, claims }, candidate, moment).may).toBe(true);
  claims.add({
    ...{ n: 0, at: moment.now, key: '', person: 'ada', name: '', holder: '', outcome: null },
    ...{ request: of, line: 0, maker: 'ada', order, details: 'fp-1', isApproved: true },
  });
  expect(judge({ ...state, claims }, candidate, moment).missing).toEqual([
    'It was claimed before.',
  ]);
  expect(judge(state, candidate, moment).may).toBe(true);
});
