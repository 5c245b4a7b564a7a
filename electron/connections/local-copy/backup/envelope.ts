import { createHash, randomBytes, scrypt } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

import { z } from 'zod';

import { DeskFault } from '../../../../shared/errors.ts';
import {
  openChunks,
  readBytes,
  sealChunks,
  type ByteSource,
} from '../../../engines/machine/sealed-chunks.ts';
import { checkOf } from '../../../engines/vault/wrapping.ts';

/**
 * The format of a backup: a name and a version, the parameters of the key derivation, and then everything else encrypted.
 *
 *   "NOSTRO BACKUP\n"  version u16  length u16  header JSON  SHA-256 of all before it
 *   sealed chunks (machine/sealed-chunks.ts), of which the first is bound to the header
 */

const magic = Buffer.from('NOSTRO BACKUP\n');
/** 2: files that are attached to entries follow the journal. 3: the copy of a team's record follows them. */
const version = 3;
const digestBytes = 32;
/** A longer header is not one of ours. */
const headerBytesMax = 4_096;

/** 128 MiB; about half a second on a desk machine. */
const cost = { N: 131_072, r: 8, p: 1 };
const Header = z.object({
  kdf: z.literal('scrypt'),
  cost: z.object({ N: z.int(), r: z.int(), p: z.int() }),
  salt: z.base64url(),
  /** Recognises the right passphrase without revealing anything about it. */
  check: z.string(),
});

/** The bytes of a backup of `source`. A program that does not know `writtenVersion` reports that the backup is newer. */
export async function* sealed(
  source: ByteSource,
  passphrase: string,
  writtenVersion = 1,
): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(16);
  const key = await keyFrom(passphrase, salt);
  const header = { kdf: 'scrypt', cost, salt: salt.toString('base64url'), check: checkOf(key) };
  const head = headOf(JSON.stringify(header), writtenVersion);
  yield head;
  yield* sealChunks(source, { key, head });
}

/**
 * Decrypts a backup chunk by chunk. Anybody can write a header, so one that asks for another cost than ours is refused before the key is
 * derived. Throws `backup.not-one`, `backup.newer`, `backup.wrong-passphrase` or `backup.damaged`; a truncated file throws at its end at
 * the latest.
 */
export async function* unsealed(path: string, passphrase: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new DeskFault('backup.not-one', `${path} cannot be read.`, { cause });
  });
  try {
    const { head, header } = await readHead(file);
    const key = await keyFrom(passphrase, Buffer.from(header.salt, 'base64url'));
    if (checkOf(key) !== header.check) throw new DeskFault('backup.wrong-passphrase');
    yield* openChunks(file, { key, head }, damaged);
  } finally {
    await file.close();
  }
}

function headOf(text: string, writtenVersion: number): Buffer {
  const numbers = Buffer.alloc(4);
  numbers.writeUInt16BE(writtenVersion, 0);
  numbers.writeUInt16BE(Buffer.byteLength(text), 2);
  const prefix = Buffer.concat([magic, numbers, Buffer.from(text)]);
  return Buffer.concat([prefix, digestOf(prefix)]);
}

async function readHead(
  file: FileHandle,
): Promise<{ head: Buffer; header: z.output<typeof Header> }> {
  const begin = await readBytes(file, magic.length + 4);
  const isOurs = begin.subarray(0, magic.length).equals(magic.subarray(0, begin.length));
  if (begin.length === 0 || !isOurs) throw new DeskFault('backup.not-one');
  if (begin.length < magic.length + 4) throw new DeskFault('backup.damaged');
  if (begin.readUInt16BE(magic.length) > version) throw new DeskFault('backup.newer');
  const length = begin.readUInt16BE(magic.length + 2);
  if (length > headerBytesMax) throw new DeskFault('backup.damaged');
  const rest = await readBytes(file, length + digestBytes);
  const prefix = Buffer.concat([begin, rest.subarray(0, length)]);
  if (!digestOf(prefix).equals(rest.subarray(length))) throw new DeskFault('backup.damaged');
  const header = headerIn(rest.subarray(0, length).toString('utf8'));
  return { head: Buffer.concat([prefix, digestOf(prefix)]), header };
}

function headerIn(text: string): z.output<typeof Header> {
  let header: z.output<typeof Header>;
  try {
    header = Header.parse(JSON.parse(text));
  } catch (cause) {
    throw damaged(cause);
  }
  const { N, r, p } = header.cost;
  if (N !== cost.N || r !== cost.r || p !== cost.p)
    throw new DeskFault(
      'backup.not-one',
      'Its passphrase has another cost than in any backup: the file was not written by Nostro.',
    );
  return header;
}

const digestOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

const damaged = (cause: unknown): DeskFault =>
  new DeskFault('backup.damaged', undefined, { cause });

/** Derives the key. NFC makes the passphrase the same on every keyboard. */
function keyFrom(passphrase: string, salt: Uint8Array): Promise<Buffer> {
  const options = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, options, (cause, key) => {
      if (cause) reject(damaged(cause));
      else resolve(key);
    });
  });
}
