import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

import { z } from 'zod';

import { DeskFault } from '../../../shared/errors.ts';
import { unsealed } from './envelope.ts';

/** What a backup says of itself, inside the encryption. */
const Manifest = z.object({
  createdAt: z.string(),
  appVersion: z.string(),
  profileId: z.string(),
  bankName: z.string(),
  environment: z.string(),
  /** Null for the sandbox, whose file is built in. */
  bankFile: z.string().nullable(),
  journal: z.object({
    /** Of the copy in here only, base64url. */
    key: z.base64url(),
    sizeBytes: z.int().min(1),
    sha256: z.string(),
    sends: z.int().min(0),
    digest: z.string(),
  }),
});
export type Manifest = Readonly<z.output<typeof Manifest>>;

/** Longer than any of ours: a bank file and little more. */
const manifestBytesMax = 1024 * 1024;

/** The plain bytes of a backup: the manifest's length, the manifest, the journal. */
export async function* contentsOf(
  manifest: Manifest,
  journalFile: string,
): AsyncGenerator<Uint8Array> {
  const text = Buffer.from(JSON.stringify(manifest));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  yield length;
  yield text;
  yield* createReadStream(journalFile) as AsyncIterable<Uint8Array>;
}

/** SHA-256 of a file's bytes, hex, and how many they are. */
export async function measured(file: string): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const bytes of createReadStream(file) as AsyncIterable<Uint8Array>) {
    hash.update(bytes);
    sizeBytes += bytes.byteLength;
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/**
 * Reads a backup to its end, and puts its journal, still under a key of its own, into a new file. Throws as
 * `unsealed` does; what is not whole is `backup.damaged`.
 */
export async function unpack(
  path: string,
  passphrase: string,
  journalFile: string,
): Promise<Manifest> {
  const target = await open(journalFile, 'wx', 0o600);
  let manifest: Manifest | null = null;
  let held = Buffer.alloc(0);
  try {
    for await (const bytes of unsealed(path, passphrase)) {
      if (manifest) {
        await target.writeFile(bytes);
        continue;
      }
      held = Buffer.concat([held, bytes]);
      const length = held.length < 4 ? null : held.readUInt32BE(0);
      if (length !== null && length > manifestBytesMax) throw new DeskFault('backup.damaged');
      if (length === null || held.length < 4 + length) continue;
      manifest = manifestIn(held.subarray(4, 4 + length).toString('utf8'));
      await target.writeFile(held.subarray(4 + length));
    }
    await target.sync();
  } finally {
    await target.close();
  }
  if (!manifest) throw new DeskFault('backup.damaged');
  const { sizeBytes, sha256 } = await measured(journalFile);
  if (sizeBytes !== manifest.journal.sizeBytes || sha256 !== manifest.journal.sha256)
    throw new DeskFault('backup.damaged');
  return manifest;
}

function manifestIn(text: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(text));
  } catch (cause) {
    throw new DeskFault('backup.damaged', undefined, { cause });
  }
}
