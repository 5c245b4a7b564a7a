import { SubClient } from '../../../shared/bank/onboarding.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import type { SubClientRow } from '../../../shared/ipc/changes/sub-clients.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';
import { foldedWords, foldText } from '../../engines/store/search/search-text.ts';
import { openSubmissionFor } from '../../engines/submissions/journal/submission-table.ts';
import {
  forgetNamed,
  namedSubClient,
  namedSubClients,
  nameSubClient,
  type NamedSubClient,
} from './records/named-table.ts';
import type { OpenSubClients } from './open-sub-clients.ts';
import {
  documentsOf,
  subClientById,
  subClientRow,
  type CachedSubClient,
} from './records/tables.ts';
import { queuedUploads } from './records/upload-table.ts';

/**
 * Upload, Submit and Delete (sections 4.4 to 4.6) need a sub-client's id and its client's, but no list or record of it. At a bank that
 * confirms only the specified operations, a person enters both.
 */

type Stores = { readonly reader: CacheReader; readonly journal: Journal };

/** Returns the client under which a sub-client is addressed: the one entered with it, else ours. Null where neither is known. */
export const clientOf = (
  { copy, clientId }: Pick<OpenSubClients, 'copy' | 'clientId'>,
  entityId: string,
): string | null => namedSubClient(copy.journal, entityId)?.clientId ?? clientId;

/** Returns a sub-client that a person entered by id and the bank never reported; null where no person entered it. */
export function namedAlone({ reader, journal }: Stores, entityId: string): CachedSubClient | null {
  if (namedSubClient(journal, entityId) === null) return null;
  return {
    subClient: SubClient.decode({ entityId, status: '' }),
    asOf: null,
    documents: documentsOf(reader, entityId),
    documentsAsOf: null,
    shareholding: null,
    goneAt: null,
  };
}

/** Returns a row, by id, for each sub-client that was entered and never reported; every word of `search` occurs in it. */
export function namedRows({ reader, journal }: Stores, search: string): SubClientRow[] {
  const words = foldedWords(search);
  const isFound = ({ entityId, clientId }: NamedSubClient): boolean => {
    const text = foldText(`${entityId} ${clientId}`);
    return words.every((word) => text.includes(word));
  };
  return namedSubClients(journal)
    .filter((named) => isFound(named) && subClientById(reader, named.entityId) === null)
    .map(({ entityId }) => ({
      ...subClientRow(SubClient.decode({ entityId, status: '', name: entityId }), undefined),
      asOf: null,
    }));
}

/** Saves a sub-client that a person entered. Its client cannot change while a submission under another client is open. */
export function name(
  { copy, clock }: OpenSubClients,
  named: NamedSubClient,
  { correlationId }: Context,
): Outcome<{ entityId: string }> {
  const open = openSubmissionFor(copy.journal, named.entityId);
  const before = namedSubClient(copy.journal, named.entityId);
  if (open && before && before.clientId !== named.clientId)
    return fail('input.invalid', correlationId, {
      message: `A change of ${named.entityId} under the client ${before.clientId} has no answer yet: its client stays until then.`,
      fields: { clientId: `stays ${before.clientId} until that is settled` },
    });
  nameSubClient(copy.journal, named, timestampNow(clock));
  return ok({ entityId: named.entityId });
}

/** Removes a sub-client that was entered by mistake. Keeps one that the bank reported, or that has uploads or submissions. */
export function forget(
  { copy }: OpenSubClients,
  entityId: string,
  { correlationId }: Context,
): Outcome<{ forgotten: true }> {
  const { journal, reader } = copy;
  const isInUse =
    subClientById(reader, entityId) !== null ||
    openSubmissionFor(journal, entityId) !== null ||
    queuedUploads(journal, entityId).length > 0 ||
    documentsOf(reader, entityId).length > 0;
  if (isInUse)
    return fail('input.invalid', correlationId, {
      message: `${entityId} stays in the list: the bank has reported it, or files of it are in the queue.`,
    });
  forgetNamed(journal, entityId);
  return ok({ forgotten: true });
}
