import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

type Place = {
  readonly binaries: string;
  readonly folder: string;
  readonly port: number;
  readonly settings: readonly string[];
};

/** PostgreSQL refuses to run as root. It runs as nobody then. */
const user: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** npm's programs have their libraries next to them. */
const environment = (binaries: string): NodeJS.ProcessEnv => ({
  ...process.env,
  LC_ALL: 'C',
  LD_LIBRARY_PATH: join(binaries, '../lib'),
});

/** Starts a PostgreSQL server of the test's own, on loopback and on a Unix socket. Nothing that it writes is synced to the disk. */
export async function startServer(binaries: string, setup: ServerSetup = {}): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'nostro-pg-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? 0);
  mountDisk(folder, setup);
  initialise({ binaries, folder }, setup);
  const port = await freePort();
  const settings = [...(setup.settings ?? []), ...tlsSettings(folder, setup)];
  const place = { binaries, folder, port, settings };
  let running = await started(place);
  const kill = (): void => void running.server.kill('SIGQUIT');
  const end = async (): Promise<void> => {
    const { server } = running;
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    kill();
    await ended;
  };
  const restart = async (): Promise<void> => {
    await end();
    running = await started(place);
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
  const options = `size=${disk.megabytes}m,mode=700,uid=${user.uid ?? 0},gid=${user.gid ?? 0}`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'nostro-test', data]);
}

function initialise(
  { binaries, folder }: Pick<Place, 'binaries' | 'folder'>,
  { disk }: ServerSetup,
): void {
  const password = join(folder, 'password');
  writeFileSync(password, superuser);
  chmodSync(password, 0o644);
  const args = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'];
  if (disk) args.push('--wal-segsize=1');
  if (disk?.isLogElsewhere === true) args.push(`--waldir=${join(folder, 'wal')}`);
  execFileSync(
    join(binaries, 'initdb'),
    [...args, '-D', join(folder, 'data'), '-U', superuser, `--pwfile=${password}`],
    { ...user, cwd: folder, env: environment(binaries), stdio: ['ignore', 'ignore', 'pipe'] },
  );
}

/** PostgreSQL takes a key that only its own user can read. */
function tlsSettings(folder: string, { tls }: ServerSetup): string[] {
  if (tls === undefined) return [];
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    if (user.uid !== undefined) chownSync(path, user.uid, user.gid ?? 0);
    return path;
  };
  return [
    'ssl=on',
    `ssl_cert_file=${file('server.crt', tls.cert)}`,
    `ssl_key_file=${file('server.key', tls.key)}`,
  ];
}

const settingsOf = ({ folder, settings }: Place): string[] =>
  [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${process.platform === 'win32' ? '' : folder}`,
    'fsync=off',
    'shared_buffers=16MB',
    'max_connections=50',
    ...settings,
  ].flatMap((setting) => ['-c', setting]);

const logEnd = 1_000_000;

type Started = { readonly server: ChildProcess; readonly log: () => string };

/** Returns the server's process when it accepts connections. Throws with its log if it ends before. */
async function started(place: Place): Promise<Started> {
  const { binaries, folder, port } = place;
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', join(folder, 'data'), '-p', String(port), ...settingsOf(place)],
    { ...user, cwd: folder, env: environment(binaries), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  server.stderr.setEncoding('utf8');
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (text: string) => {
      log = `${log}${text}`.slice(-logEnd);
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => {
      reject(new Error(`PostgreSQL did not start: ${log}`));
    });
  });
  return { server, log: () => log };
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}

/** Can this process mount a disk? */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'nostro-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'nostro-test', folder]);
  if (mounted.status === 0) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return mounted.status === 0;
}
