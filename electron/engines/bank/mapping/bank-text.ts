import type { z } from 'zod';

import { readPointer, type JsonPointer } from '../json/pointer.ts';

const wordsMax = 500;
const fieldsMax = 20;

/** Returns the bank's own message in an error's body, shortened to one line. The first pointer that finds text wins. */
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

/** Makes untrusted text safe to show: removes control characters and marks that change the writing direction, and shortens it. */
export function cleanText(text: string): string {
  const plain = text
    .slice(0, wordsMax * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return plain.length > wordsMax ? `${plain.slice(0, wordsMax - 1)}…`.toWellFormed() : plain;
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  object: 'a record',
  record: 'a record',
  array: 'a list',
  int: 'a whole number',
  boolean: 'true or false',
};

/** Rewords a schema issue, which names types, for a person who needs to know what to write. */
export function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `has fields that are not known here: ${cleanText(issue.keys.join(', ')).slice(0, 200)}`;
  if (issue.code === 'invalid_value')
    return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
  if (issue.code !== 'invalid_type' || !issue.message.startsWith('Invalid input'))
    return cleanText(issue.message);
  return issue.message.endsWith('received undefined')
    ? 'is missing'
    : `must be ${typeWords[issue.expected] ?? `a ${issue.expected}`}`;
}

/** Returns the issues of a schema by place, at most twenty places. */
export function problemsByPlace(error: z.core.$ZodError): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const issue of error.issues.slice(0, fieldsMax)) {
    const place = cleanText(issue.path.map(String).join('.')).slice(0, 200);
    problems[place] ??= problemOf(issue);
  }
  return problems;
}
