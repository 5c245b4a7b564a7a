import type {
  Shareholder,
  SubClient,
  SubClientDocument,
} from '../../../../shared/bank/onboarding.ts';
import { documentTypeTitle } from '../../../../shared/document-types.ts';
import type { Watched } from '../../../engines/store/records/event-notes.ts';

/** The fields of a sub-client and of its records that the timeline shows, and the name of each record there. */

export const watchedSubClient: Watched<SubClient> = {
  kind: 'sub-client',
  about: (subClient) => ({ subjectId: subClient.entityId, title: nameOf(subClient) }),
  fields: ({ status, approvalStatus, stagesRemaining, approvalComments, callbackUrl }) => ({
    status,
    approvalStatus,
    stagesRemaining: stagesRemaining.join(', '),
    approvalComments,
    callbackUrl: callbackUrl ?? '',
  }),
};

/** A record of a sub-client's, with the sub-client it belongs to. */
export type Owned<R> = { readonly record: R; readonly subClientId: string; readonly owner: string };

export const watchedDocument: Watched<Owned<SubClientDocument>> = {
  kind: 'document',
  about: ({ record: { id, documentType }, subClientId, owner }) => ({
    subjectId: id,
    placeId: subClientId,
    title: `${documentTypeTitle(documentType) || id} · ${owner}`,
  }),
  fields: ({ record: { approvalStatus, comment, expiryStatus, isDeleted } }) => ({
    approvalStatus: approvalStatus ?? '',
    comment: comment ?? '',
    expiryStatus: expiryStatus ?? '',
    isDeleted: String(isDeleted),
  }),
};

export const watchedShareholder: Watched<Owned<Shareholder>> = {
  kind: 'shareholder',
  about: ({ record: { id, name }, subClientId, owner }) => ({
    subjectId: id,
    placeId: subClientId,
    title: `${name || id} · ${owner}`,
  }),
  fields: ({ record: { ownershipPercentage, status } }) => ({ ownershipPercentage, status }),
};

const nameOf = ({ name, businessName, entityId }: SubClient): string =>
  name || businessName || entityId;

/** Returns the name of a sub-client from its stored record; its id where it is not known here. */
export const ownerName = (document: string | undefined, subClientId: string): string =>
  document === undefined ? subClientId : nameOf(JSON.parse(document) as SubClient);
