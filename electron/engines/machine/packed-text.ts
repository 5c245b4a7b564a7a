import { deflateSync, inflateSync } from 'node:zlib';

import { limits } from '../../../shared/limits.ts';

/** Compresses long JSON for the journal to about a tenth: a write blocks the main thread until it is on the disk. */
export const packedText = (text: string): Buffer => deflateSync(text);

/** Reverses {@link packedText}. Throws for damaged bytes, and for a result over `limits.unpackedBytesMax`. */
export const unpackedText = (bytes: Uint8Array): string =>
  inflateSync(bytes, { maxOutputLength: limits.unpackedBytesMax }).toString();
