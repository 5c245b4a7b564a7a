import { expect, test } from 'vitest';

import { parseBankFile, profileIdOf } from '../../../electron/engines/bank/file/bank-file.ts';
import { reviewBankFile } from '../../../electron/engines/bank/file/bank-file-review.ts';
import { operationRowsOf } from '../../../electron/engines/bank/file/operation-rows.ts';

const open = `{
  "name": "Example",
  "environment": "uat",
  "baseUrl": "https://bank.example",
  "auth": { "token": "/jwt" },
  "operations": { "getQuote": { "path": "/q" } }
}`;

const bankFile = (text: string) => {
  const parsed = parseBankFile(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
};
const openFile = { text: open, profileId: profileIdOf(bankFile(open)) };

test('every mistake is shown with its line and the fix, in the order of the text', () => {
  const text = `{
  // a note
  "name": "Example",
  "environment": "prod",
  "baseUrl": "https://bank.example",
  "auth": {
    "tokn": "/jwt"
  },
  "operations": {
    "getQuote": { "path": "q" },
    "getQote": {}
  }
}`;
  const { mistakes, isSameBank } = reviewBankFile(text, openFile);
  expect(mistakes.map(({ field, line }) => [field, line])).toEqual([
    ['environment', 4],
    ['auth.tokn', 7],
    ['operations.getQuote.path', 10],
  ]);
  expect(mistakes[1]?.problem).toContain('write “token”');
  expect(isSameBank).toBeNull();
  const unknown = reviewBankFile(
    text.replace('prod', 'uat').replace('tokn', 'token').replace('"q"', '"/q"'),
    openFile,
  );
  expect(unknown.mistakes).toEqual([
    {
      field: 'operations.getQote',
      problem: 'is not an operation of the specification; write “getQuote”',
      line: 11,
    },
  ]);
});

test('what is missing altogether stands on no line; what is no JSON on the line where it stops', () => {
  expect(reviewBankFile('{\n"name": "B",\n"environment": "uat"\n}', null).mistakes).toEqual([
    { field: 'baseUrl', problem: 'is missing; write a text in quotation marks', line: null },
  ]);
  const [broken] = reviewBankFile('{\n  "name": "B",\n  "environment": uat\n}', openFile).mistakes;
  expect(broken).toMatchObject({ field: '', line: 3 });
  expect(reviewBankFile('', openFile).mistakes).toMatchObject([{ field: '', line: 1 }]);
  expect(reviewBankFile('[1]', openFile)).toMatchObject({
    mistakes: [{ field: '', problem: 'must be a record in braces' }],
    changes: [],
  });
});

test('changes are listed field by field against the open file; another address is another bank', () => {
  const text = open
    .replace('/jwt', '/data/jwt')
    .replace('"path": "/q"', '"path": "/q", "method": "GET"')
    .replace('"name": "Example",', '"name": "Example", "statement": "auto",');
  const same = reviewBankFile(text, openFile);
  expect(same).toEqual({
    mistakes: [],
    changes: [
      { field: 'auth.token', before: '"/jwt"', after: '"/data/jwt"' },
      { field: 'operations.getQuote.method', before: null, after: '"GET"' },
      { field: 'statement', before: null, after: '"auto"' },
    ],
    isSameBank: true,
  });
  expect(reviewBankFile(text.replace('bank.example', 'other.example'), openFile).isSameBank).toBe(
    false,
  );
  expect(reviewBankFile(text.replace('"uat"', '"production"'), openFile)).toMatchObject({
    changes: expect.arrayContaining([
      { field: 'environment', before: '"uat"', after: '"production"' },
    ]) as object,
    isSameBank: false,
  });
  expect(reviewBankFile(open, { text: null, profileId: 'sandbox' })).toMatchObject({
    mistakes: [],
    isSameBank: false,
  });
});

test('a text that stops being JSON is reported with the line and column where it stops', () => {
  const at = (text: string): string => reviewBankFile(text, null).mistakes[0]?.problem ?? '';
  expect(at('{\n  "name": "B"\n  "environment": "uat"\n}')).toContain('line 3, column 3');
  expect(at('{\n  "name": \'B\'\n}')).toContain('line 2, column 11');
  expect(at('{\n  "a": [1, 2,],\n  "b": 1\n}')).toContain('line 2, column 14');
  expect(at('{\n  "a": 1\n')).toContain('line 3');
});

test('every operation shows its state at the bank and what the file says about it', () => {
  const rows = operationRowsOf(bankFile(open));
  expect(rows).toHaveLength(46);
  const row = (name: string) => rows.find((one) => one.name === name);
  expect(row('getQuote')).toMatchObject({
    title: 'Get Quote',
    group: 'Conversions',
    method: 'GET',
    path: '/q',
    effect: 'read',
    origin: 'assumed',
    state: 'confirmed',
    isOverridden: true,
  });
  expect(row('getStatement')).toMatchObject({ state: 'specified', isOverridden: false });
  expect(row('getAllTrades')).toMatchObject({ state: 'closed', isOverridden: false });
  expect(rows.filter(({ state }) => state === 'specified')).toHaveLength(6);
});
