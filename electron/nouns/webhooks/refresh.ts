import type { ClientConfiguration } from '../../../shared/bank/webhooks.ts';
import type { Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import { settleFromReading } from '../../engines/submissions/settle.ts';
import { showsChange } from './shows-change.ts';
import type { ConfigurationWrites } from './tables.ts';
import type { WritingParts } from '../../engines/submissions/change.ts';

/** One configuration per client: while one of its changes is open, another is refused. */
export const webhookSubject = (clientId: string): string => `webhook:${clientId}`;

/** Reads the configuration (Get Client Configuration, assumed) and settles a change without an answer by it. */
export async function refreshConfiguration(
  parts: WritingParts<ConfigurationWrites>,
  clientId: string,
  context: Context,
): Promise<Outcome<ClientConfiguration>> {
  const answer = await parts.bank.call('getClientConfiguration', { path: { clientId } }, context);
  if (!answer.ok) return answer;
  const { configuration } = answer.value;
  await parts.cache.saveClientConfiguration(clientId, configuration, timestampNow(parts.clock));
  const settled = settleFromReading(parts, webhookSubject(clientId), (submission) =>
    showsChange(configuration, submission) ? { seen: true } : { seen: false, wouldShow: true },
  );
  if (settled) parts.announce(settled);
  return ok(configuration);
}
