import { once } from 'node:events';

import { withDesk } from '../../electron/cli/bank-access.ts';
import { processIo } from '../../electron/cli.ts';

/** A process that holds a data folder, says so, and lets go of it when its standard input ends. */
const [bankFile, dataDir = ''] = process.argv.slice(2);
const programs = {
  storeWorker: new URL('../../electron/store/worker.ts', import.meta.url),
  sandbox: new URL('../../sandbox/main.ts', import.meta.url),
};

await withDesk({ io: processIo(programs), bankFile, dataDir }, async () => {
  process.stdout.write('held\n');
  await once(process.stdin.resume(), 'end');
});
