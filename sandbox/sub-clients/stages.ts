import type { SubClient, SubClientDocument } from '../../shared/bank/onboarding.ts';
import { timestampOf } from '../server/clock.ts';
import { isWhole, shareholdersOf } from './shares.ts';
import type { SubClientsBank } from './state.ts';

/** Documents that a sub-client owes before it can be submitted. */
export const requiredDocuments = [
  'REGISTRATION_CERTIFICATE',
  'PROOF_OF_ADDRESS',
  'DIRECTOR_IDENTIFICATION',
] as const;

/** What the bank must know of a business before it looks at it. */
const requiredDetails = [
  'businessName',
  'businessType',
  'businessContactEmail',
  'countryOfRegistration',
  'registrationDate',
  'businessAddressLine1',
  'city',
] as const satisfies readonly (keyof SubClient)[];

/** Saves a record, with the stages that its details, owners and documents leave open. */
export function saveSubClient(bank: SubClientsBank, subClient: SubClient): SubClient {
  const saved = {
    ...subClient,
    stagesRemaining: stagesOf(bank, subClient),
    updatedAt: timestampOf(bank.clock),
  };
  bank.subClients.set(saved.entityId, saved);
  return saved;
}

function stagesOf(bank: SubClientsBank, subClient: SubClient): string[] {
  const known = requiredDetails.every((field) => subClient[field].trim() !== '');
  const latest = latestDocuments(bank, subClient.entityId);
  const handedIn = (type: string): boolean =>
    latest.some(
      ({ documentType, approvalStatus }) => documentType === type && approvalStatus !== 'rejected',
    );
  const refused = latest.filter(({ approvalStatus }) => approvalStatus === 'rejected');
  const owed = [
    ...requiredDocuments.filter((type) => !handedIn(type)),
    ...refused.map(({ documentType }) => documentType),
  ];
  return [
    ...(known ? [] : ['BUSINESS_DETAILS']),
    ...(isWhole(shareholdersOf(bank, subClient.entityId)) ? [] : ['SHAREHOLDERS']),
    ...new Set(owed),
  ];
}

/** The newest document of each type: the one that counts. */
export function latestDocuments(bank: SubClientsBank, entityId: string): SubClientDocument[] {
  const own = bank.documents.filter((document) => document.entityId === entityId);
  return [...new Map(own.map((document) => [document.documentType, document])).values()];
}
