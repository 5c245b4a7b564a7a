import { catalogue } from '../../../../shared/bank/catalogue.ts';
import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import type { OperationOverride } from '../../../engines/bank/file/bank-file-schema.ts';
import type { Template } from '../../../engines/bank/file/template.ts';
import { isSecretName } from '../../../engines/bank/file/secret-names.ts';
import { inputFieldsOf, type InputField } from '../../../engines/bank/file/output-shape.ts';
import { leftOut, type Asking } from './questions.ts';
import { itemsOf, responseOf } from './entry-response.ts';
import { pathOf } from '../exchanges/groups.ts';
import { firstOf, type Reading } from './recognise.ts';
import type { Meant, Source } from './requests.ts';

/** The choice that keeps a part of a request that the catalogue does not know. */
const keep = 'as recorded';

/**
 * The bank file's entry for an operation, without what equals the catalogue. Null where a question must be answered before the operation
 * can be written.
 */
export function entryOf(recognised: Reading, asking: Asking): OperationOverride | null {
  const { operation, group, answer } = recognised;
  const place = `operations.${operation}`;
  noteRecognition(recognised, asking);
  const reading = withMissingInputs(recognised, asking);
  if (!reading) return null;
  const path = group.byPath === operation ? undefined : pathWith(reading);
  if (path === null) return null;
  const query = queryOf(reading, asking);
  const request = requestOf(reading, asking);
  const response = answer ? responseOf(operation, answer, firstOf(group), asking) : {};
  if (response === null) return null;
  const items = answer ? itemsOf(operation, answer) : undefined;
  if (items !== undefined)
    asking.note(`${place}.items`, firstOf(group), `The list of records stands at “${items}”.`);
  return {
    ...(group.method === catalogue[operation].method ? {} : { method: group.method as 'POST' }),
    ...(path === undefined ? {} : { path }),
    ...(query ? { query } : {}),
    ...(request ? { request } : {}),
    ...(items === undefined ? {} : { items }),
    ...(Object.keys(response).length > 0 ? { response } : {}),
  };
}

function noteRecognition({ operation, group, answer }: Reading, asking: Asking): void {
  const count = (answer?.fields.found.size ?? 0) + (answer?.around.found.size ?? 0);
  const because =
    group.byPath === operation
      ? 'Method and path are those that Nostro knows it by.'
      : `Its path speaks of it, and ${String(count)} of its fields are found in the answer.`;
  asking.note(`operations.${operation}`, firstOf(group), because);
}

/** The path with a name for each parameter; null where one has no name. */
function pathWith({ group, request }: Reading): string | null {
  let at = -1;
  const segments = group.segments.map((segment) => {
    if (segment !== null) return segment;
    at += 1;
    const meant = request.meant.get(`path/${String(at)}`);
    return meant ? `{${meant.field.name}}` : null;
  });
  return segments.every((segment) => segment !== null) ? pathOf(segments) : null;
}

type Part = { readonly source: Source; readonly meant: Meant | undefined };

const partsOf = ({ request }: Reading, part: Source['part']): Part[] =>
  request.sources
    .filter((source) => source.part === part)
    .map((source) => ({ source, meant: request.meant.get(source.leaf.pointer) }));

function queryOf(reading: Reading, asking: Asking): Record<string, string> | null {
  const parts = partsOf(reading, 'query');
  if (parts.every(({ source, meant }) => isOwn(source, meant, 'query'))) return null;
  const entries = parts.flatMap((part): [string, string][] => {
    const name = part.source.leaf.path[0] ?? '';
    const text = templateOf(reading, part, asking);
    return typeof text === 'string' ? [[name, text]] : [];
  });
  const own = reading.operation === 'getStatement' ? dialectQuery() : {};
  return entries.length > 0 ? { ...own, ...Object.fromEntries(entries) } : null;
}

