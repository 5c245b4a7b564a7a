import { describe, expect, test } from 'vitest';

import { newReference } from '../../shared/reference.ts';
import {
  foreignCredentials,
  json,
  openForeignBank,
  type ForeignBank,
  type ForeignBankOptions,
} from '../support/simple-banks/foreign-bank.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { openTestDesk, type TestDesk, openSyncedSandbox } from '../support/desks/test-desk.ts';
import { wallClock } from '../support/setup/time.ts';
import { withoutWaiting } from '../support/setup/without-waiting.ts';

const accountNumber = '9988776655';
const period = { from: '2026-10-01', to: '2026-10-31' };
const signInPath = 'POST /platform/iam/v3/session';
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const foreignBank = (options: Partial<ForeignBankOptions> = {}): Promise<ForeignBank> =>
  openForeignBank(options);

const signIns = (bank: ForeignBank): number =>
  bank.calls.filter((call) => call === signInPath).length;

/** The number of sign-ins whose answer has reached the desk. */
const answeredSignIns = async (desk: TestDesk): Promise<number> => {
  const { rows } = await desk.get('activity.list', { limit: 50 });
  return rows.filter(({ operation }) => operation === 'getToken').length;
};

/** Clocks that a test moves: the wall's, and the one that counts sleep; and the second in which the desk looks. */
function clocks() {
  let movedMs = 0;
  const looks = new Set<() => void>();
  return {
    clock: wallClock(() => Date.now() + movedMs),
    idleClock: () => performance.now() + movedMs,
    everySecond: (look: () => void) => {
      looks.add(look);
      return () => void looks.delete(look);
    },
    pass: (ms: number) => void (movedMs += ms),
    /** It looks so often, and what it does then has time to reach the bank. */
    looks: async (times = 1) => {
      for (let time = 0; time < times; time += 1) {
        for (const look of looks) look();
        await sleep(50);
      }
    },
  };
}

async function signedInDesk(bank: ForeignBank, options: Parameters<typeof openTestDesk>[0] = {}) {
  const desk = await openTestDesk(options);
  await desk.get('desk.connectBank', { bankFile: bank.bankFile() });
  await desk.get('session.signIn', { credentials: foreignCredentials, remember: true });
  await desk.get('settings.saveAutoLock', { minutes: 0 });
  return desk;
}

const stateOf = (desk: TestDesk) => desk.get('desk.state', {});

