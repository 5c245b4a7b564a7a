import { keepHeapSmall } from '../../../electron/engines/machine/small-heap.ts';
import { openBenchDesk } from '../bench-desk.ts';
import { peakMb } from '../figures.ts';

/** A list of the bank read into the local copy, first all new and then unchanged: `node lists-run.ts BANK DATA_DIR`. */

keepHeapSmall();
const [, , bankUrl = '', dataDir = ''] = process.argv;
const desk = await openBenchDesk({ dataDir, bankUrl });
const restMb = peakMb();
const { count } = await desk.ask('beneficiaries.refresh', {});
await desk.ask('beneficiaries.refresh', {});
const mb = peakMb();
await desk.close();
console.log(JSON.stringify({ count, restMb, peakMb: mb }));
