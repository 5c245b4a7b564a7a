import type { DueState } from '../../../shared/ipc/changes/due-payments.ts';
import type { Journal } from '../../engines/store/database.ts';
import {
  submissionUnder,
  type Submission,
} from '../../engines/submissions/journal/submission-table.ts';
import type { DueDays } from './due-days.ts';
import type { DuePayment } from './tables.ts';

/**
 * The state of a payment: by its submission where it left, else by its day. So a program that ended right after sending does not change the
 * state.
 */
export function dueState(
  { state, day }: Pick<DuePayment, 'state' | 'day'>,
  submission: Pick<Submission, 'state'> | null,
  { first, last }: DueDays,
): DueState {
  if (submission !== null && isOpen(submission)) return 'unknown';
  if (submission !== null && hasLeft(submission)) return 'sent';
  if (state !== 'scheduled') return state;
  if (day > first) return 'scheduled';
  return day < last ? 'overdue' : 'due';
}

/** Did it leave? One that provably never did is still due. */
export const hasLeft = ({ state }: Pick<Submission, 'state'>): boolean => state !== 'not-sent';

const isOpen = ({ state }: Pick<Submission, 'state'>): boolean =>
  state === 'sending' || state === 'unknown';

export const dueStateIn = (journal: Journal, payment: DuePayment, days: DueDays): DueState =>
  dueState(payment, submissionUnder(journal, payment.order.reference), days);
