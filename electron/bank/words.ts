import type { z } from 'zod';

import { readPointer, type JsonPointer } from './pointer.ts';

const wordsMax = 500;
const fieldsMax = 20;

/** The bank's own words in an error's body: the first pointer that finds text wins. Bounded, on one line. */
export function bankWords(
  body: unknown,
  pointers: readonly JsonPointer[],
  redact: (text: string) => string,
): string | undefined {
  for (const pointer of pointers) {
    const found = readPointer(body, pointer);
    const text = Array.isArray(found)
      ? found.filter((part) => typeof part === 'string').join('; ')
      : found;
    const clean = typeof text === 'string' ? cleanText(redact(text)) : '';
    if (clean !== '') return clean;
  }
  return undefined;
}

/** Text of a stranger, made safe to show: no control characters, no tricks with the direction of writing. */
function cleanText(text: string): string {
  const plain = text
    .slice(0, wordsMax * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return plain.length > wordsMax ? `${plain.slice(0, wordsMax - 1)}…`.toWellFormed() : plain;
}

/** What a schema found wrong, by place: at most twenty places. */
export function problemsByPlace(error: z.core.$ZodError): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const issue of error.issues.slice(0, fieldsMax)) {
    const place = cleanText(issue.path.map(String).join('.')).slice(0, 200);
    problems[place] ??= cleanText(issue.message);
  }
  return problems;
}
