import { openOrCreate } from '../../electron/engines/store/opening/create.ts';
import { printVersion, schemaToKill } from './migrating-steps.ts';

/** Brings a database through every step and prints each; the test kills the process meanwhile. */
const [file = '', key = ''] = process.argv.slice(2);
openOrCreate({
  role: 'cache-writer',
  file,
  key: Uint8Array.from(Buffer.from(key, 'hex')),
  schema: schemaToKill(printVersion),
});
