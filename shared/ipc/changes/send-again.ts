import { z } from 'zod';

import { answers, id } from '../route.ts';
import type { SubmissionView } from '../submissions.ts';
import { acknowledged, twins, type PaymentWarning } from './payments.ts';

export const sendAgainRoutes = {
  /** Lists what a person must have seen before a resend, for which the bank's list is read. Changes nothing. */
  'submissions.reviewAgain': answers<{ warnings: readonly PaymentWarning[] }>().to(
    z.strictObject({ submissionId: id }),
  ),
  /**
   * Sends the same order again with the same reference: only one that never left, or that the bank does not have. The bank's list is read
   * again: a twin that was not named prevents the resend.
   */
  'submissions.sendAgain': answers<SubmissionView>().to(
    z.strictObject({
      submissionId: id,
      acknowledged: acknowledged.optional(),
      twins: twins.optional(),
    }),
  ),
};
