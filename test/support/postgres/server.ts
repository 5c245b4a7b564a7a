import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  freePort,
  giveToServer,
  initialise,
  run,
  serverUser,
  type ServerPlace,
} from '../../../tools/postgres/server.ts';

/** The superuser of a test's server; its password is the same. */
export const superuser = 'superuser';

export type ServerSetup = {
  /** Certificate and key (PEM) of a server that offers TLS. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** More settings, such as `log_statement=all`. */
  readonly settings?: readonly string[];
  /** Puts the data on a disk of its own of so many megabytes, which root mounts; the log of changes too, unless it `isElsewhere`. */
  readonly disk?: { readonly megabytes: number; readonly isLogElsewhere: boolean };
};

export type Server = {
  readonly port: number;
  /** The end of the server's log. */
  readonly log: () => string;
  /** The folder of the Unix socket. */
  readonly socket: string;
  /** Ends the server as a crash does, and starts it again at the same place: it recovers. */
  readonly crash: () => Promise<void>;
  /** The folder of the data. */
  readonly data: string;
  /** Starts it again, also after it ended by itself. */
  readonly restart: () => Promise<void>;
  /** Ends the server and removes its files. */
  readonly stop: () => Promise<void>;
};

/** Starts a PostgreSQL server of the test's own, on loopback and on a Unix socket. Nothing that it writes is synced to the disk. */
export async function startServer(binaries: string, setup: ServerSetup = {}): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'nostro-pg-'));
  giveToServer(folder);
  mountDisk(folder, setup);
  makeData({ binaries, folder }, setup);
  const port = await freePort();
  const settings = [...(setup.settings ?? []), ...tlsSettings(folder, setup)];
  const start = () => run({ binaries, folder }, { port, settings: settingsOf(folder, settings) });
  let running = await start();
  const kill = (): void => void running.process.kill('SIGQUIT');
  const end = async (): Promise<void> => {
    const { process: server } = running;
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    kill();
    await ended;
  };
  const restart = async (): Promise<void> => {
    await end();
    running = await start();
  };
  process.once('exit', kill);
  return {
    ...{ port, socket: folder, data: join(folder, 'data') },
    log: () => running.log(),
    crash: restart,
    restart,
    stop: async () => {
      process.off('exit', kill);
      await end();
      if (setup.disk) execFileSync('umount', ['--lazy', join(folder, 'data')]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function mountDisk(folder: string, { disk }: ServerSetup): void {
  if (disk === undefined) return;
  const data = join(folder, 'data');
  mkdirSync(data);
  const options = `size=${disk.megabytes}m,mode=700,uid=${serverUser.uid},gid=${serverUser.gid}`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'nostro-test', data]);
}

/** The folder in memory that the files of a run share (built-programs.ts); empty where there is none. */
const memory = process.env['NOSTRO_TEST_MEMORY'] ?? '';

/** Makes the data of a server: the first one of a run makes it, the others copy it, which takes a fraction of the time. */
function makeData(place: ServerPlace, setup: ServerSetup): void {
  if (setup.disk !== undefined || memory === '') initialiseFor(place, setup);
  else execFileSync('cp', ['-a', join(freshFolder(place.binaries), 'data'), place.folder]);
}

function freshFolder(binaries: string): string {
  const shared = join(memory, 'postgres');
  if (existsSync(shared)) return shared;
  const folder = mkdtempSync(`${shared}-`);
  giveToServer(folder);
  initialiseFor({ binaries, folder });
  try {
    renameSync(folder, shared);
    return shared;
  } catch {
    return folder; // another file was quicker
  }
}

function initialiseFor(place: ServerPlace, { disk }: ServerSetup = {}): void {
  const password = join(place.folder, 'password');
  writeFileSync(password, superuser);
  chmodSync(password, 0o644);
  const args = ['--no-sync'];
  if (disk) args.push('--wal-segsize=1');
  if (disk?.isLogElsewhere === true) args.push(`--waldir=${join(place.folder, 'wal')}`);
  initialise(place, superuser, password, args);
}

/** PostgreSQL takes a key that only its own user can read. */
function tlsSettings(folder: string, { tls }: ServerSetup): string[] {
  if (tls === undefined) return [];
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    giveToServer(path);
    return path;
  };
  return [
    'ssl=on',
    `ssl_cert_file=${file('server.crt', tls.cert)}`,
    `ssl_key_file=${file('server.key', tls.key)}`,
  ];
}

const settingsOf = (folder: string, settings: readonly string[]): string[] => [
  `unix_socket_directories=${process.platform === 'win32' ? '' : folder}`,
  'fsync=off',
  'shared_buffers=16MB',
  'max_connections=50',
  ...settings,
];

/** Can this process mount a disk? */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'nostro-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'nostro-test', folder]);
  if (mounted.status === 0) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return mounted.status === 0;
}
