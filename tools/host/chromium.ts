import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

import bundled from '@sparticuz/chromium';

import { connectDevTools, type DevTools } from './devtools.ts';

export type ChromiumOptions = {
  /** With a window on the display; else without. */
  headed: boolean;
  /** Device pixels per CSS pixel. */
  scale?: number;
  /** Opens a port on the loopback for a second driver, such as Playwright. */
  drivable: boolean;
};

export type Chromium = {
  devTools: DevTools;
  profileDir: string;
  pid: number;
  /** The address for the second driver; null when there is none. */
  endpoint: Promise<string> | null;
  close(): Promise<void>;
};

/** Chromium opens a window without tabs and address only on an address that it can show. */
const firstPage = 'data:text/html,<title>Nostro</title>';

const quiet = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--password-store=basic',
  '--use-mock-keychain',
];

/** A Chromium with a window: CHROMIUM_PATH, or the first installed one; undefined when there is none. */
export function installedChromium(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env['CHROMIUM_PATH'] ?? '', ...candidates].find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts Chromium with a fresh profile. Its sandbox stays on unless it cannot be: as root, or with the bundled build
 * (`--test-type` only takes away the bar that warns of that).
 */
export async function startChromium(options: ChromiumOptions): Promise<Chromium> {
  const installed = options.headed ? installedChromium() : process.env['CHROMIUM_PATH'];
  const program = installed ?? (await bundled.executablePath());
  const profileDir = mkdtempSync(join(tmpdir(), 'nostro-host-'));
  const isRoot = process.getuid?.() === 0;
  const args = [
    ...quiet,
    ...(isRoot || installed === undefined ? ['--no-sandbox', '--test-type'] : []),
    // No page opens a second window: in Electron the product's handler refuses it before it exists.
    '--block-new-web-contents',
    `--user-data-dir=${profileDir}`,
    '--remote-debugging-pipe',
    ...(options.drivable ? ['--remote-debugging-port=0'] : []),
    ...(options.scale === undefined ? [] : [`--force-device-scale-factor=${options.scale}`]),
    ...(options.headed ? [`--app=${firstPage}`] : ['--headless', '--force-color-profile=srgb']),
    ...(options.headed ? [] : ['--font-render-hinting=none', 'about:blank']),
  ];
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: withLocale(process.env),
  });
  const devTools = connectDevTools(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const endpoint = endpointOf(child);
  const removeProfile = (): void => {
    rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
  };
  return {
    devTools,
    profileDir,
    pid: child.pid ?? 0,
    endpoint: options.drivable ? endpoint : null,
    close: async () => {
      const ended = hasEnded(child);
      await devTools.send('Browser.close').catch(() => undefined);
      await ended;
      removeProfile();
    },
  };
}

/** Without a locale Chromium takes the names of dropped files for ASCII, and every other letter of them is lost. */
const withLocale = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] ? env : { ...env, LC_ALL: 'C.UTF-8' };

const hasEnded = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

/** Chromium names its port on stderr. Its other output there is ignored. */
function endpointOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4_000);
      const address = /DevTools listening on (ws:\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Chromium ended: ${output}`)));
  });
}
