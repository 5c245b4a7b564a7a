import type { SubClient, SubClientDocument } from '../../../shared/bank/onboarding.ts';
import { usualDocumentTypes } from '../../../shared/document-types.ts';
import { appError, fail } from '../../../shared/errors.ts';
import type { UploadItem } from '../../../shared/ipc/changes/documents.ts';
import type { SubClientDetail, SubClientRow } from '../../../shared/ipc/changes/sub-clients.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { ok } from '../../../shared/result.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { submissionRecord } from '../support/submission-records.ts';

export const asOf = '2026-11-20T09:41:07.000Z';
const lines = [
  [
    'Kestrel Logistics Ltd',
    'NGA',
    'draft',
    'pending',
    ['TAX_CERTIFICATE', 'BANK_LETTER', 'shareholders'],
  ],
  ['Oduya Foods', 'KEN', 'draft', 'pending', ['ARTICLES_OF_ASSOCIATION']],
  ['Marula GmbH', 'DEU', 'draft', 'pending', []],
  ['Sable Trading', 'ZAF', 'draft', 'rejected', ['PROOF_OF_ADDRESS', 'TAX_CERTIFICATE']],
  ['Harmattan Energy', 'GHA', 'active', 'approved', []],
  ['Baobab Textiles', 'SEN', 'deleted', '', ['REGISTRATION_CERTIFICATE']],
] as const;
const expiries = ['2026-12-08', null, '2027-06-01', '2026-11-02', '2026-11-20', null];

export const fakeSubClients: readonly SubClient[] = lines.map(
  ([name, countryOfRegistration, status, approvalStatus, stagesRemaining], index) => ({
    message: '',
    entityId: `SC-${String(index + 1)}`,
    name,
    businessName: index === 0 ? 'Kestrel Haulage' : name,
    subClientType: 'subsidiary',
    customerType: 'corporate',
    businessType: 'limited company',
    businessContactPhone: '+234 1 555 0100',
    businessContactEmail: 'kyc@example.com',
    countryOfRegistration,
    registrationDate: '2011-03-04',
    businessAddressLine1: '14 Marina',
    businessAddressLine2: '',
    city: 'Lagos',
    state: 'LA',
    postalCode: '101241',
    operatingCountries: [countryOfRegistration, 'GBR'],
    operatingIndustries: ['logistics'],
    stagesRemaining: [...stagesRemaining],
    approvalStatus,
    approvalComments: index === 3 ? 'The address proof is older than three months.' : '',
    approvalDate: '',
    status,
    parentClientId: 'C-1',
    callbackUrl: null,
    tin: '12345678-0001',
    code: `KT00${String(index + 1)}`,
    createdAt: '2026-10-01T08:00:00.000Z',
    updatedAt: '2026-11-18T08:00:00.000Z',
  }),
);

const fakeDocument = (
  id: string,
  documentType: string,
  rest: Partial<SubClientDocument> = {},
): SubClientDocument => ({
  id,
  entityId: 'SC-1',
  createdAt: '2026-10-02T08:00:00.000Z',
  updatedAt: '',
  createdBy: 'U-1',
  updatedBy: null,
  isDeleted: false,
  documentType,
  uploadedFiles: [],
  description: '',
  issueDate: '2024-01-31',
  expiryDate: null,
  documentNumber: null,
  documentOwner: 'company',
  approvalStatus: null,
  mimeType: 'application/pdf',
  parentType: 'subclient',
  isExpired: false,
  expiryNotificationSent: false,
  lastNotificationSentAt: null,
  expiryStatus: null,
  comment: null,
  ...rest,
});

const fakeDocuments = [
  fakeDocument('D-1', 'REGISTRATION_CERTIFICATE', { approvalStatus: 'approved' }),
  fakeDocument('D-2', 'PROOF_OF_ADDRESS', {
    issueDate: '2026-09-08',
    expiryDate: '2026-12-08',
    comment: 'A newer one is welcome.',
  }),
  fakeDocument('D-3', 'Board resolution', { documentOwner: 'director', issueDate: null }),
];

export const uploadItem = (itemId: string, rest: Partial<UploadItem> = {}): UploadItem => ({
  itemId,
  subClientId: 'SC-1',
  fileName: `${itemId}.pdf`,
  mimeType: 'application/pdf',
  sizeBytes: 2_202_010,
  documentType: '',
  businessUserId: null,
  issueDate: null,
  expiryDate: null,
  unsureDays: [],
  state: 'ready',
  sentBytes: 0,
  problem: null,
  documentId: null,
  addedAt: asOf,
  duplicateOf: null,
  sameAs: null,
  ...rest,
});

