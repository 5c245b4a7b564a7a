import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { Submission } from '../journal/submission-table.ts';
import { isLookedUp, type ChangeRegistry } from '../change.ts';
import { nextLookupAt } from './lookup-times.ts';

/** When the desk asks next by itself what came of it; null also where nothing could tell and only a person can. */
export const lookupDueAt = (submission: Submission, registry: ChangeRegistry): Timestamp | null =>
  isLookedUp(registry, submission.operation) ? nextLookupAt(submission) : null;
