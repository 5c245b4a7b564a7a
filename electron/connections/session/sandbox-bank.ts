import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { DeskFault } from '../../../shared/errors.ts';
import { onDisk } from '../../engines/machine/on-disk.ts';
import { holderOf, takeHold, type Hold } from '../../engines/machine/single-holder.ts';
import { readSmallJson, writeSmallFile } from '../../engines/machine/small-file.ts';

/** The sandbox bank, run on loopback by a thread of this process or by another process on the same data folder. */
export type SandboxBank = { readonly baseUrl: string; readonly close: () => Promise<void> };

/** Longer than a bank takes to wait for its guests, to start, and to save its state. */
const turnPatienceMs = 40_000;
const turnStepMs = 100;
/** Well before the lock note of the folder counts as stale. */
const renewEveryMs = 60_000;

/**
 * Starts the sandbox, or joins the one that already runs for this data folder. Two at once would overwrite each other's state. `entry` is
 * its thread's program. Throws `store.locked` when it neither runs nor may be started.
 */
export async function openSandboxBank(entry: URL, dataDir: string): Promise<SandboxBank> {
  const folder = join(dataDir, 'sandbox');
  onDisk(() => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  const holderFile = join(folder, 'holder');
  for (let waitedMs = 0; waitedMs < turnPatienceMs; waitedMs += turnStepMs) {
    const joined = await joinedBank(addressFileIn(folder));
    if (joined) return joined;
    const hold = takeHold(holderFile);
    if (hold) return startedBank(entry, folder, hold);
    await setTimeout(turnStepMs);
  }
  const holder = holderOf(holderFile);
  throw new DeskFault(
    'store.locked',
    `The sandbox of this data folder is held by process ${holder ?? 'unknown'}, and does not answer.`,
  );
}

const addressFileIn = (folder: string): string => join(folder, 'address.json');

async function startedBank(entry: URL, folder: string, hold: Hold): Promise<SandboxBank> {
  const addressFile = addressFileIn(folder);
  const statePath = join(folder, 'state.json');
  const worker = new Worker(entry, { workerData: { statePath }, stdout: true });
  const renewing = setInterval(hold.renew, renewEveryMs);
  renewing.unref();
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      clearInterval(renewing);
      hold.release();
      resolve();
    });
  });
  const [{ baseUrl }] = (await once(worker, 'message')) as [{ baseUrl: string }];
  worker.unref();
  // A sandbox that crashed only stops answering: this process goes on.
  worker.on('error', () => undefined);
  try {
    writeSmallFile(addressFile, JSON.stringify({ baseUrl }));
  } catch (cause) {
    worker.postMessage('close');
    throw cause;
  }
  return {
    baseUrl,
    close: async () => {
      rmSync(addressFile, { force: true });
      worker.ref();
      worker.postMessage('close');
      await ended;
    },
  };
}

/** Joins a running sandbox as a guest. Its process keeps it running while the connection is open. */
async function joinedBank(addressFile: string): Promise<SandboxBank | null> {
  const baseUrl = addressOf(readSmallJson(addressFile));
  if (baseUrl === null) return null;
  const leave = new AbortController();
  const isGuest = await joined(baseUrl, leave);
  if (!isGuest) return null;
  return {
    baseUrl,
    close: () => {
      leave.abort();
      return Promise.resolve();
    },
  };
}

function addressOf(saved: unknown): string | null {
  const baseUrl = (saved as { baseUrl?: unknown } | null)?.baseUrl;
  return typeof baseUrl === 'string' && /^http:\/\/127\.0\.0\.1:\d+$/.test(baseUrl)
    ? baseUrl
    : null;
}

async function joined(baseUrl: string, leave: AbortController): Promise<boolean> {
  const timer = globalThis.setTimeout(() => {
    leave.abort();
  }, 1_000);
  try {
    const { ok, body } = await fetch(`${baseUrl}/sandbox/stay`, { signal: leave.signal });
    // The response is read until the guest leaves; an error when the bank ends is expected.
    body?.pipeTo(new WritableStream()).catch(() => undefined);
    return ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