/** What every archive holds here. */
const openedNames = ['Oduya Foods tax clearance exp 31.12.27.pdf', 'scan 0001.pdf'];

/** One card in every state. */
/** A KYC day: thirty that are ready, three without a sub-client, two without a type, one without its day, one that was refused. */
export const kycFiles: readonly UploadItem[] = [
  ...Array.from({ length: 30 }, (_, index) =>
    uploadItem(`ready-${String(index)}`, { documentType: 'BANK_LETTER' }),
  ),
  ...['a', 'b', 'c'].map((name) =>
    uploadItem(`nobody-${name}`, { subClientId: '', fileName: `scan ${name} tax clearance.pdf` }),
  ),
  ...['a', 'b'].map((name) => uploadItem(`typeless-${name}`)),
  uploadItem('dayless', { documentType: 'PROOF_OF_ADDRESS' }),
  uploadItem('refused', { state: 'refused', documentType: 'BANK_LETTER' }),
];

export const everyCard: readonly UploadItem[] = [
  uploadItem('u1', {
    fileName: 'tax certificate exp 2027-03-31.pdf',
    documentType: 'TAX_CERTIFICATE',
    expiryDate: '2027-03-31',
  }),
  uploadItem('u2', {
    fileName: 'CAC certificate Kestrel 2024.pdf',
    documentType: 'REGISTRATION_CERTIFICATE',
    state: 'sending',
    sentBytes: 1_365_246,
  }),
  uploadItem('u3', {
    fileName: 'passport scan.heic',
    sizeBytes: 640_000,
    state: 'refused',
    problem: appError('file.type-unsupported', 'c-1', {
      message: 'The content of passport scan.heic is HEIC; the bank accepts PDF, JPEG, PNG.',
    }),
  }),
  uploadItem('u4', { fileName: 'cert.pdf', duplicateOf: 'CAC 2024.pdf' }),
  uploadItem('u5', {
    fileName: 'bank letter.pdf',
    documentType: 'BANK_LETTER',
    state: 'unknown',
    problem: appError('outcome.unknown', 'c-2'),
  }),
  uploadItem('u6', {
    fileName: 'utility bill.jpg',
    documentType: 'PROOF_OF_ADDRESS',
    state: 'sent',
    sentBytes: 2_202_010,
    documentId: 'D-88120',
  }),
  uploadItem('u7', {
    fileName: 'articles.pdf',
    documentType: 'ARTICLES_OF_ASSOCIATION',
    state: 'refused',
    problem: appError('bank.refused', 'c-3', {
      bank: { status: 400, message: 'documentType is not accepted for this sub-client' },
    }),
  }),
  uploadItem('u8', {
    fileName: 'Marula bank letter.pdf',
    subClientId: 'SC-3',
    documentType: 'BANK_LETTER',
    problem: appError('network.unreachable', 'c-4'),
  }),
  uploadItem('u9', { fileName: 'scan 0001.pdf', subClientId: '' }),
];

const submissionView = (state: SubmissionView['state']): SubmissionView =>
  submissionRecord({
    submissionId: 'S-9',
    operation: 'submitSubclient',
    subject: 'SC-3',
    state,
    createdAt: asOf,
    error: state === 'unknown' ? appError('outcome.unknown', 'c-9') : null,
  });

const rowOf = (subClient: SubClient, index: number): SubClientRow => ({
  entityId: subClient.entityId,
  name: subClient.name,
  businessName: subClient.businessName,
  code: subClient.code,
  countryOfRegistration: subClient.countryOfRegistration,
  status: subClient.status,
  approvalStatus: subClient.approvalStatus,
  stagesRemaining: subClient.stagesRemaining,
  nearestExpiry: expiries[index] ?? null,
  documentCount: index === 5 ? null : index + 1,
  documentWords: index === 0 ? { REGISTRATION_CERTIFICATE: 'approved', PROOF_OF_ADDRESS: '' } : {},
  asOf,
});

