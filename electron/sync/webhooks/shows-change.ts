import type { ClientConfiguration } from '../../../shared/bank/webhooks.ts';
import type { Submission } from '../../store/submissions.ts';

/** The bodies of both changes: with an address it is Add a New Client Configuration, without one the change of mode. */
type Sent = { readonly mode: string; readonly callbackUrl?: string };

/** Does the bank's configuration carry what was sent? */
export function showsChange(configuration: ClientConfiguration, { payload }: Submission): boolean {
  const { body } = JSON.parse(payload) as { body: Sent };
  return body.callbackUrl === undefined
    ? configuration.currentMode === body.mode
    : hasAddress(configuration, { mode: body.mode, callbackUrl: body.callbackUrl });
}

/** A bank may write an address otherwise, such as with a slash behind the host; it is the same one. */
export const hasAddress = (
  { endpoints }: ClientConfiguration,
  { mode, callbackUrl }: Required<Sent>,
): boolean =>
  endpoints.some(
    (endpoint) => endpoint.mode === mode && isSameAddress(endpoint.callbackUrl, callbackUrl),
  );

const isSameAddress = (told: string, sent: string): boolean =>
  told === sent || (URL.canParse(told) && new URL(told).href === new URL(sent).href);
