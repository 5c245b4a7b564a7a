import { statSync } from 'node:fs';

import { WrongUse } from './command.ts';

/** Throws {@link WrongUse} where an option names no folder. */
export function assertFolder(path: string, option: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new WrongUse(`--${option} names no folder: ${path}.`);
}
