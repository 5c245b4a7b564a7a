import { dayNumber, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { Chip } from '../../../../shared/ipc/accounts/chips.ts';
import type { StatementFilter } from '../../../../shared/ipc/accounts/statements.ts';
import { chipsOf } from '../../../engines/find/chips.ts';
import { understandText } from '../../../engines/find/command.ts';
import { understand, type Term } from '../../../engines/find/understand.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import { knownIn, surroundingsIn } from './find-runner.ts';
import { questionOf, type Among, type Known } from '../query/find-question.ts';
import { searchOf, type EntryFilter } from '../query/filters.ts';

export type UnderstoodFilter = {
  readonly filter: EntryFilter;
  /** How the search was parsed; empty without a search. */
  readonly chips: readonly Chip[];
};

type Asking = {
  readonly reader: CacheReader;
  readonly today: IsoDate;
  readonly accountNumber: string;
  /** Does the search cover all accounts? Then the last digits of an account number select that account. */
  readonly isAnyAccount?: boolean;
  readonly marked: Known['marked'];
};

/**
 * Parses a statement's search like the search box: amounts, days, marks, fields, words. The account is known already, so digits are an
 * amount or a part of a text, never an account. A single word stays a plain search.
 */
export function understoodFilter(
  { reader, today, accountNumber, isAnyAccount = false, marked }: Asking,
  filter: StatementFilter,
): UnderstoodFilter {
  const text = searchOf(filter);
  if (text === null) return { filter, chips: [] };
  const surroundings = surroundingsIn(reader, today);
  const terms = isAnyAccount
    ? understandText(text, surroundings).terms
    : understand(text, { ...surroundings, accountNumbers: [] });
  const chips = chipsOf(terms, today);
  if (isOneWord(terms, text)) return { filter, chips };
  const ofThisAccount: Known['marked'] = (mark, words) =>
    marked(mark, words).filter((one) => one.accountNumber === accountNumber);
  const known = knownIn(reader, { marked: ofThisAccount });
  const question = questionOf(terms, known);
  const query = { ...question, among: within(question.among, filter, known) };
  const { from, to } = filter;
  return { filter: { from, to, query }, chips };
}

const isOneWord = (terms: readonly Term[], text: string): boolean => {
  const [first] = terms;
  return (
    terms.length === 1 &&
    first?.kind === 'word' &&
    first.field === null &&
    first.text === text.trim()
  );
};

/** Restricts a search to the chosen filter. Contradicting conditions match no entry. */
function within(
  among: Among,
  { from, to, direction, transactionType }: StatementFilter,
  { kinds }: Pick<Known, 'kinds'>,
): Among {
  const chosen = direction === undefined ? null : direction === 'credit' ? 1 : 0;
  const isOpposite = chosen !== null && among.directions.some((one) => one !== chosen);
  const ofType = kinds.filter(({ name }) => name === transactionType).map(({ id }) => id);
  return {
    ...among,
    accounts: isOpposite ? [] : among.accounts,
    from: from === undefined ? among.from : Math.max(among.from, dayNumber(from)),
    to: to === undefined ? among.to : Math.min(among.to, dayNumber(to)),
    directions: chosen === null ? among.directions : [chosen],
    kinds:
      transactionType === undefined
        ? among.kinds
        : ofType.filter((id) => among.kinds?.includes(id) ?? true),
  };
}
