import type { BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import { fail } from '../../../shared/errors.ts';
import type { BeneficiaryDetail } from '../../../shared/ipc/changes/beneficiaries.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { ok } from '../../../shared/result.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { submissionRecord } from '../support/submission-records.ts';

const asOf = '2026-11-20T09:41:07.000Z';
const lines = [
  ['Kestrel Logistics Ltd', '0123456712', 'Access Bank', '044', 'NGA', 'NGN'],
  ['Oduya Foods', '6011223344', 'Equity Bank Kenya', 'EQBLKENA', 'KEN', 'KES'],
  ['Marula GmbH', 'DE89370400440532013000', 'Commerzbank', 'COBADEFFXXX', 'DEU', 'EUR'],
  ['Sable Trading (Pty)', '62001234567', 'First National Bank', '250655', 'ZAF', 'USD'],
  ['Harmattan Energy', 'GH10040000004112', 'Stanbic Ghana', 'SBICGHAC', 'GHA', 'USD'],
  ['Baobab Textiles SARL', 'SN08SN0100152000048500003035', 'CBAO', 'CBAOSNDA', 'SEN', 'EUR'],
  ['東京商事株式会社', '7654321', 'MUFG Bank', 'BOTKJPJT', 'JPN', 'JPY'],
  [
    'Gulf Marine Services W.L.L. — the one with a very long name',
    'KW81CBKU0000000000001234560101',
    'Commercial Bank of Kuwait',
    'CBKUKWKW',
    'KWT',
    'KWD',
  ],
] as const;

const fakeBeneficiaries: readonly BeneficiaryRecord[] = lines.map(
  ([name, accountNumber, bankName, bankBicOrCode, country, currencyIso3Code], index) => ({
    entityId: `B-${String(index + 1)}`,
    name,
    accountName: name,
    accountNumber,
    bankName,
    bankBicOrCode,
    bankAddress: index === 0 ? '1 Broad Street, Lagos' : '',
    addressLine1: '14 Marina',
    addressLine2: '',
    city: 'Lagos',
    state: 'LA',
    country,
    currencyIso3Code,
    emailAddress: `pay${String(index)}@example.com`,
    phoneNumber: '+234 1 555 0100',
    paymentMethod: 'local',
    clientId: 'C-1',
    subClientId: '',
    postcode: '101241',
    intermediaryBank:
      index === 0 ? { bankName: 'Citibank N.A.', bic: 'CITIUS33', country: 'USA' } : null,
    branchInformation: index === 0 ? { branchName: 'Marina', branchCode: '017', city: '' } : null,
  }),
);

export const submissionView = (
  state: SubmissionView['state'],
  error: SubmissionView['error'] = null,
): SubmissionView => submissionRecord({ state, error, createdAt: asOf });

export function detailOf(
  entityId: string,
  rest: Partial<BeneficiaryDetail> = {},
): BeneficiaryDetail | null {
  const beneficiary = fakeBeneficiaries.find((other) => other.entityId === entityId);
  if (!beneficiary) return null;
  const older = { ...beneficiary, accountNumber: '0123450001', city: 'Abuja' };
  return {
    beneficiary,
    asOf,
    earlier: entityId === 'B-1' ? [{ beneficiary: older, until: '2026-11-14T10:02:00.000Z' }] : [],
    openSubmission: null,
    ...rest,
  };
}

/** A local copy with eight saved beneficiaries, and a bank that accepts every change. */
export const beneficiaryAnswers = (): Answers => ({
  'beneficiaries.list': ({ search }) => {
    const rows = fakeBeneficiaries
      .filter(({ name, accountNumber, bankName }) =>
        `${name} ${accountNumber} ${bankName}`.toLowerCase().includes(search.toLowerCase()),
      )
      .map((row) => ({ ...row, asOf }));
    return ok({ rows, total: fakeBeneficiaries.length, asOf });
  },
  'beneficiaries.get': ({ entityId }) => {
    const detail = detailOf(entityId);
    return detail ? ok(detail) : fail('offline.not-cached', 'c-1');
  },
  'beneficiaries.byId': ({ entityId }) =>
    ok({ entityId, isCached: detailOf(entityId) !== null, openSubmission: null }),
  'beneficiaries.refresh': () => ok({ count: fakeBeneficiaries.length }),
  'beneficiaries.update': () => ok(submissionView('accepted')),
  'beneficiaries.quarantine': () => ok({ rows: [] }),
  'submissions.list': () => ok({ rows: [] }),
});
