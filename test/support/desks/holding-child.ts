import '../setup/quick-stretch.ts';

import { once } from 'node:events';

import { withDesk } from '../../../electron/cli/input/bank-access.ts';
import { processIo } from '../../../electron/cli.ts';
import { programs } from '../programs/programs.ts';

/** A process that holds a data folder, says so, and lets go of it when its standard input ends. */
const [bankFile, dataDir = ''] = process.argv.slice(2);

await withDesk({ io: processIo(programs), bankFile, dataDir }, async () => {
  process.stdout.write('held\n');
  await once(process.stdin.resume(), 'end');
});
