import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { takeHold, type Hold } from '../../electron/engines/machine/single-holder.ts';

/** As it was built, like the app that joins it. */
const program = join(import.meta.dirname, '../../out/main/sandbox.mjs');

/** The sandbox in a process of its own, which the app joins: so that the line to it can be cut and mended. */
export type PlayingBank = {
  /** Ends the bank's process: nothing answers at its address any more. */
  cut(): Promise<void>;
  /** Starts it again at the same address, with what it knew. */
  mend(): Promise<void>;
};

export async function startPlayingBank(dataDir: string): Promise<PlayingBank> {
  const folder = join(dataDir, 'sandbox');
  mkdirSync(folder, { recursive: true });
  const state = join(folder, 'state.json');
  let port = '0';
  let child: ChildProcess | null = null;
  let hold: Hold | null = null;

  async function mend(): Promise<void> {
    // The hold that a program with the sandbox has: an app that cannot join it at once waits, and starts no sandbox of its own.
    hold = takeHold(join(folder, 'holder'));
    const started = spawn(process.execPath, [program, '--port', port, '--state', state], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    const [line] = (await once(createInterface(started.stdout), 'line')) as [string];
    const { baseUrl } = JSON.parse(line) as { baseUrl: string };
    port = new URL(baseUrl).port;
    writeFileSync(join(folder, 'address.json'), JSON.stringify({ baseUrl }));
  }

  async function cut(): Promise<void> {
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    child = null;
    hold?.release();
  }

  await mend();
  return { cut, mend };
}
