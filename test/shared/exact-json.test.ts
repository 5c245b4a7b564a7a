import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { JsonNumber, parseExact } from '../../shared/json/exact-json.ts';

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
const json = JSON as unknown as { parse(text: string, reviver: Reviver): unknown };

/** The plain parser, which calls a reviver for every value. */
const parseByReviver = (text: string): unknown =>
  json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' ? new JsonNumber(source ?? '') : value,
  );

/** What a parser makes of a text, to the last property: kind, prototype, names in their order, figures by their digits. */
function outcomeOf(read: (text: string) => unknown, text: string): unknown {
  try {
    return partsOf(read(text));
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

function partsOf(value: unknown): unknown {
  if (value instanceof JsonNumber) return ['number', value.source];
  if (typeof value !== 'object' || value === null) return ['plain', value];
  const names = Reflect.ownKeys(value);
  return [
    Array.isArray(value) ? 'list' : 'record',
    Object.getPrototypeOf(value) === (Array.isArray(value) ? Array.prototype : Object.prototype),
    names.map((name) => {
      const { enumerable, writable } = Object.getOwnPropertyDescriptor(value, name) ?? {};
      const part = (value as Record<PropertyKey, unknown>)[name];
      return [name, enumerable, writable, name === 'length' ? part : partsOf(part)];
    }),
  ];
}

const blanks = fc.stringMatching(/^[ \t\r\n]{0,2}$/);
const figures = fc.oneof(
  fc.constantFrom('0', '-0', '-0.0', '0.10', '1e400', '-1E-400', '1E+2', '12345678901234567890'),
  fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,30})?([eE][+-]?\d{1,4})?$/),
);
/** None begins with a stroke: this engine takes an escape behind such a name for that name, and loses digits there. */
const names = fc.oneof(
  fc.constantFrom('a', 'b', 'id', '', '__proto__', 'constructor', 'toJSON', 'length', 'é', ':'),
  fc.constantFrom('0', '1', '2', '10', '01', '-1', '4294967294', '4294967295', '1.5', '9a'),
  fc.string({ unit: 'binary', maxLength: 4 }).filter((name) => !name.startsWith('\\')),
);
const escaped = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** A text as it may be written: some letters by their escapes, halves of letters among them. */
const texts = fc.oneof(
  names.map((text) => JSON.stringify(text)),
  names.map((text) => `"${escaped(text)}"`),
  fc.constantFrom('"\\ud800"', '"a\\\\"', '"\\""', '"1,2:3"', '"-5"', '"\\u0022:1"', '"\u2028"'),
);
const listed = (open: string, part: fc.Arbitrary<string>, close: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(part, { maxLength: 5 }), blanks)
    .map(([parts, blank]) => `${open}${blank}${parts.join(`${blank},`)}${blank}${close}`);

const { value: values } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    figures,
    texts,
    fc.constantFrom('true', 'false', 'null'),
    listed('[', tie('value'), ']'),
    listed(
      '{',
      fc.tuple(texts, blanks, blanks, tie('value')).map(([name, before, behind, value]) => {
        return `${name}${before}:${behind}${value}`;
      }),
      '}',
    ),
  ),
}));

const wholeTexts = fc.tuple(blanks, values, blanks).map((parts) => parts.join(''));

describe('a text', () => {
  test('is read to the last digit, as with a reviver for every value', () => {
    fc.assert(
      fc.property(wholeTexts, (text) => {
        expect(outcomeOf(parseExact, text)).toEqual(outcomeOf(parseByReviver, text));
      }),
      { numRuns: 2_000 },
    );
  });

  test('is refused where the plain parser refuses it, with the same message', () => {
    const harm = fc.record({
      at: fc.nat({ max: 60 }),
      cut: fc.nat({ max: 2 }),
      put: fc.constantFrom('', '"', '\\', ',', ':', '{', '}', '[', ']', '1', '-', '.', 'e', '\0'),
    });
    fc.assert(
      fc.property(wholeTexts, harm, (text, { at, cut, put }) => {
        const harmed = text.slice(0, at) + put + text.slice(at + cut);
        expect(outcomeOf(parseExact, harmed)).toEqual(outcomeOf(parseByReviver, harmed));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    // The value has fewer members than the text.
    '{"a":1.0,"a":1.00}',
    '{"a":"s","b":1.0,"a":1.00}',
    '{"a":{"b":1.0},"c":1.00,"a":1.000}',
    '{"a":[{"b":1.0,"b":{}}],"c":1.00}',
    // It has them in another order.
    '{"b":1.0,"1":1.00}',
    '{"2":1.0,"1":1.00}',
    '[{"x":0,"7":{"b":1.0}},1.00]',
    // Nothing of it is a member.
    '["a:1",{"b":":\\":2"},-1.50]',
    '{"__proto__":1.0,"b":1.00}',
    '{"__proto__":{"a":1.0},"__proto__":2.0}',
  ])('%s keeps every figure where it stands', (text) => {
    expect(outcomeOf(parseExact, text)).toEqual(outcomeOf(parseByReviver, text));
  });

  test('keeps its digits where the engine loses them, or is refused', () => {
    JSON.parse('{"before a stroke":0,"\\\\":1}');
    const lost = '{"before a stroke":0,"\\u0061":12345678901234567.89}';
    expect(JSON.stringify(parseExact(lost))).toContain('12345678901234567.89');
    expect(() => parseExact(`[${lost},{"a":1,"a":2}]`)).toThrow(SyntaxError);
  });

  test('nested as deep as the plain parser can follow is read, and deeper is the same fault', () => {
    for (const depth of [199, 200, 201, 1_000]) {
      const text = `${'[{"a":'.repeat(depth)}1.50${'}]'.repeat(depth)}`;
      expect(JSON.stringify(parseExact(text))).toBe(text);
    }
    const endless = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(nameOfFault(() => parseExact(endless))).toBe(nameOfFault(() => parseByReviver(endless)));
  });
});

function nameOfFault(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).name;
  }
  return 'none';
}
