import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { Submission } from '../journal/submission-table.ts';
import { isLookedUp, type ChangeRegistry } from '../change.ts';
import { nextLookupAt } from './lookup-times.ts';

/** Returns when the desk looks the outcome up next; null also where only a person can settle it. */
export const lookupDueAt = (submission: Submission, registry: ChangeRegistry): Timestamp | null =>
  isLookedUp(registry, submission.operation) ? nextLookupAt(submission) : null;
