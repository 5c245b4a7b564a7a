import { appError } from '../../../shared/errors.ts';
import { timestampNow } from '../../context.ts';
import type { Journal } from '../../store/database.ts';
import type { RegisterKind, RegisterRecord } from '../../store/register.ts';
import { addLookup } from '../../store/submission-lookups.ts';
import {
  settleSubmission,
  submissionByReference,
  type Settlement,
  type Submission,
} from '../../store/submissions.ts';
import type { ChangeParts } from '../submissions/changes/change.ts';
import { echoMismatch } from '../submissions/changes/echo.ts';

/** What made a record, as it was sent. */
type Sent = { readonly reference: string; readonly amount: string; readonly currency: string };

/** A submission of ours of which nobody knows what came of it, or under which id. */
export type OpenOrder = { readonly submission: Submission; readonly sent: Sent };

export const orderOperations = {
  remittance: 'initiateRemittance',
  receivable: 'createReceivable',
} as const satisfies Record<RegisterKind, string>;

/** The open order whose reference a record of the bank carries; null where there is none. */
export function openOrderOf<K extends RegisterKind>(
  journal: Journal,
  kind: K,
  { reference }: RegisterRecord<K>,
): OpenOrder | null {
  const submission = submissionByReference(journal, reference);
  if (submission?.operation !== orderOperations[kind] || !isOpenToIt(submission)) return null;
  const { body } = JSON.parse(submission.payload) as { body: Sent };
  return { submission, sent: body };
}

/** What is on its way gets an answer of its own. */
const isOpenToIt = ({ state, recordId }: Submission): boolean =>
  state === 'unknown' || state === 'not-found' || (state === 'accepted' && recordId === null);

/** Settles an open order by the record that was read; one that tells another amount settles nothing and says so. */
export function settleByRecord<K extends RegisterKind>(
  parts: ChangeParts,
  kind: K,
  record: RegisterRecord<K>,
): void {
  const order = openOrderOf(parts.journal, kind, record);
  if (!order) return;
  const { submission, sent } = order;
  const message = echoMismatch(sent, record);
  if (message === null)
    settle(parts, submission, {
      found: 'yes',
      words: `It was imported from the bank as ${record.id}.`,
      settlement: {
        state: 'accepted',
        recordId: record.id,
        answer: JSON.stringify({ message: '', [kind]: record }),
      },
    });
  else if (submission.state === 'unknown')
    settle(parts, submission, {
      found: 'doubtful',
      words: message,
      settlement: {
        state: 'unknown',
        error: appError('outcome.unknown', submission.submissionId, {
          message,
          operation: orderOperations[kind],
        }),
      },
    });
}

type Finding = {
  readonly found: 'yes' | 'doubtful';
  readonly words: string;
  readonly settlement: Omit<Settlement, 'at'>;
};

function settle(parts: ChangeParts, { submissionId }: Submission, finding: Finding): void {
  const at = timestampNow(parts.clock);
  const { found, words, settlement } = finding;
  addLookup(parts.journal, submissionId, { at, source: 'bank', found, words });
  parts.announce(settleSubmission(parts.journal, submissionId, { ...settlement, at }));
}
