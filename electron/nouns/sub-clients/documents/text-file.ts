import { isUtf8 } from 'node:buffer';

import { parseJsonText, plainJson } from '../../../engines/bank/json/json-text.ts';

/**
 * The name endings of each text type. Text files have no signature in their bytes: the bytes show that a file is text, only its name shows
 * of which type. A type that is not listed has any ending that no other type has.
 */
const endings: Readonly<Record<string, readonly string[]>> = {
  'text/plain': ['txt', 'text', 'log', 'asc'],
  'text/csv': ['csv'],
  'application/csv': ['csv'],
  'text/tab-separated-values': ['tsv', 'tab'],
  'text/markdown': ['md', 'markdown'],
  'text/html': ['html', 'htm'],
  'text/xml': ['xml'],
  'application/xml': ['xml'],
  'application/json': ['json'],
};

const claimed = new Set(Object.values(endings).flat());

const isText = (mimeType: string): boolean =>
  Object.hasOwn(endings, mimeType) || /^text\/|\+(json|xml)$/.test(mimeType);

/** Returns the accepted text type for a name with this ending; null where there is none. */
export function textTypeOf(ending: string, accepted: readonly string[]): string | null {
  const fits = (mimeType: string): boolean =>
    endings[mimeType]?.includes(ending) ?? (ending !== '' && !claimed.has(ending));
  return accepted.find((mimeType) => isText(mimeType) && fits(mimeType)) ?? null;
}

/** Why bytes are not the text that their name says, as the end of a sentence; null when they are. */
export function textProblem(bytes: Uint8Array, mimeType: string): string | null {
  const text = textIn(bytes);
  if (text === null) return 'is not text by its content, but its name says otherwise';
  const isJson = mimeType === 'application/json' || mimeType.endsWith('+json');
  return isJson && !isValidJson(text) ? 'is not valid JSON' : null;
}

/** The text must have no comments, which a person's own files may have. */
const isValidJson = (text: string): boolean => parseJsonText(text).ok && plainJson(text) === text;

/** Characters that no text has: control characters except tabs, line ends and page ends, and undecodable ones. */
const control = /[^\P{Cc}\t\n\f\r]|\uFFFD/u;

/** Decodes as UTF-8, as UTF-16 with its mark, else as Windows writes Western letters. Null where it is none of these. */
function textIn(bytes: Uint8Array): string | null {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return control.test(text) ? null : text;
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}
