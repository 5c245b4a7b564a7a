import type { Shareholder, SubClient, PartialSubClient } from '../../../shared/bank/onboarding.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import { refreshSubClient, refreshSubClientList, type SubClientParts } from './refresh.ts';
import { echoProblem } from './records/echo.ts';
import { mergedWith, unshownDeletion, unshownSubmission } from './sub-client-rows.ts';
import { subClientById } from './records/tables.ts';
import { refreshShareholders, type SubClientPath } from './shareholder-list.ts';
import type { ChangeParts, ChangesOf } from '../../engines/submissions/change.ts';
import { agreed, type Echo } from '../../engines/submissions/echo.ts';

type OfClient = { readonly input: { readonly path: { readonly clientId: string } } };
type OfSubClient = { readonly input: { readonly path: SubClientPath } };

/** The writes of a sub-client, and the listener for its documents. */
type SubClientWriting = Pick<SubClientParts, 'cache' | 'announceUpload'>;

const theSubClient = (noun: SubClientWriting) =>
  ({
    by: 'reading',
    read: (parts: ChangeParts, { input }: OfSubClient, context: Context) =>
      refreshSubClient({ ...parts, ...noun }, input.path, context),
  }) as const;

const theList = (noun: SubClientWriting) =>
  ({
    by: 'reading',
    read: (parts: ChangeParts, { input }: OfClient, context: Context) =>
      refreshSubClientList({ ...parts, ...noun }, input.path.clientId, context),
  }) as const;

const theShareholders = (noun: SubClientWriting) =>
  ({
    by: 'reading',
    read: (parts: ChangeParts, { input }: OfSubClient, context: Context) =>
      refreshShareholders({ ...parts, ...noun }, input.path, context),
  }) as const;

const keepSubClient =
  (noun: SubClientWriting) =>
  ({ clock }: ChangeParts, subClient: SubClient): Promise<void> =>
    noun.cache.saveSubClient(subClient, timestampNow(clock));

/** Saves the answer of sections 4.5 and 4.6. Each lacks the other's fields of the sub-client: those stay as they were. */
const keepReported =
  (noun: SubClientWriting) =>
  ({ clock, reader }: ChangeParts, answer: PartialSubClient): Promise<void> => {
    const known = subClientById(reader, answer.entityId)?.subClient ?? null;
    return noun.cache.saveSubClient(mergedWith(known, answer), timestampNow(clock));
  };

const keepShareholder =
  (noun: SubClientWriting) =>
  (
    { clock }: ChangeParts,
    { shareholder }: { readonly shareholder: Shareholder },
    { input: { path } }: OfSubClient,
  ): Promise<void> =>
    noun.cache.saveShareholders(path.id, [shareholder], timestampNow(clock), { complete: false });

const isAbout = (answered: string, requested: string, what: string): string | null =>
  answered === '' || answered === requested
    ? null
    : `The bank’s answer is about ${what} ${answered}, not ${requested}.`;

function sameSubClient({ input }: OfSubClient, { entityId }: PartialSubClient): Echo {
  return agreed(isAbout(entityId, input.path.id, 'the sub-client'));
}

/** Returns the entered fields of the sub-client by the last reading; its stages, comments and times change by themselves. */
function recordNow(
  { reader }: Pick<ChangeParts, 'reader'>,
  { path }: OfSubClient['input'],
): Record<string, string> | null {
  const known = subClientById(reader, path.id)?.subClient;
  if (!known) return null;
  const moving = new Set(['message', 'stagesRemaining', 'updatedAt', 'extras']);
  const entered = Object.entries(known).filter(
    ([field]) => !moving.has(field) && !/^(approval|status)/.test(field),
  );
  return Object.fromEntries(entered.map(([field, value]) => [field, JSON.stringify(value ?? '')]));
}

/**
 * Changes of a sub-client up to its approval. The answer must contain what was sent. Without an answer, reading the record, the list or the
 * owners again shows the result.
 */
export const subClientChanges = (
  noun: SubClientWriting,
): ChangesOf<
  | 'createSubclient'
  | 'updateSubclient'
  | 'createSubclientShareholder'
  | 'updateSubclientShareholder'
  | 'submitSubclient'
  | 'deleteSubclient'
  | 'uploadSubclientDocuments'
> => ({
  createSubclient: {
    isUnclaimed: true,
    echo: ({ input: { body } }, { subClient }) => agreed(echoProblem(body, subClient)),
    recordId: ({ subClient }) => subClient.entityId,
    keep: (parts, { subClient }) => keepSubClient(noun)(parts, subClient),
    search: theList(noun),
  },
  updateSubclient: {
    isUnclaimed: true,
    basis: recordNow,
    echo: ({ input: { path, body } }, { subClient }) =>
      agreed(
        isAbout(subClient.entityId, path.id, 'the sub-client') ?? echoProblem(body, subClient),
      ),
    recordId: ({ subClient }) => subClient.entityId,
    keep: (parts, { subClient }) => keepSubClient(noun)(parts, subClient),
    search: theSubClient(noun),
  },
  createSubclientShareholder: {
    isUnclaimed: true,
    echo: ({ input: { path, body } }, { shareholder }) =>
      agreed(
        isAbout(shareholder.subClientId, path.id, 'the sub-client') ??
          echoProblem(body, shareholder),
      ),
    recordId: ({ shareholder }) => shareholder.id,
    keep: keepShareholder(noun),
    search: theShareholders(noun),
  },
  updateSubclientShareholder: {
    isUnclaimed: true,
    echo: ({ input: { path, body } }, { shareholder }) =>
      agreed(
        isAbout(shareholder.id, path.shareholderId, 'the shareholder') ??
          echoProblem(body, shareholder),
      ),
    recordId: ({ shareholder }) => shareholder.id,
    keep: keepShareholder(noun),
    search: theShareholders(noun),
  },
  submitSubclient: {
    isUnclaimed: true,
    basis: recordNow,
    echo: sameSubClient,
    unshown: ({ reader }, { input: { path } }, answer) =>
      unshownSubmission(subClientById(reader, path.id)?.subClient ?? null, answer),
    recordId: 'none',
    keep: keepReported(noun),
    search: theSubClient(noun),
  },
  deleteSubclient: {
    isUnclaimed: true,
    basis: recordNow,
    echo: sameSubClient,
    unshown: ({ bank }, _sent, answer) => unshownDeletion(answer, bank.statusWords),
    recordId: 'none',
    keep: keepReported(noun),
    search: theSubClient(noun),
  },
  uploadSubclientDocuments: {
    isUnclaimed: true,
    echo: ({ input: { body } }, document) =>
      agreed(echoProblem({ documentType: body.documentType }, document)),
    recordId: ({ id }) => id,
    // The sender saves the document, together with its place in the queue.
    keep: 'not kept',
    search: theSubClient(noun),
    // The file is queued again: the journal does not have its bytes.
    isOnce: true,
  },
});
