import { z } from 'zod';

import { isIsoDate } from '../calendar/calendar.ts';
import { namedTexts } from './operation.ts';

/**
 * A field that a bank requires or accepts beyond those of the catalogue, as its bank file declares it. The specification shows no
 * body of the operations that take one, so the bank decides which fields there are and how they are called.
 */
export type RequiredField = {
  /** Its name in `more`, in the templates of the bank file, and on the wire where there is no template. */
  readonly name: string;
  /** As a person reads it; the bank file's own words. */
  readonly label: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  /** Of a `choice`: what may be sent, and how a person reads it. Empty for every other kind. */
  readonly choices: readonly Choice[];
  /** Characters. */
  readonly maxLength: number;
};

/** By the operation's name. */
export type RequiredFields = Readonly<Record<string, readonly RequiredField[]>>;

export const fieldKinds = ['text', 'date', 'choice', 'number'] as const;
type FieldKind = (typeof fieldKinds)[number];
type Choice = { readonly value: string; readonly label: string };

/** The filled fields: name -> text. */
export type More = Readonly<Record<string, string>>;

/** A sent value with its label as shown at that time; the bank file may change the label later. */
export type SentField = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** The label of a choice; for any other kind, the value itself. */
  readonly shown: string;
};

/** The longest text of one of them in characters, even where the bank file allows more. */
export const moreTextMax = 1_000;

const texts = namedTexts(
  z.string().max(moreTextMax, `must not be longer than ${String(moreTextMax)} characters`),
);

/** The fields of an input that the bank file adds: trimmed, without empty ones, and sorted by name. */
export const MoreTexts = z
  .codec(texts, texts.optional(), { decode: filledMore, encode: (more) => more ?? {} })
  .optional();

/** Undefined where nothing is filled in: the order then equals one without such fields. */
export function filledMore(more: More): Record<string, string> | undefined {
  const filled = Object.entries(more)
    .map(([name, text]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

/** Returns `more.NAME` -> problem, for invalid, unknown and missing fields. */
export function moreProblems(
  fields: readonly RequiredField[],
  more: More = {},
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const name of Object.keys(more).filter((given) => !fieldNamed(fields, given)))
    problems[placeOf(name)] = unknownField(fields);
  for (const field of fields) {
    const problem = problemOf(field, textIn(more, field.name));
    if (problem !== null) problems[placeOf(field.name)] = problem;
  }
  return problems;
}

/** The path of a field in an input's body. */
export const placeOf = (name: string): string => `more.${name}`;

/** The filled fields, in the order of the bank file. */
export const sentFields = (fields: readonly RequiredField[], more: More = {}): SentField[] =>
  fields.flatMap((field) => {
    const value = textIn(more, field.name);
    const { name, label } = field;
    return value === '' ? [] : [{ name, label, value, shown: shownAs(field, value) }];
  });

/** The trimmed text of a field; empty where there is none. */
const textIn = (more: More, name: string): string =>
  (Object.hasOwn(more, name) ? (more[name] ?? '') : '').trim();

/** Reduces a text to its letters and digits, without case, so that a column heading can name a field. */
export const plainName = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The field that a heading names, by its name or its label. */
export const fieldUnder = (
  heading: string,
  fields: readonly RequiredField[],
): RequiredField | undefined =>
  fields.find(({ name, label }) => [name, label].map(plainName).includes(plainName(heading)));

const shownAs = ({ choices }: RequiredField, value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value;

const fieldNamed = (fields: readonly RequiredField[], name: string): RequiredField | undefined =>
  fields.find((field) => field.name === name);

const unknownField = (fields: readonly RequiredField[]): string =>
  fields.length === 0
    ? 'is not asked for by this bank’s file'
    : `is not asked for by this bank’s file; it asks for ${fields.map(({ name }) => name).join(', ')}`;

function problemOf(field: RequiredField, value: string): string | null {
  if (value === '') return field.required ? 'is required' : null;
  if (value.length > field.maxLength)
    return `must not be longer than ${String(field.maxLength)} characters`;
  if (unprintable.test(value)) return 'holds a line break or a hidden mark';
  return kindProblems[field.kind](value, field);
}

/** Control characters such as line breaks, and bidirectional marks: they hide what is written. */
const unprintable = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

type KindProblem = (value: string, field: RequiredField) => string | null;

const kindProblems: Readonly<Record<FieldKind, KindProblem>> = {
  text: () => null,
  date: (value) => (isIsoDate(value) ? null : 'must be a day that exists, YYYY-MM-DD'),
  number: (value) =>
    numberPattern.test(value) ? null : 'must be a number such as 12 or 12.50, without grouping',
  choice: (value, { choices }) =>
    choices.some((choice) => choice.value === value) ? null : `must be ${oneOf(choices)}`,
};

const numberPattern = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** How many choices a sentence names. */
const namedMax = 10;

function oneOf(choices: readonly Choice[]): string {
  const named = choices.slice(0, namedMax).map(({ value }) => value);
  const rest = choices.length - namedMax;
  return `one of ${named.join(', ')}${rest > 0 ? ` and ${String(rest)} more` : ''}`;
}
