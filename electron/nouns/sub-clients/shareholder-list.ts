import type { Shareholder } from '../../../shared/bank/onboarding.ts';
import type { Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { BankClient } from '../../engines/bank/client.ts';
import { readShownList } from '../../engines/bank/paged-list.ts';
import { timestampNow, type Context, type DeskClock } from '../../engines/machine/context.ts';
import type { SubClientWrites } from './records/writes.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';
import { knownShareholders } from './records/shareholders-table.ts';
import { openSubmissionFor } from '../../engines/submissions/journal/submission-table.ts';
import { inputIn } from '../../engines/submissions/sent.ts';
import { settleBySight } from '../../engines/submissions/settle.ts';
import { settleCreations } from './creations.ts';
import { differingField } from './records/echo.ts';

type Parts = {
  readonly bank: BankClient;
  readonly cache: SubClientWrites;
  readonly reader: CacheReader;
  readonly journal: Journal;
  readonly clock: DeskClock;
};

export type SubClientPath = { readonly clientId: string; readonly id: string };

/** Fetches the owners of a sub-client, and settles unanswered changes of them. */
export async function refreshShareholders(
  parts: Parts,
  path: SubClientPath,
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const list = await readShownList(
    async (query) => {
      const input = { path, ...(query && { query }) };
      const answer = await parts.bank.call('getSubclientShareholders', input, context);
      return answer.ok
        ? ok({ rows: answer.value.shareholders, paging: answer.value.paging })
        : answer;
    },
    'getSubclientShareholders',
    context,
  );
  if (!list.ok) return list;
  const shareholders = list.value;
  settle(parts, path.id, shareholders);
  const asOf = timestampNow(parts.clock);
  await parts.cache.saveShareholders(path.id, shareholders, asOf, { complete: true });
  return ok({ count: shareholders.length });
}

function settle(parts: Parts, subClientId: string, shareholders: readonly Shareholder[]): void {
  const known = new Set(knownShareholders(parts.reader, subClientId).map(({ id }) => id));
  const listed = shareholders.map((record) => ({
    recordId: record.id,
    name: record.name,
    createdAt: record.createdAt,
    wasKnown: known.has(record.id),
    record,
  }));
  const isOfThis = ({ subject }: { readonly subject: string }): boolean => subject === subClientId;
  settleCreations(parts, 'createSubclientShareholder', listed, isOfThis);
  const open = openSubmissionFor(parts.journal, subClientId);
  if (open?.state !== 'unknown') return;
  const sent = inputIn('updateSubclientShareholder', open);
  if (!sent) return;
  const { path, body } = sent;
  const now = shareholders.find(({ id }) => id === path.shareholderId);
  const isSeen = now && differingField(body, now, { silenceDiffers: true }) === null;
  const sight = isSeen ? ({ seen: true, recordId: path.shareholderId } as const) : null;
  settleBySight(parts, open, sight ?? { seen: false, wouldShow: now !== undefined });
}
