import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileOf = (dataDir: string): string => join(dataDir, 'window.json');

/** Reads what the window stores between two starts, nothing secret; null when it is missing or damaged. */
export async function readWindowFile(dataDir: string): Promise<unknown> {
  return readFile(fileOf(dataDir), 'utf8')
    .then((text) => JSON.parse(text) as unknown)
    .catch(() => null);
}

/**
 * Replaces the file as a whole: a crash leaves the old text or the new one. It is written before this returns, so that
 * the process may end at once; the promise rejects with what went wrong.
 */
export function writeWindowFile(dataDir: string, content: object): Promise<void> {
  return new Promise((resolve) => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const draft = `${fileOf(dataDir)}.part`;
    writeFileSync(draft, JSON.stringify(content), { mode: 0o600, flush: true });
    renameSync(draft, fileOf(dataDir));
    resolve();
  });
}
