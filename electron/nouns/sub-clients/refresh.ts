import type { SubClient } from '../../../shared/bank/onboarding.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { UploadItem } from '../../../shared/ipc/changes/documents.ts';
import { err, ok } from '../../../shared/result.ts';
import type { BankClient } from '../../engines/bank/client.ts';
import type { StatusWords } from '../../engines/bank/mapping/status-terms.ts';
import { timestampNow, type Context, type DeskClock } from '../../engines/machine/context.ts';
import type { SubClientWrites } from './records/writes.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';
import { subClientById } from './records/tables.ts';
import {
  openSubmissionFor,
  type Submission,
} from '../../engines/submissions/journal/submission-table.ts';
import { sentByBankTime } from './records/bank-time.ts';
import { settleCreations } from './creations.ts';
import { differingField } from './records/echo.ts';
import { isDeletedAt } from './sub-client-rows.ts';
import { refreshShareholders, type SubClientPath } from './shareholder-list.ts';
import { isDeleted, isRejected } from './records/status-labels.ts';
import { inputIn } from '../../engines/submissions/sent.ts';
import { settleBySight } from '../../engines/submissions/settle.ts';
import { settleUploads } from './upload-settlement.ts';
import { readShownList, readWholeList } from '../../engines/bank/paged-list.ts';

export type SubClientParts = {
  readonly bank: BankClient;
  readonly cache: SubClientWrites;
  readonly reader: CacheReader;
  readonly journal: Journal;
  readonly clock: DeskClock;
  /** Called with an upload that was settled. */
  readonly announceUpload: (item: UploadItem) => void;
};

/**
 * Fetches all sub-clients of a client, with the documents and the owners of each that is not deleted, where the bank is open for them.
 * Settles changes without an answer by what the bank shows now.
 */
export async function refreshSubClients(
  parts: SubClientParts,
  clientId: string,
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const list = await refreshSubClientList(parts, clientId, context);
  if (!list.ok) return list;
  let failure: AppError | null = null;
  for (const subClient of list.value) {
    if (isDeleted(subClient)) continue;
    const owned = await refreshOwned(parts, { clientId, id: subClient.entityId }, context);
    if (owned.ok || isAbsent(owned.error)) continue;
    failure ??= owned.error;
    if (!isAboutOne(owned.error)) break;
  }
  return failure ? err(failure) : ok({ count: list.value.length });
}

/** A refusal about one sub-client does not stop the others; a lost connection does. */
const isAboutOne = ({ code }: AppError): boolean => code.startsWith('bank.');

/** Fetches the list alone, without the records of each: enough to see the result of a creation. */
export async function refreshSubClientList(
  parts: SubClientParts,
  clientId: string,
  context: Context,
): Promise<Outcome<SubClient[]>> {
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
  settleNew(parts, list.value);
  await parts.cache.saveSubClients(list.value, timestampNow(parts.clock), { complete: true });
  for (const subClient of list.value) settle(parts, subClient);
  return list;
}

/** Fetches one sub-client, its documents and its owners. Marks one that the bank does not have any more as gone. */
export async function refreshSubClient(
  parts: SubClientParts,
  path: SubClientPath,
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const answer = await parts.bank.call('getSubclient', { path }, context);
  if (!answer.ok) {
    if (isAbsent(answer.error))
      await parts.cache.markSubClientGone(path.id, timestampNow(parts.clock));
    return answer;
  }
  await parts.cache.saveSubClient(answer.value.subClient, timestampNow(parts.clock));
  settle(parts, answer.value.subClient);
  return refreshOwned(parts, path, context);
}

/**
 * Fetches a sub-client again after a change, where the bank is open for it: stages and shares follow from what was taken or refused. A
 * failure undoes nothing, and the next sync reads it anyway.
 */
export async function rereadSubClient(
  parts: SubClientParts,
  path: SubClientPath,
  context: Context,
): Promise<boolean> {
  if (!parts.bank.isOpen('getSubclient')) return false;
  const read = await refreshSubClient(parts, path, context);
  return read.ok;
}

const isAbsent = ({ bank }: AppError): boolean => bank?.status === 404 || bank?.status === 410;

async function refreshOwned(
  parts: SubClientParts,
  path: SubClientPath,
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const owners = parts.bank.isOpen('getSubclientShareholders')
    ? await refreshShareholders(parts, path, context)
    : ok({ count: 0 });
  if (!owners.ok && !isAboutOne(owners.error)) return owners;
  if (!parts.bank.isOpen('getSubclientDocuments')) return owners;
  const documents = await refreshDocuments(parts, path, context);
  return owners.ok ? documents : owners;
}

async function refreshDocuments(
  parts: SubClientParts,
  path: SubClientPath,
  context: Context,
): Promise<Outcome<{ count: number }>> {
  const list = await readShownList(
    async (query) => {
      const input = { path, ...(query && { query }) };
      const answer = await parts.bank.call('getSubclientDocuments', input, context);
      return answer.ok ? ok({ rows: answer.value.documents, paging: answer.value.paging }) : answer;
    },
    'getSubclientDocuments',
    context,
  );
  if (!list.ok) return list;
  const documents = list.value;
  const before = new Set(subClientById(parts.reader, path.id)?.documents.map(({ id }) => id));
  await parts.cache.saveDocuments(path.id, documents, timestampNow(parts.clock));
  const shown = documents.map((document) => ({ document, wasKnown: before.has(document.id) }));
  settleUploads(parts, path.id, shown);
  return ok({ count: documents.length });
}

function settleNew(parts: SubClientParts, list: readonly SubClient[]): void {
  const listed = list.map((record) => ({
    recordId: record.entityId,
    name: record.name,
    createdAt: record.createdAt,
    wasKnown: subClientById(parts.reader, record.entityId) !== null,
    record,
  }));
  settleCreations(parts, 'createSubclient', listed);
}

/** Settles an unanswered change from the record itself; the reading of its owners settles the rest. */
function settle(parts: SubClientParts, subClient: SubClient): void {
  const open = openSubmissionFor(parts.journal, subClient.entityId);
  if (open?.state !== 'unknown') return;
  const sight = sights[open.operation];
  const sentAt = sentByBankTime(parts.bank, open.createdAt);
  if (!sight) return;
  const seen = sight(subClient, { ...open, sentAt }, parts.bank.statusWords);
  settleBySight(parts, open, seen ? { seen, answer: subClient } : { seen, wouldShow: true });
}

/** `sentAt` is by the bank's clock. */
type Sight = (
  subClient: SubClient,
  submission: Submission & { sentAt: Timestamp },
  words: StatusWords,
) => boolean;

const sights: Readonly<Record<string, Sight>> = {
  deleteSubclient: (subClient, _submission, words) => isDeletedAt(words, subClient),
  submitSubclient: isSubmittedSince,
  updateSubclient: (subClient, submission) => {
    const sent = inputIn('updateSubclient', submission);
    return sent !== null && differingField(sent.body, subClient, { silenceDiffers: true }) === null;
  },
};

/** Whether it changed since, and waits for a decision or has one; an earlier rejection is no sign of a new submission. */
function isSubmittedSince(subClient: SubClient, { sentAt }: { sentAt: Timestamp }): boolean {
  const { approvalStatus, approvalDate, updatedAt } = subClient;
  if (updatedAt < sentAt || approvalStatus === '') return false;
  return !isRejected(subClient) || approvalDate > sentAt.slice(0, 10);
}
