import { parseArgs } from 'node:util';

import { teamTrial } from '../shared/ipc/desk/team-trial.ts';
import { buildWhereStale } from './built.ts';
import { exitOf, openWindow, runTool, windowShell, type Shell } from './host/shell.ts';
import { missingPostgres } from './postgres/binaries.ts';

const log = (line: string): void => void process.stderr.write(`${line}\n`);

/** `npm start [-- --team [--anew]]`: one window, which offers to try a team; or the two windows of that team. */
const { values } = parseArgs({
  options: {
    team: { type: 'boolean', default: false },
    anew: { type: 'boolean', default: false },
  },
});

/** Most starts open one window, and load nothing of this. */
async function openTeam(shell: Shell): Promise<number> {
  const { openTeamWindows } = await import('./team/windows.ts');
  return openTeamWindows(shell, { isAnew: values.anew, log });
}

async function openAlone(shell: Shell): Promise<number> {
  const window = openWindow(shell, { [teamTrial.variable]: missingPostgres() ?? '' });
  const code = await exitOf(window);
  return code === teamTrial.exitCode ? openTeam(shell) : code;
}

async function open(): Promise<number> {
  const shell = await windowShell(log);
  if ('program' in shell) return values.team ? openTeam(shell) : openAlone(shell);
  if (values.team) {
    log(`Nostro cannot open two windows here (${shell.missing}).`);
    return 1;
  }
  log(`Nostro cannot open its window here (${shell.missing}): it runs the tour instead.`);
  return runTool('tools/tour.ts');
}

buildWhereStale(log);
process.exitCode = await open();
