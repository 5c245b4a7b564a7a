import type { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import { changeOf } from '../../shared/bank/beneficiaries.ts';
import type { Outcome } from '../../shared/errors.ts';
import { ok } from '../../shared/result.ts';
import type { BankClient } from '../bank/client.ts';
import { timestampNow, type Clock, type Context } from '../context.ts';
import type { CacheWriter } from '../store/cache-writer.ts';
import type { Journal } from '../store/database.ts';
import type { Submission } from '../store/submissions.ts';
import { readWholeList } from './paged-list.ts';
import { settleFromReading } from './settle.ts';

type Parts = {
  readonly bank: BankClient;
  readonly cache: CacheWriter;
  readonly journal: Journal;
  readonly clock: Clock;
};

/**
 * Fetches all beneficiaries (Get All Beneficiaries, assumed); earlier contents of changed ones are kept, and updates
 * without an answer are settled by what the bank shows now.
 */
export async function refreshBeneficiaries(
  parts: Parts,
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const { bank, cache, clock } = parts;
  const list = await readWholeList(
    async (query) => {
      const answer = await bank.call('getAllBeneficiaries', { query }, context);
      return answer.ok ? ok(answer.value.beneficiaries) : answer;
    },
    'getAllBeneficiaries',
    context,
  );
  if (!list.ok) return list;
  const asOf = timestampNow(clock);
  await cache.saveBeneficiaries(list.value, asOf, { complete: true });
  for (const record of list.value)
    settleFromReading(parts, record.entityId, (submission) => shows(record, submission));
  return ok({ count: list.value.length });
}

/** Does the bank's record carry every field that the update sent? */
function shows(record: BeneficiaryRecord, { payload }: Submission): boolean {
  const { body } = JSON.parse(payload) as { body: Record<string, unknown> };
  const now: Record<string, unknown> = changeOf(record);
  return Object.entries(body).every(
    ([field, value]) => JSON.stringify(now[field] ?? '') === JSON.stringify(value),
  );
}
