import type { Shareholder, SubClient } from '../../../shared/bank/onboarding.ts';
import { appError, type AppError } from '../../../shared/errors.ts';
import type { Expiry, UploadItem } from '../../../shared/ipc/changes/documents.ts';
import type { Requirement, SubClientDetail } from '../../../shared/ipc/changes/sub-clients.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { addShares, shareLeft } from '../../../shared/money/share.ts';
import { ok } from '../../../shared/result.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { submissionRecord } from '../support/submission-records.ts';
import { asOf, fakeSubClients, subClientAnswers, subClientDetail } from './sub-client-records.ts';

const requirement = (requirementId: string, rest: Partial<Requirement>): Requirement => ({
  requirementId,
  subClientId: 'SC-1',
  subClientName: 'Kestrel Logistics Ltd',
  kind: 'stage',
  title: '',
  detail: '',
  dueBy: null,
  place: 'documents',
  documentType: null,
  ...rest,
});

const fakeRequirements: readonly Requirement[] = [
  requirement('c1', {
    subClientId: 'SC-5',
    subClientName: 'Harmattan Energy',
    kind: 'document-expired',
    title: 'Upload a valid tax certificate',
    detail: 'The one at the bank expired 18 days ago, on 2026-11-02.',
    dueBy: '2026-11-02',
    documentType: 'TAX_CERTIFICATE',
  }),
  requirement('c2', {
    subClientId: 'SC-4',
    subClientName: 'Sable Trading',
    kind: 'comment',
    title: 'Put right what the bank asks for, then submit again',
    detail: 'The address proof is older than three months.',
    place: 'submit',
  }),
  requirement('c3', {
    kind: 'document-expiring',
    title: 'Renew the proof of address',
    detail: 'The one at the bank expires in 18 days, on 2026-12-08.',
    dueBy: '2026-12-08',
    documentType: 'PROOF_OF_ADDRESS',
  }),
  requirement('c4', { title: 'Upload the tax certificate', documentType: 'TAX_CERTIFICATE' }),
  requirement('c5', { title: 'Upload the bank letter', documentType: 'BANK_LETTER' }),
  requirement('c6', {
    title: 'Add the owners until their shares make 100 %',
    detail: 'They hold 60 %; 40 % is missing.',
    place: 'shareholders',
  }),
  requirement('c7', {
    subClientId: 'SC-3',
    subClientName: 'Marula GmbH',
    kind: 'submit',
    title: 'Submit for review',
    detail: 'Nothing else is missing.',
    place: 'submit',
  }),
];

const expiry = (documentId: string, days: number, rest: Partial<Expiry> = {}): Expiry => ({
  subClientId: 'SC-1',
  subClientName: 'Kestrel Logistics Ltd',
  documentId,
  documentType: 'PROOF_OF_ADDRESS',
  expiryDate: '2026-12-08',
  days,
  ...rest,
});

const fakeExpiries: readonly Expiry[] = [
  expiry('D-9', -18, {
    subClientId: 'SC-5',
    subClientName: 'Harmattan Energy',
    documentType: 'TAX_CERTIFICATE',
    expiryDate: '2026-11-02',
  }),
  expiry('D-2', 18),
  expiry('D-7', 44, {
    subClientId: 'SC-2',
    subClientName: 'Oduya Foods',
    documentType: 'DIRECTOR_IDENTIFICATION',
    expiryDate: '2027-01-03',
  }),
];

const owner = (id: string, name: string, ownershipPercentage: string): Shareholder => ({
  id,
  subClientId: 'SC-1',
  shareholderType: 'individual',
  name,
  dateOfBirth: '1970-02-03',
  nationality: 'NGA',
  countryOfResidence: 'NGA',
  emailAddress: '',
  addressLine1: '',
  city: '',
  identificationNumber: '',
  ownershipPercentage,
  status: '',
  createdAt: '',
  updatedAt: '',
});

export type FakeOnboarding = {
  readonly answers: Answers;
  /** What is stored on this machine: key -> text. */
  readonly drafts: Map<string, string>;
  /** What the next change of the bank comes to; accepted by default. */
  next(state: SubmissionView['state'], error?: AppError | null): void;
  /** Settles what was left unknown. */
  settle(state: SubmissionView['state']): SubmissionView;
};

const blank: SubClient = {
  ...fakeSubClients[0]!,
  entityId: '',
  name: '',
  businessName: '',
  countryOfRegistration: '',
  registrationDate: '',
  businessType: '',
  tin: '',
  operatingCountries: [],
  operatingIndustries: [],
  businessAddressLine1: '',
  city: '',
  businessContactEmail: '',
  code: '',
  approvalStatus: '',
  stagesRemaining: ['REGISTRATION_CERTIFICATE'],
};

