import type { ClientConfiguration } from '../../../shared/bank/webhooks.ts';
import type { Submission } from '../../engines/submissions/journal/submission-table.ts';
import { inputIn } from '../../engines/submissions/sent.ts';

/** Whether the bank's configuration has what was sent. */
export function showsChange(configuration: ClientConfiguration, submission: Submission): boolean {
  const added = inputIn('addANewClientConfiguration', submission);
  if (added) return hasAddress(configuration, added.body);
  const changed = inputIn('updateClientConfigurationCurrentMode', submission);
  return changed !== null && configuration.currentMode === changed.body.mode;
}

/** Whether the mode has this address. A bank may write it in another form, such as with a slash after the host. */
export const hasAddress = (
  { endpoints }: ClientConfiguration,
  { mode, callbackUrl }: { readonly mode: string; readonly callbackUrl: string },
): boolean =>
  endpoints.some(
    (endpoint) => endpoint.mode === mode && isSameAddress(endpoint.callbackUrl, callbackUrl),
  );

const isSameAddress = (shown: string, sent: string): boolean =>
  shown === sent || (URL.canParse(shown) && new URL(shown).href === new URL(sent).href);
