import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { syncPath } from './durable.ts';
import { onDisk } from './on-disk.ts';

/**
 * Replaces a small file atomically: a crash leaves the old text or the new one, never a part of it,
 * and a failure leaves no other file behind.
 */
export function writeSmallFile(path: string, text: string): void {
  const draft = `${path}.part`;
  onDisk(() => {
    try {
      writeFileSync(draft, text, { mode: 0o600, flush: true });
      renameSync(draft, path);
      syncPath(dirname(path));
    } catch (cause) {
      rmSync(draft, { force: true });
      throw cause;
    }
  });
}

/** Reads the text of a small file; null when there is none. */
export function readSmallFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Reads the JSON in a small file; null when there is none or it is not JSON, as after a power cut. */
export function readSmallJson(path: string): unknown {
  const text = readSmallFile(path);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
