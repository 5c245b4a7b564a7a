import { expect, test } from 'vitest';

import { wallClock } from '../support/setup/time.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';
import { openTestDesk, type TestDesk } from '../support/desks/test-desk.ts';

/** A desk on the sandbox whose clock and seconds a test moves. */
async function movedDesk() {
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
  const second = () => {
    for (const look of [...looks]) look();
  };
  return { desk, second, pass: (ms: number) => void (movedMs += ms) };
}

const startOf = async (desk: TestDesk) => (await desk.get('sync.progress', {})).startedAt;

async function ended(desk: TestDesk): Promise<string> {
  await expect.poll(async () => (await desk.get('sync.progress', {})).finishedAt).not.toBeNull();
  return (await startOf(desk)) ?? '';
}

/** A run that began after another, and has ended. */
async function nextAfter(desk: TestDesk, before: string): Promise<string> {
  await expect
    .poll(async () => {
      const { startedAt, running } = await desk.get('sync.progress', {});
      return !running && startedAt !== before;
    })
    .toBe(true);
  return ended(desk);
}

test('a desk without self-sync syncs only when asked', async () => {
  const { desk, second, pass } = await movedDesk();
  await desk.get('desk.openSandbox', {});
  pass(48 * 3_600_000);
  desk.woke();
  second();
  expect(await startOf(desk)).toBeNull();
});

test('a desk with self-sync syncs at sign-in, in its rhythm and on waking, never while it is locked', async () => {
  const { desk, second, pass } = await movedDesk();
  await desk.get('settings.saveSelfSync', { everyMinutes: 30, quiet: null });
  await desk.get('desk.openSandbox', {});
  const first = await nextAfter(desk, '');
  expect((await desk.get('accounts.position', {})).accountCount).toBe(8);

  pass(29 * 60_000);
  second();
  expect(await startOf(desk)).toBe(first);
  pass(2 * 60_000);
  second();
  const another = await nextAfter(desk, first);

  pass(29 * 60_000);
  const [{ accountNumber } = expect.fail()] = (await desk.get('accounts.list', {})).rows;
  await desk.get('sync.start', { accountNumbers: [accountNumber] });
  const single = await nextAfter(desk, another);
  pass(2 * 60_000);
  second();
  const whole = await nextAfter(desk, single);
  expect((await desk.get('sync.progress', {})).accounts).toHaveLength(8);

  pass(60_000);
  desk.woke();
  const awake = await nextAfter(desk, whole);

  await desk.get('session.signOut', {});
  pass(90 * 60_000);
  second();
  desk.woke();
  expect(await startOf(desk)).toBe(awake);
  await desk.get('session.signIn', { credentials: { ...sandboxSignIn }, remember: false });
  await nextAfter(desk, awake);
});

test('what was chosen is returned, and a rhythm that is not offered is refused', async () => {
  const { desk } = await movedDesk();
  await desk.get('desk.openSandbox', {});
  const choice = { everyMinutes: 15, quiet: { fromHour: 20, toHour: 7 } } as const;
  expect(await desk.get('settings.saveSelfSync', choice)).toEqual({ selfSync: choice });
  expect((await desk.get('settings.get', {})).selfSync).toEqual(choice);
  for (const wrong of [
    { everyMinutes: 1, quiet: null },
    { everyMinutes: 15, quiet: { fromHour: 3, toHour: 3 } },
    { everyMinutes: 15, quiet: { fromHour: 3, toHour: 24 } },
  ])
    expect((await desk.refused('settings.saveSelfSync', wrong as typeof choice)).code).toBe(
      'input.invalid',
    );
  expect((await desk.get('settings.get', {})).selfSync).toEqual(choice);
});
