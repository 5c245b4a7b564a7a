import type {
  ClientConfiguration,
  WebhookEndpoint,
  webhooks as operations,
} from '../../shared/bank/webhooks.ts';
import { uuidOf } from '../seed/random.ts';
import { refuseOtherClient } from '../server/client.ts';
import { timestampOf } from '../server/clock.ts';
import type { Common, HandlersOf } from '../server/noun.ts';
import { Refusal } from '../server/refusal.ts';

/** Where the client wants to be called; nothing is ever pushed there. */
export type WebhooksState = { configuration: ClientConfiguration };
export type WebhooksBank = WebhooksState & Common;

/** Part of every answer to a change, because the sandbox never calls the address. */
const pushesNothing = 'The sandbox keeps the address and pushes nothing to it';

export const handlers: HandlersOf<typeof operations, WebhooksBank> = {
  addANewClientConfiguration: ({ path, body: { mode, callbackUrl } }, { bank }) => {
    refuseOtherClient(path.clientId);
    const { endpoints } = bank.configuration;
    const existing = endpoints.find((endpoint) => endpoint.mode === mode);
    const endpoint = existing
      ? { ...existing, callbackUrl, updatedAt: timestampOf(bank.clock) }
      : newEndpoint(bank, mode, callbackUrl);
    const others = endpoints.filter((other) => other !== existing);
    const configuration = updateConfiguration(bank, { endpoints: [...others, endpoint] });
    return { message: `Configuration saved. ${pushesNothing}.`, configuration };
  },

  updateClientConfigurationCurrentMode: ({ path, body: { mode } }, { bank }) => {
    refuseOtherClient(path.clientId);
    if (!bank.configuration.endpoints.some((endpoint) => endpoint.mode === mode))
      throw new Refusal(422, 'mode_without_address', `The mode ${mode} has no address yet`);
    const configuration = updateConfiguration(bank, { currentMode: mode });
    return { message: `Current mode is ${mode}. ${pushesNothing}.`, configuration };
  },

  getClientConfiguration: ({ path }, { bank }) => {
    refuseOtherClient(path.clientId);
    return { message: 'Configuration retrieved', configuration: bank.configuration };
  },
};

function newEndpoint(bank: WebhooksBank, mode: string, callbackUrl: string): WebhookEndpoint {
  const at = timestampOf(bank.clock);
  const id = uuidOf(`webhook ${bank.parameters.seed} ${mode}`);
  return { id, mode, callbackUrl, createdAt: at, updatedAt: at };
}

function updateConfiguration(
  bank: WebhooksBank,
  change: Partial<ClientConfiguration>,
): ClientConfiguration {
  bank.configuration = { ...bank.configuration, ...change };
  return bank.configuration;
}
