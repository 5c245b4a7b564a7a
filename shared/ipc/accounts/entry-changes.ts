import { z } from 'zod';

import type { Timestamp } from '../../calendar/calendar.ts';
import { accountNumber, answers, id } from '../route.ts';

/**
 * noted: `text` is the note, empty where it was removed · tagged, untagged: the tag · left-to-rules: the tag, empty for the counterparty ·
 * named: the counterparty, empty for none · attached, removed: the file · marked: the last mark of a desk that stores no others, `text` is
 * the state since then.
 */
export type EntryChangeKind =
  | 'read'
  | 'unread'
  | 'flagged'
  | 'unflagged'
  | 'noted'
  | 'tagged'
  | 'untagged'
  | 'left-to-rules'
  | 'named'
  | 'attached'
  | 'removed'
  | 'marked';

/** What a person did with an entry. */
export type EntryChange = {
  readonly kind: EntryChangeKind;
  readonly text: string;
  /** By the clock of their desk. */
  readonly at: Timestamp;
  readonly by: string;
  /** Its number in the team's record; null where it is not there, or not yet. */
  readonly n: number | null;
  /** A note that was written at the same time as the current one. */
  readonly isBeside: boolean;
};

/** The newest changes that are shown of one entry. */
export const entryChangesMax = 200;

export const entryChangesRoutes = {
  /** What persons did with an entry, newest first. */
  'entryChanges.list': answers<{ changes: readonly EntryChange[]; hasMore: boolean }>().to(
    z.strictObject({ accountNumber, entryId: id }),
  ),
};
