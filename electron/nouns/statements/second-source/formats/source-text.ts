import { isUtf8 } from 'node:buffer';

/** Decodes a file as UTF-8, or as Latin-1 if it is not valid UTF-8. */
export const textOfBytes = (bytes: Uint8Array): string =>
  new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'latin1').decode(bytes);
