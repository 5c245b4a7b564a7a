import { fileURLToPath } from 'node:url';

import type { DeskPrograms } from '../../../electron/desk/desk.ts';

/** The threads and processes that many tests start, by their sources from the project's root. */
export const sources = {
  worker: 'electron/desk/worker.ts',
  'small-bank': 'test/support/simple-banks/small-bank.ts',
  'late-bank': 'test/support/simple-banks/late-bank.ts',
  cli: 'test/support/programs/cli-child.ts',
  paying: 'test/support/desks/paying-child.ts',
  holding: 'test/support/desks/holding-child.ts',
  restoring: 'test/support/desks/restoring-child.ts',
} as const;

type Program = keyof typeof sources;

/** A program as it was bundled for this run, if it was (built-programs.ts); else as it lies in the sources. */
function addressOf(program: Program): URL {
  const folder = process.env['NOSTRO_TEST_PROGRAMS'];
  return folder === undefined
    ? new URL(`../../../${sources[program]}`, import.meta.url)
    : new URL(`${folder}/${program}.js`);
}

export const pathOf = (program: Program): string => fileURLToPath(addressOf(program));

/** The threads of a desk, with a sandbox of a few hundred entries. */
export const programs: DeskPrograms = {
  storeWorker: addressOf('worker'),
  sandbox: addressOf('small-bank'),
};

/** A name of its own for the same file. */
const apart = (address: URL): URL => new URL('#apart', address);

/** The same in threads of their own, as the product has them: the others work in the test's (threads-in-place.ts). */
export const programsApart: DeskPrograms = {
  storeWorker: apart(programs.storeWorker),
  sandbox: apart(programs.sandbox),
};

/** The same with a sandbox that waits for the desk, and answers nothing. */
export const latePrograms: DeskPrograms = { ...programs, sandbox: addressOf('late-bank') };

/** For a process with an environment of its own: what was made once for this run. */
export const builtPrograms = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['NODE_COMPILE_CACHE', 'NOSTRO_TEST_PROGRAMS'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
