import { timingSafeEqual } from 'node:crypto';

import type { Head } from './act.ts';
import { sha256 } from './chain.ts';
import { words } from './english-words.ts';

const indexBits = 11n;

/** Words for the first bits of bytes. */
function wordsFor(bytes: Uint8Array, count: number): string[] {
  const bits = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  const length = BigInt(bytes.byteLength * 8);
  return Array.from({ length: count }, (_, at) => {
    const shift = length - indexBits * BigInt(at + 1);
    return words[Number((bits >> shift) & 0x7_ffn)] ?? '';
  });
}

/** Six words for bytes, to be read aloud: 66 bits of their SHA-256. */
export const sixWords = (bytes: Uint8Array): readonly string[] => wordsFor(sha256(bytes), 6);

/** Did a person type the expected words? The comparison takes the same time for right and wrong words. */
export function isSameWords(typed: string, expected: readonly string[]): boolean {
  const given = typed.trim().toLowerCase().split(/\s+/).join(' ');
  return timingSafeEqual(sha256(Buffer.from(given)), sha256(Buffer.from(expected.join(' '))));
}

/** Two words for a head, to be compared by voice. */
export const headWords = ({ digest }: Head): string =>
  wordsFor(Buffer.from(digest, 'hex'), 2).join(' ');
