import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The superuser of a test's server; its password is the same. */
export const superuser = 'superuser';

export type Server = {
  readonly port: number;
  /** The folder of the Unix socket. */
  readonly socket: string;
  /** Ends the server and removes its files. */
  readonly stop: () => Promise<void>;
};

type Place = { readonly binaries: string; readonly folder: string; readonly port: number };

/** PostgreSQL refuses to run as root. It runs as nobody then. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** npm's programs have their libraries next to them. */
const environment = (binaries: string): NodeJS.ProcessEnv => ({
  ...process.env,
  LC_ALL: 'C',
  LD_LIBRARY_PATH: join(binaries, '../lib'),
});

/** Starts a PostgreSQL server of the test's own, on loopback and on a Unix socket. Nothing that it writes is synced to the disk. */
export async function startServer(binaries: string): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'nostro-pg-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  initialise({ binaries, folder });
  const port = await freePort();
  const server = await started({ binaries, folder, port });
  const kill = (): void => void server.kill('SIGQUIT');
  process.once('exit', kill);
  return {
    ...{ port, socket: folder },
    stop: async () => {
      process.off('exit', kill);
      const ended = once(server, 'exit');
      kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function initialise({ binaries, folder }: Omit<Place, 'port'>): void {
  const password = join(folder, 'password');
  writeFileSync(password, superuser);
  chmodSync(password, 0o644);
  const args = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'];
  execFileSync(
    join(binaries, 'initdb'),
    [...args, '-D', join(folder, 'data'), '-U', superuser, `--pwfile=${password}`],
    { ...user, cwd: folder, env: environment(binaries), stdio: ['ignore', 'ignore', 'pipe'] },
  );
}

const settings = (folder: string): string[] =>
  [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${process.platform === 'win32' ? '' : folder}`,
    'fsync=off',
    'shared_buffers=16MB',
    'max_connections=50',
  ].flatMap((setting) => ['-c', setting]);

/** Returns the server's process when it accepts connections. Throws with its log if it ends before. */
async function started({ binaries, folder, port }: Place): Promise<ChildProcess> {
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', join(folder, 'data'), '-p', String(port), ...settings(folder)],
    { ...user, cwd: folder, env: environment(binaries), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  server.stderr.setEncoding('utf8');
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (text: string) => {
      log = `${log}${text}`.slice(-10_000);
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => {
      reject(new Error(`PostgreSQL did not start: ${log}`));
    });
  });
  return server;
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}
