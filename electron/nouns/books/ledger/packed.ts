import { deflateSync, inflateSync } from 'node:zlib';

import { limits } from '../../../../shared/limits.ts';

/** Before what is packed; JSON begins otherwise. */
const mark = 'z:';

/**
 * Long JSON as the journal keeps it: what is written there holds the main thread until it is on the disk, and packed it is a tenth. The thread
 * that reads packs and unpacks it.
 */
export const packed = (json: string): string => `${mark}${deflateSync(json).toString('base64')}`;

/** What was kept before it was packed is as it is. */
export const unpacked = (text: string): string =>
  text.startsWith(mark)
    ? inflateSync(Buffer.from(text.slice(mark.length), 'base64'), {
        maxOutputLength: limits.unpackedBytesMax,
      }).toString()
    : text;
