import { isUtf8 } from 'node:buffer';

/** Text of a file: UTF-8, or Latin-1 where it is none. */
export const textOfBytes = (bytes: Uint8Array): string =>
  new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'latin1').decode(bytes);
