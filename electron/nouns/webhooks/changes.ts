import type { ClientConfiguration } from '../../../shared/bank/webhooks.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import { refreshConfiguration } from './refresh.ts';
import { clientConfiguration, type ConfigurationWrites } from './tables.ts';
import { hasAddress } from './shows-change.ts';
import type { ChangeParts, ChangesOf } from '../../engines/submissions/change.ts';
import { agreed } from '../../engines/submissions/echo.ts';

type Path = { readonly clientId: string };
type Answer = { readonly configuration: ClientConfiguration };
type ToClient = { readonly input: { readonly path: Path } };

const theConfiguration = (cache: ConfigurationWrites) =>
  ({
    by: 'reading',
    read: (parts: ChangeParts, { input: { path } }: ToClient, context: Context) =>
      refreshConfiguration({ ...parts, cache }, path.clientId, context),
  }) as const;

const keepConfiguration =
  (cache: ConfigurationWrites) =>
  (
    { clock }: ChangeParts,
    { configuration }: Answer,
    { input: { path } }: ToClient,
  ): Promise<void> =>
    cache.saveClientConfiguration(path.clientId, configuration, timestampNow(clock));

/** The changes of the webhook configuration. Each answer contains the whole configuration, which must show what was sent. */
export const webhookChanges = (
  cache: ConfigurationWrites,
): ChangesOf<'addANewClientConfiguration' | 'updateClientConfigurationCurrentMode'> => ({
  addANewClientConfiguration: {
    isUnclaimed: true,
    basis: addressesNow,
    echo: ({ input: { path, body } }, { configuration }) =>
      agreed(
        otherClient(path, configuration) ??
          (hasAddress(configuration, body)
            ? null
            : `The bank’s answer does not give ${body.callbackUrl} as the address for ${body.mode}.`),
      ),
    recordId: 'none',
    keep: keepConfiguration(cache),
    search: theConfiguration(cache),
  },
  updateClientConfigurationCurrentMode: {
    isUnclaimed: true,
    basis: addressesNow,
    echo: ({ input: { path, body } }, { configuration }) =>
      agreed(
        otherClient(path, configuration) ??
          (configuration.currentMode === body.mode
            ? null
            : `The bank’s answer gives the mode “${configuration.currentMode}” instead of “${body.mode}”.`),
      ),
    recordId: 'none',
    keep: keepConfiguration(cache),
    search: theConfiguration(cache),
  },
});

/** Returns the mode and the addresses by the last reading. */
function addressesNow(
  { reader }: Pick<ChangeParts, 'reader'>,
  { path: { clientId } }: { readonly path: Path },
): Record<string, string> | null {
  const known = clientConfiguration(reader, clientId)?.configuration;
  if (known === undefined) return null;
  const addresses: Record<string, string> = {};
  for (const { mode, callbackUrl } of known.endpoints) addresses[mode] = callbackUrl;
  return { ...addresses, currentMode: known.currentMode };
}

const otherClient = ({ clientId }: Path, answer: ClientConfiguration): string | null =>
  answer.clientId === '' || answer.clientId === clientId
    ? null
    : `The bank’s answer is about the client ${answer.clientId} instead of ${clientId}.`;
