import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';

import { isAlive } from '../../../electron/engines/machine/single-holder.ts';
import { postgresBinaries } from '../../../tools/postgres/binaries.ts';
import { freePort } from '../../../tools/postgres/server.ts';
import { nostro } from '../../../tools/team/command.ts';
import {
  removeTeam,
  savedTeam,
  saveTeam,
  trialFolder,
  type SavedTeam,
} from '../../../tools/team/place.ts';
import { stopLeftover } from '../../../tools/team/record.ts';
import { openTrial, type Trial } from '../../../tools/team/trial.ts';
import { test } from '../../support/postgres/cluster.ts';

const folder = trialFolder();
const binaries = postgresBinaries() ?? '';
let lines: string[] = [];

/** Opens the team; it is closed with the test, if not before. */
async function open(isAnew = false): Promise<Trial> {
  lines = [];
  const trial = await openTrial({ folder, binaries, isAnew, log: (line) => lines.push(line) });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= trial.close());
  onTestFinished(close);
  return { ...trial, close };
}
const saved = (): SavedTeam => savedTeam(folder)!;
/** The process of the team's PostgreSQL by its own note; 0 where none runs. */
const serverPid = (): number => {
  const note = join(saved().server, 'data/postmaster.pid');
  return existsSync(note) ? Number(readFileSync(note, 'utf8').split('\n')[0]) : 0;
};
const statuses = ({ persons, environment }: Trial) =>
  Promise.all(
    persons.map(({ dataDir }) =>
      nostro<{ state: string; members: number; head: { n: number; words: string } }>(
        dataDir,
        environment,
        ...['team', 'status'],
      ),
    ),
  );

beforeAll(async () => {
  if (binaries === '') return;
  const trial = await openTrial({ folder, binaries, log: () => undefined });
  await trial.close();
});
afterAll(() => {
  removeTeam(folder);
});

test('a second start goes on with the team that the first one founded, and nothing runs between them', async () => {
  expect(serverPid()).toBe(0);
  const team = saved();
  const trial = await open();
  const [anna, bo] = await statuses(trial);
  expect(anna).toMatchObject({ state: 'current', members: 2 });
  expect(bo).toMatchObject({ state: 'current', head: anna?.head, login: team.logins[1] });
  expect([saved(), lines]).toEqual([team, []]);
  await expect(open()).rejects.toThrow(/^The team is open already, by process \d+\.$/);
  expect(isAlive(serverPid())).toBe(true);
  await trial.close();
  expect(serverPid()).toBe(0);
}, 120_000);

/** A start in a process of its own; waits until both windows are there. */
async function startedChild(): Promise<ChildProcess> {
  const script = join(import.meta.dirname, '../../support/programs/trial-child.ts');
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'ignore'] });
  let printed = '';
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  await expect.poll(() => printed, { timeout: 60_000 }).toBe('open open ');
  return child;
}

test('a signal closes both windows, and then PostgreSQL and the sandbox', async () => {
  const child = await startedChild();
  const pid = serverPid();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  expect([isAlive(pid), serverPid()]).toEqual([false, 0]);
  expect(existsSync(join(folder, 'sandbox/address.json'))).toBe(false);
}, 120_000);

test('what a killed start left behind is stopped at the next one', async () => {
  const child = await startedChild();
  const pid = serverPid();
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  expect(isAlive(pid)).toBe(true);
  const trial = await open();
  // Two servers never run over the same data.
  expect(serverPid()).not.toBe(pid);
  expect(isAlive(serverPid())).toBe(true);
  expect((await statuses(trial)).map(({ state }) => state)).toEqual(['current', 'current']);
  await trial.close();
}, 120_000);

test('a process that has the number of a lost PostgreSQL by now is left alone', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)']);
  onTestFinished(() => void other.kill());
  const place = mkdtempSync(join(tmpdir(), 'nostro-leftover-'));
  mkdirSync(join(place, 'data'));
  const listener = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void listener.close());
  const { port } = listener.address() as { port: number };
  for (const at of [port, await freePort()]) {
    const note = [
      other.pid,
      join(place, 'data'),
      '1700000000',
      at,
      '',
      '127.0.0.1',
      '',
      'ready',
      '',
    ];
    writeFileSync(join(place, 'data/postmaster.pid'), note.join('\n'));
    await stopLeftover({ binaries, folder: place });
  }
  expect([other.exitCode, other.signalCode]).toEqual([null, null]);
  rmSync(place, { recursive: true });
}, 60_000);

test('where another program has the port, both desks take another one', async () => {
  const team = saved();
  const listener = createServer();
  await once(listener.listen(team.port, '127.0.0.1'), 'listening');
  const trial = await open();
  listener.close();
  expect(saved().port).not.toBe(team.port);
  expect((await statuses(trial)).map(({ state }) => state)).toEqual(['current', 'current']);
  await trial.close();
}, 120_000);

test('a founding that was cut is begun again, and a team is founded anew where a person wants it', async () => {
  const team = saved();
  saveTeam(folder, { ...team, logins: [] });
  await (await open()).close();
  expect(lines).toHaveLength(1);
  const { logins } = saved();
  expect(logins).not.toEqual(team.logins);
  const trial = await open(true);
  expect(saved().logins).not.toEqual(logins);
  expect((await statuses(trial)).map(({ head }) => head.n)).toEqual([3, 3]);
  await trial.close();
}, 120_000);