/** One of the six, as the desk returns it; null for another. */
export function subClientDetail(entityId: string): SubClientDetail | null {
  const subClient = fakeSubClients.find((other) => other.entityId === entityId);
  if (!subClient) return null;
  const isFirst = entityId === 'SC-1';
  return {
    subClient,
    asOf,
    clientId: 'C-1',
    documents: isFirst ? fakeDocuments : [],
    documentsAsOf: isFirst ? asOf : null,
    shareholding: null,
    requirements: [],
    goneAt: null,
    openSubmission: null,
  };
}

/** Six sub-clients, and a queue that behaves as the main process's does. */
export function subClientAnswers(cards: readonly UploadItem[] = []): Answers {
  let items = [...cards];
  let leftOut: readonly UploadItem[] = [];
  let whenBack = false;
  const change = (itemId: string, rest: Partial<UploadItem>): UploadItem => {
    items = items.map((item) => (item.itemId === itemId ? { ...item, ...rest } : item));
    return items.find((item) => item.itemId === itemId) ?? uploadItem(itemId);
  };
  return {
    'subClients.list': ({ search }) => {
      const rows = fakeSubClients
        .map(rowOf)
        .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
      return ok({ rows, asOf });
    },
    'subClients.get': ({ entityId }) => {
      const detail = subClientDetail(entityId);
      return detail ? ok(detail) : fail('offline.not-cached', 'c-1');
    },
    'subClients.refresh': () => ok({ count: fakeSubClients.length }),
    'subClients.submit': () => ok(submissionView('accepted')),
    'subClients.delete': () => ok(submissionView('accepted')),
    'documents.rules': () =>
      ok({
        sizeBytesMax: 10_485_760,
        mimeTypes: ['application/pdf', 'image/jpeg', 'image/png'],
        types: usualDocumentTypes,
      }),
    'documents.queue': ({ subClientId }) =>
      ok({
        items: items.filter(
          (item) => subClientId === undefined || item.subClientId === subClientId,
        ),
      }),
    'documents.add': ({ subClientId, fileName, bytes }) => {
      const item = uploadItem(`added-${String(items.length)}`, {
        subClientId,
        fileName,
        sizeBytes: bytes.length,
      });
      items = [...items, item];
      return ok(item);
    },
    'documents.open': ({ subClientId }) => {
      const opened = openedNames.map((fileName, index) =>
        uploadItem(`opened-${String(index)}`, { subClientId, fileName }),
      );
      items = [...items, ...opened];
      return ok({
        items: opened,
        refused: [
          {
            fileName: 'inner.zip',
            message: 'inner.zip in kyc.zip is an archive within an archive.',
          },
        ],
      });
    },
    'documents.people': () =>
      ok({
        rows: [
          { subClientId: 'SC-1', personId: 'sh-1', name: 'Jane Doe' },
          { subClientId: 'SC-1', personId: 'sh-2', name: 'Kofi Mensah' },
          { subClientId: 'SC-1', personId: 'dir-9', name: '' },
          { subClientId: 'SC-2', personId: 'sh-3', name: 'Jane Doe' },
        ],
      }),
    'documents.describe': ({ itemId, ...fields }) =>
      ok(
        change(
          itemId,
          Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
        ),
      ),
    'documents.send': ({ itemIds }) =>
      ok({
        items: itemIds.map((itemId) => change(itemId, { state: 'sent', documentId: 'D-500' })),
      }),
    'documents.whenBack': () => ok({ isSent: whenBack }),
    'documents.saveWhenBack': ({ isSent }) => {
      whenBack = isSent;
      return ok({ isSent });
    },
    'documents.move': ({ itemId, subClientId }) =>
      ok(change(itemId, { subClientId, businessUserId: null })),
    'documents.describeAll': ({ files }) =>
      ok({
        items: files.map(({ itemId, ...rest }) =>
          change(
            itemId,
            Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
          ),
        ),
      }),
    'documents.leaveOut': ({ itemIds }) => {
      leftOut = items.filter((item) => itemIds.includes(item.itemId));
      items = items.filter((item) => !itemIds.includes(item.itemId));
      return ok({ itemIds: leftOut.map(({ itemId }) => itemId) });
    },
    'documents.putBack': ({ itemIds }) => {
      const back = leftOut.filter((item) => itemIds.includes(item.itemId));
      items = [...items, ...back];
      return ok({ items: back });
    },
    'documents.show': () => ok({ image: null, text: null, pages: 3, isLocked: false }),
    'documents.remove': ({ itemId }) => {
      items = items.filter((item) => item.itemId !== itemId);
      return ok({ removed: true });
    },
  };
}