describe('a quiet desk', () => {
  test('stays signed in: renewed once before the token ends, and once after a night', async () => {
    const bank = await foreignBank();
    const time = clocks();
    const desk = await signedInDesk(bank, time);
    time.pass(800_000);
    await time.looks(2);
    expect(signIns(bank)).toBe(1);
    time.pass(50_000);
    await time.looks();
    await expect.poll(() => answeredSignIns(desk)).toBe(2);
    time.pass(9 * 3_600_000);
    desk.woke();
    await expect.poll(() => answeredSignIns(desk)).toBe(3);
    await time.looks(2);
    expect(signIns(bank)).toBe(3);
    expect((await stateOf(desk)).signedIn).toBe(true);
  });

  test('that cannot be renewed for want of a network tries after a rest, not every second', async () => {
    const bank = await foreignBank();
    const time = clocks();
    const desk = await signedInDesk(bank, time);
    bank.die();
    time.pass(860_000);
    await time.looks();
    await expect.poll(async () => (await stateOf(desk)).online).toBe(false);
    await bank.revive();
    await time.looks(3);
    expect(signIns(bank)).toBe(1);
    time.pass(16_000);
    await time.looks();
    await expect.poll(() => signIns(bank)).toBe(2);
    expect((await stateOf(desk)).signedIn).toBe(true);
  });

  test.each([
    ['by a connection first, then by one read', true],
    ['by a connection, where there is nothing to read', false],
  ])('that lost the line finds it by itself: %s', async (_, isKnown) => {
    const bank = await foreignBank();
    const time = clocks();
    const desk = await signedInDesk(bank, time);
    if (isKnown) await desk.sync({ accountNumbers: [accountNumber], ...period });
    bank.die();
    await desk.refused('accounts.refresh', { accountNumber });
    await expect.poll(async () => (await stateOf(desk)).online).toBe(false);
    const recorded = async (): Promise<number> => {
      const { rows } = await desk.get('activity.list', { limit: 50 });
      return rows.filter(({ correlationId }) => correlationId === 'find-line').length;
    };
    const reads = isKnown ? 1 : 0;
    for (const restMs of [16_000, 31_000]) {
      await time.looks();
      time.pass(restMs);
    }
    expect((await stateOf(desk)).online).toBe(false);
    expect(await recorded()).toBe(0);
    await bank.revive();
    await time.looks();
    await expect.poll(async () => (await stateOf(desk)).online).toBe(true);
    await expect.poll(recorded).toBe(reads);
    expect(signIns(bank)).toBe(1);
    time.pass(16_000);
    await time.looks(3);
    expect(await recorded()).toBe(reads);
  });

  test('that the bank lets in no more is signed out, says why, and still reads', async () => {
    let isBarred = false;
    const bank = await foreignBank({
      intercept: (_request, response, { pathname }) => {
        if (!isBarred || pathname !== '/platform/iam/v3/session') return false;
        json(response, 401, '{"error":{"message":"Barred"}}');
        return true;
      },
    });
    const time = clocks();
    const desk = await signedInDesk(bank, time);
    await desk.sync({ accountNumbers: [accountNumber], ...period });
    isBarred = true;
    time.pass(860_000);
    await time.looks();
    await expect.poll(async () => (await stateOf(desk)).signedIn).toBe(false);
    expect(await stateOf(desk)).toMatchObject({
      phase: 'open',
      problem: { code: 'session.expired', bank: { message: 'Barred' } },
    });
    expect((await desk.get('statements.summary', { accountNumber, filter: {} })).total).toBe(60);
    await time.looks(2);
    expect(signIns(bank)).toBe(2);
  });
});

test('offline at the start, what is there reads at once; an hour later the desk comes back by itself: one sign-in, one sync [H19]', async () => {
  const bank = await foreignBank();
  const options = { dataDir: tempFolder(), keychain: memoryKeychain() };
  const first = await signedInDesk(bank, options);
  await first.sync({ accountNumbers: [accountNumber], ...period });
  await first.close();
  bank.die();
  const time = clocks();
  const desk = await openTestDesk({ ...options, ...time });
  expect(
    (await withoutWaiting(desk.get('statements.summary', { accountNumber, filter: {} }))).total,
  ).toBe(60);
  await expect.poll(async () => (await stateOf(desk)).problem?.code).toBe('network.unreachable');
  await bank.revive();
  const before = bank.calls.length;
  time.pass(3_600_000);
  await time.looks();
  await expect.poll(async () => (await stateOf(desk)).signedIn).toBe(true);
  await expect.poll(async () => (await desk.get('sync.progress', {})).finishedAt).not.toBeNull();
  await time.looks(3);
  const calls = bank.calls.slice(before);
  expect(calls.filter((call) => call === signInPath)).toHaveLength(1);
  expect(calls.length).toBeLessThan(10);
  expect(await stateOf(desk)).toMatchObject({ online: true, problem: null });
});

/** A bank whose pages after the first come late. */
async function slowBank() {
  let isSlow = true;
  const bank = await foreignBank({
    pageSizeMax: 10,
    intercept: (_request, _response, { pathname, searchParams }) => {
      const isLate =
        isSlow && pathname.includes('/statement/') && searchParams.get('pageNumber') !== '1';
      return isLate;
    },
  });
  return { bank, hurry: () => void (isSlow = false) };
}

