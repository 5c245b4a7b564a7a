import { z } from 'zod';

import { IsoDateText } from '../calendar/calendar-schemas.ts';
import { DecimalNumber, WireDecimal } from '../money/decimal-schemas.ts';
import {
  Identifier,
  ListPaging,
  looseList,
  LooseFlag,
  LooseText,
  LooseTexts,
  namesSomething,
  nothingToChange,
  NullableText,
  operation,
  pageOf,
  PageQuery,
  RequiredText,
  WireId,
  wireRecord,
} from './operation.ts';

/** Sub-client, section 2: the union of what Delete and Submit answer. Statuses are shown word for word. */
export const SubClient = wireRecord({
  message: LooseText,
  entityId: WireId,
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
  status: RequiredText,
  parentClientId: LooseText,
  callbackUrl: NullableText,
  tin: LooseText,
  code: LooseText,
  createdAt: LooseText,
  updatedAt: LooseText,
});
export type SubClient = z.output<typeof SubClient>;

/**
 * A sub-client as Delete and Submit answer it: each leaves out the fields that only the other has. A field that is left out is
 * undefined, not empty text. The id of the record is required.
 */
export const PartialSubClient = SubClient.partial().extend({ entityId: WireId });
export type PartialSubClient = z.output<typeof PartialSubClient>;

const text = z.string().max(300);
const country = z.string().regex(/^[A-Z]{3}$/, 'must be a 3-letter country code');

/** The entered fields of a sub-client; the names are those of its record, section 2. */
export const SubClientForm = z.object({
  name: text.min(1, 'is missing'),
  businessName: text.optional(),
  subClientType: text.optional(),
  customerType: text.optional(),
  businessType: text.optional(),
  businessContactPhone: text.optional(),
  businessContactEmail: z.union([z.literal(''), z.email().max(300)]).optional(),
  countryOfRegistration: country.optional(),
  registrationDate: IsoDateText.optional(),
  businessAddressLine1: text.optional(),
  businessAddressLine2: text.optional(),
  city: text.optional(),
  state: text.optional(),
  postalCode: text.optional(),
  operatingCountries: z.array(country).max(250).optional(),
  operatingIndustries: z.array(text).max(50).optional(),
  tin: text.optional(),
  callbackUrl: text.nullable().optional(),
});
export type SubClientForm = z.output<typeof SubClientForm>;

/** A change of a sub-client; fields left out stay as they are. */
export const SubClientChange = SubClientForm.partial();
export type SubClientChange = z.output<typeof SubClientChange>;

/** An owner of a sub-client, declared for KYC. The record is ours: the specification does not show it. */
export const Shareholder = wireRecord({
  id: WireId,
  subClientId: LooseText,
  /** `individual` or `company`; a bank may use other words. */
  shareholderType: LooseText,
  name: LooseText,
  dateOfBirth: NullableText,
  nationality: LooseText,
  countryOfResidence: LooseText,
  emailAddress: LooseText,
  addressLine1: LooseText,
  city: LooseText,
  identificationNumber: LooseText,
  /** Per cent of the whole, exactly as sent; 0 for a former owner. */
  ownershipPercentage: WireDecimal,
  status: LooseText,
  createdAt: LooseText,
  updatedAt: LooseText,
});
export type Shareholder = z.output<typeof Shareholder>;

/** The entered fields of a shareholder. */
export const ShareholderForm = z.object({
  shareholderType: z.enum(['individual', 'company']),
  name: text.min(1, 'is missing'),
  dateOfBirth: IsoDateText.optional(),
  nationality: country.optional(),
  countryOfResidence: country.optional(),
  emailAddress: z.union([z.literal(''), z.email().max(300)]).optional(),
  addressLine1: text.optional(),
  city: text.optional(),
  identificationNumber: text.optional(),
  ownershipPercentage: DecimalNumber,
});
export type ShareholderForm = z.output<typeof ShareholderForm>;
/** A change of a shareholder; fields left out stay as they are. An empty country and a date of null clear what the bank has. */
export const ShareholderChange = ShareholderForm.extend({
  dateOfBirth: IsoDateText.nullable(),
  nationality: z.union([z.literal(''), country]),
  countryOfResidence: z.union([z.literal(''), country]),
}).partial();
export type ShareholderChange = z.output<typeof ShareholderChange>;

