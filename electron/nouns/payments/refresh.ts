import type { Transfer } from '../../../shared/bank/transfers.ts';
import type { Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import { readWholeList } from '../../engines/bank/paged-list.ts';
import type { ChangeParts, WritingParts } from '../../engines/submissions/change.ts';
import { markListedTwice, reopenListed } from './found-listed.ts';
import type { TransferWrites } from './tables.ts';

type Reading = Pick<WritingParts<TransferWrites>, 'bank' | 'cache' | 'clock'>;

/**
 * Reads every transfer that the bank lists (Find Transfers, assumed) and saves them in the local copy. Transfers that the bank no
 * longer lists stay there.
 */
export async function readTransfers(
  { bank, cache, clock }: Reading,
  context: Context,
): Promise<Outcome<readonly Transfer[]>> {
  const list = await readWholeList(
    async (query) => {
      const answer = await bank.call('findTransfers', { query }, context);
      return answer.ok ? ok(answer.value.transfers) : answer;
    },
    'findTransfers',
    context,
  );
  if (list.ok) await cache.saveTransfers(list.value, timestampNow(clock), { complete: true });
  return list;
}

/**
 * Reads the list and returns the number of transfers. Marks our payments that are listed twice as `outcome.duplicated`, and reopens for
 * lookup those whose state contradicts the list.
 */
export async function refreshTransfers(
  parts: Reading & Pick<ChangeParts, 'journal' | 'announce'>,
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const list = await readTransfers(parts, context);
  if (!list.ok) return list;
  markListedTwice(parts, list.value);
  reopenListed(parts, list.value);
  return ok({ count: list.value.length });
}
