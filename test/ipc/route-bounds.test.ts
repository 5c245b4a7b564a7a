import { expect, test } from 'vitest';
import { z } from 'zod';

import { routes } from '../../shared/ipc/routes.ts';

/** Longer than anything that a person types, in the shapes that a pattern may ask for. */
const endless = 1_000_000;
const longTexts = [
  'x'.repeat(endless),
  '1'.repeat(endless),
  `a@${'b'.repeat(60)}.${'c'.repeat(endless)}`,
  `${'a'.repeat(endless)}@bank.example`,
  `https://bank.example/${'a'.repeat(endless)}`,
];
const longList = Array.from({ length: 100_000 });

const takes = (schema: z.core.$ZodType, value: unknown): boolean =>
  z.safeParse(schema, value).success;

/** Where a request may be as large as whoever sends it likes, or may carry what was not asked for: by its path. */
function* unbounded(schema: z.core.$ZodType, path: string): Generator<string> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    yield* unbounded(schema.def.innerType, path);
  else if (schema instanceof z.ZodObject) yield* unboundedRecord(schema, path);
  else if (schema instanceof z.ZodRecord) yield* unboundedNames(schema, path);
  else if (schema instanceof z.ZodArray) yield* unboundedList(schema, path);
  else if (schema instanceof z.ZodUnion)
    for (const option of schema.def.options) yield* unbounded(option, path);
  else if (schema instanceof z.ZodNumber) {
    if (takes(schema, 0.5) || takes(schema, -1)) yield `${path}: a number without a floor`;
  } else if (!isSmall(schema)) yield* longTexts.some((text) => takes(schema, text)) ? [path] : [];
}

/** One of a few values, or bytes, whose size is checked by whoever takes them. */
const isSmall = (schema: z.core.$ZodType): boolean =>
  [z.ZodEnum, z.ZodLiteral, z.ZodBoolean, z.ZodCustom].some((kind) => schema instanceof kind);

function* unboundedRecord(schema: z.ZodObject, path: string): Generator<string> {
  if (!(schema.def.catchall instanceof z.ZodNever)) yield `${path}: takes any further field`;
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema.def.shape))
    yield* unbounded(field, `${path}.${name}`);
}

function* unboundedNames(schema: z.ZodRecord, path: string): Generator<string> {
  const many = Object.fromEntries(longList.map((_, index) => [`field-${String(index)}`, '']));
  if (takes(schema, many)) yield `${path}: takes any number of fields`;
  yield* unbounded(schema.def.keyType, `${path}, its names`);
  yield* unbounded(schema.def.valueType, `${path}.*`);
}

function* unboundedList(schema: z.ZodArray, path: string): Generator<string> {
  const { success, error } = schema.safeParse(longList);
  if (success || !error.issues.some(({ code }) => code === 'too_big')) yield `${path}: a list`;
  yield* unbounded(schema.def.element, `${path}[]`);
}

test.each(Object.entries(routes))('a request of %s has its bounds', (route, { input }) => {
  expect([...unbounded(input, route)]).toEqual([]);
});
