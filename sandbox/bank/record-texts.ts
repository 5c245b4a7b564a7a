import type { z } from 'zod';

/** The text of each written record. A record is never changed, only replaced; it is frozen, so that an attempt throws. */
const texts = new WeakMap<object, string>();

/**
 * A list of records as JSON text, each checked and in its schema's order of fields. A record is checked and written once, however
 * often the list is. Throws for one that its schema does not take.
 */
export const listText = (schema: z.ZodType, records: readonly object[]): string =>
  `[${records.map((record) => texts.get(record) ?? written(schema, record)).join(',')}]`;

function written(schema: z.ZodType, record: object): string {
  const text = JSON.stringify(schema.parse(record));
  texts.set(Object.freeze(record), text);
  return text;
}

/** An object as JSON text, in which some fields are texts already. */
export function objectText(
  values: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, string>>,
): string {
  const fields = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${known[name] ?? JSON.stringify(value)}`);
  return `{${fields.join(',')}}`;
}
