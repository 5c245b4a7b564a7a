import '../setup/quick-stretch.ts';

import { processIo, runCli } from '../../../electron/cli.ts';
import { keepHeapSmall } from '../../../electron/engines/machine/small-heap.ts';
import { programs } from './programs.ts';

/** The command line as electron/cli.ts starts it, with the threads of the tests. */
keepHeapSmall();
process.exitCode = await runCli(process.argv.slice(2), processIo(programs));
