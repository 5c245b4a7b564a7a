import { dirname, join, resolve } from 'node:path';
import { existsSync } from 'node:fs';

import { startChromium, type Chromium } from './chromium.ts';
import type { HostOptions } from './options.ts';

/** What replaces the computer under Electron: the browser, and the options of the host. One per process. */
export type Machine = {
  readonly options: HostOptions;
  readonly chromium: Promise<Chromium>;
  /** The folder of the program's package.json. */
  readonly appPath: string;
};

let current: Machine | undefined;

export function startMachine(options: HostOptions): Machine {
  const chromium = options.displayless
    ? new Promise<Chromium>(() => undefined)
    : startChromium(options);
  chromium.catch(() => undefined); // reported where it is awaited
  current = { options, chromium, appPath: packageFolder(dirname(resolve(options.main))) };
  return current;
}

export function machine(): Machine {
  if (!current) throw new Error('the host was not started: run the program with tools/host/run.ts');
  return current;
}

function packageFolder(folder: string): string {
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return folder;
  return packageFolder(dirname(folder));
}
