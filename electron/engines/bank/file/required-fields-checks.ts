import { catalogue, isOperationName, operationNames } from '../../../../shared/bank/catalogue.ts';
import { plainName, type RequiredField } from '../../../../shared/bank/required-fields.ts';
import type { Operation } from '../../../../shared/bank/operation.ts';
import type { OperationOverride } from './bank-file-schema.ts';
import { inputNames, takesMore } from './output-shape.ts';
import type { Mistake } from './bank-file-checks.ts';
import { isSecretName } from './secret-names.ts';
import { templateNames } from './template.ts';

/** Yields the mistakes in the fields that the file's `operations` require, by their places in the file. */
export function* requiredFieldMistakes(
  operations: Readonly<Record<string, OperationOverride>>,
): Generator<Mistake> {
  for (const [name, override] of Object.entries(operations))
    if (isOperationName(name) && override.fields)
      for (const [part, problem] of mistakesOf(catalogue[name], override, override.fields))
        yield [`operations.${name}.${part}`, problem];
}

function* mistakesOf(
  entry: Operation,
  override: OperationOverride,
  fields: readonly RequiredField[],
): Generator<Mistake> {
  if (!takesMore(entry.input)) yield ['fields', `must stand at ${takers()}: only these take them`];
  const named = new Map<string, number>();
  for (const [at, field] of fields.entries()) {
    const place = `fields.${String(at)}`;
    const before = namesOf(field).map((name) => named.get(name));
    for (const name of namesOf(field)) named.set(name, at);
    const twice = before.find((other) => other !== undefined);
    if (twice !== undefined) yield [`${place}.name`, duplicateFieldMessage(field, fields[twice])];
    for (const [part, problem] of fieldMistakes(entry, override, field))
      yield [`${place}.${part}`, problem];
  }
}

function* fieldMistakes(
  entry: Operation,
  { query, request }: OperationOverride,
  field: RequiredField,
): Generator<Mistake> {
  const { name } = field;
  if (catalogueNames(entry).some((known) => plainName(known) === plainName(name)))
    yield [
      'name',
      `“${name}” is a field of the operation already: remove it, or name it otherwise`,
    ];
  // A passport number is not a credential.
  if (isSecretName(name.replaceAll(/passport/gi, '')))
    yield [
      'name',
      `“${name}” may be a secret, and what is entered is kept and shown: name it otherwise`,
    ];
  const used = [query ?? {}, request ?? {}].flatMap(templateNames);
  if (request && !used.includes(name))
    yield ['name', `“${name}” goes nowhere: write “{${name}}” where it belongs in “request”`];
  yield* choiceMistakes(field);
}

function* choiceMistakes({ kind, choices }: RequiredField): Generator<Mistake> {
  if (kind === 'choice' && choices.length === 0)
    yield [
      'choices',
      'is missing: write what can be chosen, like [{ "value": "SALA", "label": "Salary" }]',
    ];
  if (kind !== 'choice' && choices.length > 0)
    yield ['choices', 'is for the kind “choice”: write "kind": "choice", or remove it'];
  for (const part of ['value', 'label'] as const) {
    const twice = choices.findIndex(
      (choice, at) => choices.findIndex((other) => other[part] === choice[part]) < at,
    );
    if (twice >= 0)
      yield [
        `choices.${String(twice)}.${part}`,
        `“${choices[twice]?.[part] ?? ''}” stands twice: remove one`,
      ];
  }
}

/** Returns the column names of a field in a payment file. Two fields must not share one. */
const namesOf = ({ name, label }: RequiredField): string[] => [
  ...new Set([plainName(name), plainName(label)]),
];

const duplicateFieldMessage = (
  { name, label }: RequiredField,
  other: RequiredField | undefined,
): string =>
  other?.name === name
    ? `“${name}” is asked for twice: remove one`
    : `“${label}” is called like “${other?.name ?? ''}”: give each a name and a label of its own`;

const catalogueNames = ({ input }: Operation): string[] =>
  (['path', 'query', 'body'] as const).flatMap((part) => inputNames(input, part));

const takers = (): string =>
  operationNames.filter((name) => takesMore(catalogue[name].input)).join(', ');
