import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { readWindowFile, writeWindowFile } from '../../electron/app/window-file.ts';
import { takeHold } from '../../electron/engines/machine/single-holder.ts';
import { writeSmallFile } from '../../electron/engines/machine/small-file.ts';
import { spoolFile } from '../../electron/engines/store/spool.ts';
import { smallDisk, type Disk, type Skip } from '../support/stores/small-disk.ts';
import { openTestDesk, type TestDesk, openSandboxDesk } from '../support/desks/test-desk.ts';

/** An error that is not caught would end the program: here it is caught and counted. */
const uncaught: unknown[] = [];
const note = (cause: unknown): void => {
  uncaught.push(cause);
};
beforeEach(() => {
  uncaught.length = 0;
  process.on('uncaughtException', note).on('unhandledRejection', note);
});
afterEach(() => {
  process.off('uncaughtException', note).off('unhandledRejection', note);
});

/** The sandbox's desk on it. */
async function deskOnSmallDisk(skip: Skip): Promise<Disk & { readonly desk: TestDesk }> {
  const disk = smallDisk(skip);
  const desk = await openSandboxDesk({ dataDir: join(disk.folder, 'data') });
  return { ...disk, desk };
}

/** Calls to the bank, each of which leaves a row in the journal. */
async function call(desk: TestDesk, times: number): Promise<void> {
  for (let done = 0; done < times; done += 20)
    await Promise.all(Array.from({ length: 20 }, () => desk.request('accounts.refresh', {})));
}

/** They are numbered from one. */
const countRows = async (desk: TestDesk): Promise<number> =>
  (await desk.get('activity.list', { limit: 1 })).rows[0]?.activityId ?? 0;

describe('on a full disk', () => {
  test('what is read is answered, what fails is reported, and nothing ends the program', async ({
    skip,
  }) => {
    const { desk, fill, empty } = await deskOnSmallDisk(skip);
    fill();
    await call(desk, 100);
    expect((await desk.refused('accounts.refresh', {})).code).toBe('store.full');
    expect((await desk.get('accounts.position', {})).asOf).toBeNull();
    // Two rests of the recorder: it tried to write the calls down and could not.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(uncaught).toEqual([]);
    empty();
    await call(desk, 20);
    await expect.poll(() => countRows(desk)).toBeGreaterThan(100);
  });

  test('a sync ends and says so, and goes on once there is space [S5]', async ({ skip }) => {
    const { desk, fill, empty } = await deskOnSmallDisk(skip);
    await desk.get('accounts.refresh', {});
    const [{ accountNumber } = expect.fail()] = (await desk.get('accounts.list', {})).rows;
    const asked = { accountNumbers: [accountNumber] };
    fill();
    const failed = await desk.sync(asked);
    expect(failed).toMatchObject({ running: false, error: { code: 'store.full' } });
    expect(failed.accounts.map(({ state }) => state)).not.toContain('running');
    empty();
    const done = await desk.sync(asked);
    expect(done).toMatchObject({ error: null, accounts: [{ state: 'done' }] });
    expect((await desk.get('statements.proof', { accountNumber })).state).toBe('proven');
    expect(uncaught).toEqual([]);
  });

  test('the desk can still be locked, and opened again once there is space', async ({ skip }) => {
    const { desk, fill, empty } = await deskOnSmallDisk(skip);
    await call(desk, 100);
    await expect.poll(() => countRows(desk)).toBeGreaterThan(100);
    fill();
    expect(await desk.get('desk.lock', {})).toMatchObject({ phase: 'locked', problem: null });
    empty();
    expect(await desk.get('desk.unlock', {})).toMatchObject({ phase: 'open', problem: null });
    expect(await countRows(desk)).toBeGreaterThan(100);
    expect(uncaught).toEqual([]);
  });
});

describe('on a disk that is nearly full', () => {
  test.for([4_096, 20_000])(
    'with %i bytes free the desk says so instead of opening, and opens once there is space',
    async (free, { skip }) => {
      const { desk, fill, empty, folder } = await deskOnSmallDisk(skip);
      const { dataDir, keychain } = desk;
      await desk.close();
      fill(free);
      const again = await openTestDesk({ dataDir, keychain });
      const state = await again.get('desk.state', {});
      expect(state).toMatchObject({ problem: { code: 'store.full' } });
      expect(state.phase).toMatch(/^(welcome|blocked)$/);
      empty();
      const opened = await again.get('desk.openSandbox', {});
      expect(opened).toMatchObject({ phase: 'open', problem: null });
      expect(readdirSync(folder, { recursive: true }).join(' ')).not.toContain('.part');
      expect(uncaught).toEqual([]);
    },
  );
});

describe('on a disk that takes the beginning of a file and no more', () => {
  const long = 'x'.repeat(20_000);

  test('a small file stays what it was', ({ skip }) => {
    const { folder, fill } = smallDisk(skip);
    const file = join(folder, 'bank.json');
    writeSmallFile(file, 'as it was');
    fill(4_096);
    expect(() => {
      writeSmallFile(file, long);
    }).toThrow('The disk is full.');
    expect(readFileSync(file, 'utf8')).toBe('as it was');
    expect(readdirSync(folder)).not.toContain('bank.json.part');
  });

  test('a note of who holds something is not left without its holder', ({ skip }) => {
    const { folder, fill, empty } = smallDisk(skip);
    const file = join(folder, 'holder');
    fill();
    expect(() => takeHold(file)).toThrow('The disk is full.');
    empty();
    expect(takeHold(file)).not.toBeNull();
  });

  test('the window’s place stays what it was', async ({ skip }) => {
    const { folder, fill } = smallDisk(skip);
    await writeWindowFile(folder, { window: 'as it was' });
    fill(4_096);
    await expect(writeWindowFile(folder, { window: long })).rejects.toMatchObject({
      code: 'ENOSPC',
    });
    expect(await readWindowFile(folder)).toEqual({ window: 'as it was' });
  });

  test('a file to be uploaded is refused, not half stored', async ({ skip }) => {
    const { folder, fill } = smallDisk(skip);
    const spool = join(folder, 'spool');
    mkdirSync(spool);
    fill(4_096);
    await expect(spoolFile(spool, [Buffer.from(long)])).rejects.toMatchObject({
      code: 'store.full',
    });
    expect(readdirSync(spool)).toEqual([]);
  });
});
