import type { Journal } from '../../engines/store/database.ts';
import { submissionByReference } from '../../engines/submissions/journal/submission-table.ts';

/** The program ended behind the sending and before the draft was forgotten: by its reference it is at the bank, or may be. */
export function wasSent(
  journal: Journal,
  { reference }: { readonly reference: string | null },
): boolean {
  const state = reference === null ? null : submissionByReference(journal, reference)?.state;
  return state === 'accepted' || state === 'unknown' || state === 'sending';
}
