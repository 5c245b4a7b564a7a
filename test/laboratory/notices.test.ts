import { beforeEach, expect, test, vi } from 'vitest';

import { JournalContinuity } from '../../electron/connections/local-copy/continuity/journal-continuity.ts';
import type * as FoundListed from '../../electron/nouns/payments/found-listed.ts';
import type * as EchoModule from '../../electron/engines/submissions/echo.ts';
import type * as ShownMeanwhile from '../../electron/engines/submissions/lookup/listed-meanwhile.ts';
import type * as LookupTimes from '../../electron/engines/submissions/lookup/lookup-times.ts';
import type * as StatusWords from '../../electron/engines/bank/mapping/status-terms.ts';
import { lookUpByHand } from '../support/desks/lookups-by-hand.ts';
import { ok } from '../../shared/result.ts';
import type { OrderBehaviour } from '../support/banks/mirage/mirage.ts';
import { live } from './history.ts';
import { planOf, type Plan, type Step } from './plan.ts';

/** What the laboratory is worth: it notices when a defence is taken out. These are taken out where a test says so. */
const out = vi.hoisted(() => ({
  evidence: false,
  echo: false,
  statusWords: false,
  proof: false,
  adoption: false,
}));

vi.mock('../../electron/nouns/payments/found-listed.ts', async (original) => {
  const real = await original<typeof FoundListed>();
  const adoptListed: typeof real.adoptListed = (...given) =>
    out.adoption ? null : real.adoptListed(...given);
  const duplicateAmong: typeof real.duplicateAmong = (...given) =>
    out.adoption ? null : real.duplicateAmong(...given);
  return { ...real, adoptListed, duplicateAmong };
});

vi.mock('../../electron/engines/submissions/lookup/lookup-times.ts', async (original) => {
  const real = await original<typeof LookupTimes>();
  const mayConclude: typeof real.mayConclude = (...given) =>
    out.evidence || real.mayConclude(...given);
  const isSettled: typeof real.isSettled = (...given) => out.evidence || real.isSettled(...given);
  return { ...real, isSettled, mayConclude };
});

vi.mock('../../electron/engines/submissions/echo.ts', async (original) => {
  const real = await original<typeof EchoModule>();
  const echoOf: typeof real.echoOf = (...given) =>
    out.echo ? { mismatch: null, isOurs: true, status: '', reason: '' } : real.echoOf(...given);
  return { ...real, echoOf };
});

vi.mock('../../electron/engines/bank/mapping/status-terms.ts', async (original) => {
  const real = await original<typeof StatusWords>();
  const isFailureStatus: typeof real.isFailureStatus = (...given) =>
    !out.statusWords && real.isFailureStatus(...given);
  return { ...real, isFailureStatus };
});

vi.mock('../../electron/engines/submissions/lookup/listed-meanwhile.ts', async (original) => {
  const real = await original<typeof ShownMeanwhile>();
  const lookBehindUnauthorized: typeof real.lookBehindUnauthorized = async (...given) =>
    out.proof ? { shown: {}, mayResend: true } : real.lookBehindUnauthorized(...given);
  return { ...real, lookBehindUnauthorized };
});

lookUpByHand();

beforeEach(() => {
  vi.restoreAllMocks();
  for (const name of Object.keys(out)) Object.assign(out, { [name]: false });
});

const pay = (payment: number, behaviour: OrderBehaviour): Step => ({
  do: 'pay',
  payment,
  behaviour,
  killAt: null,
});
const well: OrderBehaviour = { booksAfterMs: 0, answer: 'whole' };
const wait = (minutes: number): Step => ({ do: 'wait', ms: minutes * 60_000 });

const kindsOf = async (steps: readonly Step[], hasList = true): Promise<string[]> => {
  const traits = { hasList, reportsPages: true, fee: 'none', reportsFee: false } as const;
  const plan: Plan = { ...planOf(1), traits, steps };
  return (await live(plan)).faults.map(({ kind }) => kind);
};

test('a gate that always lets through: booked twice, but where the list shows the payment', async () => {
  const removed: Step = {
    do: 'restart',
    how: 'killed',
    harms: [{ what: 'journal', how: 'removed', at: 0 }],
  };
  const steps = [pay(0, well), removed, pay(0, well)];
  expect([await kindsOf(steps), await kindsOf(steps, false)]).toEqual([[], []]);
  vi.spyOn(JournalContinuity.prototype, 'allows').mockReturnValue(ok(null));
  vi.spyOn(JournalContinuity.prototype, 'witness').mockResolvedValue(ok(null));
  expect(await kindsOf(steps, false)).toEqual(['booked twice']);
  expect(await kindsOf(steps)).toEqual([]);
  out.adoption = true;
  expect(await kindsOf(steps)).toEqual(['booked twice']);
});

test('evidence that is enough at once: shown as not found, and booked', async () => {
  const sync: Step = { do: 'sync', period: 'usual', killAfter: null };
  const look: Step = { do: 'look', payment: 1 };
  const late: OrderBehaviour = { booksAfterMs: 8 * 60_000, answer: 'none' };
  const steps = [pay(0, well), pay(1, late), wait(2), sync, look, wait(2), sync, look, wait(9)];
  expect(await kindsOf(steps)).toEqual([]);
  out.evidence = true;
  expect(await kindsOf(steps)).toEqual(['shown as not found, and booked']);
});

test('an answer that is never held beside what was sent: shown as accepted, and never booked', async () => {
  const steps = [pay(0, { booksAfterMs: null, answer: 'other amount' })];
  expect(await kindsOf(steps)).toEqual([]);
  out.echo = true;
  expect(await kindsOf(steps)).toEqual(['shown as accepted, and never booked']);
});

test('a failed status that is not read: shown as accepted, and never booked', async () => {
  const steps = [pay(0, { booksAfterMs: null, answer: 'rejected' })];
  expect(await kindsOf(steps)).toEqual([]);
  out.statusWords = true;
  expect(await kindsOf(steps)).toEqual(['shown as accepted, and never booked']);
});

test.each([0, 60_000])(
  'a second sending behind a 401 without a proof, booked after %s ms: booked twice',
  async (booksAfterMs) => {
    const steps = [pay(0, well), pay(1, { booksAfterMs, answer: 'unauthorized' }), wait(2)];
    expect(await kindsOf(steps)).toEqual([]);
    out.proof = true;
    expect(await kindsOf(steps)).toEqual(['booked twice']);
  },
);
