import { z } from 'zod';

import { Reference } from '../../bank/operation.ts';
import { type ClientConfiguration, webhookModes } from '../../bank/webhooks.ts';
import type { Timestamp } from '../../calendar/calendar.ts';
import { answers, nothing } from '../route.ts';
import type { SubmissionView } from '../submissions.ts';

/** The callbackUrl of a sub-client, section 2. */
export type CallbackAddress = {
  readonly entityId: string;
  readonly name: string;
  readonly callbackUrl: string;
};

export type WebhookView = {
  /** Null when it was never asked. */
  readonly configuration: ClientConfiguration | null;
  readonly asOf: Timestamp | null;
  /** Whose configuration it is; null while the signed-in client is not known. */
  readonly clientId: string | null;
  /** Sub-clients whose own record carries a callbackUrl, by name. */
  readonly subClients: readonly CallbackAddress[];
  readonly openSubmission: SubmissionView | null;
};

const mode = z.enum(webhookModes);

export const webhooksRoutes = {
  'webhooks.get': answers<WebhookView>().to(nothing),
  'webhooks.refresh': answers<WebhookView>().to(nothing),
  'webhooks.add': answers<SubmissionView>().to(
    z.strictObject({ reference: Reference, mode, callbackUrl: z.string().min(1).max(2_000) }),
  ),
  'webhooks.changeMode': answers<SubmissionView>().to(
    z.strictObject({ reference: Reference, mode }),
  ),
};