/** A desk at which sub-clients are made and changed, and answers can be lost. */
export function fakeOnboarding(cards: readonly UploadItem[] = []): FakeOnboarding {
  const drafts = new Map<string, string>();
  const made = new Map(fakeSubClients.map((subClient) => [subClient.entityId, subClient]));
  const owners = new Map([
    ['SC-1', [owner('H-1', 'Adaeze Obi', '35.5'), owner('H-2', 'Kestrel Family Trust', '24.5')]],
  ]);
  let coming: { state: SubmissionView['state']; error: AppError | null } | null = null;
  let open: { view: SubmissionView; carryOut: () => string } | null = null;

  function change(reference: string, operation: string, carryOut: () => string) {
    const { state, error } = coming ?? { state: 'accepted' as const, error: null };
    coming = null;
    const view = submissionRecord({
      submissionId: `S-${reference.slice(-6)}`,
      reference,
      operation,
      state,
      error,
      settledAt: state === 'accepted' ? '2026-11-20T09:43:00.000Z' : null,
      recordId: state === 'accepted' ? carryOut() : null,
    });
    if (state === 'unknown') open = { view, carryOut };
    return ok(view);
  }

  function detailOf(entityId: string): SubClientDetail | null {
    const subClient = made.get(entityId);
    if (!subClient) return null;
    const shareholders = owners.get(entityId) ?? [];
    const total = addShares(shareholders.map(({ ownershipPercentage }) => ownershipPercentage));
    return {
      ...(subClientDetail(entityId) ?? subClientDetail('SC-3')!),
      subClient,
      requirements: fakeRequirements.filter(({ subClientId }) => subClientId === entityId),
      shareholding: { shareholders, total, remaining: shareLeft(total), asOf },
    };
  }

  const answers: Answers = {
    ...subClientAnswers(cards),
    'subClients.get': ({ entityId }) => {
      const detail = detailOf(entityId);
      return detail ? ok(detail) : { ok: false, error: appError('offline.not-cached', 'c-1') };
    },
    'subClients.create': ({ reference, details }) =>
      change(reference, 'createSubclient', () => {
        made.set('SC-77', { ...blank, ...details, entityId: 'SC-77' } as SubClient);
        return 'SC-77';
      }),
    'subClients.update': ({ reference, entityId, change: changed }) =>
      change(reference, 'updateSubclient', () => {
        made.set(entityId, { ...made.get(entityId)!, ...changed } as SubClient);
        return entityId;
      }),
    'shareholders.create': ({ reference, subClientId, shareholder }) =>
      change(reference, 'createSubclientShareholder', () => {
        const id = `H-${String(owners.get(subClientId)?.length ?? 0)}-new`;
        const added = { ...owner(id, '', '0'), ...shareholder } as Shareholder;
        owners.set(subClientId, [...(owners.get(subClientId) ?? []), added]);
        return id;
      }),
    'shareholders.update': ({ reference, subClientId, shareholderId, change: changed }) =>
      change(reference, 'updateSubclientShareholder', () => {
        const changedOwners = (owners.get(subClientId) ?? []).map((one) =>
          one.id === shareholderId ? ({ ...one, ...changed } as Shareholder) : one,
        );
        owners.set(subClientId, changedOwners);
        return shareholderId;
      }),
    'subClients.submit': ({ reference, entityId }) =>
      change(reference, 'submitSubclient', () => entityId),
    'submissions.list': () => ok({ rows: open ? [open.view] : [] }),
    'subClients.requirements': () => ok({ rows: fakeRequirements }),
    'documents.expiries': () => ok({ rows: fakeExpiries }),
    'drafts.read': ({ key }) => ok({ text: drafts.get(key) ?? null }),
    'drafts.keep': ({ key, text }) => {
      drafts.set(key, text);
      return ok({ saved: true });
    },
    'drafts.forget': ({ key }) => {
      drafts.delete(key);
      return ok({ forgotten: true });
    },
  };

  return {
    answers,
    drafts,
    next(state, error = null) {
      coming = { state, error };
    },
    settle(state) {
      if (!open) throw new Error('nothing is open');
      const { view, carryOut } = open;
      const recordId = state === 'accepted' ? carryOut() : null;
      const settled = { ...view, state, recordId, settledAt: asOf };
      open = { view: settled, carryOut };
      return settled;
    },
  };
}
