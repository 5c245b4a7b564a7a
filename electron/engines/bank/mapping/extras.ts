import { z } from 'zod';

import { formatExtras } from '../../../../shared/bank/extras.ts';
import { WireId } from '../../../../shared/bank/operation.ts';
import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { besides } from './unmapped-fields.ts';
import { isRecord } from '../json/pointer.ts';
import { bounded, type Redact } from './extra-fields.ts';
import { noteUnread, unreadNames } from '../json/unread-names.ts';

/**
 * The one place where what a bank says beyond the catalogue is taken: every record of the mapped answer whose schema has an
 * `also` gets in it what neither the schema nor the bank file's places have used. What a record inside it says besides, where
 * that one has no `also` of its own, stands there under its name. `left` is the answer as it came, without what was
 * brought elsewhere. Nothing is taken of an answer whose schema has no `also`: those are the grants.
 */
export const withExtras = (
  output: z.ZodType,
  { mapped, left }: { readonly mapped: unknown; readonly left: unknown },
  redact: Redact,
): unknown => walk(output, mapped, { left, redact, up: {} });

type Walk = {
  readonly left: unknown;
  readonly redact: Redact;
  /** What is said besides, of the next record around it that has a place for it. */
  readonly up: Record<string, unknown>;
};

function walk(schema: z.ZodType, told: unknown, at: Walk): unknown {
  const shape = shapeOf(schema);
  if (shape.kind === 'list') return Array.isArray(told) ? walkList(shape.element, told, at) : told;
  return shape.kind === 'record' && isRecord(told) ? walkRecord(shape, told, at) : told;
}

function walkList(element: z.ZodType, told: readonly unknown[], at: Walk): unknown[] {
  const { left, up } = at;
  const shape = shapeOf(element);
  const ups: Record<string, unknown>[] = [];
  const walked = told.map((row, index) => {
    const leftOfRow: unknown = Array.isArray(left) ? left[index] : undefined;
    const isPlain = row === leftOfRow && shape.kind === 'record' && saysNoMore(shape, row);
    const own: Record<string, unknown> = isPlain ? nothing : {};
    ups.push(own);
    return isPlain ? row : walk(element, row, { ...at, left: leftOfRow, up: own });
  });
  if (ups.some(isFilled)) up['list'] = ups;
  return walked;
}

const nothing: Record<string, unknown> = Object.freeze({});

/**
 * A row that is brought nowhere and has whole texts and figures of known names alone: {@link walkRecord} would leave it as it is.
 * Almost every row of a million is one, and nothing is made for it.
 */
function saysNoMore({ names, inner, holds }: RecordShape, row: unknown): boolean {
  if (!holds || inner.length > 0 || !isRecord(row)) return false;
  for (const name in row) {
    const isId = names.get(name);
    if (isId === undefined || (!isId && !isWhole(row[name]))) return false;
  }
  return unreadNames(row).length === 0 && !isFilled(besides(row));
}

const isWhole = (value: unknown): boolean =>
  typeof value === 'string' ? value.isWellFormed() : value instanceof JsonNumber;

function walkRecord(
  { names, inner, holds }: RecordShape,
  told: Record<string, unknown>,
  { left, redact, up }: Walk,
): Record<string, unknown> {
  const leftHere = isRecord(left) ? left : {};
  const beside: Record<string, unknown> = holds ? {} : up;
  noteUnread(beside, unreadNames(leftHere));
  // Of a row that is brought nowhere this is all, and there are a million of them: nothing is made for it.
  for (const name in leftHere)
    if (!names.has(name) || told[name] === undefined) put(beside, name, leftHere[name]);
  const displaced = besides(leftHere);
  for (const name in displaced) put(beside, name, displaced[name]);
  let record = withWholeTexts(told, names, beside);
  for (const [name, schema] of inner) {
    const nested: Record<string, unknown> = {};
    const walked = walk(schema, record[name], { left: leftHere[name], redact, up: nested });
    if (isFilled(nested)) put(beside, name, nested['list'] ?? nested);
    if (walked !== record[name]) record = { ...record, [name]: walked };
  }
  if (!holds || (!isFilled(beside) && !('also' in record))) return record;
  const also = formatExtras(bounded(beside, redact));
  return { ...record, also };
}

/**
 * A bank that cuts its texts may cut a letter in two, and half a letter is none that a file or a screen can hold: there stands
 * the sign for a letter that is missing, and the text as it was sent is said besides. Identifiers are left for their schema to
 * refuse: two of them could become one.
 */
function withWholeTexts(
  told: Record<string, unknown>,
  names: RecordShape['names'],
  beside: Record<string, unknown>,
): Record<string, unknown> {
  let record = told;
  for (const [name, isId] of names) {
    const whole = isId ? told[name] : wholeText(told[name]);
    if (whole === told[name]) continue;
    put(beside, name, told[name]);
    record = { ...record, [name]: whole };
  }
  return record;
}

function wholeText(value: unknown): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  if (!Array.isArray(value)) return value;
  const whole = value.map(wholeText);
  return whole.some((part, at) => part !== value[at]) ? whole : value;
}

/** The same name twice, which is rare, stands as both. */
function put(beside: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined)
    beside[name] = Object.hasOwn(beside, name) ? [beside[name], value] : value;
}

const isFilled = (fields: object): boolean => {
  if (unreadNames(fields).length > 0) return true;
  for (const name in fields) if (Object.hasOwn(fields, name)) return true;
  return false;
};

type RecordShape = {
  readonly kind: 'record';
  /** Every field, and whether it is an identifier. */
  readonly names: ReadonlyMap<string, boolean>;
  /** The fields that may hold records themselves. */
  readonly inner: readonly (readonly [string, z.ZodType])[];
  readonly holds: boolean;
};
type Shape =
  | RecordShape
  | { readonly kind: 'list'; readonly element: z.ZodType }
  | { readonly kind: 'plain' };

const shapes = new WeakMap<z.ZodType, Shape>();

function shapeOf(schema: z.ZodType): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const shape = readShape(schema);
  shapes.set(schema, shape);
  return shape;
}

function readShape(schema: z.ZodType): Shape {
  const wire = wireOf(schema);
  if (wire instanceof z.ZodArray) {
    const element = wire.element as z.ZodType;
    return shapeOf(element).kind === 'plain' ? { kind: 'plain' } : { kind: 'list', element };
  }
  if (!(wire instanceof z.ZodObject)) return { kind: 'plain' };
  const { also, ...fields } = wire.shape as Record<string, z.ZodType>;
  const inner = Object.entries(fields).filter(([, field]) => shapeOf(field).kind !== 'plain');
  const names = new Map(Object.entries(fields).map(([name, field]) => [name, field === WireId]));
  return { kind: 'record', names, inner, holds: also !== undefined };
}

/** What a schema reads, however optional it is. */
function wireOf(schema: z.ZodType): z.ZodType {
  let wire = schema;
  for (;;) {
    if (wire instanceof z.ZodOptional || wire instanceof z.ZodNullable)
      wire = wire.unwrap() as z.ZodType;
    // Ours read a list that may be left out as unknown rows, and its rows behind that.
    else if (wire instanceof z.ZodCodec) wire = wire.def.out as z.ZodType;
    else return wire;
  }
}
