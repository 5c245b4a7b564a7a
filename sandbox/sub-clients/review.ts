import type { SubClient, SubClientDocument } from '../../shared/bank/onboarding.ts';
import { plan } from '../orders/agenda.ts';
import { dayMs } from '../server/clock.ts';
import type { Step } from '../server/noun.ts';
import { latestDocuments } from './stages.ts';
import type { SubClientsBank } from './state.ts';

/** While the compliance desk looks at a sub-client, nothing of it may change. */
export const isUnderReview = ({ status, approvalStatus }: SubClient): boolean =>
  status === 'submitted' && approvalStatus === 'pending';

/** Puts a sub-client before the compliance desk, which decides a day later. */
export function beginReview(bank: SubClientsBank, { entityId, updatedAt }: SubClient): void {
  plan<keyof typeof steps>(bank, { id: entityId, from: updatedAt }, [
    [dayMs, 'sub-client-reviewed'],
  ]);
}

/**
 * The compliance desk's decision: every document that counts is examined, and one that has expired by then sends the sub-client back with
 * comments. A sub-client that was deleted in the meantime is left as it is.
 */
function reviewSubClient(bank: SubClientsBank, entityId: string, at: string): void {
  const subClient = bank.subClients.get(entityId);
  if (!subClient || !isUnderReview(subClient)) return;
  const examined = latestDocuments(bank, entityId).map((document) => examine(document, at));
  const byId = new Map(examined.map((document) => [document.id, document]));
  bank.documents = bank.documents.map((document) => byId.get(document.id) ?? document);
  const refused = examined.filter(({ approvalStatus }) => approvalStatus === 'rejected');
  bank.subClients.set(entityId, {
    ...subClient,
    approvalStatus: refused.length === 0 ? 'approved' : 'rejected',
    approvalComments: refused.length === 0 ? 'All documents verified.' : wordsOf(refused),
    approvalDate: at.slice(0, 10),
    stagesRemaining: refused.map(({ documentType }) => documentType),
    updatedAt: at,
  });
}

function examine(document: SubClientDocument, at: string): SubClientDocument {
  const { expiryDate } = document;
  const isExpired = expiryDate !== null && expiryDate < at.slice(0, 10);
  return {
    ...document,
    approvalStatus: isExpired ? 'rejected' : 'approved',
    comment: isExpired ? `Expired on ${expiryDate}. Send one that is valid.` : null,
    updatedAt: at,
    updatedBy: 'compliance-desk',
  };
}

const wordsOf = (refused: readonly SubClientDocument[]): string =>
  refused
    .map(({ documentType, expiryDate }) => `${plain(documentType)} expired on ${expiryDate ?? ''}.`)
    .join(' ');

const plain = (type: string): string =>
  `${type.slice(0, 1)}${type.slice(1).toLowerCase().replaceAll('_', ' ')}`;

export const steps = { 'sub-client-reviewed': reviewSubClient } satisfies Record<
  string,
  Step<SubClientsBank>
>;
