import fc from 'fast-check';

import {
  anyNumber,
  anyText,
  anyWire,
  fitsMoney,
  isWorthTheSame,
  list,
  moneyNumber,
  nothing,
  number,
  record,
  text,
  word,
  worth,
  type Member,
  type Wire,
} from './wire.ts';

/**
 * What a bank writes in a field (undefined: it leaves it out), and what reading must make of it. `keeps`: is this value that
 * was read the one that was written? `may refuse`: the answer may be set aside for this field, by its name.
 */
export type WrittenField = {
  readonly wire: Wire | undefined;
  readonly keeps: (read: unknown) => boolean;
  readonly mayRefuse: boolean;
};

const written = (
  wire: Wire | undefined,
  keeps: WrittenField['keeps'],
  mayRefuse = false,
): WrittenField => ({
  wire,
  keeps,
  mayRefuse,
});

/** Nothing was written: nothing may be read. */
const isNothing = (read: unknown): boolean => read === undefined || read === null || read === '';
const refused = (wire: Wire | undefined): WrittenField => written(wire, () => false, true);

const rubbish = (value: string): WrittenField => refused(text(value));

const absent = fc.constantFrom(undefined, nothing);

/** A text, or what banks write instead of one. */
export const aText: fc.Arbitrary<WrittenField> = fc.oneof(
  { weight: 6, arbitrary: anyText.map((value) => written(text(value), (read) => read === value)) },
  {
    weight: 2,
    arbitrary: anyNumber.map((source) => written(number(source), (read) => read === source)),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map((flag) => written(word(flag), (r) => r === String(flag))),
  },
  { weight: 3, arbitrary: absent.map((wire) => written(wire, isNothing)) },
);

/** The identifier of a record: nothing is stored without one. */
export const anId: fc.Arbitrary<WrittenField> = fc.oneof(
  {
    weight: 8,
    arbitrary: anyText
      .filter((value) => value !== '')
      .map((value) => written(text(value), (read) => read === value, !value.isWellFormed())),
  },
  {
    weight: 4,
    arbitrary: anyNumber.map((source) => written(number(source), (read) => read === source)),
  },
  { weight: 1, arbitrary: fc.constantFrom(undefined, nothing, text('')).map(refused) },
);

/** An amount: stored by its worth to the last digit, or refused by name. Never rounded. */
export const anAmount: fc.Arbitrary<WrittenField> = fc.oneof(
  { weight: 8, arbitrary: moneyNumber.chain(inEitherWay) },
  { weight: 3, arbitrary: anyNumber.chain(inEitherWay) },
  { weight: 1, arbitrary: absent.map(refused) },
  { weight: 1, arbitrary: fc.constantFrom('', '1,000', '1 000', '.5', '12 EUR').map(rubbish) },
);

function inEitherWay(source: string): fc.Arbitrary<WrittenField> {
  const isStored = (read: unknown): boolean =>
    typeof read === 'string' && fitsMoney(source) && isWorthTheSame(read, source);
  // Beyond all measure a spelling may be refused though its worth is small.
  const isOdd = Math.abs(worth(source).scale) > 60 || source.length > 60;
  const mayRefuse = !fitsMoney(source) || isOdd;
  return fc
    .constantFrom(number(source), text(source))
    .map((wire) => written(wire, isStored, mayRefuse || /[eE].*\d{3}/.test(source)));
}

/** A currency: the code in capitals, unknown ones too; other words stay as they are. */
export const aCurrency: fc.Arbitrary<WrittenField> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom('EUR', 'usd', 'XCG', 'usdt', 'XQZ', 'Kwd')
      .map((code) => written(text(code), (read) => read === code.toUpperCase())),
  },
  { weight: 2, arbitrary: absent.map((wire) => written(wire, isNothing, true)) },
);

/** A list of texts. */
export const someTexts: fc.Arbitrary<WrittenField> = fc.oneof(
  absent.map((wire) => written(wire, (read) => isNothing(read) || isEmptyList(read))),
  fc
    .array(anyText, { maxLength: 4 })
    .map((texts) =>
      written(list(texts.map(text)), (read) => JSON.stringify(read) === JSON.stringify(texts)),
    ),
);

const isEmptyList = (read: unknown): boolean => Array.isArray(read) && read.length === 0;

/** A flag; absent means no. */
export const aFlag: fc.Arbitrary<WrittenField> = fc.oneof(
  fc.boolean().map((flag) => written(word(flag), (read) => read === flag)),
  fc.boolean().map((flag) => written(text(String(flag)), (read) => read === flag)),
  absent.map((wire) => written(wire, (read) => read === false || isNothing(read))),
);

export const aMoment = (days: readonly string[]): fc.Arbitrary<WrittenField> =>
  fc
    .tuple(fc.constantFrom(...days), fc.nat(86_399_999))
    .map(([day, ms]) => new Date(Date.parse(`${day}T00:00:00.000Z`) + ms).toISOString())
    .map((moment) => written(text(moment), (read) => read === moment));

export const oneOf = (...words: readonly string[]): fc.Arbitrary<WrittenField> =>
  fc.constantFrom(...words).map((value) => written(text(value), (read) => read === value));

/** A record as a bank writes it, its members in any order with others among them. */
export type BankRecord = {
  readonly fields: Readonly<Record<string, WrittenField>>;
  readonly extras: readonly Member[];
  readonly wire: Wire;
};

type Kinds = Readonly<Record<string, fc.Arbitrary<WrittenField>>>;

/** Names that are none of the record's, though some sound like one. */
const extraNames = (kinds: Kinds): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.constantFrom(
        'valueDate',
        'counterparty',
        'overdraftLimit',
        'links',
        'extras',
        'viewToken',
      ),
      fc.constantFrom('toString', 'constructor', 'hasOwnProperty', '', '0', 'Status', 'é'),
      anyText,
    )
    .filter((name) => !Object.hasOwn(kinds, name));

export const aRecord = (kinds: Kinds): fc.Arbitrary<BankRecord> =>
  fc.tuple(fc.record(kinds), extrasBeside(kinds), fc.nat(1_000)).map(([fields, extras, order]) => {
    const known = Object.entries(fields).flatMap(([name, { wire }]): Member[] =>
      wire === undefined ? [] : [[name, wire]],
    );
    return { fields, extras, wire: record(inOrder([...known, ...extras], order)) };
  });

const extrasBeside = (kinds: Kinds): fc.Arbitrary<Member[]> =>
  fc.uniqueArray(fc.tuple(extraNames(kinds), anyWire), {
    maxLength: 4,
    selector: ([name]) => name,
  });

/** One of many orders; the usual one for 0. */
const inOrder = (members: readonly Member[], order: number): Member[] =>
  members
    .map((member, at) => ({ member, key: ((at + 1) * (order === 0 ? 1 : order * 7_919)) % 10_007 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ member }) => member);

/** The fields for which such a record may be set aside. */
export const reasonsToRefuse = ({ fields }: BankRecord): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.mayRefuse === true);
