import { openTeamWindows } from '../../../tools/team/windows.ts';

/** Opens the team of this state directory with two programs in place of windows. They end when they are asked to, and without this one. */
const body =
  "process.stdout.write('open '); const { ppid } = process; setInterval(() => ppid === process.ppid || process.exit(), 200);";
const log = (line: string): void => void process.stderr.write(`${line}\n`);
process.exitCode = await openTeamWindows(
  { program: process.execPath, args: ['-e', body] },
  { isAnew: process.argv.includes('--anew'), log },
);
