import { packedText, unpackedText } from '../../../engines/machine/packed-text.ts';
import type { LedgerLine } from './ledger.ts';

/** The prefix of packed text; no JSON begins with it. */
const mark = 'z:';

/** Compresses long JSON for the journal, as text. The reader thread packs and unpacks. */
export const packed = (json: string): string => `${mark}${packedText(json).toString('base64')}`;

/** Reverses {@link packed}; text that an older version stored uncompressed is returned unchanged. */
export const unpacked = (text: string): string =>
  text.startsWith(mark) ? unpackedText(Buffer.from(text.slice(mark.length), 'base64')) : text;

/** The lines of a ledger from their stored text, which only `packed` writes. */
export const ledgerLines = (text: string): LedgerLine[] =>
  JSON.parse(unpacked(text)) as LedgerLine[];
