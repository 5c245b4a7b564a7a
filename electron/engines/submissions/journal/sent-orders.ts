import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { SubmissionAbout, SubmissionState } from '../../../../shared/ipc/submissions.ts';
import { rows, type Journal } from '../../store/database.ts';

/** Operations that move money when they are booked. */
export const orderOperations = ['createSingleTransfer', 'initiateRemittance', 'lockRate'] as const;
export type OrderOperation = (typeof orderOperations)[number];

/** An order that was sent from this desk, as the journal has it. */
export type SentOrder = {
  readonly reference: string;
  readonly operation: OrderOperation;
  readonly state: SubmissionState;
  readonly isConfirmed: boolean;
  readonly recordId: string | null;
  readonly createdAt: Timestamp;
  /** JSON text of what was sent. */
  readonly payload: string;
  /** JSON text of the bank's answer; null where none came. */
  readonly answer: string | null;
  readonly about: SubmissionAbout | null;
};

/** Returns the orders with these references that were sent from here, with any outcome. Those found at the bank are left out. */
export const sentOrders = (journal: Journal, references: readonly string[]): SentOrder[] =>
  rows<
    Omit<SentOrder, 'isConfirmed' | 'about'> & { confirmed: 0 | 1 | null; about: string | null }
  >(
    journal,
    `SELECT s.reference, s.operation, s.state, s.confirmed, s.record_id AS recordId, s.created_at AS createdAt,
       s.payload, s.answer, s.about
     FROM json_each(?) j CROSS JOIN submission s ON s.reference = j.value
     WHERE s.origin = 'sent' AND s.operation IN (SELECT value FROM json_each(?))`,
    JSON.stringify(references),
    JSON.stringify(orderOperations),
  ).map(({ confirmed, about, ...order }) => ({
    ...order,
    isConfirmed: confirmed === 1,
    about: about === null ? null : (JSON.parse(about) as SubmissionAbout),
  }));
