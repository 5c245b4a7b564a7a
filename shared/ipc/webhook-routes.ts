import { z } from 'zod';

import { Reference } from '../bank/operation.ts';
import { webhookModes } from '../bank/webhooks.ts';
import { limits } from '../limits.ts';
import { answers, nothing } from './route.ts';
import type { SubmissionView } from './submission-records.ts';
import { bankEventKinds, type BankEvent, type WebhookView } from './webhook-records.ts';

const mode = z.enum(webhookModes);

/** Where the bank pushes, and what our own polling finds instead. */
export const webhookRoutes = {
  'webhooks.get': answers<WebhookView>().to(nothing),
  'webhooks.refresh': answers<WebhookView>().to(nothing),
  'webhooks.add': answers<SubmissionView>().to(
    z.strictObject({ reference: Reference, mode, callbackUrl: z.string().min(1).max(2_000) }),
  ),
  'webhooks.changeMode': answers<SubmissionView>().to(
    z.strictObject({ reference: Reference, mode }),
  ),
  /** Newest first. */
  'timeline.list': answers<{ rows: readonly BankEvent[]; hasMore: boolean }>().to(
    z.strictObject({
      before: z.int().min(0).optional(),
      limit: z.int().min(1).max(limits.listRowsMax),
      kinds: z.array(z.enum(bankEventKinds)).max(bankEventKinds.length).optional(),
      search: z.string().max(limits.searchTextMax).optional(),
    }),
  ),
};
