import { openOrCreate } from '../../electron/engines/store/opening/create.ts';
import { stepsToKill } from './migrating-steps.ts';

/** Brings a database through every step and tells each; the test kills it on the way. */
const [file = '', key = ''] = process.argv.slice(2);
openOrCreate({
  role: 'cache-writer',
  file,
  key: Uint8Array.from(Buffer.from(key, 'hex')),
  migrations: stepsToKill({ tells: true }),
});
