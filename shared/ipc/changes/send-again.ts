import { z } from 'zod';

import { answers, id } from '../route.ts';
import type { SubmissionView } from '../submissions.ts';
import { acknowledged, twins, type PaymentWarning } from './payments.ts';

export const sendAgainRoutes = {
  /** What a person must have seen before the same is sent again; the bank's list is read for it. Changes nothing. */
  'submissions.reviewAgain': answers<{ warnings: readonly PaymentWarning[] }>().to(
    z.strictObject({ submissionId: id }),
  ),
  /**
   * Sends the same thing again with the same reference; only what never left, or what the bank does not have. The bank's list is read
   * again: a twin that was not named keeps it from being sent.
   */
  'submissions.sendAgain': answers<SubmissionView>().to(
    z.strictObject({
      submissionId: id,
      acknowledged: acknowledged.optional(),
      twins: twins.optional(),
    }),
  ),
};
