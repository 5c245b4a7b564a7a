import { err, ok, type Result } from '../../shared/result.ts';
import type { ExportedEntry } from '../statements/incoming.ts';
import { figureOf } from './held-words.ts';
import type { Reconciled } from './reconciled.ts';
import type { Word } from './tables.ts';

type Said = Omit<Word, 'n'>;

/** Lines of the books and entries that a person puts together; why not, where one of them is not on its list. */
export function putTogether(
  { booksOnly, bankOnly }: Reconciled,
  { books, bank }: Pick<Said, 'books' | 'bank'>,
): Result<Said, string> {
  const strange = [
    ...books
      .filter((line) => !booksOnly.some((one) => one.line === line))
      .map((line) => `line ${line}`),
    ...bank.filter((id) => !bankOnly.some((one) => one.id === id)).map((id) => `entry ${id}`),
  ];
  if (strange.length === 0)
    return ok({
      ...{ word: 'together', books, bank },
      figures: figuresOf(bankOnly.filter(({ id }) => bank.includes(id))),
    });
  const are = strange.length === 1 ? 'is not' : 'are not';
  return err(`Nothing was matched: ${strange.join(', ')} ${are} on a list of what has no match.`);
}

/** The match that a line of the books is in, taken apart; why not, where it is in none. */
export function takeApart({ matches }: Reconciled, line: number): Result<Said, string> {
  const match = matches.find(({ books }) => books.some((one) => one.line === line));
  if (!match) return err(`Line ${line} is in no match. Nothing was taken apart.`);
  return ok({
    word: 'apart',
    books: match.books.map((one) => one.line),
    bank: match.bank.map(({ id }) => id),
    figures: figuresOf(match.bank),
  });
}

const figuresOf = (entries: readonly ExportedEntry[]): Word['figures'] =>
  Object.fromEntries(entries.map((entry) => [entry.id, figureOf(entry)]));
