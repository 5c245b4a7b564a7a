import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { electronBinary, electronInstaller } from '../electron-binary.ts';
import { installedChromium } from './chromium.ts';

const root = join(import.meta.dirname, '../..');
const reachTimeoutMs = 4_000;
const fetchTimeoutMs = 180_000;

/** A program that opens the product's window. */
export type Shell = { readonly program: string; readonly args: readonly string[] };

/**
 * What opens a window here: Electron, fetched once where its source can be reached, or the host in an installed Chromium. Else a phrase
 * that says what is missing.
 */
export async function windowShell(
  log: (line: string) => void,
): Promise<Shell | { readonly missing: string }> {
  if (!hasDisplay()) return { missing: 'no display' };
  const binary = await electron(log);
  const isRoot = process.getuid?.() === 0;
  if (binary !== undefined)
    return { program: binary, args: [root, ...(isRoot ? ['--no-sandbox'] : [])] };
  if (installedChromium() === undefined)
    return { missing: 'neither Electron nor a Chromium is installed' };
  log('Electron’s binary cannot be had here: Nostro opens in the installed Chromium.');
  const [runner, main] = ['tools/host/run.ts', 'out/main/main.js'].map((file) => join(root, file));
  return { program: process.execPath, args: [runner ?? '', main ?? '', '--headed'] };
}

/** Starts a window with more in its environment. */
export const openWindow = (
  { program, args }: Shell,
  env: Readonly<Record<string, string>> = {},
): ChildProcess =>
  spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });

/** Runs a program of ours to its end; its exit code, see {@link exitOf}. */
export const runTool = (name: string): Promise<number> =>
  exitOf(spawn(process.execPath, [join(root, name)], { cwd: root, stdio: 'inherit' }));

/** The exit code of a process at its end, or -1 where it could not run or was ended. */
export async function exitOf(child: ChildProcess): Promise<number> {
  const [code] = (await once(child, 'exit').catch(() => [null])) as [number | null];
  return code ?? -1;
}

const hasDisplay = (): boolean =>
  process.platform !== 'linux' ||
  Boolean(process.env['DISPLAY']) ||
  Boolean(process.env['WAYLAND_DISPLAY']);

/** Electron's binary, fetched once if its source can be reached from here; else undefined, without a fuss. */
async function electron(log: (line: string) => void): Promise<string | undefined> {
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
  const stdio: StdioOptions = 'ignore';
  await exitOf(
    spawn(process.execPath, [electronInstaller], { cwd: root, stdio, timeout: fetchTimeoutMs }),
  );
  return electronBinary();
}
