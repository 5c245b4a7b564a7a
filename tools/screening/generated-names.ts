import type { ListedEntry } from '../../electron/engines/sanctions/lists/list.ts';

type Random = () => number;

/** A generator that gives the same numbers, 0 to below 1, again for the same seed. */
function randoms(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const pick = <T>(random: Random, of: readonly T[]): T => {
  const chosen = of[Math.floor(random() * of.length)];
  if (chosen === undefined) throw new RangeError('nothing to pick from');
  return chosen;
};

const starts =
  'al an ar be bo ca ce da de di do el fa fe ga go ha he ib il ja jo ka ke kha ki ko la le li lo ma me mi mo na ne ni no o pa pe pi ra re ri ro sa se sha shi so ta te ti to u va ve vi vo ya yu za ze zha'.split(
    ' ',
  );
const middles =
  'ba be bi da de di do fa fi ga ge go ha hi ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so ta te ti to va ve vi za ze zi'.split(
    ' ',
  );
const ends =
  'd din f h k l m mad man med mir n nar nov ov ova r rad ran rov s sh shi ski sky t tov v vic vich z'.split(
    ' ',
  );

const givenNames =
  'Ahmed Ali Alexander Alexei Andrei Anna Carlos Chen Daniel David Elena Fatima Hassan Hussein Ibrahim Igor Ivan James John Jose Karim Khalid Li Maria Michael Mohammed Natalia Nikolai Omar Pedro Peter Robert Samir Sergei Tatiana Viktor Vladimir Wei Youssef Yuri'.split(
    ' ',
  );

const trades =
  'Trading Shipping Holdings Industries Petroleum Logistics Investments Engineering Textiles Mining Maritime Metals Foods Energy Import Export International General Global National'.split(
    ' ',
  );
const forms = ['Ltd', 'LLC', 'GmbH', 'S.A.', 'FZE', 'JSC', 'Inc.', 'Co.'];

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const inventedName = (random: Random): string => {
  const middle = random() < 0.6 ? pick(random, middles) : '';
  return capital(pick(random, starts) + middle + pick(random, middles) + pick(random, ends));
};

const person = (random: Random): string[] => [
  pick(random, givenNames),
  ...(random() < 0.45 ? [inventedName(random)] : []),
  inventedName(random),
];

const company = (random: Random): string[] => [
  inventedName(random),
  ...(random() < 0.4 ? [inventedName(random)] : []),
  ...(random() < 0.6 ? [pick(random, trades)] : []),
  pick(random, trades),
  pick(random, forms),
];

/** A list of invented people and companies. */
export function generatedList(seed: number, size: number): ListedEntry[] {
  const random = randoms(seed);
  return Array.from({ length: size }, (_, index): ListedEntry => {
    const isPerson = random() < 0.65;
    const words = isPerson ? person(random) : company(random);
    const alias = random() < 0.4 ? [isPerson ? person(random) : company(random)] : [];
    return {
      id: String(index + 1),
      kind: isPerson ? 'person' : 'company',
      names: [
        { text: words.join(' '), quality: 'primary' },
        ...alias.map((other) => ({ text: other.join(' '), quality: 'strong' as const })),
      ],
      ...{ programme: 'TEST', countries: [], birthYears: [] },
    };
  });
}

const isCompany = (words: readonly string[]): boolean => forms.includes(words.at(-1) ?? '');

/** How a payee's name differs from its name on the list. */
export const variants = {
  'the same': (words) => words,
  'other case and accents': (words) =>
    words.map((word) => word.toUpperCase().replaceAll('A', 'Á').replaceAll('O', 'Ö')),
  'words in another order': (words) => [...words.slice(1), ...words.slice(0, 1)],
  'a letter changed': (words, random) => changeLetter(words, random, 'changed'),
  'a letter left out': (words, random) => changeLetter(words, random, 'left out'),
  'two letters swapped': (words, random) => changeLetter(words, random, 'swapped'),
  'another transliteration': (words) => words.map(otherSpelling),
  'an initial for a first name': (words) =>
    isCompany(words) ? words : [`${(words[0] ?? '').slice(0, 1)}.`, ...words.slice(1)],
  'a word added': (words, random) => [
    ...words.slice(0, 1),
    inventedName(random),
    ...words.slice(1),
  ],
  'a middle word left out': (words) =>
    words.length > 2 ? words.filter((_, at) => at !== 1) : words,
  'another company form': (words, random) =>
    isCompany(words) ? [...words.slice(0, -1), pick(random, forms)] : words,
} as const satisfies Readonly<
  Record<string, (words: readonly string[], random: Random) => readonly string[]>
>;

/** Changes one letter of the longest word; the first letter stays. */
function changeLetter(
  words: readonly string[],
  random: Random,
  how: 'changed' | 'left out' | 'swapped',
): readonly string[] {
  const longest = words.reduce(
    (best, word, at) => (word.length > (words[best] ?? '').length ? at : best),
    0,
  );
  const word = words[longest] ?? '';
  const at = 1 + Math.floor(random() * Math.max(1, word.length - 2));
  const letter = how === 'changed' ? pick(random, 'a e i n o r s t u'.split(' ')) : '';
  const changed =
    how === 'swapped'
      ? word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
      : word.slice(0, at) + letter + word.slice(at + 1);
  return words.map((one, index) => (index === longest ? changed : one));
}

const spellings: readonly (readonly [from: RegExp, to: string])[] = [
  [/sky$/, 'skii'],
  [/ski$/, 'skiy'],
  [/kh/gi, 'h'],
  [/ov$/, 'off'],
  [/ei/g, 'ey'],
  [/ks|x/g, 'x'],
  [/v/g, 'w'],
  [/y/g, 'i'],
  [/mm/g, 'm'],
  [/ss/g, 's'],
];

const otherSpelling = (word: string): string =>
  forms.includes(word)
    ? word
    : spellings.reduce((text, [from, to]) => text.replace(from, to), word);

/** Names that are on no list, and how near they come to one. */
export const innocents = {
  'nothing in common': (_, random) =>
    random() < 0.65 ? [pick(random, givenNames), inventedName(random)] : company(random),
  'the same first word': ([first = ''], random) => [first, inventedName(random)],
  'the same last word': (words, random) => [pick(random, givenNames), words.at(-1) ?? ''],
  'one word replaced': (words, random) =>
    words.map((word, at) => (at === Math.min(1, words.length - 1) ? inventedName(random) : word)),
} as const satisfies Readonly<
  Record<string, (words: readonly string[], random: Random) => readonly string[]>
>;

/** The words of generated names for each kind, by a seed: as they are on the list, and as they are screened. */
export function* generatedQueries(
  kind: (words: readonly string[], random: Random) => readonly string[],
  list: readonly ListedEntry[],
  { seed, count }: { readonly seed: number; readonly count: number },
): Generator<{ readonly entry: ListedEntry; readonly name: string }> {
  const random = randoms(seed);
  for (let made = 0; made < count; made += 1) {
    const entry = pick(random, list);
    const words = (entry.names[0]?.text ?? '').split(' ');
    yield { entry, name: kind(words, random).join(' ') };
  }
}
