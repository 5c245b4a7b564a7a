import type { ExportedEntry } from './incoming.ts';

/** An export as one JSON array, an entry a line; amounts are decimal texts. */
export const jsonHead = '[\n';
export const jsonTail = '\n]\n';

export const jsonLine = (entry: ExportedEntry, isFirst: boolean): string =>
  `${isFirst ? '' : ',\n'}${JSON.stringify(entry)}`;
