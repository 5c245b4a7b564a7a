import { accountKeys } from '../accounts/ordinals.ts';
import { keysMatching } from '../statements/entries/entry-facts.ts';
import { keysOfLabel, labelId } from '../statements/entries/labels.ts';
import { unsettledIn } from '../statements/entries/places.ts';
import type { CacheConnection } from '../../engines/store/database.ts';
import { quotedTerm } from '../../engines/store/search/search-text.ts';
import { phrasesOf } from './matcher.ts';
import type { CachedRule } from './tables.ts';

/** A remaining search for entries that a change of the rules concerns, and the place after which it goes on; storable as JSON. */
export type Work =
  /** Entries that have a rule's words: `after` is a row of the search index. */
  | { readonly by: 'words'; readonly match: string; readonly after: number }
  /** Entries that have a label: `after` is a key. */
  | { readonly by: 'label'; readonly label: number; readonly after: number }
  | { readonly by: 'every' };

/**
 * Returns the searches for entries that other rules may label differently. A rule that is gone, changed or moved concerns the entries with
 * its labels; one that is new or changed concerns those with its words. Both may be more entries than the rule holds for, and never fewer.
 * `every`: a rule without words may hold for any entry.
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

/** With more changes than this every entry is checked: it costs hardly more than for one. */
const worksMax = 50;

export const isEveryEntry = (works: readonly Work[]): boolean =>
  works.length > worksMax || works.some(({ by }) => by === 'every');

/** The conditions and labels of a rule, without who wrote it and when, which does not concern entries. */
const contentOf = ({
  words,
  direction,
  accountNumber,
  amount,
  tag,
  counterparty,
}: CachedRule): string =>
  JSON.stringify([words, direction, accountNumber, amount, tag, counterparty]);

/** Returns the rules whose place among the same rules changed. */
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

/** Returns the next keys, and the rest of the work; null where nothing is left. */
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

/** Yields the entries that the search does not index yet; some thousand at most. */
export function* unsettledKeys(database: CacheConnection): Generator<number> {
  for (const { ordinal } of accountKeys(database))
    for (const [, key] of unsettledIn(database, ordinal)) yield key;
}