const begun = async (desk: TestDesk, bank: ForeignBank): Promise<void> => {
  await desk.get('sync.start', { accountNumbers: [accountNumber], ...period });
  // As many pages as are requested ahead have reached the bank: what comes after them is a new request.
  await expect
    .poll(() => bank.calls.filter((call) => /pageNumber=[2-5]$/.test(call)).length)
    .toBe(4);
  await expect
    .poll(async () => (await desk.get('sync.progress', {})).accounts[0]?.received)
    .toBe(10);
};
const entriesOf = async (desk: TestDesk) =>
  (await desk.get('statements.summary', { accountNumber, filter: {} })).total;

test('signing out while pages are on their way stops them, and nothing is written after it [H12]', async () => {
  const { bank } = await slowBank();
  const desk = await signedInDesk(bank);
  await begun(desk, bank);
  expect(await withoutWaiting(desk.get('session.signOut', {}))).toMatchObject({
    signedIn: false,
    phase: 'open',
  });
  const facts = desk.facts.length;
  const calls = bank.calls.length;
  expect((await desk.get('sync.progress', {})).error?.code).toBe('cancelled');
  expect(await entriesOf(desk)).toBe(10);
  await sleep(500);
  expect(await entriesOf(desk)).toBe(10);
  // The activity list shows the sign-out itself; that is ours, not the bank's.
  const activity = { event: 'store.changed', fact: { topic: 'activity' } };
  const written = desk.facts.slice(facts).filter(({ event }) => event === 'store.changed');
  expect(written.filter((fact) => JSON.stringify(fact) !== JSON.stringify(activity))).toEqual([]);
  expect(bank.calls).toHaveLength(calls);
});

test.each([
  ['before its announced end', { 'content-length': '90000' }],
  ['within its pieces', { 'transfer-encoding': 'chunked' }],
])(
  'a page that is cut off %s is not taken over; the next sync goes on there [H7]',
  async (_, headers) => {
    let isCut = true;
    const bank = await foreignBank({
      pageSizeMax: 10,
      intercept: (_request, response, { searchParams }) => {
        if (!isCut || searchParams.get('pageNumber') !== '2') return false;
        response.writeHead(200, { 'content-type': 'application/json', ...headers });
        response.write('{"message":"ok","statement":{"data":[', () => response.destroy());
        return true;
      },
    });
    const desk = await signedInDesk(bank);
    const progress = await desk.sync({ accountNumbers: [accountNumber], ...period });
    expect(progress.accounts[0]?.error?.code).toBe('bank.unexpected');
    expect(await entriesOf(desk)).toBe(10);
    isCut = false;
    await desk.sync({ accountNumbers: [accountNumber], ...period });
    expect(await entriesOf(desk)).toBe(60);
    expect((await desk.get('statements.proof', { accountNumber, ...period })).ok).toBe(true);
  },
);

test('a sync that is cancelled stops within a second and goes on behind its last page [H20]', async () => {
  const { bank, hurry } = await slowBank();
  const desk = await signedInDesk(bank);
  await begun(desk, bank);
  await withoutWaiting(desk.get('sync.cancel', {}), 1_000);
  expect(await entriesOf(desk)).toBe(10);
  hurry();
  const before = bank.calls.length;
  await desk.sync({ accountNumbers: [accountNumber], ...period });
  expect(await entriesOf(desk)).toBe(60);
  expect(bank.calls.slice(before).some((call) => call.includes('pageNumber=1&'))).toBe(false);
  expect((await desk.get('statements.proof', { accountNumber, ...period })).ok).toBe(true);
});

test('a machine that wakes up holds no price any more', async () => {
  const desk = await openSyncedSandbox();
  const pair = { sellAccountNumber: '2010044871', buyAccountNumber: '3020017345' };
  const { quoteId } = await desk.get('conversions.quote', { ...pair, sellAmount: '100.00' });
  desk.woke();
  expect(desk.facts.filter(({ event }) => event === 'clock.jumped')).toHaveLength(1);
  const error = await desk.refused('conversions.lock', { quoteId, reference: newReference() });
  expect(error.code).toBe('quote.expired');
});
