import { z } from 'zod';

import {
  CurrencyCode,
  Identifier,
  LooseText,
  namedTexts,
  namesSomething,
  nothingToChange,
  operation,
  wireRecord,
  pageOf,
  PageQuery,
  WireCurrency,
  WireId,
} from './operation.ts';

const IntermediaryBank = z.object({ bankName: LooseText, bic: LooseText, country: LooseText });
const BranchInformation = z.object({
  branchName: LooseText,
  branchCode: LooseText,
  city: LooseText,
});

/** The fields that request and response share. */
const details = {
  accountName: LooseText,
  accountNumber: LooseText,
  bankBicOrCode: LooseText,
  bankName: LooseText,
  bankAddress: LooseText,
  name: LooseText,
  addressLine1: LooseText,
  addressLine2: LooseText,
  city: LooseText,
  state: LooseText,
  country: LooseText,
  currencyIso3Code: WireCurrency,
  emailAddress: LooseText,
  phoneNumber: LooseText,
};

/** Beneficiary, section 2: what Update Beneficiary answers. The post code is spelled `postcode` here. */
export const Beneficiary = wireRecord({
  ...details,
  paymentMethod: LooseText,
  clientId: LooseText,
  subClientId: LooseText,
  postcode: LooseText,
  intermediaryBank: IntermediaryBank.nullish(),
  branchInformation: BranchInformation.nullish(),
});
export type Beneficiary = z.output<typeof Beneficiary>;

/**
 * A beneficiary as an answer carries it. A field that the answer leaves out is undefined, not empty text; null reads as empty.
 * The nested records follow the same rule.
 */
export const PartialBeneficiary = Beneficiary.partial().extend({
  intermediaryBank: IntermediaryBank.partial().nullish(),
  branchInformation: BranchInformation.partial().nullish(),
});
export type PartialBeneficiary = z.output<typeof PartialBeneficiary>;

/** A saved beneficiary with the identifier by which it is updated; the specification's record carries none. */
export const BeneficiaryRecord = Beneficiary.extend({ entityId: WireId });
export type BeneficiaryRecord = z.output<typeof BeneficiaryRecord>;

const text = z.string().max(500);

/** The request body of Update Beneficiary, section 4.3, and nothing else. Here it is spelled `postCode`. */
export const BeneficiaryChange = z.strictObject({
  accountName: text.optional(),
  accountNumber: text.optional(),
  bankBicOrCode: text.optional(),
  bankName: text.optional(),
  bankAddress: text.optional(),
  name: text.optional(),
  addressLine1: text.optional(),
  addressLine2: text.optional(),
  city: text.optional(),
  state: text.optional(),
  country: text.optional(),
  currencyIso3Code: z.string().length(3, 'must be a 3-letter currency code').optional(),
  emailAddress: z.union([z.literal(''), z.email('must be an e-mail address').max(300)]).optional(),
  phoneNumber: text.optional(),
  postCode: text.optional(),
  intermediaryBank: namedTexts(text).optional(),
  branchInformation: namedTexts(text).optional(),
});
export type BeneficiaryChange = z.output<typeof BeneficiaryChange>;

/** The request body of Create Beneficiary (assumed): the fields of an update; those that every payee needs are required. */
export const NewBeneficiary = BeneficiaryChange.extend({
  name: text.min(1, 'is required'),
  accountName: text.min(1, 'is required'),
  accountNumber: text.min(1, 'is required'),
  country: z.string().length(3, 'must be a 3-letter country code'),
  currencyIso3Code: CurrencyCode,
  paymentMethod: text.optional(),
  subClientId: text.optional(),
});
export type NewBeneficiary = z.output<typeof NewBeneficiary>;

const shared = { group: 'Beneficiaries', encoding: 'json' } as const;

export const beneficiaries = {
  getAllBeneficiaries: operation({
    ...shared,
    title: 'Get All Beneficiaries',
    method: 'GET',
    path: '/client-service/api/v1/beneficiaries',
    input: z.object({ query: PageQuery.optional() }),
    output: wireRecord({ message: LooseText, beneficiaries: pageOf(BeneficiaryRecord) }),
    effect: 'read',
    origin: 'assumed',
  }),
  getBeneficiary: operation({
    ...shared,
    title: 'Get Beneficiary',
    method: 'GET',
    path: '/client-service/api/v1/beneficiaries/{entityId}',
    input: z.object({ path: z.object({ entityId: Identifier }) }),
    output: wireRecord({ message: LooseText, beneficiary: BeneficiaryRecord }),
    effect: 'read',
    origin: 'assumed',
  }),
  /** Section 4.3. */
  updateBeneficiary: operation({
    ...shared,
    title: 'Update Beneficiary',
    method: 'PUT',
    path: '/client-service/api/v1/beneficiaries/{entityId}/update',
    input: z.object({
      path: z.object({ entityId: Identifier }),
      body: BeneficiaryChange.refine(namesSomething, nothingToChange),
    }),
    output: PartialBeneficiary,
    effect: 'change',
    origin: 'specified',
  }),
  createBeneficiary: operation({
    ...shared,
    title: 'Create Beneficiary',
    method: 'POST',
    path: '/client-service/api/v1/beneficiaries',
    input: z.object({ body: NewBeneficiary }),
    output: wireRecord({ message: LooseText, beneficiary: BeneficiaryRecord }),
    effect: 'change',
    origin: 'assumed',
  }),
  /** Asks for the name of an account's holder; for NGN accounts only. It changes nothing, but a POST is never retried automatically. */
  validateBeneficiaryAccount: operation({
    ...shared,
    title: 'Validate Beneficiary Account',
    method: 'POST',
    path: '/client-service/api/v1/beneficiaries/validate-account',
    input: z.object({
      body: z.object({
        accountNumber: Identifier,
        bankCode: Identifier,
        currency: z.literal('NGN').optional(),
      }),
    }),
    output: wireRecord({
      message: LooseText,
      account: z.object({
        accountNumber: LooseText,
        bankCode: LooseText,
        accountName: z.string().min(1),
      }),
    }),
    effect: 'read',
    origin: 'assumed',
  }),
};
