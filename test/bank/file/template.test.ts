import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { pointerProblem, readPointer } from '../../../electron/engines/bank/json/pointer.ts';
import {
  fillTemplate,
  templateNames,
  type Template,
} from '../../../electron/engines/bank/file/template.ts';
import { JsonNumber } from '../../../shared/json/exact-json.ts';

const fill = (template: Template, values: Record<string, unknown>) => {
  const problems: Record<string, string> = {};
  const filled = fillTemplate(template, (name) => values[name], problems);
  return { filled, problems, text: JSON.stringify(filled) };
};

describe('a template', () => {
  test('writes {x} as text and {x:number} as the exact JSON number', () => {
    const template = { amt: '{amount:number}', txt: '{amount}', ref: 'R-{reference}/{n}' };
    const values = { amount: '90071992547409.9312', reference: 'a"b', n: 3 };
    expect(fill(template, values).text).toBe(
      '{"amt":90071992547409.9312,"txt":"90071992547409.9312","ref":"R-a\\"b/3"}',
    );
  });

  test('reaches into records and lists, and keeps what is fixed', () => {
    const template = { a: [{ b: '{x:number}' }, '{x}', true, null, 7], c: { d: { e: '{x}' } } };
    expect(fill(template, { x: new JsonNumber('1.10') }).text).toBe(
      '{"a":[{"b":1.10},"1.10",true,null,7],"c":{"d":{"e":"1.10"}}}',
    );
  });

  test('leaves out what has no value', () => {
    expect(
      fill({ a: '{gone}', b: 'x{gone}', c: '{gone:number}', d: ['{gone}', '{x}'] }, { x: '1' })
        .filled,
    ).toEqual({ d: ['1'] });
  });

  test('puts a record in where it stands alone, and refuses it inside a text', () => {
    expect(fill('{bank}', { bank: { bic: 'X' } }).filled).toEqual({ bic: 'X' });
    expect(fill('a{bank}', { bank: { bic: 'X' } }).problems).toEqual({
      bank: 'must be a text here',
    });
  });

  test.each(['1e', '0x1', '01', '1.', '', 'NaN', '１', '1 '])(
    'does not write %j as a number',
    (amount) => {
      const { filled, problems } = fill({ a: '{amount:number}' }, { amount });
      expect({ filled, problems }).toEqual({
        filled: {},
        problems: { amount: 'must be a number' },
      });
    },
  );

  test('keeps every digit of any decimal, and every text', () => {
    const decimal = fc
      .tuple(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.integer({ min: 0, max: 9999 }))
      .map(([whole, part]) => `${String(whole)}.${String(part).padStart(4, '0')}`);
    fc.assert(
      fc.property(decimal, fc.string(), (amount, words) => {
        expect(fill('{amount:number}', { amount }).text).toBe(amount);
        expect(fill('{words}', { words }).filled).toBe(words);
      }),
    );
  });

  test('lists each of its names once, in order', () => {
    expect(templateNames({ a: '{x}{y:number}', b: ['{x}', { c: '{z.w}' }], d: null })).toEqual([
      'x',
      'y',
      'z.w',
    ]);
  });
});

describe('a JSON Pointer', () => {
  // The examples of RFC 6901, section 5.
  const document = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'c%d': 2, 'm~n': 8, ' ': 7 };
  test.each([
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/m~0n', 8],
    ['/ ', 7],
    ['/foo/2', undefined],
    ['/foo/00', undefined],
    ['/foo/length', undefined],
    ['/toString', undefined],
    ['/none/deeper', undefined],
  ])('%j names %j', (pointer, value) => {
    expect(readPointer(document, pointer)).toEqual(value);
  });

  test('does not look inside a number', () => {
    expect(readPointer({ a: new JsonNumber('1') }, '/a/source')).toBeUndefined();
  });

  test('finds any key of any record, escaped', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer(), (key, value) => {
        const pointer = `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        expect(pointerProblem(pointer)).toBeUndefined();
        expect(readPointer(Object.fromEntries([[key, value]]), pointer)).toBe(value);
      }),
    );
  });
});
