import type { SubClient } from '../../../shared/bank/onboarding.ts';
import type { Outcome } from '../../../shared/errors.ts';
import type { UploadItem } from '../../../shared/ipc/records.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow, type Clock, type Context } from '../../context.ts';
import type { Journal } from '../../store/database.ts';
import type { Submission } from '../../store/submissions.ts';
import { readWholeList } from './paged-list.ts';
import { settleFromReading } from '../submissions/settle.ts';
import { settleUploads } from '../uploads/upload-settlement.ts';
import type { BankClient } from '../../bank/client.ts';
import type { CacheWriter } from '../../store/cache-writer.ts';

type SubClientParts = {
  readonly bank: BankClient;
  readonly cache: CacheWriter;
  readonly journal: Journal;
  readonly clock: Clock;
  /** Hears of an upload that was settled. */
  readonly announceUpload: (item: UploadItem) => void;
};

/** Fetches all sub-clients of a client, and the documents of each that still lives. */
export async function refreshSubClients(
  parts: SubClientParts,
  clientId: string,
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const list = await readWholeList(
    async (query) => {
      const input = { path: { clientId }, query };
      const answer = await parts.bank.call('getAllSubclients', input, context);
      return answer.ok ? ok(answer.value.subClients) : answer;
    },
    'getAllSubclients',
    context,
  );
  if (!list.ok) return list;
  await parts.cache.saveSubClients(list.value, timestampNow(parts.clock), { complete: true });
  for (const subClient of list.value) {
    settle(parts, subClient);
    if (subClient.status === 'deleted') continue;
    const path = { clientId, id: subClient.entityId };
    const documents = await refreshDocuments(parts, path, context);
    if (!documents.ok) return documents;
  }
  return ok({ count: list.value.length });
}

/** Fetches one sub-client and its documents. */
export async function refreshSubClient(
  parts: SubClientParts,
  path: { clientId: string; id: string },
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const answer = await parts.bank.call('getSubclient', { path }, context);
  if (!answer.ok) return answer;
  await parts.cache.saveSubClient(answer.value.subClient, timestampNow(parts.clock));
  settle(parts, answer.value.subClient);
  return refreshDocuments(parts, path, context);
}

async function refreshDocuments(
  parts: SubClientParts,
  path: { clientId: string; id: string },
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const answer = await parts.bank.call('getSubclientDocuments', { path }, context);
  if (!answer.ok) return answer;
  await parts.cache.saveDocuments(path.id, answer.value.documents, timestampNow(parts.clock));
  settleUploads(parts, path.id, answer.value.documents);
  return ok({ count: answer.value.documents.length });
}

/** A delete without an answer is seen by the status; a submit by the bank's record having changed since. */
function settle(parts: SubClientParts, subClient: SubClient): void {
  settleFromReading(parts, subClient.entityId, ({ operation, createdAt }: Submission) =>
    operation === 'deleteSubclient'
      ? subClient.status === 'deleted'
      : subClient.updatedAt >= createdAt,
  );
}
