import type { SubClient, SubClientDocument } from '../../shared/bank/onboarding.ts';
import type { Bank } from '../bank/bank.ts';
import { dayMs, plan } from '../orders/schedule.ts';
import { latestDocuments } from './stages.ts';

/** While the compliance desk looks at a sub-client, nothing of it may change. */
export const isUnderReview = ({ status, approvalStatus }: SubClient): boolean =>
  status === 'submitted' && approvalStatus === 'pending';

/** Puts a sub-client before the compliance desk, which decides a day later. */
export function beginReview(bank: Bank, { entityId, updatedAt }: SubClient): void {
  plan(bank, { id: entityId, from: updatedAt }, [[dayMs, 'sub-client-reviewed']]);
}

/**
 * The compliance desk's decision: every document that counts is judged, and one that has expired by then sends the
 * sub-client back with words. What was deleted meanwhile is left as it is.
 */
export function reviewSubClient(bank: Bank, entityId: string, at: string): void {
  const subClient = bank.subClients.get(entityId);
  if (!subClient || !isUnderReview(subClient)) return;
  const judged = latestDocuments(bank, entityId).map((document) => judge(document, at));
  const byId = new Map(judged.map((document) => [document.id, document]));
  bank.documents = bank.documents.map((document) => byId.get(document.id) ?? document);
  const refused = judged.filter(({ approvalStatus }) => approvalStatus === 'rejected');
  bank.subClients.set(entityId, {
    ...subClient,
    approvalStatus: refused.length === 0 ? 'approved' : 'rejected',
    approvalComments: refused.length === 0 ? 'All documents verified.' : wordsOf(refused),
    approvalDate: at.slice(0, 10),
    stagesRemaining: refused.map(({ documentType }) => documentType),
    updatedAt: at,
  });
}

function judge(document: SubClientDocument, at: string): SubClientDocument {
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