/** The query's own names; the dialect fills in those that it uses. */
const dialectQuery = (): Record<string, string> =>
  Object.fromEntries(
    inputFieldsOf(catalogue.getStatement.input)
      .filter(({ part }) => part === 'query')
      .map(({ name }) => [name, `{${name}}`]),
  );

function requestOf(reading: Reading, asking: Asking): Record<string, Template> | null {
  const parts = partsOf(reading, 'body');
  if (parts.every(({ source, meant }) => isOwn(source, meant, 'body'))) return null;
  const request: Record<string, Template> = {};
  for (const part of parts) {
    const template = templateOf(reading, part, asking);
    if (template !== null) put(request, part.source.leaf.path, template);
  }
  return Object.keys(request).length > 0 ? request : null;
}

/** Whether a part has the catalogue's own name, place and form. */
function isOwn(
  { leaf, isNumber }: Source,
  meant: Meant | undefined,
  part: 'query' | 'body',
): boolean {
  if (!meant) return false;
  const { field } = meant;
  const isSame = leaf.path.length === 1 && leaf.path[0] === field.name && field.part === part;
  return isSame && (part === 'query' || isNumber === isNumberField(field));
}

const isNumberField = ({ schema }: InputField): boolean =>
  schema.safeParse(new JsonNumber('1')).success && !schema.safeParse('1').success;

/** The template for a part of the request; null where it is left out. An unknown part is never written unless a person chose so. */
function templateOf(
  { operation, group }: Reading,
  { source, meant }: Part,
  asking: Asking,
): Template | null {
  const name = source.leaf.path.join('.');
  const place = `operations.${operation}.${source.part === 'query' ? 'query' : 'request'}.${name}`;
  if (meant) {
    asking.note(place, firstOf(group), meant.because);
    return source.isNumber ? `{${meant.field.name}:number}` : `{${meant.field.name}}`;
  }
  const values = source.leaf.values.map((value) =>
    value instanceof JsonNumber ? value.source : value,
  );
  const isFixed = values.every((value) => value === values[0]) && !isSecretName(name);
  const answer = asking.ask({
    place,
    question: `The request also has “${name}”, which the operation does not know. Is it sent along as it was recorded?`,
    choices: isFixed ? [keep, leftOut] : [leftOut],
  });
  return answer === keep ? fixedTemplate(source.leaf.values[0]) : null;
}

/** The template for a fixed value; null for text with braces, which would be read as names. */
function fixedTemplate(value: unknown): Template | null {
  if (value instanceof JsonNumber) return Number(value.source);
  if (typeof value === 'boolean') return value;
  return typeof value === 'string' && !/[{}]/.test(value) ? value : null;
}

function put(into: Record<string, Template>, path: readonly string[], value: Template): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = into[name];
  const record: Record<string, Template> =
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? { ...(inner as Record<string, Template>) }
      : {};
  put(record, rest, value);
  into[name] = record;
}

/** Asks which part of the request is a required input that was not found; null while that is open. */
function withMissingInputs(reading: Reading, asking: Asking): Reading | null {
  const { operation, request } = reading;
  const meant = new Map(request.meant);
  let isOpen = false;
  for (const field of request.missing) {
    const sources = request.sources.filter(({ leaf }) => !meant.has(leaf.pointer));
    const answered = asking.ask({
      place: `operations.${operation}.{${field.name}}`,
      question: `No part of the recorded request is plainly the ${field.name} that the operation is asked with. Which part is it?`,
      choices: [...sources.map(({ leaf }) => leaf.pointer), leftOut],
    });
    const source = sources.find(({ leaf }) => leaf.pointer === answered);
    if (source)
      meant.set(source.leaf.pointer, {
        field,
        leaf: source.leaf,
        score: 20,
        because: 'It was answered.',
      });
    isOpen ||= answered === null || (field.part === 'path' && !source);
  }
  return isOpen ? null : { ...reading, request: { ...request, meant } };
}
