import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { syncPath } from '../../../engines/machine/durable.ts';
import { diskFault, onDiskAsync } from '../../../engines/machine/on-disk.ts';
import { furthestHead, writeHead } from './head-slots.ts';
import { parseWitness, type Witness, type WitnessHead } from './witness.ts';

const ending = '.json';
const folderOf = (stateDir: string): string => join(stateDir, 'journals');
const fileOf = (stateDir: string, name: string): string =>
  join(folderOf(stateDir), `${name}${ending}`);
/** The heads of the journal since its witness was last written as a whole. */
const headsOf = (stateDir: string, name: string): string =>
  join(folderOf(stateDir), `${name}.heads`);

/** Reads a witness; null when it is missing or unreadable. */
async function readWitnessFile(stateDir: string, name: string): Promise<Witness | null> {
  const text = await readFile(fileOf(stateDir, name), 'utf8').catch(() => null);
  const witness = text === null ? null : parseWitness(text);
  return witness && furthest(witness, headOf(stateDir, name, witness));
}

/** Reads the head beside a witness; null where its file cannot be read. */
function headOf(stateDir: string, name: string, witness: Witness): WitnessHead | null {
  try {
    return furthestHead(headsOf(stateDir, name), witness);
  } catch {
    return null;
  }
}

/** The witness, advanced to the head if the head is newer. */
const furthest = (witness: Witness, head: WitnessHead | null): Witness =>
  head && head.count > witness.count
    ? { ...witness, ...head, upTo: Math.max(head.count, witness.upTo) }
    : witness;

/** All witnesses on this machine, by their names. */
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

/** Writes a witness whole or not at all, 0600, and syncs it. Throws `store.full` or `store.readonly`. */
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
    // Syncs the name too: otherwise a power cut could bring back the previous witness, which knows of fewer sends.
    syncPath(folderOf(stateDir));
  } catch (cause) {
    throw diskFault(cause);
  }
}

/**
 * Writes only the head of a witness, in place, after the first was written as a whole. Where the file is gone, it is written as a whole
 * again.
 */
export async function advanceWitnessFile(
  stateDir: string,
  name: string,
  witness: Witness,
): Promise<void> {
  if (!existsSync(fileOf(stateDir, name))) {
    await writeWitnessFile(stateDir, name, witness);
    return;
  }
  const { folderId, journalId, epoch, count, digest, at } = witness;
  const head = { folderId, journalId, epoch, count, digest, at };
  await onDiskAsync(() => writeHead(headsOf(stateDir, name), head));
}

export async function removeWitnessFile(stateDir: string, name: string): Promise<void> {
  await rm(headsOf(stateDir, name), { force: true });
  await rm(fileOf(stateDir, name), { force: true });
}
