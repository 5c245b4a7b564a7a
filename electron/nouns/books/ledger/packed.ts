import { deflateSync, inflateSync } from 'node:zlib';

import { limits } from '../../../../shared/limits.ts';

/** The prefix of packed text; no JSON begins with it. */
const mark = 'z:';

/**
 * Compresses long JSON for the journal to about a tenth: a write blocks the main thread until it is on the disk. The reader
 * thread packs and unpacks.
 */
export const packed = (json: string): string => `${mark}${deflateSync(json).toString('base64')}`;

/** Reverses {@link packed}; text that an older version stored uncompressed is returned unchanged. */
export const unpacked = (text: string): string =>
  text.startsWith(mark)
    ? inflateSync(Buffer.from(text.slice(mark.length), 'base64'), {
        maxOutputLength: limits.unpackedBytesMax,
      }).toString()
    : text;
