import type { PaymentParts } from './parts.ts';
import type { Outcome } from '../../shared/errors.ts';
import { ok } from '../../shared/result.ts';
import { timestampNow, type Context } from '../machine/context.ts';
import { readWholeList } from '../bank/paged-list.ts';

/** Fetches every transfer the bank lists (Find Transfers, assumed). Those it no longer lists stay in the local copy. */
export async function refreshTransfers(
  { bank, cache, clock }: PaymentParts,
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const list = await readWholeList(
    async (query) => {
      const answer = await bank.call('findTransfers', { query }, context);
      return answer.ok ? ok(answer.value.transfers) : answer;
    },
    'findTransfers',
    context,
  );
  if (!list.ok) return list;
  await cache.saveTransfers(list.value, timestampNow(clock), { complete: true });
  return ok({ count: list.value.length });
}
