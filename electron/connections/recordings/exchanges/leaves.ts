import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { isRecord, type JsonPointer } from '../../../engines/bank/json/pointer.ts';

/** One place in records of the same kind, with its value in each record that has it. */
export type Leaf = {
  /** Relative to the record. */
  readonly pointer: JsonPointer;
  /** The names, outermost first. */
  readonly path: readonly string[];
  readonly values: readonly unknown[];
};

const depthMax = 4;
const leavesMax = 200;

/** Every place in the records, outer before inner; a list is one place, and so is a nested record. */
export function leavesOf(records: readonly unknown[]): Leaf[] {
  const found = new Map<string, { path: string[]; values: unknown[] }>();
  for (const record of records) gather(record, [], found);
  return [...found]
    .slice(0, leavesMax)
    .map(([pointer, { path, values }]) => ({ pointer, path, values }));
}

function gather(
  value: unknown,
  path: string[],
  found: Map<string, { path: string[]; values: unknown[] }>,
): void {
  if (!isRecord(value) || path.length >= depthMax) return;
  for (const [name, inner] of Object.entries(value)) {
    const here = [...path, name];
    const pointer = pointerOf(here);
    const leaf = found.get(pointer) ?? { path: here, values: [] };
    leaf.values.push(inner);
    found.set(pointer, leaf);
    gather(inner, here, found);
  }
}

export const pointerOf = (path: readonly string[]): JsonPointer =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** A text or a number as text; null for an empty text and for anything else. */
export function textOf(value: unknown): string | null {
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The values of a leaf that are texts or numbers, as texts. */
export const leafTexts = ({ values }: Leaf): string[] =>
  values.map(textOf).filter((text) => text !== null);

type Placed<T> = { readonly pointer: JsonPointer; readonly value: T };

/** Every record of an answer that is not in a list, the answer itself first. */
export function recordsIn(answer: unknown): Placed<Record<string, unknown>>[] {
  if (!isRecord(answer)) return [];
  const inner = leavesOf([answer]).flatMap(({ pointer, values }) => {
    const [value] = values;
    return isRecord(value) ? [{ pointer, value }] : [];
  });
  return [{ pointer: '', value: answer }, ...inner];
}

/** Every list of records in an answer, empty ones included; the answer itself where it is one. */
export function listsIn(answer: unknown): Placed<Record<string, unknown>[]>[] {
  const places = [{ pointer: '', values: [answer] }, ...leavesOf([answer])];
  return places.flatMap(({ pointer, values }) => {
    const [value] = values;
    return Array.isArray(value) && value.every(isRecord) ? [{ pointer, value }] : [];
  });
}

/** Every text of a body or an answer with its place, lists included. */
export function* textsIn(value: unknown, path: readonly string[] = []): Generator<TextAt> {
  if (path.length > 12) return;
  const text = textOf(value);
  if (text !== null) yield { pointer: pointerOf(path), name: path.at(-1) ?? '', text };
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) yield* textsIn(inner, [...path, name]);
}

type TextAt = { readonly pointer: JsonPointer; readonly name: string; readonly text: string };
