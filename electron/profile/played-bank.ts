import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { readSmallJson, writeSmallFile } from './small-file.ts';

/** The sandbox bank, played on loopback by a thread of this process or by another process on the same data folder. */
export type PlayedBank = { readonly baseUrl: string; readonly close: () => Promise<void> };

/** Starts the sandbox, or joins the one that already runs for this data folder. `entry` is its thread's program. */
export async function openPlayedBank(entry: URL, dataDir: string): Promise<PlayedBank> {
  const folder = join(dataDir, 'sandbox');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const addressFile = join(folder, 'address.json');
  const running = addressOf(readSmallJson(addressFile));
  if (running && (await answers(running)))
    return { baseUrl: running, close: () => Promise.resolve() };
  const statePath = join(folder, 'state.json');
  const worker = new Worker(entry, { workerData: { statePath }, stdout: true });
  const [{ baseUrl }] = (await once(worker, 'message')) as [{ baseUrl: string }];
  worker.unref();
  writeSmallFile(addressFile, JSON.stringify({ baseUrl }));
  return {
    baseUrl,
    close: async () => {
      const ended = once(worker, 'exit');
      worker.ref();
      worker.postMessage('close');
      await ended;
      rmSync(addressFile, { force: true });
    },
  };
}

function addressOf(saved: unknown): string | null {
  const baseUrl = (saved as { baseUrl?: unknown } | null)?.baseUrl;
  return typeof baseUrl === 'string' && /^http:\/\/127\.0\.0\.1:\d+$/.test(baseUrl)
    ? baseUrl
    : null;
}

async function answers(baseUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${baseUrl}/sandbox/health`, { signal: AbortSignal.timeout(1_000) });
    return answer.ok;
  } catch {
    return false;
  }
}
