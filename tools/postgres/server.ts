import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A folder with the data of a server in `data`, and the programs that run it. */
export type ServerPlace = { readonly binaries: string; readonly folder: string };

/** PostgreSQL refuses to run as root. It then runs as the user nobody. */
const user: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The owner of its files where it runs as the user nobody. */
export const serverUser = { uid: user.uid ?? 0, gid: user.gid ?? 0 };

/** Does PostgreSQL run as another user, who cannot enter this one's folders? */
export const runsAsOther = user.uid !== undefined;

/** How PostgreSQL's programs are started. npm's have their libraries next to them. */
export const programOptions = ({ binaries, folder }: ServerPlace) => ({
  ...user,
  cwd: folder,
  env: { ...process.env, LC_ALL: 'C', LD_LIBRARY_PATH: join(binaries, '../lib') },
});

/** Gives a file or folder to the user that PostgreSQL runs as. */
export function giveToServer(path: string): void {
  if (runsAsOther) chownSync(path, serverUser.uid, serverUser.gid);
}

/** Makes the data of a server in UTF8, whose logins all need a password. Throws with what initdb wrote. */
export function initialise(
  place: ServerPlace,
  superuser: string,
  passwordFile: string,
  more: readonly string[] = [],
): void {
  const args = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', ...more];
  execFileSync(
    join(place.binaries, 'initdb'),
    [...args, '-D', join(place.folder, 'data'), '-U', superuser, `--pwfile=${passwordFile}`],
    { ...programOptions(place), stdio: ['ignore', 'ignore', 'pipe'] },
  );
}

export type RunningServer = { readonly process: ChildProcess; readonly log: () => string };

type Running = {
  readonly port: number;
  /** As `name=value`. */
  readonly settings: readonly string[];
  /** In a group of processes of its own, so that no key of the terminal ends it. */
  readonly isApart?: boolean;
};

const logEnd = 1_000_000;

/** Starts a server on loopback. Returns when it accepts connections; throws with its log if it ends before. */
export async function run(
  place: ServerPlace,
  { port, settings, isApart = false }: Running,
): Promise<RunningServer> {
  const all = ['listen_addresses=127.0.0.1', ...settings].flatMap((setting) => ['-c', setting]);
  const server = spawn(
    join(place.binaries, 'postgres'),
    ['-D', join(place.folder, 'data'), '-p', String(port), ...all],
    { ...programOptions(place), stdio: ['ignore', 'ignore', 'pipe'], detached: isApart },
  );
  let log = '';
  server.stderr.setEncoding('utf8');
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (text: string) => {
      log = `${log}${text}`.slice(-logEnd);
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => {
      reject(new Error(`PostgreSQL did not start: ${log}`));
    });
  });
  return { process: server, log: () => log };
}

export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}
