import type { Answers } from './fake-bridge.ts';

const company = 'Agricultural Exports Ltd';
const referenceLength = 32;

const names =
  /^(counterparty|beneficiaryName|recipientName|payerName|accountName|payee|payeeName)$/u;
const references = /^(customReference|reference)$/u;

/** The same text is stretched alike, so that records of one reference stay together. */
function stretchedText(key: string, text: string): string {
  if (text === '') return text;
  if (names.test(key)) return text.length > 40 ? text : `${text} ${company}`;
  return text.length >= referenceLength || text.includes(' ')
    ? text
    : `${text}-2026-11-24-ABCDEFGHIJKLMNOPQRSTUVWXYZ`.slice(0, referenceLength);
}

function stretched(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stretched);
  if (value === null || typeof value !== 'object' || !isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      typeof one === 'string' && (names.test(key) || references.test(key))
        ? stretchedText(key, one)
        : stretched(one),
    ]),
  );
}

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

/** The same answers with long names, and references of 32 characters. */
export const withLongTexts = (answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      async (input: never) => stretched(await (answer as (given: never) => unknown)(input)),
    ]),
  );
