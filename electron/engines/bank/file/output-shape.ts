import { z } from 'zod';

/** A path of field names in an answer of the catalogue's shape. */
export type Place = readonly string[];

/** The target of a `response` key of the bank file. */
export type Target = { readonly of: 'row' | 'answer'; readonly place: Place };

/** Returns the place of an answer's list, such as `statement.data`, and the shape of its rows; null when it has none. */
export function listOf(output: z.ZodType): { place: Place; row: z.ZodType } | null {
  for (const [field, schema] of Object.entries(fieldsOf(output))) {
    const direct = rowOf(schema);
    if (direct) return { place: [field], row: direct };
    const nested = rowOf(fieldsOf(schema)['data']);
    if (nested) return { place: [field, 'data'], row: nested };
  }
  return null;
}

/** Does the catalogue's output have a place for the page counts of its list? */
export const hasPaging = (output: z.ZodType): boolean => Object.hasOwn(fieldsOf(output), 'paging');

/** Returns the place of an answer's only record, such as `account`; an empty place when the answer itself is the record. */
export function recordPlaceOf(output: z.ZodType): Place {
  if (listOf(output)) return [];
  const records = Object.entries(fieldsOf(output)).filter(([, schema]) => isObject(schema));
  const others = Object.keys(fieldsOf(output)).filter((field) => field !== 'message');
  return records.length === 1 && others.length === 1 && records[0] ? [records[0][0]] : [];
}

/** The names of the answer's own fields. */
export const answerNamesOf = (output: z.ZodType): string[] => Object.keys(fieldsOf(output));

/** Returns the target of a `response` key such as `id` or `statement.page`; null when the catalogue's shape has no such field. */
export function targetOf(output: z.ZodType, key: string): Target | null {
  const place = key.split('.');
  const list = listOf(output);
  if (list && hasPlace(list.row, place)) return { of: 'row', place };
  if (hasPlace(output, place)) return { of: 'answer', place };
  const record = [...recordPlaceOf(output), ...place];
  return hasPlace(output, record) ? { of: 'answer', place: record } : null;
}

/** Returns the schema of the field that a `response` key names, optional or not; null when there is none. */
export function schemaAt(output: z.ZodType, key: string): z.ZodType | null {
  const target = targetOf(output, key);
  if (!target) return null;
  const holder = target.of === 'row' ? listOf(output)?.row : output;
  return target.place.reduce((at, field) => fieldsOf(at)[field], holder) ?? null;
}

/** The fields that a `response` may name, for the message of a mistake. */
export function responseFieldsOf(output: z.ZodType): string[] {
  const list = listOf(output);
  const record = recordPlaceOf(output)[0];
  return Object.keys({
    ...fieldsOf(output),
    ...(list ? fieldsOf(list.row) : {}),
    ...(record === undefined ? {} : fieldsOf(fieldsOf(output)[record])),
  });
}

/** The names of an input's `path`, `query` or `body` fields; the extra fields of a bank file have their own names. */
export function inputNames(input: z.ZodType, part: 'path' | 'query' | 'body'): string[] {
  return Object.keys(fieldsOf(fieldsOf(input)[part])).filter((name) => name !== 'more');
}

/** Does the input have a place for fields that a bank file adds to the catalogue's? */
export const takesMore = (input: z.ZodType): boolean =>
  Object.hasOwn(fieldsOf(fieldsOf(input)['body']), 'more');

/** Returns the bank's fields of an object schema, optional or not; none for any other schema. */
function fieldsOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  const inner = unwrapped(schema);
  if (!(inner instanceof z.ZodObject)) return {};
  // `extras` is not a field of the bank, so the bank file cannot point to it.
  const { extras, ...fields } = inner.shape as Record<string, z.ZodType>;
  return fields;
}

function hasPlace(schema: z.ZodType, place: Place): boolean {
  let at: z.ZodType | undefined = schema;
  for (const field of place) {
    const fields = fieldsOf(at);
    at = Object.hasOwn(fields, field) ? fields[field] : undefined;
  }
  return at !== undefined;
}

const isObject = (schema: z.ZodType): boolean => unwrapped(schema) instanceof z.ZodObject;

function rowOf(schema: z.ZodType | undefined): z.ZodType | null {
  const inner = unwrapped(schema);
  if (!(inner instanceof z.ZodArray)) return null;
  const row = inner.element as z.ZodType;
  return isObject(row) ? row : null;
}

function unwrapped(schema: z.ZodType | undefined): z.ZodType | undefined {
  let inner = schema;
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodCodec
  )
    inner = (inner instanceof z.ZodCodec ? inner.def.out : inner.unwrap()) as z.ZodType;
  return inner;
}

/** A field that a bank file may map: its key in `response`, its target, and its schema. */
export type AnswerField = {
  readonly key: string;
  readonly of: 'row' | 'answer';
  readonly place: Place;
  readonly schema: z.ZodType;
};

/** Returns every field of an answer's list rows, of its only record, and around the list, without the envelope's message. */
export function answerFieldsOf(output: z.ZodType): AnswerField[] {
  const list = listOf(output);
  if (!list) {
    const place = recordPlaceOf(output);
    const record = place[0] === undefined ? output : fieldsOf(output)[place[0]];
    return placedFields(fieldsOf(record), { of: 'answer', place, prefix: '' });
  }
  const [head = ''] = list.place;
  const { [head]: holder, ...others } = fieldsOf(output);
  const { data: _rows, ...page } = fieldsOf(holder);
  return [
    ...placedFields(fieldsOf(list.row), { of: 'row', place: [], prefix: '' }),
    ...placedFields(others, { of: 'answer', place: [], prefix: '' }),
    ...placedFields(page, { of: 'answer', place: [head], prefix: `${head}.` }),
  ];
}

type Prefix = Pick<AnswerField, 'of' | 'place'> & { readonly prefix: string };

const placedFields = (
  fields: Record<string, z.ZodType>,
  { of, place, prefix }: Prefix,
): AnswerField[] =>
  Object.entries(fields)
    .filter(([name]) => name !== 'message' && name !== 'paging')
    .map(([name, schema]) => ({ key: `${prefix}${name}`, of, place: [...place, name], schema }));

/** A field from which a request is written, and whether the request requires it. */
export type InputField = {
  readonly part: 'path' | 'query' | 'body';
  readonly name: string;
  readonly schema: z.ZodType;
  readonly isRequired: boolean;
};

export const inputFieldsOf = (input: z.ZodType): InputField[] =>
  (['path', 'query', 'body'] as const).flatMap((part) =>
    Object.entries(fieldsOf(fieldsOf(input)[part])).map(([name, schema]) => ({
      part,
      name,
      schema,
      isRequired: !schema.safeParse(undefined).success,
    })),
  );
