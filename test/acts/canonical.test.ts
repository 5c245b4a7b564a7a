import { describe, expect, test } from 'vitest';

import type { Json } from '../../electron/engines/acts/act.ts';
import { canonicalJson, parseCanonical } from '../../electron/engines/acts/canonical.ts';

const parsed = (text: string): Json | null => parseCanonical(Buffer.from(text));

describe('canonical text', () => {
  test('has the members in the order of RFC 8785, section 3.2.3: by UTF-16 units', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(canonicalJson(value)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis",' +
        '"\u20ac":"Euro Sign","\ud83d\ude00":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    );
  });

  test('escapes as RFC 8785, section 3.2.2 does', () => {
    const value = {
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"\u002f',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  test('escapes control characters in the short form where there is one, and nothing else', () => {
    expect(canonicalJson('\b\t\n\f\r\u0000\u001f')).toBe(String.raw`"\b\t\n\f\r\u0000\u001f"`);
    expect(canonicalJson('\u007f\u2028\u2029\ufeff\u0080</>&')).toBe(
      '"\u007f\u2028\u2029\ufeff\u0080</>&"',
    );
  });

  test('sorts on every level, numbers in names as text, and keeps the order of lists', () => {
    expect(canonicalJson({ b: [{ z: 1, a: 2 }, 3, 1], a: { 10: 1, 9: 2, '': 3 } })).toBe(
      '{"a":{"":3,"10":1,"9":2},"b":[{"a":2,"z":1},3,1]}',
    );
    expect(canonicalJson({ peach: 1, péché: 2, pêche: 3, sin: 4 })).toBe(
      '{"peach":1,"péché":2,"pêche":3,"sin":4}',
    );
  });

  test('has whole safe numbers, and throws for every other', () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(canonicalJson([0, -1, most, -most])).toBe(`[0,-1,${String(most)},-${String(most)}]`);
    for (const bad of [0.5, -0, NaN, Infinity, -Infinity, most + 1, 1e21, 5e-324])
      expect(() => canonicalJson({ a: [bad] })).toThrow(TypeError);
  });

  test('has no half of a surrogate pair, in a text or in a name', () => {
    for (const half of ['\ud800', 'a\udead', '\ude00\ud83d']) {
      expect(() => canonicalJson(half)).toThrow(TypeError);
      expect(() => canonicalJson({ [half]: 1 })).toThrow(TypeError);
    }
  });

  test('throws for what would not be read: a prototype’s name, a circle, more than 64 levels', () => {
    expect(() => canonicalJson(JSON.parse('{"a":{"__proto__":1}}') as Json)).toThrow(TypeError);
    const circle: Json[] = [];
    circle.push(circle);
    expect(() => canonicalJson(circle)).toThrow(TypeError);
    expect(() => canonicalJson(nested(65))).toThrow(TypeError);
    expect(canonicalJson(nested(64))).toHaveLength(129);
  });
});

/** So many lists in each other, around a number. */
function nested(levels: number): Json {
  let value: Json = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

describe('bytes', () => {
  test('in canonical form are read, and give the same bytes again', () => {
    for (const text of ['{}', '[]', '""', '0', 'true', '{"a":[1,-2,{"é":"\u2028"}]}', '"😀"'])
      expect(canonicalJson(parsed(text))).toBe(text);
    expect(parsed('{"constructor":1,"hasOwnProperty":2,"toString":3}')).toEqual({
      ...{ constructor: 1, hasOwnProperty: 2, toString: 3 },
    });
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['a space', '{"a": 1}'],
    ['a space behind', '{"a":1} '],
    ['a line end', '{"a":1}\n'],
    ['two values', '{}{}'],
    ['another order', '{"b":1,"a":2}'],
    ['an order by code points', '{"\ufb33":1,"\ud83d\ude00":2}'],
    ['an order by numbers', '{"9":1,"10":2}'],
    ['a name twice', '{"a":1,"a":1}'],
    ['a name twice, the second escaped', String.raw`{"a":1,"\u0061":1}`],
    ['a fraction', '{"a":1.5}'],
    ['a whole number with a point', '{"a":1.0}'],
    ['an exponent', '{"a":1e3}'],
    ['a sign of zero', '{"a":-0}'],
    ['a leading zero', '{"a":01}'],
    ['a plus', '{"a":+1}'],
    ['a number above the safe ones', '9007199254740992'],
    ['a number that is rounded', '9007199254740993'],
    ['a huge number', '1e400'],
    ['an escape without need', String.raw`"\u0041"`],
    ['an escape of a slash', String.raw`"\/"`],
    ['the long escape of a line end', String.raw`"\u000a"`],
    ['an escape in upper case', String.raw`"\u001F"`],
    ['half a surrogate pair, escaped', String.raw`"\ud800"`],
    ['a surrogate pair, escaped', String.raw`"\ud83d\ude00"`],
    ['a byte order mark', '\ufeff{}'],
    ['a prototype', '{"__proto__":{"kind":"found"}}'],
    ['a prototype, inside', '{"a":[{"__proto__":null}]}'],
    ['a prototype, escaped', String.raw`{"\u005f_proto__":1}`],
    ['a prototype twice', '{"__proto__":1,"__proto__":1}'],
    ['NaN', 'NaN'],
    ['a comment', '{}/**/'],
  ])('with %s are none', (_what, text) => {
    expect(parsed(text)).toBeNull();
  });

  test.each([
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0xa2, 0x22]],
    ['a cut character', [0x22, 0xc3, 0x22]],
    ['a byte that UTF-8 has not', [0x22, 0xff, 0x22]],
    ['a byte order mark of UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
    ['a zero behind', [0x7b, 0x7d, 0x00]],
  ])('with %s are none', (_what, bytes) => {
    expect(parseCanonical(Uint8Array.from(bytes))).toBeNull();
  });

  // Where the stack ends differs by machine: two desks would read one act in two ways.
  test.each([64, 65, 1_000, 10_000, 100_000])('of %d levels are read up to 64', (levels) => {
    const lists = `${'['.repeat(levels)}1${']'.repeat(levels)}`;
    const objects = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(parsed(lists) === null).toBe(levels > 64);
    expect(parsed(objects) === null).toBe(levels > 64);
    expect(parsed('['.repeat(levels))).toBeNull();
  });
});
