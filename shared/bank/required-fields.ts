import { z } from 'zod';

import { isIsoDate } from '../calendar/calendar.ts';
import { namedTexts } from './operation.ts';

/**
 * A field that a bank requires or accepts beyond those of the catalogue, as its bank file declares it. The specification shows no
 * body of the operations that take one, so the bank decides which fields there are and how they are called.
 */
export type RequiredField = {
  /** Its name in `more`, in the templates of the bank file, and on the wire where no template stands. */
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

/** What was filled in: the field's name -> its text. */
export type More = Readonly<Record<string, string>>;

/** What was sent in a field, with the words in which a person saw it then: the bank file may say others later. */
export type SentField = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** The label of a choice; the value itself of everything else. */
  readonly shown: string;
};

/** Characters of one of them, whatever the bank file allows. */
export const moreTextMax = 1_000;

const texts = namedTexts(
  z.string().max(moreTextMax, `must not be longer than ${String(moreTextMax)} characters`),
);

/** The fields of an input that the bank file adds: trimmed, without empty ones, and sorted by name. */
export const MoreTexts = z
  .codec(texts, texts.optional(), { decode: filledMore, encode: (more) => more ?? {} })
  .optional();

/** Undefined where nothing is filled in, so that an order without them is the same order as ever. */
export function filledMore(more: More): Record<string, string> | undefined {
  const filled = Object.entries(more)
    .map(([name, text]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

/** What is wrong with what was filled in, as `more.NAME` -> the problem; also what is not asked for, and what is missing. */
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

/** Where a field stands in an input's body. */
export const placeOf = (name: string): string => `more.${name}`;

/** What was filled in, in the order of the bank file. */
export const sentFields = (fields: readonly RequiredField[], more: More = {}): SentField[] =>
  fields.flatMap((field) => {
    const value = textIn(more, field.name);
    const { name, label } = field;
    return value === '' ? [] : [{ name, label, value, shown: shownAs(field, value) }];
  });

/** What stands in a field, without blanks around it; empty where nothing does. */
const textIn = (more: More, name: string): string =>
  (Object.hasOwn(more, name) ? (more[name] ?? '') : '').trim();

/** Without case and everything that is neither letter nor digit: how the heading of a column names a field. */
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

/** Line breaks and the like, and marks that turn the direction of writing: they hide what is written. */
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
