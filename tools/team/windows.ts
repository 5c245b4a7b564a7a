import type { ChildProcess } from 'node:child_process';

import { exitOf, openWindow, type Shell } from '../host/shell.ts';
import { missingPostgres, postgresBinaries } from '../postgres/binaries.ts';
import { trialFolder } from './place.ts';
import { openTrial } from './trial.ts';

type Opening = {
  /** Begins a new team, also where there is one. */
  readonly isAnew: boolean;
  readonly log: (line: string) => void;
};

/** Opens the windows of both persons, and stops what they share when both are closed. Returns the exit code. */
export async function openTeamWindows(shell: Shell, { isAnew, log }: Opening): Promise<number> {
  const windows: ChildProcess[] = [];
  closeAtSignals(windows);
  try {
    const binaries = postgresBinaries();
    if (binaries === null) throw new Error(missingPostgres() ?? '');
    const trial = await openTrial({ folder: trialFolder(), binaries, isAnew, log });
    log(whatToTry);
    for (const { dataDir } of trial.persons)
      windows.push(openWindow(shell, { ...trial.environment, NOSTRO_DATA_DIR: dataDir }));
    const codes = await Promise.all(windows.map(exitOf));
    log('Both windows are closed. Stopping their PostgreSQL and their sandbox.');
    await trial.close();
    return codes.find((code) => code !== 0) ?? 0;
  } catch (cause) {
    log(cause instanceof Error ? cause.message : String(cause));
    return 1;
  }
}

const whatToTry = `The windows of Anna and Bo open. Press S in both. Pay somebody as Anna, then enter the same payment as Bo. Write a note on an entry.
The next “npm start -- --team” goes on with this team; “npm start -- --team --anew” begins another. More: docs/guide/work-as-a-team.md`;

/** A signal that ends this program closes the windows, and what they share afterwards; without windows it ends at once. */
function closeAtSignals(windows: readonly ChildProcess[]): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (windows.length === 0) process.exit(1);
      for (const window of windows) window.kill('SIGTERM');
    });
}
