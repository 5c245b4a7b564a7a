import type { Journal } from '../../engines/store/database.ts';
import { submissionByReference } from '../../engines/submissions/journal/submission-table.ts';

/** Whether the payment of a draft is at the bank, or may be: the program ended after sending and before it deleted the draft. */
export function wasSent(
  journal: Journal,
  { reference }: { readonly reference: string | null },
): boolean {
  const state = reference === null ? null : submissionByReference(journal, reference)?.state;
  return state === 'accepted' || state === 'unknown' || state === 'sending';
}
