import type { OpenOrder } from '../../../shared/ipc/changes/orders.ts';
import type { Journal } from '../../engines/store/database.ts';
import { unregisteredSubmissions, type RegisterKind } from './tables.ts';
import { foldText, foldedWords, hasTerm } from '../../engines/store/search/search-text.ts';
import { orderOperations } from './settlement.ts';
import { viewOf, type ViewParts } from '../../engines/submissions/submission-views.ts';

/** How long what came to nothing is shown. */
const shownMs = 30 * 86_400_000;

/** Orders of ours that the register does not tell of, newest first; every word of the search occurs in them. */
export function openOrders(
  journal: Journal,
  kind: RegisterKind,
  { search, parts }: { search: string; parts: ViewParts },
): OpenOrder[] {
  const since = new Date(parts.clock.now() - shownMs).toISOString();
  const words = foldedWords(search);
  return unregisteredSubmissions(journal, { kind, operation: orderOperations[kind], since })
    .map((submission) => ({ submission: viewOf(submission, parts) }))
    .filter(({ submission: { about, reference, state } }) => {
      const said = [about.title, about.amount?.amount, about.amount?.currency, reference, state];
      const folded = foldText(said.join(' '));
      return words.every((word) => hasTerm(folded, word));
    });
}
