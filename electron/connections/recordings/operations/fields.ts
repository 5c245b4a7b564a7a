import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { isCurrency } from '../../../../shared/money/currencies.ts';
import { isIsoDate, isTimestamp } from '../../../../shared/calendar/calendar.ts';
import type { Role, Witness } from '../exchanges/known-operations.ts';
import { leafTexts, type Leaf } from '../exchanges/leaves.ts';
import { likeness } from '../exchanges/lexicon.ts';

/** A field of ours to find among a bank's places. */
export type Wanted = {
  readonly key: string;
  /** Whether a value is valid for this field. */
  readonly fits: (value: unknown) => boolean;
  readonly isRequired: boolean;
  readonly role: Role;
};

export type Placement = { readonly leaf: Leaf; readonly score: number; readonly because: string };

export type Placed = {
  readonly found: ReadonlyMap<string, Placement>;
  /** Fields with several equally likely places, each with its places. */
  readonly doubtful: ReadonlyMap<string, readonly Leaf[]>;
  /** Required fields without any likely place. */
  readonly missing: readonly Wanted[];
};

/** The lowest score that counts; two places within `nearBy` are equally likely. */
const scoreMin = 5;
const nearBy = 0.4;

type Pair = Placement & { readonly wanted: Wanted };

/**
 * Assigns places to fields: by the likeness of the names and by values that were seen before in the same role, and never where the
 * catalogue refuses the values. A place has one field, except those that banks give once for two.
 */
export function placeFields(
  wanted: readonly Wanted[],
  leaves: readonly Leaf[],
  known: Witness,
): Placed {
  const pairs = wanted
    .flatMap((field) => leaves.map((leaf) => pairOf(field, leaf, known)))
    .filter((pair) => pair !== null)
    .toSorted((a, b) => b.score - a.score);
  const found = new Map<string, Placement>();
  const doubtful = new Map<string, readonly Leaf[]>();
  const used = new Set<string>();
  for (const pair of pairs) {
    const { key } = pair.wanted;
    if (found.has(key) || doubtful.has(key) || used.has(pair.leaf.pointer)) continue;
    const open = pairs.filter(
      (other) =>
        !used.has(other.leaf.pointer) &&
        !found.has(other.wanted.key) &&
        !doubtful.has(other.wanted.key),
    );
    const rivals = rivalsOf(pair, open);
    if (rivals.length > 0) {
      doubtful.set(key, [pair.leaf, ...rivals]);
      continue;
    }
    found.set(key, pair);
    used.add(pair.leaf.pointer);
  }
  shareTwins(pairs, found);
  takeOnlyOnes({ wanted, leaves }, found, doubtful);
  const missing = wanted.filter(
    ({ key, isRequired }) => isRequired && !found.has(key) && !doubtful.has(key),
  );
  return { found, doubtful, missing };
}

/** Other places that are as likely for the same field and are not likelier for another one. */
const rivalsOf = (pair: Pair, open: readonly Pair[]): Leaf[] =>
  open
    .filter(
      (other) =>
        other.wanted.key === pair.wanted.key &&
        other.leaf !== pair.leaf &&
        other.score >= pair.score - nearBy &&
        !open.some(({ leaf, score }) => leaf === other.leaf && score > other.score),
    )
    .map(({ leaf }) => leaf);

/** Pairs of our fields for which banks often have one place: a payee's name, and the deal of a lock. */
const twins = [
  ['name', 'accountName'],
  ['lockId', 'tradeId'],
] as const;

function shareTwins(pairs: readonly Pair[], found: Map<string, Placement>): void {
  for (const [left, right] of twins)
    for (const [one, other] of [
      [left, right],
      [right, left],
    ] as const) {
      const leaf = found.get(one)?.leaf;
      const twin = pairs.find((pair) => pair.wanted.key === other && pair.leaf === leaf);
      if (leaf && twin && twin.score >= 6 && !found.has(other)) found.set(other, twin);
    }
}

