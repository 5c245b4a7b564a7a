import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { syncPath } from '../../machine/durable.ts';
import { diskFault } from '../../machine/on-disk.ts';
import { parseWitness, type Witness } from './witness.ts';

const ending = '.json';
const folderOf = (stateDir: string): string => join(stateDir, 'journals');
const fileOf = (stateDir: string, name: string): string =>
  join(folderOf(stateDir), `${name}${ending}`);

/** Null when there is none, or none that can be read. */
async function readWitnessFile(stateDir: string, name: string): Promise<Witness | null> {
  const text = await readFile(fileOf(stateDir, name), 'utf8').catch(() => null);
  return text === null ? null : parseWitness(text);
}

/** All that this machine keeps, by their names. */
export async function allWitnessFiles(stateDir: string): Promise<ReadonlyMap<string, Witness>> {
  const names = await readdir(folderOf(stateDir)).catch(() => []);
  const found = new Map<string, Witness>();
  for (const file of names.filter((each) => each.endsWith(ending))) {
    const name = file.slice(0, -ending.length);
    const witness = await readWitnessFile(stateDir, name);
    if (witness) found.set(name, witness);
  }
  return found;
}

/** Whole or not at all, 0600, on the disk before it counts. Throws `store.full` or `store.readonly`. */
export async function writeWitnessFile(
  stateDir: string,
  name: string,
  witness: Witness,
): Promise<void> {
  const target = fileOf(stateDir, name);
  const draft = `${target}.${process.pid}.part`;
  try {
    await mkdir(folderOf(stateDir), { recursive: true, mode: 0o700 });
    const handle = await open(draft, 'w', 0o600);
    try {
      await handle.writeFile(JSON.stringify(witness));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, target);
    // Its name too, or a power cut brings the one before back, which knows of less.
    syncPath(folderOf(stateDir));
  } catch (cause) {
    throw diskFault(cause);
  }
}

export const removeWitnessFile = (stateDir: string, name: string): Promise<void> =>
  rm(fileOf(stateDir, name), { force: true });
