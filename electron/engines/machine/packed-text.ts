import { deflateSync, inflateSync } from 'node:zlib';

import { limits } from '../../../shared/limits.ts';

/** Long JSON for the journal, at about a tenth of its length: a write blocks the main thread until it is on the disk. */
export const packedText = (text: string): Buffer => deflateSync(text);

/** Reverses {@link packedText}; throws for damaged bytes, and for ones of which too much would come. */
export const unpackedText = (bytes: Uint8Array): string =>
  inflateSync(bytes, { maxOutputLength: limits.unpackedBytesMax }).toString();