/** Sub-client document, section 2. */
export const SubClientDocument = wireRecord({
  id: WireId,
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

/** The text fields of the upload form, section 4.4; the file is a part of its own. */
export const DocumentForm = z.object({
  documentType: z.string().min(1, 'choose the type of document'),
  businessUserId: z.string().optional(),
  issueDate: IsoDateText.optional(),
  expiryDate: IsoDateText.optional(),
});
export type DocumentForm = z.output<typeof DocumentForm>;

const clientPath = { clientId: Identifier };
const subClientPath = { clientId: Identifier, id: Identifier };
const shared = { group: 'Onboarding', encoding: 'json' } as const;
const base = '/client-service/api/v1/clients/{clientId}/sub-clients';

const shareholderPath = { ...subClientPath, shareholderId: Identifier };

export const onboarding = {
  createSubclient: operation({
    ...shared,
    title: 'Create Subclient',
    method: 'POST',
    path: base,
    input: z.object({ path: z.object(clientPath), body: SubClientForm }),
    output: wireRecord({ message: LooseText, subClient: SubClient }),
    effect: 'change',
    origin: 'assumed',
  }),
  getAllSubclients: operation({
    ...shared,
    title: 'Get All Subclients',
    method: 'GET',
    path: base,
    input: z.object({
      path: z.object(clientPath),
      query: PageQuery.optional(),
    }),
    output: wireRecord({
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
    output: wireRecord({ message: LooseText, subClient: SubClient }),
    effect: 'read',
    origin: 'assumed',
  }),
  updateSubclient: operation({
    ...shared,
    title: 'Update Subclient',
    method: 'PATCH',
    path: `${base}/{id}`,
    input: z.object({
      path: z.object(subClientPath),
      body: SubClientChange.refine(namesSomething, nothingToChange),
    }),
    output: wireRecord({ message: LooseText, subClient: SubClient }),
    effect: 'change',
    origin: 'assumed',
  }),
  createSubclientShareholder: operation({
    ...shared,
    title: 'Create Subclient Shareholder',
    method: 'POST',
    path: `${base}/{id}/shareholders`,
    input: z.object({ path: z.object(subClientPath), body: ShareholderForm }),
    output: wireRecord({ message: LooseText, shareholder: Shareholder }),
    effect: 'change',
    origin: 'assumed',
  }),
  getSubclientShareholders: operation({
    ...shared,
    title: 'Get Subclient Shareholders',
    method: 'GET',
    path: `${base}/{id}/shareholders`,
    input: z.object({ path: z.object(subClientPath), query: PageQuery.optional() }),
    output: wireRecord({
      message: LooseText,
      shareholders: looseList(Shareholder),
      paging: ListPaging.nullish(),
    }),
    effect: 'read',
    origin: 'assumed',
  }),
  updateSubclientShareholder: operation({
    ...shared,
    title: 'Update Subclient Shareholder',
    method: 'PATCH',
    path: `${base}/{id}/shareholders/{shareholderId}`,
    input: z.object({
      path: z.object(shareholderPath),
      body: ShareholderChange.refine(namesSomething, nothingToChange),
    }),
    output: wireRecord({ message: LooseText, shareholder: Shareholder }),
    effect: 'change',
    origin: 'assumed',
  }),
  getSubclientDocuments: operation({
    ...shared,
    title: 'Get Subclient Documents',
    method: 'GET',
    path: `${base}/{id}/documents`,
    input: z.object({ path: z.object(subClientPath), query: PageQuery.optional() }),
    output: wireRecord({
      message: LooseText,
      documents: looseList(SubClientDocument),
      paging: ListPaging.nullish(),
    }),
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
    output: PartialSubClient,
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
    output: PartialSubClient,
    effect: 'change',
    origin: 'specified',
  }),
};
