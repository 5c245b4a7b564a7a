import type { OrderParts } from './parts.ts';
import { appError } from '../../../shared/errors.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import type { Journal } from '../../engines/store/database.ts';
import type { RegisterKind, RegisterRecord } from './tables.ts';
import { addLookup } from '../../engines/submissions/journal/lookup-table.ts';
import {
  submissionByReference,
  type Submission,
} from '../../engines/submissions/journal/submission-table.ts';
import {
  settleSubmission,
  type Settlement,
} from '../../engines/submissions/journal/table-writes.ts';
import { receivableEcho, remittanceEcho } from './changes.ts';
import { inputIn } from '../../engines/submissions/sent.ts';

/** A submission of ours whose outcome or record id is unknown. */
export type OpenOrder = {
  readonly submission: Submission;
  /** The order as it was sent. */
  readonly sent: object;
  /** Why the record cannot belong to it; null where it can. */
  readonly mismatch: string | null;
};

export const orderOperations = {
  remittance: 'initiateRemittance',
  receivable: 'createReceivable',
} as const satisfies Record<RegisterKind, string>;

/** The open order whose reference a record of the bank carries; null where there is none. */
export function openOrderOf<K extends RegisterKind>(
  journal: Journal,
  kind: K,
  record: RegisterRecord<K>,
): OpenOrder | null {
  const submission = submissionByReference(journal, record.reference);
  return submission && isOpenToIt(submission) ? compared[kind](submission, record) : null;
}

type Compared = {
  readonly [K in RegisterKind]: (
    submission: Submission,
    record: RegisterRecord<K>,
  ) => OpenOrder | null;
};

const compared: Compared = {
  remittance: (submission, record) => {
    const sent = inputIn(orderOperations.remittance, submission)?.body;
    return sent ? { submission, sent, mismatch: remittanceEcho(sent, record).mismatch } : null;
  },
  receivable: (submission, record) => {
    const sent = inputIn(orderOperations.receivable, submission)?.body;
    return sent ? { submission, sent, mismatch: receivableEcho(sent, record).mismatch } : null;
  },
};

/** Excludes a submission that is being sent: it gets an answer of its own. */
const isOpenToIt = ({ state, recordId, confirmed }: Submission): boolean =>
  state === 'unknown' ||
  state === 'not-found' ||
  (state === 'accepted' && (recordId === null || confirmed === false));

/** Settles an open order by its record. A record with another amount leaves it unknown and stores the reason. */
export function settleByRecord<K extends RegisterKind>(
  parts: OrderParts,
  kind: K,
  record: RegisterRecord<K>,
): void {
  const order = openOrderOf(parts.journal, kind, record);
  if (!order) return;
  const { submission, mismatch: message } = order;
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

function settle(parts: OrderParts, { submissionId }: Submission, finding: Finding): void {
  const at = timestampNow(parts.clock);
  const { found, words, settlement } = finding;
  const clocks = parts.clock.moment();
  addLookup(parts.journal, submissionId, { at, source: 'bank', found, words, clocks });
  parts.announce(settleSubmission(parts.journal, submissionId, { ...settlement, at }));
}
