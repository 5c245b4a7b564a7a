import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { SubmissionState } from '../../../../shared/ipc/submissions.ts';
import type { Decimal } from '../../../../shared/money/decimal.ts';
import { rows, type Journal } from '../../store/database.ts';

/** A change that moves money, as the journal has it. */
export type JournalPayment = {
  readonly submissionId: string;
  readonly reference: string;
  readonly operation: string;
  readonly origin: 'sent' | 'found';
  readonly state: SubmissionState;
  readonly createdAt: Timestamp;
  /** Empty where it is not known. */
  readonly accountNumber: string;
  readonly counterparty: string;
  /** Null where only the bank knows it. */
  readonly amount: Decimal | null;
  readonly currency: string;
};

/** Operations whose money leaves an account. */
const payingOperations = ['createSingleTransfer', 'initiateRemittance', 'lockRate'] as const;

/** Returns all payments, oldest first. */
export const journalPayments = (journal: Journal): JournalPayment[] =>
  rows<JournalPayment>(
    journal,
    `SELECT submission_id AS submissionId, reference, operation, origin, state, created_at AS createdAt,
       coalesce(json_extract(payload, '$.body.accountNumber'), json_extract(payload, '$.body.sellAccountNumber'), '')
         AS accountNumber,
       coalesce(json_extract(about, '$.counterparty'), '') AS counterparty,
       coalesce(json_extract(payload, '$.body.amount'), json_extract(about, '$.amount.amount')) AS amount,
       coalesce(json_extract(payload, '$.body.currency'), json_extract(about, '$.amount.currency'), '') AS currency
     FROM submission WHERE operation IN (SELECT value FROM json_each(?)) ORDER BY id`,
    JSON.stringify(payingOperations),
  );

/** Returns the accounts that payments in the journal were made from. */
export const accountsInJournal = (journal: Journal): string[] => [
  ...new Set(
    journalPayments(journal).flatMap(({ accountNumber }) =>
      accountNumber === '' ? [] : [accountNumber],
    ),
  ),
];

/** A transfer that the bank accepted or may have accepted. */
type TransferSent = {
  readonly reference: string;
  /** The bank's identifier of the payee. */
  readonly payee: string | null;
  readonly at: Timestamp;
  readonly amount: Decimal | null;
  readonly currency: string | null;
};

/** Returns such transfers among the newest ones, newest first. */
export const newestTransfers = (journal: Journal, limit: number): TransferSent[] =>
  rows(
    journal,
    `SELECT reference, about ->> '$.counterpartyId' AS payee, created_at AS at, payload ->> '$.body.amount' AS amount,
       payload ->> '$.body.currency' AS currency, state FROM (
       SELECT * FROM submission WHERE operation = 'createSingleTransfer' ORDER BY id DESC LIMIT ?)
     WHERE state IN ('accepted', 'unknown', 'sending')`,
    limit,
  );
