import { z } from 'zod';

import type { Timestamp } from '../../calendar/calendar.ts';
import { limits } from '../../limits.ts';
import { answers } from '../route.ts';

export type ActivityRow = {
  readonly activityId: number;
  readonly at: Timestamp;
  readonly operation: string;
  readonly method: string;
  /** `ok`, or the error's code. */
  readonly outcome: string;
  readonly status: number | null;
  readonly durationMs: number;
  readonly attempts: number;
  readonly correlationId: string;
  /** What it was about in a few words, account numbers shortened; never a secret. */
  readonly subject: string;
};

export const activityRoutes = {
  'activity.list': answers<{ rows: readonly ActivityRow[]; hasMore: boolean }>().to(
    z.strictObject({
      before: z.int().min(0).optional(),
      limit: z.int().min(1).max(limits.listRowsMax),
    }),
  ),
};
