import type { ClientConfiguration } from '../../../shared/bank/webhooks.ts';
import type { Submission } from '../../engines/submissions/journal/submission-table.ts';
import { inputIn } from '../../engines/submissions/sent.ts';

/** Does the bank's configuration carry what was sent? */
export function showsChange(configuration: ClientConfiguration, submission: Submission): boolean {
  const added = inputIn('addANewClientConfiguration', submission);
  if (added) return hasAddress(configuration, added.body);
  const changed = inputIn('updateClientConfigurationCurrentMode', submission);
  return changed !== null && configuration.currentMode === changed.body.mode;
}

/** A bank may write an address otherwise, such as with a slash behind the host; it is the same one. */
export const hasAddress = (
  { endpoints }: ClientConfiguration,
  { mode, callbackUrl }: { readonly mode: string; readonly callbackUrl: string },
): boolean =>
  endpoints.some(
    (endpoint) => endpoint.mode === mode && isSameAddress(endpoint.callbackUrl, callbackUrl),
  );

const isSameAddress = (shown: string, sent: string): boolean =>
  shown === sent || (URL.canParse(shown) && new URL(shown).href === new URL(sent).href);
