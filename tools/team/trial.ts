import { createServer } from 'node:net';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { openSandboxBank } from '../../electron/connections/session/sandbox-bank.ts';
import { holderOf, takeHold, type Hold } from '../../electron/engines/machine/single-holder.ts';
import { freePort } from '../postgres/server.ts';
import { nostro, programs } from './command.ts';
import {
  environmentIn,
  makeFolders,
  makeServerFolder,
  personsIn,
  removeTeam,
  savedTeam,
  saveTeam,
  type Person,
  type SavedTeam,
} from './place.ts';
import {
  database,
  makeRecord,
  newPassword,
  startRecord,
  stopLeftover,
  type TeamServer,
} from './record.ts';

type TrialOptions = {
  readonly folder: string;
  /** The folder of PostgreSQL's programs for a new team. */
  readonly binaries: string;
  /** Begins anew, also where a team is there. */
  readonly isAnew?: boolean;
  /** Says in a line what takes time. */
  readonly log: (line: string) => void;
};

/** A team of two persons whose desks can be opened, and what they share: a PostgreSQL and a sandbox. */
export type Trial = {
  readonly persons: readonly [Person, Person];
  /** What each desk's environment needs in addition to the name of its data folder. */
  readonly environment: Record<string, string>;
  /** Stops PostgreSQL and the sandbox. The desks are closed. */
  readonly close: () => Promise<void>;
};

/**
 * Opens the team in a folder, or founds one there. Throws with a sentence where it is open already, or where its PostgreSQL does not start.
 */
export async function openTrial(options: TrialOptions): Promise<Trial> {
  const { folder } = options;
  const holder = `${folder}.holder`;
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  const hold = takeHold(holder);
  if (hold === null)
    throw new Error(`The team is open already, by process ${String(holderOf(holder))}.`);
  const renewing = renewed(hold);
  const release = (): void => {
    clearInterval(renewing);
    hold.release();
  };
  try {
    const server = await openServer(options);
    const close = await sharing(folder, server, release);
    return { persons: personsIn(folder), environment: environmentIn(folder), close };
  } catch (cause) {
    release();
    throw cause;
  }
}

const renewEveryMs = 60_000;

function renewed(hold: Hold): NodeJS.Timeout {
  return setInterval(hold.renew, renewEveryMs).unref();
}

/** Starts the sandbox of both desks. Returns what closes it with the server. */
async function sharing(
  folder: string,
  server: TeamServer,
  release: () => void,
): Promise<() => Promise<void>> {
  try {
    const sandbox = await openSandboxBank(programs.sandbox, folder);
    return async () => {
      await sandbox.close();
      await server.stop();
      release();
    };
  } catch (cause) {
    await server.stop();
    throw cause;
  }
}

async function openServer(options: TrialOptions): Promise<TeamServer> {
  const { folder, isAnew = false } = options;
  const saved = savedTeam(folder);
  if (saved) await stopLeftover({ binaries: saved.binaries, folder: saved.server });
  if (saved && saved.logins.length > 0 && !isAnew) return reopened(folder, saved);
  removeTeam(folder);
  return founded(options);
}

/** Founds the team, and lets the second person join. Until both have, the folder counts as empty. */
async function founded({ folder, binaries, log }: TrialOptions): Promise<TeamServer> {
  log('Preparing a team of two: a PostgreSQL of its own, and two desks…');
  makeFolders(folder);
  const begun = {
    ...{ server: makeServerFolder(folder), binaries, port: await freePort() },
    logins: [],
  };
  saveTeam(folder, begun);
  const founder = { login: 'nostro_anna', password: newPassword() };
  const server = await makeRecord({ binaries, folder: begun.server }, begun.port, founder);
  try {
    const logins = await foundAndJoin(folder, begun.port, founder);
    saveTeam(folder, { ...begun, logins });
    return server;
  } catch (cause) {
    await server.stop();
    throw cause;
  }
}

async function foundAndJoin(
  folder: string,
  port: number,
  { login, password }: { readonly login: string; readonly password: string },
): Promise<string[]> {
  const [anna, bo] = personsIn(folder);
  const at = ({ dataDir }: Person, ...args: string[]) =>
    nostro<{ words: string[]; login: string }>(dataDir, environmentIn(folder), 'team', ...args);
  const secrets = { first: join(folder, 'first.txt'), invitation: join(folder, 'invitation.json') };
  writeFileSync(secrets.first, password, { mode: 0o600 });
  const address = addressOf(login, port);
  await at(
    anna,
    ...['found', '--database', address, '--name', anna.name, '--password-file', secrets.first],
  );
  await at(anna, 'invite', '--name', bo.name, '--role', 'admin', '--out', secrets.invitation);
  const { words } = await at(bo, 'join', '--invitation', secrets.invitation);
  await at(anna, 'admit', '--words', words.join(' '));
  await at(bo, 'join', '--invitation', secrets.invitation);
  for (const file of Object.values(secrets)) rmSync(file);
  return [login, (await at(bo, 'status')).login];
}

const addressOf = (login: string, port: number): string =>
  `postgres://${login}@127.0.0.1:${String(port)}/${database}`;

/** Starts the PostgreSQL of a team that was founded before. Where another program has its port by now, the desks take another one. */
async function reopened(folder: string, saved: SavedTeam): Promise<TeamServer> {
  const place = { binaries: saved.binaries, folder: saved.server };
  if (
    !existsSync(join(saved.binaries, 'postgres')) &&
    !existsSync(join(saved.binaries, 'postgres.exe'))
  )
    throw new Error(`The PostgreSQL of the team is gone from ${saved.binaries}. ${anewSentence}`);
  const port = (await isFree(saved.port)) ? saved.port : await freePort();
  const server = await startRecord(place, port);
  try {
    await examine(folder, saved, port);
    saveTeam(folder, { ...saved, port });
    return server;
  } catch (cause) {
    await server.stop();
    throw cause;
  }
}

const anewSentence = 'A new team begins with: npm start -- --team --anew';

/** Throws where a desk is open in a window that is left from before, or does not find its record. */
async function examine(folder: string, { logins, port }: SavedTeam, newPort: number) {
  for (const [at, { dataDir }] of personsIn(folder).entries()) {
    const run = (...args: string[]) => nostro(dataDir, environmentIn(folder), 'team', ...args);
    if (newPort === port) await run('status');
    else await run('move', '--database', addressOf(logins[at] ?? '', newPort));
  }
}

async function isFree(port: number): Promise<boolean> {
  const listener = createServer();
  const outcome = await new Promise<boolean>((resolve) => {
    listener.once('error', () => {
      resolve(false);
    });
    listener.listen(port, '127.0.0.1', () => {
      resolve(true);
    });
  });
  if (!outcome) return false;
  listener.close();
  await once(listener, 'close');
  return true;
}
