import { z } from 'zod';

import { Identifier, LooseText, operation, WireId, wireRecord } from './operation.ts';

/** Which of the client's addresses the bank pushes to. A bank may use other words: they are shown as sent. */
export const webhookModes = ['test', 'live'] as const;

/** The address that the bank pushes to in one mode. */
export const WebhookEndpoint = wireRecord({
  id: WireId,
  mode: LooseText,
  callbackUrl: LooseText,
  createdAt: LooseText,
  updatedAt: LooseText,
});
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>;

/**
 * The client's webhook configuration. The record is ours: the specification (section 6) names three operations and shows
 * neither their shapes nor the kinds of event, their payloads, delivery and signing.
 */
export const ClientConfiguration = wireRecord({
  clientId: LooseText,
  /** Empty where nothing is configured. */
  currentMode: LooseText,
  endpoints: z.array(WebhookEndpoint),
});
export type ClientConfiguration = z.output<typeof ClientConfiguration>;

const callbackUrl = z
  .url({ protocol: /^https$/, error: 'must be an address that begins with https://' })
  .max(2_000);
const Mode = z.enum(webhookModes);

const path = '/client-service/api/v1/clients/{clientId}/configurations';
const clientPath = z.object({ clientId: Identifier });
const answer = wireRecord({ message: LooseText, configuration: ClientConfiguration });
const shared = {
  group: 'Webhooks',
  encoding: 'json',
  origin: 'assumed',
} as const;

export const webhooks = {
  /** Sets the address of a mode; an existing one is replaced. */
  addANewClientConfiguration: operation({
    ...shared,
    title: 'Add a New Client Configuration',
    method: 'POST',
    path,
    input: z.object({ path: clientPath, body: z.object({ mode: Mode, callbackUrl }) }),
    output: answer,
    effect: 'change',
  }),
  updateClientConfigurationCurrentMode: operation({
    ...shared,
    title: 'Update Client Configuration Current Mode',
    method: 'PATCH',
    path: `${path}/current-mode`,
    input: z.object({ path: clientPath, body: z.object({ mode: Mode }) }),
    output: answer,
    effect: 'change',
  }),
  getClientConfiguration: operation({
    ...shared,
    title: 'Get Client Configuration',
    method: 'GET',
    path,
    input: z.object({ path: clientPath }),
    output: answer,
    effect: 'read',
  }),
};
