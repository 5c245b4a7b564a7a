import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import {
  clearAbandoned,
  makeRestoringFolder,
} from '../../electron/connections/local-copy/backup/restoring-folder.ts';
import { startDelta } from '../support/banks/delta.ts';
import { runCommand } from '../support/programs/cli.ts';
import { builtPrograms, pathOf } from '../support/programs/programs.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { openTestDesk } from '../support/desks/test-desk.ts';

/** A bank at which a payment was sent, and a backup of its journal. */
async function scene() {
  const bank = await startDelta();
  onTestFinished(() => bank.close());
  const folder = tempFolder();
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('bank.json'), bank.bankFile);
  writeFileSync(at('secret.txt'), 'seven quiet herons\n');
  const data = at('data');
  const env = { NOSTRO_CREDENTIALS: JSON.stringify(bank.credentials) };
  const place = ['--bank', at('bank.json'), '--data-dir', data];
  const nostro = (...args: string[]) => runCommand([...place, ...args], env);
  const order = {
    ...{ accountNumber: '700000', beneficiaryId: 'B-1', reference: 'INV-1' },
    ...{ amount: '1.50', currency: 'EUR' },
  };
  expect((await nostro('pay', '--input', JSON.stringify(order))).code).toBe(0);
  const secret = ['--passphrase-file', at('secret.txt')];
  expect((await nostro('backup', '--out', at('saved'), ...secret)).code).toBe(0);
  const restore = ['restore', at('saved'), ...secret];
  return {
    ...{ bank, data, nostro, restore },
    left: () => readdirSync(data).filter((name) => name.startsWith('restoring-')),
    /** Restores in a process that is killed on the way. */
    killedAt: (when: 'unpacked' | 'swapping') => {
      const words = [pathOf('restoring'), when, ...place, ...restore];
      const { PATH, XDG_STATE_HOME } = process.env;
      const all = { PATH, XDG_STATE_HOME, ...builtPrograms(), ...env };
      return spawnSync(process.execPath, words, { env: all }).signal;
    },
  };
}

const journals = (data: string): string[] =>
  readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('journal.db'))
    .toSorted();

test('what a killed restore had unpacked is gone at the next start, and the journal is the one before', async () => {
  const { nostro, left, killedAt } = await scene();
  expect(killedAt('unpacked')).toBe('SIGKILL');
  expect(left()).toHaveLength(1);
  const listed = await nostro('submissions');
  expect([listed.code, listed.err]).toEqual([0, '']);
  expect(listed.out).toContain('INV-1');
  expect(left()).toEqual([]);
}, 120_000);

test('a journal that was about to take its place is set aside and named, never deleted', async () => {
  const { bank, data, nostro, restore, left, killedAt } = await scene();
  expect(killedAt('swapping')).toBe('SIGKILL');
  expect(journals(data)).toHaveLength(2);
  const next = await nostro('submissions');
  expect(left()).toEqual([]);
  expect(next.err).toContain('A restore did not finish.');
  const remaining = journals(data);
  expect(remaining.filter((name) => name.includes('restoring-'))).toHaveLength(1);
  // What was sent is not sent again: sending is closed until somebody puts it right.
  const order = {
    ...{ accountNumber: '700000', beneficiaryId: 'B-1', reference: 'INV-2' },
    ...{ amount: '2.50', currency: 'EUR' },
  };
  expect((await nostro('pay', '--input', JSON.stringify(order))).error().code).toMatch(
    /^journal\./,
  );
  expect(bank.orders).toHaveLength(1);
  expect((await nostro(...restore)).code).toBe(0);
  expect((await nostro('submissions')).out).toContain('INV-1');
}, 120_000);

test('a window without a bank clears it too', async () => {
  const { data, killedAt, left } = await scene();
  expect(killedAt('unpacked')).toBe('SIGKILL');
  const desk = await openTestDesk({ dataDir: data });
  await desk.get('desk.state', {});
  expect(left()).toEqual([]);
}, 120_000);

test('a folder that a living process, another machine or an unknown holder has stays', () => {
  const data = tempFolder();
  const now = Date.now();
  const mine = makeRestoringFolder(data);
  const made = (name: string, note: object | null): string => {
    const folder = join(data, `restoring-${name}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'journal.db'), 'a journal');
    if (note) writeFileSync(join(folder, 'holder.json'), JSON.stringify(note));
    return folder;
  };
  const gone = spawnSync(process.execPath, ['--version']).pid;
  const elsewhere = made('elsewhere', { pid: gone, host: 'another-machine' });
  const unnoted = made('unnoted', null);
  const ended = made('ended', { pid: gone, host: hostname() });
  const strange = made('strange', { pid: gone, host: hostname(), profileId: '../../outside' });
  expect(clearAbandoned(data, now)).toEqual([]);
  expect([elsewhere, unnoted, ended, strange].map((folder) => existsSync(folder))).toEqual([
    ...[true, true, false, true],
  ]);
  expect(existsSync(join(mine.places.journal, '..'))).toBe(true);
  const longAgo = new Date(now - 8 * 24 * 3_600_000);
  utimesSync(join(elsewhere, 'holder.json'), longAgo, longAgo);
  clearAbandoned(data, now);
  expect(existsSync(elsewhere)).toBe(false);
  mine.discard();
  expect(existsSync(join(mine.places.journal, '..'))).toBe(false);
});
