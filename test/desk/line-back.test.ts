import { expect, onTestFinished, test } from 'vitest';

import { startSandbox } from '../../sandbox/bank/sandbox.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';
import type { SyncProgress } from '../../shared/ipc/accounts/statements.ts';
import { cuttableLine } from '../support/simple-banks/cuttable-line.ts';
import { smallBankEntries } from '../support/simple-banks/small-bank-entries.ts';
import { openTestDesk, type TestDesk } from '../support/desks/test-desk.ts';
import { wallClock } from '../support/setup/time.ts';

const bankFileAt = (baseUrl: string): string =>
  JSON.stringify({
    ...{ name: 'Bank over a line', environment: 'sandbox', baseUrl },
    statement: {
      dates: ['startDate', 'endDate'],
      paging: ['pageNumber', 'limit'],
      ...{ pageUnit: 'page', firstPage: 1 },
    },
    limits: { requestsPerSecond: 1_000 },
  });

/** A desk at the sandbox bank over a line that can be cut; a test moves its seconds. */
async function deskOverLine() {
  const bank = await startSandbox({ entries: smallBankEntries });
  onTestFinished(() => bank.close());
  const line = await cuttableLine(bank.baseUrl);
  let movedMs = 0;
  const looks = new Set<() => void>();
  const desk = await openTestDesk({
    clock: wallClock(() => Date.now() + movedMs),
    idleClock: () => performance.now() + movedMs,
    everySecond: (look) => {
      looks.add(look);
      return () => void looks.delete(look);
    },
  });
  await desk.get('settings.saveAutoLock', { minutes: 0 });
  await desk.get('desk.connectBank', { bankFile: bankFileAt(line.url) });
  await desk.get('session.signIn', { credentials: { ...sandboxSignIn }, remember: false });
  /** So many seconds, each looked at, with time for what each began. */
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      movedMs += 1_000;
      for (const look of [...looks]) look();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  return { desk, line, pass };
}

/** Every run that the window saw begin, in its order. */
const runsOf = ({ facts }: TestDesk): string[] => [
  ...new Set(
    facts.flatMap(({ event, fact }) =>
      event === 'sync.progressed' ? ((fact as SyncProgress).startedAt ?? []) : [],
    ),
  ),
];

const isOnline = async (desk: TestDesk) => (await desk.get('desk.state', {})).online;

test('a sync that the cut line ended runs again by itself once the line is back, and its failure is gone [H22]', async () => {
  const { desk, line, pass } = await deskOverLine();
  await desk.sync();
  line.cut();
  const failed = await desk.sync();
  expect(failed.error?.code).toBe('network.unreachable');
  expect(failed.error?.message).not.toMatch(/127\.0\.0\.1|ECONN/);
  expect(await isOnline(desk)).toBe(false);
  await pass(60);
  expect((await desk.get('sync.progress', {})).startedAt).toBe(failed.startedAt);

  line.restore();
  await desk.get('desk.touch', {});
  await expect
    .poll(async () => {
      await pass(1);
      const { running, error, finishedAt, startedAt } = await desk.get('sync.progress', {});
      return !running && error === null && finishedAt !== null && startedAt !== failed.startedAt;
    })
    .toBe(true);
  expect(await isOnline(desk)).toBe(true);
  const runs = runsOf(desk).length;
  await pass(120);
  expect(runsOf(desk)).toHaveLength(runs);
});

test('nothing that changes the bank is sent again when the line is back', async () => {
  const { desk, line, pass } = await deskOverLine();
  await desk.sync();
  line.cut();
  await desk.sync();
  line.restore();
  const before = desk.facts.length;
  await pass(400);
  await expect.poll(() => isOnline(desk)).toBe(true);
  expect(desk.facts.slice(before).filter(({ event }) => event === 'submission.changed')).toEqual(
    [],
  );
});

test('a line that comes and goes for half an hour brings few runs and few connections [H22]', async () => {
  const { desk, line, pass } = await deskOverLine();
  await desk.sync();
  line.cut();
  await desk.sync();
  const [runs, tried] = [runsOf(desk).length, line.tried];
  for (let minute = 0; minute < 30; minute += 1) {
    line.restore();
    await pass(7);
    line.cut();
    await pass(53);
  }
  // Repetitions rest 15 seconds, 30, and so on to five minutes; a look for the line does the same.
  expect(runsOf(desk).length - runs).toBeLessThan(15);
  expect(line.tried - tried).toBeLessThan(400);
});

test('who is at the desk sees the line again within a quarter of a minute; touches cause no storm of attempts', async () => {
  const { desk, line, pass } = await deskOverLine();
  line.cut();
  await desk.sync();
  await pass(600);
  const tried = line.tried;
  for (let second = 0; second < 60; second += 1) {
    await desk.get('desk.touch', {});
    await pass(1);
  }
  expect(line.tried - tried).toBeLessThanOrEqual(6);
  line.restore();
  await desk.get('desk.touch', {});
  await pass(16);
  await expect.poll(() => isOnline(desk)).toBe(true);
});
