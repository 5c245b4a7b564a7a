import { ClientConfiguration, type webhooks as operations } from '../../shared/bank/webhooks.ts';
import { clientId } from '../server/client.ts';
import type { Noun } from '../server/noun.ts';
import { handlers, type WebhooksBank, type WebhooksState } from './handlers.ts';

/** Before the client has given any address. */
const noConfiguration: ClientConfiguration = { clientId, currentMode: '', endpoints: [] };
const savedFields = { configuration: ClientConfiguration.prefault(noConfiguration) };

export const webhooks: Noun<typeof operations, WebhooksBank, WebhooksState, typeof savedFields> = {
  handlers,
  seed: () => ({ configuration: noConfiguration }),
  savedFields,
  save: ({ configuration }) => ({ configuration }),
  restore: ({ configuration }) => ({ configuration }),
};
