import { dayOf } from '../../../../../shared/calendar/calendar.ts';
import type { Hit } from '../../../../../shared/ipc/accounts/find.ts';
import { holdsAllOf, type RecordQuestion } from '../../../../engines/find/records.ts';
import type { Journal } from '../../../../engines/store/database.ts';
import { listPaymentFiles } from './file-tables.ts';

/** The payment files whose names have every word, newest first. */
export function fileHits(journal: Journal, { terms, limit }: RecordQuestion): Hit[] {
  const holds = holdsAllOf(terms);
  return listPaymentFiles(journal)
    .filter(({ fileName, addedAt }) => holds({ texts: [fileName], day: dayOf(addedAt) }))
    .slice(0, limit)
    .map(({ batchId, fileName, addedAt, state }) => ({
      id: batchId,
      within: null,
      day: dayOf(addedAt),
      lead: '',
      text: fileName,
      aside: state,
      amount: null,
      direction: null,
    }));
}
