import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { stateFolder } from '../../electron/connections/local-copy/continuity/state-folder.ts';
import { keepChoice } from '../../electron/connections/profiles/choice.ts';
import { sandboxProfileId } from '../../electron/connections/profiles/profiles.ts';
import { readSmallJson, writeSmallFile } from '../../electron/engines/machine/small-file.ts';
import { giveToServer, runsAsOther } from '../postgres/server.ts';

/** The folder of the team that `npm start` offers, next to what a desk without a team stores on this machine. */
export const trialFolder = (): string => join(stateFolder({ env: process.env }), 'team-trial');

/** A person of the team, and the data folder of the person's desk. */
export type Person = { readonly name: string; readonly dataDir: string };

export const personsIn = (folder: string): readonly [Person, Person] => [
  { name: 'Anna', dataDir: join(folder, 'Anna') },
  { name: 'Bo', dataDir: join(folder, 'Bo') },
];

/** The environment of the desks: their state outside their data folders is in the folder of the team. */
export const environmentIn = (folder: string): Record<string, string> => ({
  XDG_STATE_HOME: join(folder, 'state'),
});

/** The state of the team between two starts. */
export type SavedTeam = {
  /** The folder of its PostgreSQL, and of the programs that made it. */
  readonly server: string;
  readonly binaries: string;
  readonly port: number;
  /** The login of each person's desk, in the order of the persons; empty until both have joined. */
  readonly logins: readonly string[];
};

const fileIn = (folder: string): string => join(folder, 'team.json');

/** Null where none was begun. */
export const savedTeam = (folder: string): SavedTeam | null =>
  readSmallJson(fileIn(folder)) as SavedTeam | null;

export function saveTeam(folder: string, team: SavedTeam): void {
  writeSmallFile(fileIn(folder), JSON.stringify(team));
}

/** Makes the folders of a new team. Both desks find one sandbox, as two programs on one data folder do. */
export function makeFolders(folder: string): void {
  const sandbox = join(folder, 'sandbox');
  mkdirSync(sandbox, { recursive: true, mode: 0o700 });
  for (const [at, { dataDir }] of personsIn(folder).entries()) {
    mkdirSync(dataDir, { mode: 0o700 });
    symlinkSync(sandbox, join(dataDir, 'sandbox'), 'junction');
    keepChoice(dataDir, { profileId: sandboxProfileId });
    writeFileSync(join(dataDir, 'window.json'), JSON.stringify({ window: windowPlace(at) }));
  }
}

/** Places the second window next to the title of the first, not over it. */
const windowPlace = (at: number) => ({
  ...{ x: 40 + 120 * at, y: 40 + 80 * at },
  ...{ width: 1_280, height: 800, maximized: false },
});

/** Makes the folder of PostgreSQL: one that its user can enter. */
export function makeServerFolder(folder: string): string {
  if (runsAsOther) {
    const server = mkdtempSync(join(tmpdir(), 'nostro-team-'));
    giveToServer(server);
    return server;
  }
  const server = join(folder, 'server');
  mkdirSync(server, { mode: 0o700 });
  return server;
}

/** Removes a team with all that its desks have. Its PostgreSQL does not run. */
export function removeTeam(folder: string): void {
  const saved = savedTeam(folder);
  if (saved) rmSync(saved.server, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}
