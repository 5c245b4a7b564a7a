import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { Surroundings, Term } from '../../../engines/find/understand.ts';
import { rows, type AnyDatabase } from '../../../engines/store/database.ts';
import { accountKeys } from '../../accounts/ordinals.ts';
import { foldText } from '../../../engines/store/search/search-text.ts';
import type { FindQuestion } from './find-entries.ts';
import type { Places } from '../entries/meanings.ts';
import { labelsOfKind } from '../entries/labels.ts';
import { questionOf, type Known, type MarkedEntry } from '../query/find-question.ts';

/** Returns the data of the local copy that changes how a text is parsed. */
export function surroundingsIn(reader: AnyDatabase, today: IsoDate): Surroundings {
  const accounts = accountKeys(reader);
  return {
    today,
    accountNumbers: accounts.map(({ number }) => number),
    currencies: [...new Set(accounts.flatMap(({ currency }) => currency ?? []))],
  };
}

export type Asking = {
  readonly limit: number;
  /** The limit of partial matches; 0 if only full matches are wanted. */
  readonly partLimit: number;
  /** The accounts to search; if missing, all. */
  readonly accountNumbers?: readonly string[] | undefined;
  readonly marked: Known['marked'];
  /** The bank's field for each meaning, by the bank file. */
  readonly places: Places;
};

function labelsNamed(
  reader: AnyDatabase,
  kind: 'tag' | 'counterparty',
  text: string,
): readonly number[] {
  const wanted = foldText(text);
  return labelsOfKind(reader, kind)
    .filter(({ name }) =>
      kind === 'tag' ? foldText(name) === wanted : foldText(name).includes(wanted),
    )
    .map(({ id }) => id);
}

/** Returns the data of the local copy that changes what a text selects. */
export function knownIn(
  reader: AnyDatabase,
  { accountNumbers, marked }: Pick<Asking, 'accountNumbers' | 'marked'>,
): Known {
  const accounts = accountKeys(reader);
  return {
    accounts,
    kinds: rows(reader, 'SELECT id, name FROM transaction_type'),
    labelled: (kind, text) => labelsNamed(reader, kind, text),
    only:
      accountNumbers &&
      accounts
        .filter(({ number }) => accountNumbers.includes(number))
        .map(({ ordinal }) => ordinal),
    marked,
  };
}

/** Builds the question, and the same question without each of its terms if `partLimit` is above 0. */
export function findQuestionOf(
  reader: AnyDatabase,
  terms: readonly Term[],
  { limit, partLimit, accountNumbers, marked, places }: Asking,
): FindQuestion {
  const known = knownIn(reader, { accountNumbers, marked });
  const without =
    partLimit === 0 || terms.length < 2
      ? []
      : terms.map((_, at) => questionOf(terms.toSpliced(at, 1), known));
  return { ...questionOf(terms, known), limit, partLimit, without, places };
}

/** For callers without access to marks: their questions never ask for marks. */
export const noMarks = (): readonly MarkedEntry[] => [];

/** Does a text search for marks or notes, which only the journal has? */
export const needsMarks = (terms: readonly Term[]): boolean =>
  terms.some(
    (term) =>
      (term.kind === 'mark' && term.mark !== 'unread') ||
      (term.kind === 'word' && term.field === 'note'),
  );
