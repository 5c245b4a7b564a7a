import { spawn, type StdioOptions } from 'node:child_process';
import { join } from 'node:path';

import { buildWhereStale } from './built.ts';
import { electronBinary, electronInstaller } from './electron-binary.ts';
import { installedChromium } from './host/chromium.ts';

const root = join(import.meta.dirname, '..');
const at = (...path: string[]): string => join(root, ...path);
const reachTimeoutMs = 4_000;
const fetchTimeoutMs = 180_000;

const log = (line: string): void => void process.stderr.write(`${line}\n`);

/** Runs a program to its end; its exit code, or -1 when it could not run or took too long. */
function run(program: string, args: string[], stdio: StdioOptions, timeout = 0): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio, timeout });
    child.once('error', () => {
      resolve(-1);
    });
    child.once('exit', (code) => {
      resolve(code ?? -1);
    });
  });
}

const runNode = (args: string[]): Promise<number> => run(process.execPath, args, 'inherit');

/** Electron's binary, fetched once if its source can be reached from here; else undefined, without a fuss. */
async function electron(): Promise<string | undefined> {
  const binary = electronBinary();
  if (binary !== undefined) return binary;
  const mirror = process.env['ELECTRON_MIRROR'] ?? 'https://github.com';
  const isReachable = await fetch(mirror, {
    method: 'HEAD',
    signal: AbortSignal.timeout(reachTimeoutMs),
  }).then(
    (answer) => answer.ok,
    () => false,
  );
  if (!isReachable) return undefined;
  log('Fetching Electron, once…');
  await run(process.execPath, [electronInstaller], 'ignore', fetchTimeoutMs);
  return electronBinary();
}

const hasDisplay = (): boolean =>
  process.platform !== 'linux' ||
  Boolean(process.env['DISPLAY']) ||
  Boolean(process.env['WAYLAND_DISPLAY']);

async function open(): Promise<number> {
  const binary = hasDisplay() ? await electron() : undefined;
  const isRoot = process.getuid?.() === 0;
  if (binary !== undefined)
    return run(binary, [root, ...(isRoot ? ['--no-sandbox'] : [])], 'inherit');
  if (hasDisplay() && installedChromium() !== undefined) {
    log('Electron’s binary cannot be had here: Nostro opens in the installed Chromium.');
    return runNode([at('tools/host/run.ts'), at('out/main/main.js'), '--headed']);
  }
  const missing = hasDisplay() ? 'neither Electron nor a Chromium is installed' : 'no display';
  log(`Nostro cannot open its window here (${missing}): it runs the tour instead.`);
  return runNode([at('tools/tour.ts')]);
}

buildWhereStale(log);
process.exitCode = await open();
