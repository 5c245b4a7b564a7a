import { accountKeys } from '../accounts/ordinals.ts';
import { keysMatching } from '../statements/entries/entry-facts.ts';
import { keysOfLabel, labelId } from '../statements/entries/labels.ts';
import { unsettledIn } from '../statements/entries/places.ts';
import type { CacheConnection } from '../../engines/store/database.ts';
import { quotedTerm } from '../../engines/store/search/search-text.ts';
import { phrasesOf } from './matcher.ts';
import type { CachedRule } from './tables.ts';

/** Where entries that a change of the rules concerns are still looked for, and behind which place: all that can be kept as JSON. */
export type Work =
  /** Those that have a rule's words: `after` is a row of the search index. */
  | { readonly by: 'words'; readonly match: string; readonly after: number }
  /** Those that have a label: `after` is a key. */
  | { readonly by: 'label'; readonly label: number; readonly after: number }
  | { readonly by: 'every' };

/**
 * Where the entries are of which other rules may say something else. What a rule said of an entry stands in its labels, so that one that is
 * gone, changed or moved concerns those that have its labels; one that is new or changed concerns those that have its words. Both may be
 * more than the rule holds for, and never fewer. `every`: a rule without words may hold for any.
 */
export function concernedBy(
  database: CacheConnection,
  before: readonly CachedRule[],
  after: readonly CachedRule[],
): Work[] {
  const was = new Map(before.map((rule) => [rule.id, contentOf(rule)]));
  const is = new Map(after.map((rule) => [rule.id, contentOf(rule)]));
  const others = after.filter((rule) => was.get(rule.id) !== is.get(rule.id));
  const gone = before.filter((rule) => was.get(rule.id) !== is.get(rule.id));
  const moved = movedBetween(
    before.filter(({ id }) => is.has(id)),
    after.filter(({ id }) => was.has(id)),
  );
  const works = [
    ...labelsOf([...gone, ...moved]).map((label) => byLabel(database, label)),
    ...others.map(({ words }) => byWords(words)),
  ];
  const once = new Map(works.flatMap((work) => (work ? [[JSON.stringify(work), work]] : [])));
  return [...once.values()];
}

/** Of so many changes at once every entry is looked at: it costs hardly more than for one. */
const worksMax = 50;

export const isEveryEntry = (works: readonly Work[]): boolean =>
  works.length > worksMax || works.some(({ by }) => by === 'every');

/** What it asks and says; who wrote it and when is nothing to an entry. */
const contentOf = ({
  words,
  direction,
  accountNumber,
  amount,
  tag,
  counterparty,
}: CachedRule): string =>
  JSON.stringify([words, direction, accountNumber, amount, tag, counterparty]);

/** Those that stand in another place among the same ones. */
const movedBetween = (before: readonly CachedRule[], after: readonly CachedRule[]): CachedRule[] =>
  before.filter(({ id }, at) => after[at]?.id !== id);

type NamedLabel = readonly [kind: 'tag' | 'counterparty', name: string];

const labelsOf = (rules: readonly CachedRule[]): NamedLabel[] =>
  rules
    .flatMap(({ tag, counterparty }): NamedLabel[] => [
      ['tag', tag],
      ['counterparty', counterparty],
    ])
    .filter(([, name]) => name !== '');

function byLabel(database: CacheConnection, [kind, name]: NamedLabel): Work | null {
  const label = labelId(database, kind, name);
  return label === null ? null : { by: 'label', label, after: -1 };
}

function byWords(words: string): Work {
  const phrases = phrasesOf(words).map((phrase) => quotedTerm(phrase.trim()));
  return phrases.length === 0
    ? { by: 'every' }
    : { by: 'words', match: `{narration reference} : (${phrases.join(' AND ')})`, after: -1 };
}

/** The next keys, and what is left of the work; null where nothing is. */
export function lookFor(
  database: CacheConnection,
  work: Work,
  keysMax: number,
): { readonly keys: readonly number[]; readonly rest: Work | null } {
  if (work.by === 'every') return { keys: [], rest: null };
  const batch = { after: work.after, limit: keysMax };
  const found =
    work.by === 'label'
      ? keysOfLabel(database, work.label, batch)
      : keysMatching(database, work.match, batch);
  const last = found.at(-1);
  return {
    keys: found.map(({ key }) => key),
    rest: last === undefined || found.length < keysMax ? null : { ...work, after: last.place },
  };
}

/** Entries that the search does not know yet; some thousand at most. */
export function* unsettledKeys(database: CacheConnection): Generator<number> {
  for (const { ordinal } of accountKeys(database))
    for (const [, key] of unsettledIn(database, ordinal)) yield key;
}
