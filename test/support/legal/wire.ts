import fc from 'fast-check';

/**
 * JSON as a bank may write it (RFC 8259), made before it is text: members in an order of their own, numbers by the letters
 * in which they are written.
 */
export type Wire =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'number'; readonly source: string }
  | { readonly is: 'word'; readonly word: true | false | null }
  | { readonly is: 'list'; readonly parts: readonly Wire[] }
  | { readonly is: 'record'; readonly members: readonly Member[] };
export type Member = readonly [name: string, value: Wire];

export const text = (value: string): Wire => ({ is: 'text', text: value });
export const number = (source: string): Wire => ({ is: 'number', source });
export const word = (value: true | false | null): Wire => ({ is: 'word', word: value });
export const list = (parts: readonly Wire[]): Wire => ({ is: 'list', parts });
export const record = (members: readonly Member[]): Wire => ({ is: 'record', members });
export const nothing = word(null);

/** How a bank spells its JSON: with blanks between, with escapes for what needs none. */
export type Hand = { readonly blank: string; readonly escapes: boolean };
export const hands: fc.Arbitrary<Hand> = fc.record({
  blank: fc.constantFrom('', ' ', '\n  ', '\r\n\t'),
  escapes: fc.boolean(),
});

export function written(wire: Wire, hand: Hand): string {
  const { blank } = hand;
  const joined = (open: string, parts: readonly string[], close: string): string =>
    `${open}${blank}${parts.join(`${blank},${blank}`)}${blank}${close}`;
  switch (wire.is) {
    case 'text':
      return spelled(wire.text, hand);
    case 'number':
      return wire.source;
    case 'word':
      return String(wire.word);
    case 'list':
      return joined(
        '[',
        wire.parts.map((part) => written(part, hand)),
        ']',
      );
    case 'record':
      return joined(
        '{',
        wire.members.map(
          ([name, value]) => `${spelled(name, hand)}${blank}:${blank}${written(value, hand)}`,
        ),
        '}',
      );
  }
}

/** Every UTF-16 unit as an escape, or only those that need one. */
const spelled = (value: string, { escapes }: Hand): string =>
  escapes
    ? `"${Array.from({ length: value.length }, (_, at) => `\\u${value.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
    : JSON.stringify(value);

/** Texts of any letters there are, right to left, beyond the first plane, line ends and NUL among them. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'Dépôt — Ålesund ✓',
      'e\u0301',
      '\u202Eevil',
      '👩‍🚀',
      '\u0000',
      '  both ends  ',
      '',
      'null',
      '0',
      '\uFEFFbom',
      '{"not":"a record"}',
      '__proto__',
    ),
  },
  // Half of a pair: no letter, but the grammar of JSON has it.
  { weight: 1, arbitrary: fc.constantFrom('\uD800', 'x\uDFFFy') },
);

/** A number in any spelling of the grammar. */
export const anyNumber: fc.Arbitrary<string> = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: fc.bigInt({ min: 0n, max: 10n ** 25n }).map(String),
    fraction: fc.option(fc.stringMatching(/^\d{1,12}$/), { nil: null }),
    exponent: fc.option(
      fc.tuple(
        fc.constantFrom('e', 'E'),
        fc.constantFrom('', '+', '-'),
        fc.stringMatching(/^\d{1,3}$/),
      ),
      { nil: null, freq: 3 },
    ),
  })
  .map(
    ({ sign, whole, fraction, exponent }) =>
      `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent?.join('') ?? ''}`,
  );

/** What it is worth, as the digits of a whole number and how many of them stand behind the point; by the grammar alone. */
export function worth(source: string): { readonly digits: bigint; readonly scale: number } {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  let digits = BigInt(whole + fraction);
  let scale = fraction.length - Number(power);
  if (digits === 0n) return { digits, scale: 0 };
  while (digits % 10n === 0n) {
    digits /= 10n;
    scale -= 1;
  }
  return { digits: sign === '-' ? -digits : digits, scale };
}

export const isWorthTheSame = (one: string, other: string): boolean => {
  const [a, b] = [worth(one), worth(other)];
  return a.digits === b.digits && (a.digits === 0n || a.scale === b.scale);
};

/** Can 14 digits before the point and 4 behind it hold it? */
export function fitsMoney(source: string): boolean {
  const { digits, scale } = worth(source);
  if (digits === 0n) return true;
  const length = String(digits < 0n ? -digits : digits).length;
  return scale <= 4 && length - scale <= 14;
}

/** A figure that money can hold, in one of its many spellings. */
export const moneyNumber: fc.Arbitrary<string> = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n }), fc.nat(3))
  .map(([units, style]) => {
    const sign = units < 0n ? '-' : '';
    const digits = String(units < 0n ? -units : units).padStart(5, '0');
    const [whole, fraction] = [digits.slice(0, -4), digits.slice(-4)];
    const plain = `${sign}${whole}.${fraction}`;
    const zero = units === 0n;
    const bare = `${sign}${digits.replace(/^0+(?=\d)/, '')}`;
    return (
      [plain, plain.replace(/\.?0+$/, ''), `${bare}e-4`, zero ? '0E-0006' : `${bare}00E-0006`][
        style
      ] ?? plain
    );
  });

/** Anything at all, some records deep. */
export const anyWire: fc.Arbitrary<Wire> = fc.letrec<{ wire: Wire }>((tie) => ({
  wire: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    anyText.map(text),
    anyNumber.map(number),
    fc.constantFrom(true, false, null).map(word),
    fc.array(tie('wire'), { maxLength: 3 }).map(list),
    fc
      .uniqueArray(fc.tuple(anyText, tie('wire')), { maxLength: 3, selector: ([name]) => name })
      .map(record),
  ),
})).wire;
