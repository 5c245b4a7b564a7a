import '../setup/quick-stretch.ts';

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

import { processIo, runCli } from '../../../electron/cli.ts';
import { programs } from '../programs/programs.ts';

/** The command line, killed in a restore: once the backup is unpacked, or when its journal would take its place. */
const [when, ...args] = process.argv.slice(2);

const killed = (): never => {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
};
const { mkdirSync, renameSync } = fs;
Object.assign(fs, {
  mkdirSync: (...given: Parameters<typeof mkdirSync>) =>
    when === 'unpacked' && /\bbanks\b/.test(String(given[0])) ? killed() : mkdirSync(...given),
  renameSync: (from: string, to: string) => {
    if (when === 'swapping' && /restoring-[^/\\]+[/\\]journal\.db$/.test(from)) killed();
    renameSync(from, to);
  },
});
syncBuiltinESMExports();
await runCli(args, processIo(programs));
