import { createHash, randomUUID } from 'node:crypto';

import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { AppError } from '../../../../shared/errors.ts';
import type { SubmissionAbout } from '../../../../shared/ipc/submissions.ts';
import { run, type Journal } from '../../store/database.ts';
import { writeJournal } from '../../store/write-journal.ts';
import { referenceKey } from './found-at-bank.ts';
import { addLookupRow } from './lookup-table.ts';
import { reportSettlement } from './settlement-listener.ts';
import { submissionByReference } from './submission-table.ts';

/** A payment that the bank has and the journal did not know. */
export type FoundPayment = {
  readonly reference: string;
  readonly operation: string;
  /** The fields that identify it: account, payee, amount, currency; only those that the bank sends. */
  readonly body: Readonly<Record<string, string>>;
  readonly about: SubmissionAbout;
  readonly likeness: string | null;
  /** The bank's identifier of it; null where only the statement shows it. */
  readonly recordId: string | null;
  readonly state: 'accepted' | 'refused';
  readonly error: AppError | null;
  /** When the bank received it, where the bank sends that. */
  readonly createdAt: Timestamp;
  readonly source: 'bank' | 'statement';
  /** Where it was found, in one sentence. */
  readonly words: string;
};

/** Rows per transaction. */
const perTransaction = 500;

/** Adopts found payments into the journal, so that their references are known and never sent. Durable before it returns. */
export function adoptFound(journal: Journal, found: readonly FoundPayment[], at: Timestamp): void {
  for (let first = 0; first < found.length; first += perTransaction) {
    const adopted = writeJournal(journal, ['submission', 'submission_lookup'], () =>
      found
        .slice(first, first + perTransaction)
        .filter((payment) => adopt(journal, payment, at))
        .map(({ reference }) => reference),
    );
    for (const reference of adopted)
      reportSettlement(journal, () => submissionByReference(journal, reference));
  }
}

/** Adopts a payment. Returns false where the journal knows the reference. */
function adopt(journal: Journal, found: FoundPayment, at: Timestamp): boolean {
  const submissionId = randomUUID();
  const payload = JSON.stringify({ body: found.body });
  const added = run(
    journal,
    `INSERT OR IGNORE INTO submission (submission_id, reference, operation, subject, payload, payload_hash, state, created_at,
       settled_at, error, about, likeness, record_id, confirmed, origin, reference_key)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'found', ?)`,
    submissionId,
    found.reference,
    found.operation,
    `found:${found.reference}`,
    payload,
    createHash('sha256').update(payload).digest('hex'),
    found.state,
    found.createdAt,
    // It is settled from when the bank received it. The lookup has the time at which it was found.
    found.createdAt,
    found.error && JSON.stringify(found.error),
    JSON.stringify(found.about),
    found.likeness,
    found.recordId,
    found.state === 'accepted' ? 1 : null,
    referenceKey(found.reference),
  );
  if (added === 0) return false;
  addLookupRow(journal, submissionId, {
    at,
    source: found.source,
    found: 'yes',
    words: found.words,
  });
  return true;
}
