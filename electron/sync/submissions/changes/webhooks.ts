import type { ClientConfiguration } from '../../../../shared/bank/webhooks.ts';
import { timestampNow } from '../../../context.ts';
import { refreshConfiguration } from '../../webhooks/configuration.ts';
import { hasAddress } from '../../webhooks/shows-change.ts';
import type { ChangeParts, ChangesOf, Search } from './change.ts';

type Path = { readonly clientId: string };
type Answer = { readonly configuration: ClientConfiguration };

const theConfiguration: Search = {
  by: 'reading',
  read: (parts, { payload }, context) =>
    refreshConfiguration(parts, pathOf(payload).clientId, context),
};

const keepConfiguration = (
  { cache, clock }: ChangeParts,
  { configuration }: Answer,
  { payload }: { readonly payload: string },
): Promise<void> =>
  cache.saveClientConfiguration(pathOf(payload).clientId, configuration, timestampNow(clock));

/** Where the bank pushes to. Each answer tells the whole configuration, which must show what was sent. */
export const webhookChanges: ChangesOf<
  'addANewClientConfiguration' | 'updateClientConfigurationCurrentMode'
> = {
  addANewClientConfiguration: {
    mismatch: ({ path, body }, { configuration }) =>
      otherClient(path, configuration) ??
      (hasAddress(configuration, body)
        ? null
        : `The bank’s answer does not tell ${body.callbackUrl} as the address for ${body.mode}.`),
    keep: keepConfiguration,
    search: theConfiguration,
  },
  updateClientConfigurationCurrentMode: {
    mismatch: ({ path, body }, { configuration }) =>
      otherClient(path, configuration) ??
      (configuration.currentMode === body.mode
        ? null
        : `The bank’s answer tells the mode “${configuration.currentMode}” instead of “${body.mode}”.`),
    keep: keepConfiguration,
    search: theConfiguration,
  },
};

const otherClient = ({ clientId }: Path, told: ClientConfiguration): string | null =>
  told.clientId === '' || told.clientId === clientId
    ? null
    : `The bank’s answer is about the client ${told.clientId} instead of ${clientId}.`;

const pathOf = (payload: string): Path => (JSON.parse(payload) as { path: Path }).path;
