import type { OpenOrder } from '../../../shared/ipc/changes/orders.ts';
import type { Journal } from '../../engines/store/database.ts';
import { unregisteredSubmissions, type RegisterKind } from './tables.ts';
import { foldText, foldedWords, hasTerm } from '../../engines/store/search/search-text.ts';
import { orderOperations } from './settlement.ts';
import { viewOf, type ViewParts } from '../../engines/submissions/submission-views.ts';

/** How long an order without a result is listed. */
const shownMs = 30 * 86_400_000;

/** Our orders that are not in the register and match the search, newest first. */
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
      const texts = [about.title, about.amount?.amount, about.amount?.currency, reference, state];
      const folded = foldText(texts.join(' '));
      return words.every((word) => hasTerm(folded, word));
    });
}