function pairOf(wanted: Wanted, leaf: Leaf, known: Witness): Pair | null {
  const given = leaf.values.filter((value) => value !== null && value !== '');
  if (!given.every((value) => wanted.fits(value)) || !isOfKind(wanted, given)) return null;
  const name = wanted.key.split('.').at(-1) ?? '';
  const texts = leafTexts(leaf);
  if (!looksLike(name, texts)) return null;
  const like = likeness(name, leaf.path);
  const byValue = valueScore(wanted, texts, known);
  const score = like + byValue + (wanted.isRequired && like > 0 ? 0.5 : 0);
  if (score < scoreMin || (like === 0 && byValue < 6)) return null;
  return { wanted, leaf, score, because: becauseOf(leaf, name, { like, byValue }) };
}

/** Whether the values suit the field: a text field takes no flag and no number with decimals, which the catalogue would accept. */
function isOfKind({ fits }: Wanted, given: readonly unknown[]): boolean {
  const isText = fits('x') && !fits(['x']);
  const isAmount = (value: unknown): boolean =>
    value instanceof JsonNumber && value.source.includes('.');
  return !isText || !given.some((value) => typeof value === 'boolean' || isAmount(value));
}

function becauseOf(
  { pointer }: Leaf,
  name: string,
  { like, byValue }: { like: number; byValue: number },
): string {
  const reasons = [
    ...(like >= 10 ? ['it has the very name'] : []),
    ...(like > 0 && like < 10 ? [`banks call ${name} so`] : []),
    ...(byValue > 0 ? ['its values are those met elsewhere as the same'] : []),
  ];
  return `“${pointer}”: ${reasons.join(', and ')}.`;
}

function valueScore({ role }: Wanted, texts: readonly string[], known: Witness): number {
  const distinct = [...new Set(texts)].filter((text) => text.length > 1);
  const verdicts = distinct.map((text) => known.of(role, text));
  if (verdicts.includes('same')) return 6;
  const isAnother = verdicts.length > 0 && verdicts.every((verdict) => verdict === 'other');
  return isAnother && /id|number$/i.test(role) ? -4 : 0;
}

const isMoment = (text: string): boolean => isIsoDate(text) || isTimestamp(text);

/** Assigns a required field for which only one place has the kind of value: the one time, the one currency. */
function takeOnlyOnes(
  { wanted, leaves }: { readonly wanted: readonly Wanted[]; readonly leaves: readonly Leaf[] },
  found: Map<string, Placement>,
  doubtful: ReadonlyMap<string, unknown>,
): void {
  for (const { key, isRequired, fits } of wanted) {
    const kind = kinds.find(([pattern]) => pattern.test(key));
    if (!kind || !isRequired || found.has(key) || doubtful.has(key)) continue;
    const used = new Set([...found.values()].map(({ leaf }) => leaf.pointer));
    const only = leaves.filter((leaf) => {
      const texts = leafTexts(leaf);
      const isFree = !used.has(leaf.pointer) && texts.length > 0;
      return isFree && leaf.values.every(fits) && texts.every(kind[1]);
    });
    const [leaf] = only;
    const because = `“${leaf?.pointer ?? ''}”: nothing else there is ${kind[2]}.`;
    if (leaf && only.length === 1) found.set(key, { leaf, score: scoreMin, because });
  }
}

type Look = (text: string) => boolean;

/** Kinds of values that are easily recognised. */
const kinds: readonly (readonly [name: RegExp, look: Look, words: string])[] = [
  [/^currency/, (text) => isCurrency(text), 'a currency'],
  [/(Date|At)$/, isMoment, 'a moment or a day'],
];

const looks: readonly (readonly [name: RegExp, look: Look])[] = [
  [/currency/i, (text) => /^[A-Za-z]{3,5}$/.test(text)],
  [
    /^(country|countryOf\w+|\w*Country|nationality|countryIso3Code)$/,
    (text) => /^[A-Za-z]{2,3}$/.test(text),
  ],
  [/(Date|At)$|^(from|to|dateOfBirth)$/, isMoment],
  [/email/i, (text) => text.includes('@')],
  [/^uniqueRequestId$/, (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)],
];

/** Whether the texts look like the meaning of the name. An empty list does. */
function looksLike(name: string, texts: readonly string[]): boolean {
  const look = looks.find(([pattern]) => pattern.test(name))?.[1];
  if (look) return texts.every(look);
  const isOther =
    texts.length > 0 && (texts.every(isMoment) || texts.every((text) => isCurrency(text)));
  return !isOther || /^(from|to|narration|reason|code|state|city)$/.test(name);
}
