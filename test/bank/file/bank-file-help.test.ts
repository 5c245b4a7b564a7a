import { expect, test } from 'vitest';
import { z } from 'zod';

import { BankFileShape } from '../../../electron/engines/bank/file/bank-file-schema.ts';
import { parseBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import {
  bankFileHelp,
  helpFor,
} from '../../../renderer/features/settings/bank-file/bank-file-help.ts';
import { exampleBankFile } from '../../../renderer/features/settings/bank-file/example.ts';

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
};

/** Every field that the schema names, `*` for any name of a record, or any place of a list, whose values have fields of their own. */
function fieldsOf(schema: Schema, path: readonly string[] = []): string[] {
  const inner = (schema.anyOf ?? []).flatMap((one) => fieldsOf(one, path));
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => [
    [...path, name].join('.'),
    ...fieldsOf(one, [...path, name]),
  ]);
  const any = schema.additionalProperties;
  const others =
    typeof any === 'object' && any.properties
      ? [[...path, '*'].join('.'), ...fieldsOf(any, [...path, '*'])]
      : [];
  const listed = schema.items ? fieldsOf(schema.items, [...path, '*']) : [];
  return [...inner, ...named, ...others, ...listed];
}

const shape = z.toJSONSchema(BankFileShape, {
  io: 'input',
  unrepresentable: 'any',
}) as Schema;

test('every field of the bank file has its help, and no other field has one', () => {
  const fields = [...new Set(fieldsOf(shape))].sort();
  expect(fields.length).toBeGreaterThan(25);
  expect(bankFileHelp.map(({ field }) => field).sort()).toEqual(fields);
});

test('the help of a field is found by its place; what has none of its own takes its holder’s', () => {
  expect(helpFor(['operations', 'createSubclient', 'path'])?.field).toBe('operations.*.path');
  expect(helpFor(['operations', 'createSubclient'])?.field).toBe('operations.*');
  expect(helpFor(['auth', 'request', 'pass'])?.field).toBe('auth.request');
  const field = ['operations', 'createSingleTransfer', 'fields', '0'];
  expect(helpFor([...field, 'kind'])?.field).toBe('operations.*.fields.*.kind');
  expect(helpFor(field)?.field).toBe('operations.*.fields');
  expect(helpFor(['uploadtypes'])).toBeNull();
  expect(helpFor([])).toBeNull();
});

test('the file to start from is one that can be opened', () => {
  expect(parseBankFile(exampleBankFile)).toMatchObject({
    ok: true,
    value: { name: 'Example Bank UAT', environment: 'uat' },
  });
});

test('the examples of the help are JSON members', () => {
  for (const { field, example } of bankFileHelp) {
    const text = `{${example.replaceAll('…', '"x": 1').replaceAll('"/"x": 1"', '"/x"')}}`;
    expect(() => JSON.parse(text) as unknown, field).not.toThrow();
  }
});
