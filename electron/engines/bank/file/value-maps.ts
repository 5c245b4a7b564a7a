import { z } from 'zod';

import type { Operation } from '../../../../shared/bank/operation.ts';
import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { localTimeReader } from '../time/local-time.ts';
import { listOf, schemaAt, targetOf, type Place } from './output-shape.ts';
import { isRecord } from '../json/pointer.ts';
import { nearest } from './nearest.ts';

/** The meanings of a bank's own values, by field: `{ "direction": { "OUT": "debit" } }`. */
export const ValueMapsShape = z.record(
  z.string().min(1),
  z.record(z.string().min(1), z.string().max(200)),
);
export type ValueMaps = Readonly<Record<string, Words>>;
type Words = Readonly<Record<string, string>>;

type Change = {
  readonly of: 'row' | 'answer';
  readonly place: Place;
  readonly by: (value: unknown) => unknown;
};

/** A bank file's explanations of the values in an answer. */
export type Explained = {
  /** `everywhere` applies to every operation, `own` to this one. */
  readonly everywhere: ValueMaps;
  readonly own: ValueMaps;
  /** The zone of times without an offset; null where the file names none. */
  readonly timeZone: string | null;
};

/** Fields of the catalogue that are instants. */
const instants = ['transactionDate', 'expiresAt'] as const;

/**
 * Replaces the bank's own values with the catalogue's, in an answer that already has the catalogue's shape. An operation's map takes
 * precedence over the file's. A value that is in no map stays as it is. Times without an offset become instants where the file
 * names their zone.
 */
export function withKnownWords(
  { output }: Operation,
  explained: Explained,
  answer: unknown,
): unknown {
  const changes = changesFor(output, explained);
  if (changes.length === 0) return answer;
  const list = listOf(output)?.place ?? [];
  const ofRows = changes.filter((change) => change.of === 'row');
  const ofAnswer = changes.filter((change) => change.of === 'answer');
  const mapped = ofAnswer.reduce(changed, answer);
  if (ofRows.length === 0) return mapped;
  return replaced(mapped, list, (rows) =>
    Array.isArray(rows) ? rows.map((row: unknown) => ofRows.reduce(changed, row)) : rows,
  );
}

function changesFor(output: z.ZodType, { everywhere, own, timeZone }: Explained): Change[] {
  const changeAt = (field: string, by: Change['by']): Change[] => {
    const target = targetOf(output, field);
    return target ? [{ ...target, by }] : [];
  };
  const fields = new Set([...Object.keys(everywhere), ...Object.keys(own)]);
  const byWords = [...fields].flatMap((field) => {
    const words = { ...everywhere[field], ...own[field] };
    return changeAt(field, (value) => mappedValue(value, words));
  });
  if (timeZone === null) return byWords;
  const read = timesIn(timeZone);
  return [...byWords, ...instants.flatMap((field) => changeAt(field, read))];
}

/** The cached reader of one zone. Only one bank is open at a time. */
let lastZone: { readonly name: string; readonly read: Change['by'] } | null = null;

function timesIn(timeZone: string): Change['by'] {
  if (lastZone?.name !== timeZone) lastZone = { name: timeZone, read: localTimeReader(timeZone) };
  return lastZone.read;
}

const changed = (record: unknown, { place, by }: Change): unknown => replaced(record, place, by);

function mappedValue(value: unknown, words: Words): unknown {
  const plain = value instanceof JsonNumber ? value.source : value;
  const isMappable = typeof plain === 'string' || typeof plain === 'boolean';
  const key = isMappable ? String(plain) : '';
  return isMappable && Object.hasOwn(words, key) ? words[key] : value;
}

/** Returns a copy with another value at a place; the record itself where the place is missing or nothing changes. */
function replaced(value: unknown, place: Place, by: (value: unknown) => unknown): unknown {
  const [field, ...rest] = place;
  if (field === undefined) return by(value);
  if (!isRecord(value) || !Object.hasOwn(value, field)) return value;
  const inner = replaced(value[field], rest, by);
  return inner === value[field] ? value : { ...value, [field]: inner };
}

/** Returns why a field of an answer does not accept the value, with the fix; null where it does, or where there is no such field. */
export function valueProblem(output: z.ZodType, field: string, value: string): string | null {
  const schema = schemaAt(output, field);
  if (!schema) return null;
  const known = schema.meta()?.['words'];
  if (Array.isArray(known))
    return known.includes(value) ? null : closedProblem(field, value, known);
  if (!z.safeDecode(schema, 'word').success)
    return `${field} cannot be mapped: a number, a date, a list or a record has only one meaning; remove it`;
  return z.safeDecode(schema, value).success ? null : 'is too long for the field';
}

function closedProblem(field: string, value: string, known: readonly string[]): string {
  const close = nearest(value, known);
  const fix = close === undefined ? known.map((one) => `“${one}”`).join(' or ') : `“${close}”`;
  return `${field} does not know “${value.slice(0, 60)}”; write ${fix}`;
}
