import type { Approval } from '../../../engines/submissions/approval.ts';
import { mayRepeat } from '../../../engines/submissions/change.ts';
import {
  submissionByReference,
  type Submission,
} from '../../../engines/submissions/journal/submission-table.ts';
import type { Line } from '../../../nouns/approvals/state.ts';
import type { DeskParts } from '../../open-bank/changes.ts';

/**
 * The submission of a line that may be sent again under its own reference: it never left, such as before its approval. One that the bank
 * does not have is sent again only by a person. Null for all others.
 */
export function repeatableLine(
  { journal, registry }: Pick<DeskParts, 'journal' | 'registry'>,
  { reference, payload }: Pick<Line, 'reference' | 'payload'>,
  { by }: Pick<Approval, 'by'>,
): Submission | null {
  const known = submissionByReference(journal, reference);
  if (known?.payload !== payload || !mayRepeat(known, registry)) return null;
  return known.state === 'not-sent' || by === 'person' ? known : null;
}
