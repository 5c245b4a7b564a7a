import { describe, expect, test } from 'vitest';

import { withField } from '../../electron/engines/bank/json/json-edit.ts';
import { lineOf, placesIn } from '../../electron/engines/bank/json/json-places.ts';
import { parseJsonText } from '../../electron/engines/bank/json/json-text.ts';

const valueOf = (text: string): unknown => {
  const parsed = parseJsonText(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
};

const written = `{
  // Who it is
  "name": "Example \\"Bank\\" {x}", /* as on paper */
  "auth": { "token": "/a", "request": { "a.b": "{user}" } },
  "operations": {},
  "limits": {
    "requestsPerSecond": 10 // slowly
  }
}
`;

describe('a field of a bank file is written where it stands', () => {
  test.each([
    ['a value', 'auth.token', '/data/jwt', '"token": "/data/jwt", "request"'],
    ['a further field in a line', 'auth.header', 'x', ' } , "header": "x" }'.replace(' ,', ',')],
    ['into an empty record', 'operations.getQuote.path', '/q', '{ "getQuote": { "path": "/q" } }'],
    ['behind a note', 'limits.uploadBytes', 5, '10, // slowly\n    "uploadBytes": 5\n  }'],
    ['a new field at the end', 'errorMessage', ['/e'], '  },\n  "errorMessage": ["/e"]\n}\n'],
    ['a name that holds a dot', 'auth.request.a.b', 'z', '{ "a.b": "z" }'],
    ['the records that lead to it', 'a.b.c', true, '"a": { "b": { "c": true } }'],
  ])('%s', (_what, field, value, expected) => {
    const text = withField(written, field, value);
    expect(text).toContain(expected);
    expect(text).toContain('// Who it is\n');
    expect(text).toContain('/* as on paper */');
    const before = valueOf(written) as object;
    expect(valueOf(text)).toMatchObject({ ...before, ...{ auth: {}, limits: {}, operations: {} } });
  });

  test('long values take lines of their own, in the file’s own steps', () => {
    const statement = {
      dates: ['startDate', 'endDate'],
      paging: ['pageOffset', 'pageSize'],
      pageUnit: 'item',
    };
    expect(withField('{\n\t"name": "B"\n}', 'statement', statement)).toBe(
      '{\n\t"name": "B",\n\t"statement": {\n\t\t"dates": ["startDate", "endDate"],\n\t\t"paging": ["pageOffset", "pageSize"],\n\t\t"pageUnit": "item"\n\t}\n}',
    );
  });

  test.each([
    ['{"a":1,"b":{}}', 'b.c', '{"a":1,"b":{"c":2}}'],
    ['{"a": 1}', 'c', '{"a": 1, "c": 2}'],
    ['{\r\n  "a": 1\r\n}\r\n', 'c', '{\r\n  "a": 1,\r\n  "c": 2\r\n}\r\n'],
    ['\uFEFF{"a":"auto"}', 'a', '\uFEFF{"a":2}'],
    ['{"a":"auto"}', 'a.b', '{"a":{"b":2}}'],
    ['{}', 'a', '{"a":2}'],
  ])('in the style of the file: %j', (text, field, expected) => {
    expect(withField(text, field, 2)).toBe(expected);
  });
});

test('every field is found on its line, and what is missing on the line of what would hold it', () => {
  const root = placesIn(written);
  const lines = [
    'name',
    'auth.token',
    'auth.missing',
    'operations.getQuote.path',
    'limits.requestsPerSecond',
    'missing',
    '',
  ].map((field) => [field, lineOf(written, root, field)]);
  expect(Object.fromEntries(lines)).toEqual({
    name: 3,
    'auth.token': 4,
    'auth.missing': 4,
    'operations.getQuote.path': 5,
    'limits.requestsPerSecond': 7,
    missing: null,
    '': null,
  });
});

test('what is nested too deeply is refused before anything follows it down', () => {
  expect(parseJsonText('['.repeat(5_000) + ']'.repeat(5_000))).toEqual({
    ok: false,
    error: 'nested too deeply',
  });
  expect(parseJsonText(`{"a":"${'['.repeat(5_000)}"}`).ok).toBe(true);
});

test.each([
  ['{"a":"b', 8, 'a text is not closed by a quotation mark'],
  ['{"a":"b\n"}', 8, 'a text runs over the end of its line'],
  ['["\t"]', 3, 'a text holds a tab or another character that has to be written as an escape'],
  ['["a\\x"]', 4, 'unexpected character; look for a missing or extra comma or quotation mark'],
  ['{a: 1}', 2, 'unexpected character; look for a missing or extra comma or quotation mark'],
  ['{1: 1}', 2, 'expected a name in quotation marks'],
  ['{"a" 1}', 6, "expected ':' after the name"],
  ['{"a": 1 "b": 2}', 9, "expected ',' or the end of the record or list"],
  ['[1] /* b', 5, 'a comment is not closed by */'],
  ['{"a": 1,', 9, 'the text ends too early'],
  ['\uFEFF[1', 4, 'the text ends too early'],
])('%j is reported as invalid JSON at column %i: %s', (text, column, reason) => {
  expect(parseJsonText(text)).toEqual({
    ok: false,
    error: `not valid JSON at line 1, column ${String(column)}: ${reason}`,
  });
});

test('a name that means something to the language is a name like any other', () => {
  expect(Object.keys(valueOf('{ "__proto__": 1 }') as object)).toEqual(['__proto__']);
});
