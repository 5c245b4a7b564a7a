import type { Shareholder, SubClient } from '../../../../shared/bank/onboarding.ts';
import { timestampNow } from '../../../context.ts';
import type { Submission } from '../../../store/submissions.ts';
import { refreshSubClient, refreshSubClientList } from '../../lists/sub-clients.ts';
import { echoProblem } from '../../onboarding/echo.ts';
import { refreshShareholders, type SubClientPath } from '../../onboarding/shareholder-list.ts';
import type { ChangeParts, ChangesOf, Search } from './change.ts';

const pathOf = ({ payload }: Submission): SubClientPath =>
  (JSON.parse(payload) as { path: SubClientPath }).path;

const theSubClient: Search = {
  by: 'reading',
  read: (parts, submission, context) => refreshSubClient(parts, pathOf(submission), context),
};

const theList: Search = {
  by: 'reading',
  read: (parts, submission, context) =>
    refreshSubClientList(parts, pathOf(submission).clientId, context),
};

const theShareholders: Search = {
  by: 'reading',
  read: (parts, submission, context) => refreshShareholders(parts, pathOf(submission), context),
};

/** Sections 4.5 and 4.6 answer with the sub-client as it is then. */
const keepSubClient = ({ cache, clock }: ChangeParts, subClient: SubClient): Promise<void> =>
  cache.saveSubClient(subClient, timestampNow(clock));

const keepShareholder = (
  { cache, clock }: ChangeParts,
  shareholder: Shareholder,
  submission: Submission,
): Promise<void> =>
  cache.saveShareholders(pathOf(submission).id, [shareholder], timestampNow(clock), {
    complete: false,
  });

const isAbout = (told: string, asked: string, what: string): string | null =>
  told === '' || told === asked
    ? null
    : `The bank’s answer is about ${what} ${told}, not ${asked}.`;

/**
 * Changes on a sub-client's way to its approval. The answer must tell what was sent; where none came, reading the record, the list
 * or the owners again tells what came of it.
 */
export const onboardingChanges: ChangesOf<
  | 'createSubclient'
  | 'updateSubclient'
  | 'createSubclientShareholder'
  | 'updateSubclientShareholder'
  | 'submitSubclient'
  | 'deleteSubclient'
  | 'uploadSubclientDocuments'
> = {
  createSubclient: {
    mismatch: ({ body }, { subClient }) => echoProblem(body, subClient),
    recordId: ({ subClient }) => subClient.entityId,
    keep: (parts, { subClient }) => keepSubClient(parts, subClient),
    search: theList,
  },
  updateSubclient: {
    mismatch: ({ path, body }, { subClient }) =>
      isAbout(subClient.entityId, path.id, 'the sub-client') ?? echoProblem(body, subClient),
    recordId: ({ subClient }) => subClient.entityId,
    keep: (parts, { subClient }) => keepSubClient(parts, subClient),
    search: theSubClient,
  },
  createSubclientShareholder: {
    mismatch: ({ path, body }, { shareholder }) =>
      isAbout(shareholder.subClientId, path.id, 'the sub-client') ?? echoProblem(body, shareholder),
    recordId: ({ shareholder }) => shareholder.id,
    keep: (parts, { shareholder }, submission) => keepShareholder(parts, shareholder, submission),
    search: theShareholders,
  },
  updateSubclientShareholder: {
    mismatch: ({ path, body }, { shareholder }) =>
      isAbout(shareholder.id, path.shareholderId, 'the shareholder') ??
      echoProblem(body, shareholder),
    recordId: ({ shareholder }) => shareholder.id,
    keep: (parts, { shareholder }, submission) => keepShareholder(parts, shareholder, submission),
    search: theShareholders,
  },
  submitSubclient: { keep: keepSubClient, search: theSubClient },
  deleteSubclient: { keep: keepSubClient, search: theSubClient },
  // The file is queued anew: its bytes do not stand in the journal.
  uploadSubclientDocuments: { recordId: ({ id }) => id, isOnce: true, search: theSubClient },
};
