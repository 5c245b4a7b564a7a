import type {
  LookAlike,
  BeneficiaryCheck,
  Quarantine,
} from '../../../shared/ipc/changes/beneficiaries.ts';
import { ok } from '../../../shared/result.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { submissionRecord } from '../support/submission-records.ts';
import { aboutOf } from '../../support/about.ts';

export const block = `Marula GmbH
IBAN DE89 3704 0044 0532 0130 00
BIC COBADEFFXXX
EUR
see invoice 2231`;

export const payeeCheck = (given: Partial<BeneficiaryCheck> = {}): BeneficiaryCheck => ({
  problems: {},
  hints: {},
  required: ['name', 'country', 'currencyIso3Code', 'accountNumber', 'accountName'],
  labels: { accountNumber: 'IBAN', bankBicOrCode: 'BIC' },
  fills: { accountName: 'Marula GmbH', bankName: 'Commerzbank', country: 'DEU' },
  bank: {
    bankName: 'Commerzbank',
    bankBicOrCode: 'COBADEFFXXX',
    bankAddress: '',
    city: 'Frankfurt',
    country: 'DEU',
  },
  bankProblem: null,
  nameCheck: null,
  lookAlikes: [],
  ...given,
});

export const lookAlike: LookAlike = {
  entityId: 'B-3',
  name: 'Marula GmbH',
  accountNumber: 'DE02120300000000202051',
  bankName: 'Deutsche Kreditbank',
  reason: 'similar-name',
  words: 'Marula GmbH is saved with another account number.',
};

export const creation = (given: Parameters<typeof submissionRecord>[0] = {}) =>
  submissionRecord({
    submissionId: 'S-9',
    operation: 'createBeneficiary',
    subject: 'payee:r',
    recordId: 'B-3',
    about: aboutOf('New payee Marula GmbH', { counterparty: 'Marula GmbH' }),
    ...given,
  });

/** The third of the saved payees, changed since it was paid. */
export const quarantine: Quarantine = {
  entityId: 'B-3',
  name: 'Marula GmbH',
  fingerprint: 'f'.repeat(64),
  changedFields: [
    {
      field: 'accountNumber',
      before: 'DE02120300000000202051',
      now: 'DE89370400440532013000',
    },
    { field: 'bankName', before: 'Deutsche Kreditbank', now: 'Commerzbank' },
  ],
  lastPaidAt: '2026-10-02T14:11:00.000Z',
};

/** A desk that understands the block and has nothing against the payee. */
export const payeeAnswers = (): Answers => ({
  'beneficiaries.readPasted': () =>
    ok({
      fields: {
        name: 'Marula GmbH',
        accountNumber: 'DE89370400440532013000',
        bankBicOrCode: 'COBADEFFXXX',
        currencyIso3Code: 'EUR',
      },
      unread: ['see invoice 2231'],
    }),
  'beneficiaries.check': () => ok(payeeCheck()),
  'beneficiaries.create': () => ok(creation()),
  'beneficiaries.release': () => ok({ released: true }),
});
