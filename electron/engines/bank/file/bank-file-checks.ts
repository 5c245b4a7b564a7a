import type { z } from 'zod';

import { catalogue, isOperationName, operationNames } from '../../../../shared/bank/catalogue.ts';
import type { Operation } from '../../../../shared/bank/operation.ts';
import type { OperationOverride } from './bank-file-schema.ts';
import { tabledDigits, type CurrencyDigits } from '../../../../shared/money/currencies.ts';
import { nearest } from './nearest.ts';
import { inputNames, listOf, responseFieldsOf, targetOf } from './output-shape.ts';
import { isSecretName } from './secret-names.ts';
import { templateNames, type Template } from './template.ts';
import { valueProblem, type ValueMaps } from './value-maps.ts';

/** A place in the bank file and the problem there. */
export type Mistake = readonly [field: string, problem: string];

/** Path parameters that a bank may take from the token instead of the path. */
const impliedByToken = new Set(['clientId']);

/** Yields the places in the file's `operations` that do not fit the catalogue. */
export function* operationMistakes(
  operations: Readonly<Record<string, OperationOverride>>,
): Generator<Mistake> {
  for (const [name, override] of Object.entries(operations)) {
    const field = `operations.${name}`;
    if (!isOperationName(name)) yield [field, unknownOperation(name)];
    else
      for (const [part, problem] of overrideMistakes(catalogue[name], override, name))
        yield [`${field}.${part}`, problem];
  }
}

/** Yields the currencies that contradict the built-in tables. */
export function* currencyMistakes(currencies: CurrencyDigits): Generator<Mistake> {
  for (const [code, digits] of Object.entries(currencies)) {
    const known = tabledDigits(code);
    if (!/^[A-Z][A-Z\d]{2,9}$/.test(code))
      yield [
        `currencies.${code}`,
        'must be a code of 3 to 10 capital letters and digits, such as USDT',
      ];
    else if (known !== undefined && known !== digits)
      yield [
        `currencies.${code}`,
        `has ${String(known)} decimals by ISO 4217, and is known here; remove it`,
      ];
  }
}

/** Yields the entries of the file's `values` that no field of any answer accepts. */
export function* valueMistakes(values: ValueMaps): Generator<Mistake> {
  const outputs = operationNames.map((name): z.ZodType => catalogue[name].output);
  yield* mistakesIn(values, outputs);
}

function* mistakesIn(values: ValueMaps, outputs: readonly z.ZodType[]): Generator<Mistake> {
  for (const [field, words] of Object.entries(values)) {
    const having = outputs.filter((output) => targetOf(output, field));
    if (having.length === 0) yield [`values.${field}`, unknownField(field, outputs)];
    for (const [value, target] of Object.entries(words)) {
      const problem = having.map((output) => valueProblem(output, field, target)).find(isProblem);
      if (problem) yield [`values.${field}.${value}`, problem];
    }
  }
}

const isProblem = (problem: string | null): problem is string => problem !== null;

function unknownField(field: string, outputs: readonly z.ZodType[]): string {
  const known = [...new Set(outputs.flatMap(responseFieldsOf))];
  const close = nearest(field, known);
  const fix = close
    ? `write “${close}”`
    : known.length > 40
      ? 'remove it'
      : `known are ${listed(known)}`;
  return `is not a field of ${outputs.length > 1 ? 'any' : 'the'} answer; ${fix}`;
}

/** Yields the literal secrets in the sign-in's body. A bank file must not contain secrets. */
export function* secretMistakes(request: Template, field: string): Generator<Mistake> {
  if (typeof request !== 'object' || request === null) return;
  for (const [name, value] of Object.entries<Template>(request)) {
    const place = `${field}.${name}`;
    if (typeof value === 'object' && value !== null) yield* secretMistakes(value, place);
    else if (isSecretName(name) && value !== '' && templateNames(value).length === 0)
      yield [place, `must be a name in braces, like “{${name}}”: the desk asks for the value`];
  }
}

function unknownOperation(name: string): string {
  const close = nearest(name, operationNames);
  return `is not an operation of the specification${close ? `; write “${close}”` : ''}`;
}

function* overrideMistakes(
  entry: Operation,
  override: OperationOverride,
  name: string,
): Generator<Mistake> {
  const method = override.method ?? entry.method;
  if (method === 'GET' && entry.effect !== 'read' && entry.group !== 'Authentication')
    yield ['method', 'must not be GET: the operation changes something at the bank'];
  if (method === 'GET' && override.request) yield ['request', 'a GET has no body; write “query”'];
  yield* pathMistakes(entry, override);
  yield* templateMistakes(entry, override, name);
  yield* responseMistakes(entry, override);
  yield* mistakesIn(override.values ?? {}, [entry.output]);
}

function* pathMistakes(entry: Operation, override: OperationOverride): Generator<Mistake> {
  const known = inputNames(entry.input, 'path');
  const path = override.path ?? entry.path;
  for (const name of templateNames(path).filter((used) => !known.includes(used)))
    yield ['path', `{${name}} is not a path parameter; known are ${listed(known)}`];
  const used = [path, override.query ?? {}, override.request ?? {}].flatMap(templateNames);
  for (const name of known.filter((key) => !used.includes(key) && !impliedByToken.has(key)))
    yield ['path', `must name the record: {${name}} is missing`];
}

function* templateMistakes(
  entry: Operation,
  override: OperationOverride,
  operation: string,
): Generator<Mistake> {
  const known = (['path', 'query', 'body'] as const).flatMap((part) =>
    inputNames(entry.input, part),
  );
  known.push(...(override.fields ?? []).map((field) => field.name));
  if (operation === 'getToken' && override.request)
    yield ['request', 'must stand at auth.request: the body of the sign-in is written there'];
  if (entry.secretInput !== undefined && Object.values(override.query ?? {}).some(hasName))
    yield ['query', 'must be fixed text: addresses are written into logs, and secrets with them'];
  if (operation === 'getToken') return;
  for (const part of ['query', 'request'] as const)
    for (const name of templateNames(override[part] ?? {}))
      if (!known.includes(name.split('.')[0] ?? ''))
        yield [part, `{${name}} is not known to the operation; known are ${listed(known)}`];
}

function* responseMistakes(entry: Operation, override: OperationOverride): Generator<Mistake> {
  if (override.items !== undefined && !listOf(entry.output))
    yield ['items', 'is for lists; this operation answers one record'];
  for (const key of Object.keys(override.response ?? {}))
    if (!targetOf(entry.output, key) && !entry.meanings?.includes(key))
      yield [
        `response.${key}`,
        `is not a field of the answer; known are ${listed([...responseFieldsOf(entry.output), ...(entry.meanings ?? [])])}`,
      ];
}

const hasName = (text: string): boolean => templateNames(text).length > 0;

const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : [...new Set(names)].join(', ');
