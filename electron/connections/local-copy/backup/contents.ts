import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { DeskFault } from '../../../../shared/errors.ts';
import { unsealed } from './envelope.ts';

/** The description of a backup, inside the encryption. */
const Manifest = z.object({
  createdAt: z.string(),
  appVersion: z.string(),
  profileId: z.string(),
  bankName: z.string(),
  environment: z.string(),
  /** Null for the sandbox, whose file is built in. */
  bankFile: z.string().nullable(),
  journal: z.object({
    /** The key of the copy in this backup only, base64url. */
    key: z.base64url(),
    sizeBytes: z.int().min(1),
    sha256: z.string(),
    sends: z.int().min(0),
    digest: z.string(),
  }),
  /** The attached files, which follow the journal in this order, encrypted under keys in the journal. */
  files: z
    .array(
      z.object({
        name: z.string().regex(/^[0-9a-f-]{36}\.spool$/),
        sizeBytes: z.int().min(1),
        sha256: z.string(),
      }),
    )
    .default([]),
  /** The desk's copy of its team's record, which follows the files. The desk's keys in the team are derived from `secret`, base64url. */
  team: z
    .object({
      key: z.base64url(),
      secret: z.base64url(),
      sizeBytes: z.int().min(1),
      sha256: z.string(),
    })
    .optional(),
});
export type Manifest = Readonly<z.output<typeof Manifest>>;

/** Longer than any manifest of ours: a bank file, and a line for each attached file. */
const manifestBytesMax = 16 * 1024 * 1024;

/** Where the parts of a backup are read or written: the journal, the folder of attached files, and the copy of the team's record. */
export type Places = {
  readonly journal: string;
  readonly attachments: string;
  readonly team: string;
};

/** The plain bytes of a backup: the manifest's length, the manifest, the journal, the attached files, the copy of the team's record. */
export async function* contentsOf(
  manifest: Manifest,
  { journal, attachments, team }: Places,
): AsyncGenerator<Uint8Array> {
  const text = Buffer.from(JSON.stringify(manifest));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  yield length;
  yield text;
  yield* createReadStream(journal) as AsyncIterable<Uint8Array>;
  for (const { name } of manifest.files)
    yield* createReadStream(join(attachments, name)) as AsyncIterable<Uint8Array>;
  if (manifest.team) yield* createReadStream(team) as AsyncIterable<Uint8Array>;
}

/** The SHA-256 of a file, hex, and its size in bytes. */
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
 * Reads a backup to its end. Writes its journal, still under its own key, into a new file, and its attached files into a folder. Throws as
 * `unsealed` does, and `backup.damaged` for an incomplete backup.
 */
export async function unpack(path: string, passphrase: string, places: Places): Promise<Manifest> {
  const plain = new Plain(unsealed(path, passphrase));
  const length = (await plain.take(4)).readUInt32BE(0);
  if (length > manifestBytesMax) throw new DeskFault('backup.damaged');
  const manifest = manifestIn((await plain.take(length)).toString('utf8'));
  await unpackTo(places.journal, plain, manifest.journal);
  if (manifest.files.length > 0) await mkdir(places.attachments, { recursive: true, mode: 0o700 });
  for (const file of manifest.files)
    await unpackTo(join(places.attachments, file.name), plain, file);
  if (manifest.team) await unpackTo(places.team, plain, manifest.team);
  if (!(await plain.isOver())) throw new DeskFault('backup.damaged');
  return manifest;
}

type Part = { readonly sizeBytes: number; readonly sha256: string };

/** Writes the next `sizeBytes` bytes into a new file, and checks their digest. */
async function unpackTo(file: string, plain: Plain, { sizeBytes, sha256 }: Part): Promise<void> {
  const target = await open(file, 'wx', 0o600);
  const hash = createHash('sha256');
  try {
    for (let left = sizeBytes; left > 0;) {
      const bytes = await plain.next(left);
      hash.update(bytes);
      await target.writeFile(bytes);
      left -= bytes.length;
    }
    await target.sync();
  } finally {
    await target.close();
  }
  if (hash.digest('hex') !== sha256) throw new DeskFault('backup.damaged');
}

/** Reads bytes in pieces of another size than they arrive in. Throws `backup.damaged` where there are too few. */
class Plain {
  readonly #source: AsyncGenerator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncGenerator<Uint8Array>) {
    this.#source = source;
  }

  /** Returns at least one byte, and at most `most`. */
  async next(most: number): Promise<Buffer> {
    while (this.#held.length === 0)
      if (!(await this.#more())) throw new DeskFault('backup.damaged');
    const bytes = this.#held.subarray(0, most);
    this.#held = this.#held.subarray(bytes.length);
    return bytes;
  }

  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = count; left > 0; left -= parts.at(-1)?.length ?? 0)
      parts.push(await this.next(left));
    return Buffer.concat(parts);
  }

  /** Whether the source has ended. Reads on, so that a truncated file fails here at the latest. */
  async isOver(): Promise<boolean> {
    while (this.#held.length === 0) if (!(await this.#more())) return true;
    return false;
  }

  async #more(): Promise<boolean> {
    const next = await this.#source.next();
    if (next.done === true) return false;
    this.#held = Buffer.from(next.value);
    return true;
  }
}

function manifestIn(text: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(text));
  } catch (cause) {
    throw new DeskFault('backup.damaged', undefined, { cause });
  }
}
