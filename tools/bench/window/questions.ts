import type { StatementFilter } from '../../../shared/ipc/accounts/statements.ts';
import { formatCount } from '../../../shared/money/format.ts';
import { benchEntries, type BenchEntry } from '../statement-text.ts';
import type { Expected } from './probe.ts';

/** What is typed or chosen, and what must then be on top. */
export type Question = { readonly filter: StatementFilter; readonly expected: Expected };

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Is a phrase in a text, its last word as the beginning of one if it is the search's last? */
function hasPhrase(text: readonly string[], phrase: readonly string[], isLast: boolean): boolean {
  return text.some((_, from) =>
    phrase.every((word, at) => {
      const found = text[from + at] ?? '';
      return isLast && at === phrase.length - 1 ? found.startsWith(word) : found === word;
    }),
  );
}

type Matcher = (entry: BenchEntry, words: { narration: string[]; reference: string[] }) => boolean;

/** A plain second implementation of the desk’s search: every word, the last one as the beginning of a word. */
function matcherOf({ search, direction, transactionType }: StatementFilter): Matcher {
  const phrases = (search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(wordsOf);
  return (entry, { narration, reference }) =>
    (direction === undefined || entry.isDebit === (direction === 'debit')) &&
    (transactionType === undefined || entry.type === transactionType) &&
    phrases.every((phrase, at) => {
      const isLast = at === phrases.length - 1;
      return hasPhrase(narration, phrase, isLast) || hasPhrase(reference, phrase, isLast);
    });
}

/** What every one of these filters must show, found by going through all entries; undefined for one that shows nothing. */
function answersTo(filters: readonly StatementFilter[], entries: number): (Expected | undefined)[] {
  const counters = filters.map((filter) => ({ matches: matcherOf(filter), count: 0, top: '' }));
  for (const entry of benchEntries(entries)) {
    const words = { narration: wordsOf(entry.narration), reference: wordsOf(entry.reference) };
    for (const question of counters)
      if (question.matches(entry, words)) {
        question.count += 1;
        question.top = entry.narration;
      }
  }
  return counters.map(({ count, top }) =>
    count === 0 ? undefined : { narration: top, number: formatCount(count) },
  );
}

/** Searches of which the last letter changes what is on top: for the others the moment of the answer is not visible. */
export function typedQuestions(entries: number): Question[] {
  const invoice = 10_000 + Math.floor(entries / 2);
  const texts = [
    ...['k', 'h', 'm', 'o', 'kestrel 17', 'oduya 4', 'marula 29', 'sable week 3', 'harmattan 52'],
    ...['week 11', 'invoice 2', 'trading 8', 'foods week 44', 'kestrel inv', 'logistics 39'],
    ...[`invoice ${invoice}`, `REF-${700_000 + (invoice % 3 === 0 ? 1 : 2)}`, String(invoice + 7)],
    `REF-${700_000 + Math.floor(entries / 9) * 3 + 1}`,
  ];
  const answers = answersTo(
    texts.flatMap((text) => [{ search: text.slice(0, -1) }, { search: text }]),
    entries,
  );
  return texts.flatMap((search, at) => {
    const [before, expected] = [answers[2 * at], answers[2 * at + 1]];
    const isChanged = expected !== undefined && expected.narration !== before?.narration;
    return isChanged ? [{ filter: { search }, expected }] : [];
  });
}

/** Directions and types one after the other, of which each changes what is on top. */
export function chosenQuestions(entries: number): Question[] {
  const chosen: StatementFilter[] = [
    { direction: 'debit' },
    { direction: 'credit' },
    { direction: 'debit' },
    { direction: 'debit', transactionType: 'fee' },
    { direction: 'debit', transactionType: 'trade' },
    { direction: 'credit', transactionType: 'trade' },
    { transactionType: 'trade' },
    { transactionType: 'collection' },
    { transactionType: 'transfer' },
    { transactionType: 'fee' },
    {},
    { direction: 'credit' },
    { direction: 'debit' },
    {},
  ];
  const answers = answersTo(chosen, entries);
  return chosen.flatMap((filter, at) => {
    const expected = answers[at];
    return expected ? [{ filter, expected }] : [];
  });
}
