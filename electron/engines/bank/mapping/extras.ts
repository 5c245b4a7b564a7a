import { z } from 'zod';

import { formatExtras } from '../../../../shared/bank/extras.ts';
import { WireId } from '../../../../shared/bank/operation.ts';
import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { displacedFields } from './unmapped-fields.ts';
import { isRecord } from '../json/pointer.ts';
import { bounded, type Redact } from './extra-fields.ts';
import { noteUnread, unreadNames } from '../json/unread-names.ts';

/**
 * Adds the bank's extra fields: every record of the mapped answer whose schema has `extras` gets the fields that neither the
 * schema nor the bank file's places use. Extras of an inner record without `extras` of its own are listed there under its name.
 * `left` is the original answer without the fields that were moved elsewhere. An answer whose schema has no `extras`, a grant, gets
 * no extras.
 */
export const withExtras = (
  output: z.ZodType,
  { mapped, left }: { readonly mapped: unknown; readonly left: unknown },
  redact: Redact,
): unknown => walk(output, mapped, { left, redact, up: {} });

type Walk = {
  readonly left: unknown;
  readonly redact: Redact;
  /** The extras of the nearest enclosing record that has a place for them. */
  readonly up: Record<string, unknown>;
};

function walk(schema: z.ZodType, mapped: unknown, at: Walk): unknown {
  const shape = shapeOf(schema);
  if (shape.kind === 'list')
    return Array.isArray(mapped) ? walkList(shape.element, mapped, at) : mapped;
  return shape.kind === 'record' && isRecord(mapped) ? walkRecord(shape, mapped, at) : mapped;
}

function walkList(element: z.ZodType, rows: readonly unknown[], at: Walk): unknown[] {
  const { left, up } = at;
  const shape = shapeOf(element);
  const ups: Record<string, unknown>[] = [];
  const walked = rows.map((row, index) => {
    const leftOfRow: unknown = Array.isArray(left) ? left[index] : undefined;
    const isPlain = row === leftOfRow && shape.kind === 'record' && hasNoExtras(shape, row);
    const own: Record<string, unknown> = isPlain ? nothing : {};
    ups.push(own);
    return isPlain ? row : walk(element, row, { ...at, left: leftOfRow, up: own });
  });
  if (ups.some(isFilled)) up['list'] = ups;
  return walked;
}

const nothing: Record<string, unknown> = Object.freeze({});

/**
 * True for an unmapped row with only known names, well-formed texts and numbers: {@link walkRecord} would leave it unchanged.
 * Almost every row of a million is one, so nothing is allocated here.
 */
function hasNoExtras({ names, inner, holds }: RecordShape, row: unknown): boolean {
  if (!holds || inner.length > 0 || !isRecord(row)) return false;
  for (const name in row) {
    const isId = names.get(name);
    if (isId === undefined || (!isId && !isWhole(row[name]))) return false;
  }
  return unreadNames(row).length === 0 && !isFilled(displacedFields(row));
}

const isWhole = (value: unknown): boolean =>
  typeof value === 'string' ? value.isWellFormed() : value instanceof JsonNumber;

function walkRecord(
  { names, inner, holds }: RecordShape,
  mapped: Record<string, unknown>,
  { left, redact, up }: Walk,
): Record<string, unknown> {
  const leftHere = isRecord(left) ? left : {};
  const extras: Record<string, unknown> = holds ? {} : up;
  noteUnread(extras, unreadNames(leftHere));
  // For an unmapped row this loop is all the work and allocates nothing: there are a million such rows.
  for (const name in leftHere)
    if (!names.has(name) || mapped[name] === undefined) put(extras, name, leftHere[name]);
  const displaced = displacedFields(leftHere);
  for (const name in displaced) put(extras, name, displaced[name]);
  let record = withWholeTexts(mapped, names, extras);
  for (const [name, schema] of inner) {
    const nested: Record<string, unknown> = {};
    const walked = walk(schema, record[name], { left: leftHere[name], redact, up: nested });
    if (isFilled(nested)) put(extras, name, nested['list'] ?? nested);
    if (walked !== record[name]) record = { ...record, [name]: walked };
  }
  if (!holds || (!isFilled(extras) && !('extras' in record))) return record;
  return { ...record, extras: formatExtras(bounded(extras, redact)) };
}

/**
 * Replaces a lone surrogate, left where a bank cut a text inside a character, with the replacement character, and adds the
 * original text to the extras. Identifiers stay unchanged and fail their schema: replacing could make two of them equal.
 */
function withWholeTexts(
  mapped: Record<string, unknown>,
  names: RecordShape['names'],
  extras: Record<string, unknown>,
): Record<string, unknown> {
  let record = mapped;
  for (const [name, isId] of names) {
    const whole = isId ? mapped[name] : wholeText(mapped[name]);
    if (whole === mapped[name]) continue;
    put(extras, name, mapped[name]);
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

/** Adds a field. Two values under one name, which is rare, become a list. */
function put(extras: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined)
    extras[name] = Object.hasOwn(extras, name) ? [extras[name], value] : value;
}

const isFilled = (fields: object): boolean => {
  if (unreadNames(fields).length > 0) return true;
  for (const name in fields) if (Object.hasOwn(fields, name)) return true;
  return false;
};

type RecordShape = {
  readonly kind: 'record';
  /** The name of every field, and whether it is an identifier. */
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
  const { extras, ...fields } = wire.shape as Record<string, z.ZodType>;
  const inner = Object.entries(fields).filter(([, field]) => shapeOf(field).kind !== 'plain');
  const names = new Map(Object.entries(fields).map(([name, field]) => [name, field === WireId]));
  return { kind: 'record', names, inner, holds: extras !== undefined };
}

/** Returns the schema of what is read, without optional, nullable and codec wrappers. */
function wireOf(schema: z.ZodType): z.ZodType {
  let wire = schema;
  for (;;) {
    if (wire instanceof z.ZodOptional || wire instanceof z.ZodNullable)
      wire = wire.unwrap() as z.ZodType;
    // Our codecs read an optional list as unknown rows first, and decode its rows after that.
    else if (wire instanceof z.ZodCodec) wire = wire.def.out as z.ZodType;
    else return wire;
  }
}
