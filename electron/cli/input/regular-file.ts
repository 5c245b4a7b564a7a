import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';

/**
 * Reads a regular file. Follows no link, reads no device or pipe, and takes nothing larger than allowed into memory. Asks for one byte more
 * than the file has, so that a file that grows during the read is noticed.
 */
export async function readRegularFile(
  path: string,
  sizeBytesMax: number,
  { correlationId }: Context,
): Promise<Outcome<Uint8Array>> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => null);
  if (!file) return fail('file.not-opened', correlationId, { message: `${path} cannot be read.` });
  try {
    const stat = await file.stat();
    if (!stat.isFile())
      return fail('file.not-opened', correlationId, { message: `${path} is not a regular file.` });
    if (stat.size > sizeBytesMax)
      return fail('file.too-large', correlationId, {
        message: `${path} has ${stat.size} bytes; the bank takes up to ${sizeBytesMax}.`,
      });
    const bytes = new Uint8Array(stat.size + 1);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    if (bytesRead !== stat.size)
      return fail('file.not-opened', correlationId, {
        message: `${path} changed while it was read.`,
      });
    return ok(bytes.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
