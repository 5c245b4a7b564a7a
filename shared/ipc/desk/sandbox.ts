import { z } from 'zod';

import { Reference } from '../../bank/operation.ts';
import type { Timestamp } from '../../calendar/calendar.ts';
import { answers, nothing, accountNumber, amount, currency } from '../route.ts';
import type { SubmissionView } from '../submissions.ts';

export const sandboxRoutes = {
  /** The simulated bank's own desk; no other bank has it. */
  'sandbox.numbers': answers<{
    subjects: readonly { number: string; kind: string; name: string; sentence: string }[];
    now: Timestamp;
  }>().to(nothing),
  'sandbox.advance': answers<{ now: Timestamp }>().to(
    z.strictObject({
      ms: z
        .int()
        .min(1)
        .max(400 * 86_400_000),
    }),
  ),
  'sandbox.inflow': answers<SubmissionView>().to(
    z.strictObject({
      reference: Reference,
      accountNumber,
      amount,
      currency,
      senderName: z.string().max(140),
      narration: z.string().max(140),
    }),
  ),
};
