import { dayOf } from '../../../shared/calendar/calendar.ts';
import type { ExportedEntry } from '../statements/entries/incoming.ts';
import { signedAmount } from './signed-amount.ts';
import type { Word } from './tables.ts';

/** What an entry amounts to and its day, as it is kept with a person's word on it. */
export const figureOf = (entry: ExportedEntry): string =>
  `${signedAmount(entry)} ${dayOf(entry.transactionDate)}`;

/**
 * A person put lines together by what they saw: where an entry is gone since, or amounts to something else, that is not their word any more.
 */
export function heldWords(
  words: readonly Word[],
  entries: readonly ExportedEntry[],
): { readonly held: readonly Word[]; readonly fallen: readonly Word[] } {
  const amounts = new Map(entries.map((entry) => [entry.id, signedAmount(entry)]));
  const holds = ({ word, bank, figures }: Word): boolean =>
    word === 'apart' ||
    bank.every((id) => {
      const [then] = (figures[id] ?? '').split(' ');
      const now = amounts.get(id);
      return now !== undefined && (then === '' || then === now);
    });
  return {
    held: words.filter((word) => holds(word)),
    fallen: words.filter((word) => !holds(word)),
  };
}
