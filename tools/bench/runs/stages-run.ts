import { keepHeapSmall } from '../../../electron/engines/machine/small-heap.ts';
import { openBenchDesk } from '../bench-desk.ts';
import { profiledWriter } from '../profiling.ts';
import { secondsByStage, syncStages } from '../stages.ts';
import { accountNumberAt, period } from '../statement-text.ts';

/** Where the thread of the local copy spends a first sync, by its profile: `node stages-run.ts BANK DATA_DIR ACCOUNTS`. */

keepHeapSmall();
const [, , bankUrl = '', dataDir = '', accounts = '1'] = process.argv;
const desk = await openBenchDesk({ dataDir, bankUrl });
const { from, to } = period;
const accountNumbers = Array.from({ length: Number(accounts) }, (_, at) => accountNumberAt(at));
const profile = await profiledWriter(() => desk.sync({ accountNumbers, from, to }));
await desk.close();
console.log(JSON.stringify(secondsByStage(profile, syncStages)));
