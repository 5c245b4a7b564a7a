import { JsonNumber, parseExact } from '../json/exact-json.ts';

/**
 * The fields of a bank's record that the catalogue does not know, as the bank sent them: canonical JSON of an object under the
 * bank's own names, so equal records compare equal. Numbers keep their digits and names are sorted. Where some fields could not
 * be stored, it is a list of two: that object, and the names of the omitted fields.
 */
export type Extras = string;

export type ParsedExtras = {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Names of extra fields that are not stored: too long, too deep, or a secret by name. */
  readonly omitted: readonly string[];
};

/** Undefined where there are no extra fields. */
export function formatExtras({ fields, omitted }: ParsedExtras): Extras | undefined {
  if (omitted.length > 0) return JSON.stringify([inOrder(fields), omitted]);
  return Object.keys(fields).length === 0 ? undefined : JSON.stringify(inOrder(fields));
}

export function parseExtras(extras: Extras | null | undefined): ParsedExtras {
  if (extras === undefined || extras === null) return { fields: {}, omitted: [] };
  const read = parseExact(extras);
  return Array.isArray(read)
    ? { fields: read[0] as ParsedExtras['fields'], omitted: read[1] as string[] }
    : { fields: read as ParsedExtras['fields'], omitted: [] };
}

/** One extra field as a person reads it: `counterparty.name`, `Ada Obi`. */
export type ExtraLine = { readonly name: string; readonly value: string };

/** Every value with the path by which the bank names it, in the order of the names. */
export const extraLines = (extras: Extras | null | undefined): ExtraLine[] =>
  linesOf(parseExtras(extras).fields, '');

/** The texts and numbers of the extra fields, for a search. */
export const extraTexts = (extras: Extras | null | undefined): string =>
  extras === undefined || extras === null ? '' : leavesOf(parseExtras(extras).fields).join('\n');

/**
 * An answer or a record as a program receives it: `extras` is the object that the bank sent, number for number, and
 * `extrasOmitted` names the omitted fields.
 */
export function spelledOut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelledOut);
  if (!isFields(value)) return value;
  const { extras, ...known } = value;
  const spelled = Object.fromEntries(
    Object.entries(known).map(([name, part]) => [name, spelledOut(part)]),
  );
  if (typeof extras !== 'string') return spelled;
  const { fields, omitted } = parseExtras(extras);
  return { ...spelled, extras: fields, ...(omitted.length > 0 ? { extrasOmitted: omitted } : {}) };
}

/** A record with its extra fields among the known ones, as the bank sent it. The omitted fields stay named. */
export function asSent(record: unknown): unknown {
  const spelled = spelledOut(record);
  if (!isFields(record) || typeof record['extras'] !== 'string' || !isFields(spelled))
    return spelled;
  const { extras, ...known } = spelled;
  return { ...known, ...(extras as object) };
}

/** A record without its extra fields: the part that the desk itself uses. */
export function withoutExtras<R>(record: R): R {
  if (Array.isArray(record)) return record.map(withoutExtras) as R;
  if (!isFields(record)) return record;
  const known = Object.entries(record).filter(([name]) => name !== 'extras');
  return Object.fromEntries(known.map(([name, part]) => [name, withoutExtras(part)])) as R;
}

function linesOf(value: unknown, name: string): ExtraLine[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((part, at) => linesOf(part, `${name} ${String(at + 1)}`));
  if (isFields(value) && (name === '' || Object.keys(value).length > 0))
    return Object.entries(value).flatMap(([part, inner]) =>
      linesOf(inner, name === '' ? part : `${name}.${part}`),
    );
  return [{ name, value: typeof value === 'string' ? value : JSON.stringify(value) }];
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof JsonNumber) return [value.source];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, inOrder(part)]),
  );
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof JsonNumber);
