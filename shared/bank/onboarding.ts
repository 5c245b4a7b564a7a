import { z } from 'zod';

import { IsoDateText } from '../calendar.ts';
import {
  Identifier,
  LooseFlag,
  LooseText,
  LooseTexts,
  NullableText,
  operation,
  pageOf,
  PageQuery,
} from './operation.ts';

/** Sub-client, section 2: the union of what Delete and Submit answer. Statuses are shown word for word. */
export const SubClient = z.object({
  message: LooseText,
  entityId: z.string().min(1),
  name: LooseText,
  businessName: LooseText,
  subClientType: LooseText,
  customerType: LooseText,
  businessType: LooseText,
  businessContactPhone: LooseText,
  businessContactEmail: LooseText,
  countryOfRegistration: LooseText,
  registrationDate: LooseText,
  businessAddressLine1: LooseText,
  businessAddressLine2: LooseText,
  city: LooseText,
  state: LooseText,
  postalCode: LooseText,
  operatingCountries: LooseTexts,
  operatingIndustries: LooseTexts,
  stagesRemaining: LooseTexts,
  approvalStatus: LooseText,
  approvalComments: LooseText,
  approvalDate: LooseText,
  status: z.string(),
  parentClientId: LooseText,
  callbackUrl: NullableText,
  tin: LooseText,
  code: LooseText,
  createdAt: LooseText,
  updatedAt: LooseText,
});
export type SubClient = z.output<typeof SubClient>;

/** Sub-client document, section 2. */
export const SubClientDocument = z.object({
  id: z.string().min(1),
  entityId: LooseText,
  createdAt: LooseText,
  updatedAt: LooseText,
  createdBy: LooseText,
  updatedBy: NullableText,
  isDeleted: LooseFlag,
  documentType: LooseText,
  uploadedFiles: LooseTexts,
  description: LooseText,
  issueDate: NullableText,
  expiryDate: NullableText,
  documentNumber: NullableText,
  documentOwner: LooseText,
  approvalStatus: NullableText,
  mimeType: LooseText,
  parentType: LooseText,
  isExpired: LooseFlag,
  expiryNotificationSent: LooseFlag,
  lastNotificationSentAt: NullableText,
  expiryStatus: NullableText,
  comment: NullableText,
});
export type SubClientDocument = z.output<typeof SubClientDocument>;

/** The text fields of the upload form, section 4.4; the file part travels beside them. */
export const DocumentForm = z.object({
  documentType: z.string().min(1, 'choose the type of document'),
  businessUserId: z.string().optional(),
  issueDate: IsoDateText.optional(),
  expiryDate: IsoDateText.optional(),
});
export type DocumentForm = z.output<typeof DocumentForm>;

/** The value the specification shows, and those the sandbox asks for; a bank may use other words. */
export const documentTypes = [
  'REGISTRATION_CERTIFICATE',
  'ARTICLES_OF_ASSOCIATION',
  'PROOF_OF_ADDRESS',
  'DIRECTOR_IDENTIFICATION',
  'TAX_CERTIFICATE',
  'BANK_LETTER',
] as const;

const clientPath = { clientId: Identifier };
const subClientPath = { clientId: Identifier, id: Identifier };
const shared = { group: 'Onboarding', encoding: 'json', open: false } as const;
const base = '/client-service/api/v1/clients/{clientId}/sub-clients';

export const onboarding = {
  getAllSubclients: operation({
    ...shared,
    title: 'Get All Subclients',
    method: 'GET',
    path: base,
    input: z.object({
      path: z.object(clientPath),
      query: PageQuery.optional(),
    }),
    output: z.object({
      message: LooseText,
      subClients: pageOf(SubClient),
    }),
    effect: 'read',
    origin: 'assumed',
  }),
  getSubclient: operation({
    ...shared,
    title: 'Get Subclient',
    method: 'GET',
    path: `${base}/{id}`,
    input: z.object({ path: z.object(subClientPath) }),
    output: z.object({ message: LooseText, subClient: SubClient }),
    effect: 'read',
    origin: 'assumed',
  }),
  getSubclientDocuments: operation({
    ...shared,
    title: 'Get Subclient Documents',
    method: 'GET',
    path: `${base}/{id}/documents`,
    input: z.object({ path: z.object(subClientPath) }),
    output: z.object({ message: LooseText, documents: z.array(SubClientDocument) }),
    effect: 'read',
    origin: 'assumed',
  }),
  /** Section 4.4. */
  uploadSubclientDocuments: operation({
    ...shared,
    title: 'Upload Subclient Documents',
    method: 'POST',
    path: `${base}/{id}/upload-kyc`,
    encoding: 'multipart',
    input: z.object({ path: z.object(subClientPath), body: DocumentForm }),
    output: SubClientDocument,
    effect: 'change',
    origin: 'specified',
  }),
  /** Section 4.5: no request body. */
  deleteSubclient: operation({
    ...shared,
    title: 'Delete Subclient',
    method: 'PATCH',
    path: `${base}/{id}/delete`,
    input: z.object({ path: z.object(subClientPath) }),
    output: SubClient,
    effect: 'change',
    origin: 'specified',
  }),
  /** Section 4.6: no request body. */
  submitSubclient: operation({
    ...shared,
    title: 'Submit Subclient',
    method: 'POST',
    path: `${base}/{id}/submit`,
    input: z.object({ path: z.object(subClientPath) }),
    output: SubClient,
    effect: 'change',
    origin: 'specified',
  }),
};
