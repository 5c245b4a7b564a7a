import { expect, test } from 'vitest';

import { parseJsonText } from '../../electron/engines/bank/json/json-text.ts';
import { addOperation } from '../../renderer/features/settings/bank-file/operation-place.ts';
import type { OperationName } from '../../shared/bank/catalogue.ts';
import { catalogue } from '../../shared/bank/catalogue.ts';
import { jsonPlaces, lineAt, lineStart, pathAt, placeOf } from '../../shared/json/json-places.ts';

function added(text: string, name: OperationName): { text: string; selected: string } {
  const change = addOperation(text, name);
  if (!change) throw new Error('no place');
  const next = text.slice(0, change.from) + change.insert + text.slice(change.to);
  return { text: next, selected: next.slice(...change.select) };
}

const file = `{
  "name": "Bank",
  "auth": { "request": { "user": "{user}" } },
  "errorMessage": ["/a", "/b"]
}
`;

test('the field at the caret is found by its path, also in an unfinished text', () => {
  const at = (needle: string): string => pathAt(file, file.indexOf(needle) + 1).join('.');
  expect(at('"name"')).toBe('name');
  expect(at('"Bank"')).toBe('name');
  expect(at('{user}')).toBe('auth.request.user');
  expect(at('"/b"')).toBe('errorMessage.1');
  const half = '{ "auth": { "scheme": "Bea';
  expect(pathAt(half, half.length).join('.')).toBe('auth.scheme');
  const unquoted = '{ "auth": { "scheme": Bea';
  expect(pathAt(unquoted, unquoted.length).join('.')).toBe('auth.scheme');
  expect(pathAt('', 0)).toEqual([]);
});

test.each([
  ['lists', '['.repeat(50_000)],
  ['records', '{"a":'.repeat(50_000)],
  ['lists that wrong marks close', '[},'.repeat(50_000)],
  ['lists behind a text without its end', `"\n${'['.repeat(50_000)}"`],
  ['lists before a comment without its end', `${'['.repeat(50_000)}/*`],
])('%s without an end yield no place, and nothing recurses into them', (_, text) => {
  expect([jsonPlaces(text), pathAt(text, text.length), placeOf(text, [])]).toEqual([
    [],
    [],
    undefined,
  ]);
});

test('quotes and braces inside a text do not count', () => {
  const odd = '{ "a": "}\\"{", "b": 1 }';
  expect(jsonPlaces(odd).map(({ path }) => path.join('.'))).toEqual(['', 'a', 'b']);
  expect(jsonPlaces(odd)[0]).toMatchObject({ from: 0, to: odd.length, isClosed: true });
});

test('a file without operations gets the record and the entry, its path selected', () => {
  const { text, selected } = added(file, 'createSubclient');
  expect(JSON.parse(text)).toEqual({
    ...(JSON.parse(file) as object),
    operations: {
      createSubclient: {
        method: catalogue.createSubclient.method,
        path: catalogue.createSubclient.path,
      },
    },
  });
  expect(selected).toBe(catalogue.createSubclient.path);
  expect(text).toContain('\n  "operations": {\n    "createSubclient": {\n      "method"');
});

test('an entry is added behind the last one, and nothing else of the text moves', () => {
  const one = added(file, 'createSubclient').text;
  const two = added(one, 'createSingleTransfer').text;
  const operations = (JSON.parse(two) as { operations: object }).operations;
  expect(Object.keys(operations)).toEqual(['createSubclient', 'createSingleTransfer']);
  expect(two.startsWith(one.slice(0, one.indexOf('    }\n  }')))).toBe(true);
});

test('an operation that has its entry is only selected', () => {
  const { text } = added(file, 'createSubclient');
  expect(added(text, 'createSubclient')).toEqual({
    text,
    selected: catalogue.createSubclient.path,
  });
});

test.each([
  ['an empty record', '{}'],
  ['an empty list of operations', '{ "operations": {} }'],
])('%s takes an entry', (_, text) => {
  expect(JSON.parse(added(text, 'getQuote').text)).toMatchObject({
    operations: { getQuote: { method: 'GET' } },
  });
});

test.each([
  ['nothing', ''],
  ['a list', '[1]'],
  ['a record without its end', '{ "name": "Bank"'],
  ['a record whose inner one is closed', '{ "auth": {}'],
])('%s has no place', (_, text) => {
  expect(addOperation(text, 'getQuote')).toBeNull();
});

const noted = `{
  // Not "operations": { here, it's further down
  "name": "Bank", /* ] } */
  "operations": {
    "getQuote": { "path": "/q" } // agreed } on the phone
    /* and that is all */
  }
}
`;

test('what a person noted beside it is no part of it, and stays', () => {
  expect(pathAt(noted, noted.indexOf('"/q"')).join('.')).toBe('operations.getQuote.path');
  const { text, selected } = added(noted, 'createSubclient');
  expect(selected).toBe(catalogue.createSubclient.path);
  const plain = parseJsonText(text);
  expect(plain).toMatchObject({
    ok: true,
    value: { name: 'Bank', operations: { getQuote: { path: '/q' }, createSubclient: {} } },
  });
  for (const note of noted.match(/\/\/.*|\/\*.*\*\//g) ?? []) expect(text).toContain(note);
});

test('an extra comma is removed where an entry follows', () => {
  const { text } = added('{ "operations": { "getQuote": {}, } }', 'createSubclient');
  expect(Object.keys((JSON.parse(text) as { operations: object }).operations)).toEqual([
    'getQuote',
    'createSubclient',
  ]);
});

test('a name is read as JSON reads it, and the last of two counts', () => {
  const text = '{ "a\\u0062": 1, "x": 1, "x": 2 }';
  expect(jsonPlaces(text).map(({ path }) => path.join('.'))).toEqual(['', 'ab', 'x', 'x']);
  expect(placeOf(text, ['x'])?.valueFrom).toBe(text.lastIndexOf('2'));
});

test('lines and offsets lead to each other', () => {
  expect(lineStart(file, 1)).toBe(0);
  expect(file.slice(lineStart(file, 3), lineStart(file, 3) + 8)).toBe('  "auth"');
  expect(lineAt(file, file.indexOf('"auth"'))).toBe(3);
  expect(lineStart(file, 99)).toBe(lineStart(file, 6));
});
