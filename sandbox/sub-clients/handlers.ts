import type {
  SubClient,
  PartialSubClient,
  onboarding as operations,
} from '../../shared/bank/onboarding.ts';
import { refuseOtherClient } from '../server/client.ts';
import { timestampOf, todayOf } from '../server/clock.ts';
import type { HandlersOf } from '../server/noun.ts';
import { listPage, recordIn } from '../server/records.ts';
import { notAllowed } from '../server/refusal.ts';
import { receiveDocument, withExpiry } from './documents.ts';
import { changedSubClient, newSubClient } from './new-sub-client.ts';
import { beginReview, isUnderReview } from './review.ts';
import { isMagicSubClient } from './seed.ts';
import { addShareholder, changeShareholder } from './shareholders.ts';
import { shareholdersOf } from './shares.ts';
import { saveSubClient } from './stages.ts';
import type { SubClientsBank } from './state.ts';

export const handlers: HandlersOf<typeof operations, SubClientsBank> = {
  getAllSubclients: ({ path, query = {} }, { bank }) => {
    refuseOtherClient(path.clientId);
    const listed = [...bank.subClients.values()].filter(
      ({ entityId }) => !isMagicSubClient(entityId),
    );
    return { message: 'Sub-clients retrieved', subClients: listPage(listed, query) };
  },

  createSubclient: ({ path, body }, { bank }) => {
    refuseOtherClient(path.clientId);
    const subClient = saveSubClient(bank, newSubClient(bank, body));
    return { message: 'Sub-client created', subClient };
  },

  updateSubclient: ({ path, body }, { bank }) => {
    const subClient = changeableSubClient(bank, path);
    const changed = saveSubClient(bank, changedSubClient(bank, subClient, body));
    return { message: 'Sub-client updated', subClient: changed };
  },

  createSubclientShareholder: ({ path, body }, { bank }) => ({
    message: 'Shareholder added',
    shareholder: addShareholder(bank, changeableSubClient(bank, path), body),
  }),

  getSubclientShareholders: ({ path }, { bank }) => {
    const { entityId } = findSubClient(bank, path);
    return { message: 'Shareholders retrieved', shareholders: shareholdersOf(bank, entityId) };
  },

  updateSubclientShareholder: ({ path, body }, { bank }) => ({
    message: 'Shareholder updated',
    shareholder: changeShareholder(bank, changeableSubClient(bank, path), {
      id: path.shareholderId,
      change: body,
    }),
  }),

  getSubclient: ({ path }, { bank }) => ({
    message: 'Sub-client retrieved',
    subClient: findSubClient(bank, path),
  }),

  getSubclientDocuments: ({ path }, { bank }) => {
    const { entityId } = findSubClient(bank, path);
    const today = todayOf(bank.clock);
    const documents = bank.documents.filter((document) => document.entityId === entityId);
    return {
      message: 'Documents retrieved',
      documents: documents.map((document) => withExpiry(document, today)),
    };
  },

  uploadSubclientDocuments: ({ path, body }, { bank, file }) => {
    const subClient = findSubClient(bank, path);
    refuseDeleted(subClient);
    const document = receiveDocument(bank, { subClient, form: body, file });
    return withExpiry(document, todayOf(bank.clock));
  },

  deleteSubclient: ({ path }, { bank }) => {
    const subClient = findSubClient(bank, path);
    refuseDeleted(subClient);
    const deleted = save(bank, { ...subClient, status: 'deleted' });
    return { ...withoutApproval(deleted), message: 'Sub-client deleted' };
  },

  submitSubclient: ({ path }, { bank }) => {
    const subClient = findSubClient(bank, path);
    refuseDeleted(subClient);
    refuseUnready(subClient);
    const submitted = {
      ...subClient,
      status: 'submitted',
      approvalStatus: 'pending',
      approvalComments: 'Awaiting review by the compliance desk.',
      approvalDate: '',
    };
    const saved = save(bank, submitted);
    beginReview(bank, saved);
    return withoutDeletion(saved);
  },
};

function findSubClient(bank: SubClientsBank, path: { clientId: string; id: string }): SubClient {
  refuseOtherClient(path.clientId);
  return recordIn(bank.subClients, path.id, 'Sub-client');
}

function refuseDeleted({ status }: SubClient): void {
  if (status === 'deleted')
    throw notAllowed('already_deleted', 'This sub-client has been deleted already');
}

/** Throws Refusal where nothing may be changed any more, or not now. */
function changeableSubClient(
  bank: SubClientsBank,
  path: { clientId: string; id: string },
): SubClient {
  const subClient = findSubClient(bank, path);
  refuseDeleted(subClient);
  if (isUnderReview(subClient))
    throw notAllowed('under_review', 'This sub-client is under review and cannot be changed');
  return subClient;
}

function refuseUnready({ status, stagesRemaining, approvalStatus }: SubClient): void {
  if (stagesRemaining.length > 0)
    throw notAllowed('stages_remaining', `Stages remaining: ${stagesRemaining.join(', ')}`);
  if (status === 'submitted' && approvalStatus !== 'rejected')
    throw notAllowed('already_submitted', 'This sub-client has been submitted already');
}

function save(bank: SubClientsBank, subClient: SubClient): SubClient {
  const saved = { ...subClient, updatedAt: timestampOf(bank.clock) };
  bank.subClients.set(saved.entityId, saved);
  return saved;
}

/** Section 2: what only Submit answers with. */
const withoutApproval = ({
  approvalComments: _comments,
  approvalDate: _date,
  ...fields
}: SubClient): PartialSubClient => fields;

/** Section 2: what only Delete answers with. */
const withoutDeletion = ({
  message: _message,
  businessAddressLine2: _line,
  callbackUrl: _address,
  tin: _tin,
  code: _code,
  ...fields
}: SubClient): PartialSubClient => fields;
