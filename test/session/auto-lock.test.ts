import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import {
  AutoLock,
  machineClock,
  readAutoLock,
} from '../../electron/connections/session/auto-lock.ts';
import { newReference } from '../../shared/reference.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { openTestDesk, openSandboxDesk } from '../support/desks/test-desk.ts';

const minute = 60_000;

describe('the time until it locks', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function watched(minutes: number) {
    const world = { now: 1_000_000, isOpen: true, isBusy: false, locks: [] as string[] };
    const lock = new AutoLock({
      minutes,
      now: () => world.now,
      isOpen: () => world.isOpen,
      isBusy: () => world.isBusy,
      lock: (by) => {
        world.locks.push(by);
        world.isOpen = false;
      },
    });
    const pass = (ms: number): void => {
      world.now += ms;
      vi.advanceTimersByTime(1_000);
    };
    return { world, lock, pass };
  }

  test('is counted from the last key or click', () => {
    const { world, lock, pass } = watched(5);
    pass(4 * minute);
    lock.touch();
    pass(5 * minute - 1);
    expect(world.locks).toEqual([]);
    pass(1);
    expect(world.locks).toEqual(['idle']);
    lock.close();
  });

  test('never ends where a person chose so', () => {
    const { world, lock, pass } = watched(0);
    pass(24 * 60 * minute);
    expect(world.locks).toEqual([]);
    lock.close();
  });

  test('counts a night of sleep: who touches it in the morning finds it locked', () => {
    const { world, lock } = watched(15);
    world.now += 9 * 60 * minute;
    lock.touch();
    expect(world.locks).toEqual(['idle']);
    lock.close();
  });

  test('waits while something is on its way to the bank, and then locks', () => {
    const { world, lock, pass } = watched(1);
    world.isBusy = true;
    pass(10 * minute);
    lock.touch();
    pass(1_000);
    expect(world.locks).toEqual([]);
    world.isBusy = false;
    pass(1_000);
    expect(world.locks).toEqual(['idle']);
    lock.close();
  });

  test('is cut short by the system, also where it never ends, but not what is on its way', () => {
    const { world, lock, pass } = watched(0);
    world.isBusy = true;
    lock.lockNow();
    lock.touch();
    expect(world.locks).toEqual([]);
    world.isBusy = false;
    pass(1_000);
    expect(world.locks).toEqual(['system']);
    lock.lockNow();
    expect(world.locks).toEqual(['system']);
    lock.close();
  });

  test('begins anew when it is opened, however long it was locked', () => {
    const { world, lock, pass } = watched(1);
    pass(minute);
    pass(60 * minute);
    lock.touch();
    world.isOpen = true;
    pass(minute - 1);
    expect(world.locks).toEqual(['idle']);
    lock.close();
  });

  test('begins anew with another choice', () => {
    const { world, lock, pass } = watched(60);
    pass(59 * minute);
    lock.choose(5);
    pass(5 * minute - 1);
    expect(world.locks).toEqual([]);
    pass(1);
    expect(world.locks).toEqual(['idle']);
    lock.close();
  });
});

test('the machine’s own clock goes forward', async () => {
  const before = machineClock();
  await expect.poll(() => machineClock() - before).toBeGreaterThan(0);
});

test.each(['{"minutes":7}', '{"minutes":"5"}', '{"min', ''])(
  'a file that says %j counts as a quarter of an hour',
  (text) => {
    const dataDir = tempFolder();
    writeFileSync(join(dataDir, 'auto-lock.json'), text);
    expect(readAutoLock(dataDir)).toBe(15);
  },
);

describe('a desk', () => {
  async function idleDesk() {
    const keychain = memoryKeychain();
    const dataDir = tempFolder();
    let idleMs = 0;
    const desk = await openSandboxDesk({ dataDir, keychain, idleClock: () => idleMs });
    const pass = (ms: number) => void (idleMs += ms);
    const phase = async () => (await desk.get('desk.state', {})).phase;
    return { desk, keychain, dataDir, pass, phase };
  }

  test('that no one touches locks itself, and the keychain opens it again', async () => {
    const { desk, dataDir, keychain, pass, phase } = await idleDesk();
    expect((await desk.get('settings.get', {})).autoLockMinutes).toBe(15);
    expect(await desk.get('settings.saveAutoLock', { minutes: 5 })).toEqual({ minutes: 5 });
    expect(JSON.parse(readFileSync(join(dataDir, 'auto-lock.json'), 'utf8'))).toEqual({
      minutes: 5,
    });
    pass(4 * minute);
    await desk.get('desk.touch', {});
    pass(4 * minute);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await phase()).toBe('open');
    pass(minute);
    await expect.poll(phase).toBe('locked');
    expect(await desk.get('desk.state', {})).toMatchObject({ lockedBy: 'idle', signedIn: false });
    expect((await desk.refused('accounts.position', {})).code).toBe('session.required');
    keychain.state = 'locked';
    expect(await desk.get('desk.unlock', {})).toMatchObject({
      phase: 'blocked',
      problem: { code: 'vault.locked' },
    });
    keychain.state = 'ready';
    expect(await desk.get('desk.unlock', {})).toMatchObject({ phase: 'open', lockedBy: null });
  });

  test('waits for a change that is on its way, then locks; the change has its answer', async () => {
    const { desk, dataDir, pass, phase } = await idleDesk();
    await desk.sync();
    const { rows } = await desk.get('subClients.list', { search: '' });
    const { entityId = '' } = rows.find(({ status }) => /draft/i.test(status)) ?? {};
    const address = readFileSync(join(dataDir, 'sandbox', 'address.json'), 'utf8');
    const { baseUrl } = JSON.parse(address) as { baseUrl: string };
    const fault = { kind: 'latency', ms: 3_000 };
    await fetch(`${baseUrl}/sandbox/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ rules: [{ operation: 'submitSubclient', fault }] }),
    });
    const reference = newReference();
    const sent = desk.request('subClients.submit', { reference, entityId });
    pass(16 * minute);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await phase()).toBe('open');
    // The bank refuses it; what counts is that its answer arrived.
    expect(await sent).toMatchObject({ value: { state: 'refused' } });
    await expect.poll(phase).toBe('locked');
  });

  test('is locked by the system, and reports it; a desk without a bank has nothing to lock', async () => {
    const empty = await openTestDesk();
    empty.lock();
    expect(await empty.get('desk.state', {})).toMatchObject({ phase: 'welcome', lockedBy: null });
    expect(await empty.get('desk.lock', {})).toMatchObject({ phase: 'welcome' });
    const { desk, phase } = await idleDesk();
    desk.lock();
    await expect.poll(phase).toBe('locked');
    expect((await desk.get('desk.state', {})).lockedBy).toBe('system');
    expect(await desk.get('desk.lock', {})).toMatchObject({ phase: 'locked', lockedBy: 'system' });
  });

  test.each([2, -1, 1.5])('refuses %d minutes', async (minutes) => {
    const desk = await openTestDesk();
    const outcome = await desk.request('settings.saveAutoLock', { minutes: minutes as 0 });
    expect(outcome).toMatchObject({ error: { code: 'input.invalid' } });
  });
});
