import { dayOf } from '../../../shared/calendar/calendar.ts';
import type { ExportedEntry } from '../statements/entries/incoming.ts';
import { signedAmount } from './signed-amount.ts';
import type { ManualMatch } from './tables.ts';

/** The amount and the day of an entry, as stored with a manual match. */
export const figureOf = (entry: ExportedEntry): string =>
  `${signedAmount(entry)} ${dayOf(entry.transactionDate)}`;

/**
 * Separates the manual matches that are still valid from the broken ones, where an entry is gone or its amount changed.
 */
export function heldWords(
  words: readonly ManualMatch[],
  entries: readonly ExportedEntry[],
): { readonly held: readonly ManualMatch[]; readonly fallen: readonly ManualMatch[] } {
  const amounts = new Map(entries.map((entry) => [entry.id, signedAmount(entry)]));
  const holds = ({ decision, bank, figures }: ManualMatch): boolean =>
    decision === 'unmatched' ||
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
