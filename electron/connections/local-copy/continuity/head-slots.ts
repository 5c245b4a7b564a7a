import { createHash } from 'node:crypto';
import { closeSync, fdatasync, openSync, readSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

import { syncPath } from '../../../engines/machine/durable.ts';
import { WitnessHead } from './witness.ts';

/** The owner of a head: another folder, journal or epoch has counts of its own. */
type HeadOwner = Pick<WitnessHead, 'folderId' | 'journalId' | 'epoch'>;

/** Slots far enough apart that no disk write touches both. */
const slotBytes = 4096;
const slots = [0, 1] as const;

const synced = promisify(fdatasync);

/**
 * Writes a head in place and syncs it. That takes one sync, where replacing a file takes one for its content and one for its name.
 * Overwrites the slot with the older head of the same journal, so that a power cut leaves the previous head; no byte of the send that the
 * new head counts has left by then. Throws the file system's own errors.
 */
export async function writeHead(file: string, head: WitnessHead): Promise<void> {
  const descriptor = opened(file, 'r+');
  if (descriptor === null) {
    await makeSlots(file, head);
    return;
  }
  try {
    const [first = -1, second = -1] = slots.map((slot) => headIn(descriptor, slot, head)?.count);
    const slot = first <= second ? 0 : 1;
    writeSync(descriptor, slotOf(head), 0, slotBytes, slot * slotBytes);
    await synced(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The owner's head with the highest count in a file; null where no head is intact. */
export function furthestHead(file: string, owner: HeadOwner): WitnessHead | null {
  const descriptor = opened(file, 'r');
  if (descriptor === null) return null;
  try {
    const heads = slots
      .map((slot) => headIn(descriptor, slot, owner))
      .filter((head) => head !== null);
    return heads.toSorted((a, b) => b.count - a.count)[0] ?? null;
  } finally {
    closeSync(descriptor);
  }
}

/** Creates both slots at their full length, so that later writes change only their content. */
async function makeSlots(file: string, head: WitnessHead): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(Buffer.concat([slotOf(head), Buffer.alloc(slotBytes)]));
    await handle.sync();
  } finally {
    await handle.close();
  }
  syncPath(dirname(file));
}

function opened(file: string, flags: 'r' | 'r+'): number | null {
  try {
    return openSync(file, flags);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw cause;
  }
}

/** Encodes a head with its digest in front, so that a half-written slot is recognised. */
function slotOf(head: WitnessHead): Buffer {
  const text = JSON.stringify(head);
  const slot = Buffer.alloc(slotBytes, ' ');
  slot.write(`${digestOf(text)} ${text}`);
  return slot;
}

function headIn(descriptor: number, slot: number, owner: HeadOwner): WitnessHead | null {
  const bytes = Buffer.alloc(slotBytes);
  const length = readSync(descriptor, bytes, 0, slotBytes, slot * slotBytes);
  const whole = bytes.toString('utf8', 0, length).trimEnd();
  const text = whole.slice(digestLength + 1);
  if (whole.slice(0, digestLength) !== digestOf(text)) return null;
  const head = WitnessHead.safeParse(JSON.parse(text)).data;
  return head && isOf(head, owner) ? head : null;
}

const isOf = (head: WitnessHead, { folderId, journalId, epoch }: HeadOwner): boolean =>
  head.folderId === folderId && head.journalId === journalId && head.epoch === epoch;

const digestLength = 64;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
