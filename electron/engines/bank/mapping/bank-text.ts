import type { z } from 'zod';

import { readPointer, type JsonPointer } from '../json/pointer.ts';

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

/** A schema speaks of types; a person who wrote the input, or reads a bank's answer, wants to know what to write. */
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

/** What a schema found wrong, by place: at most twenty places. */
export function problemsByPlace(error: z.core.$ZodError): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const issue of error.issues.slice(0, fieldsMax)) {
    const place = cleanText(issue.path.map(String).join('.')).slice(0, 200);
    problems[place] ??= problemOf(issue);
  }
  return problems;
}
