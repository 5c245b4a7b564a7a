import type { RemittanceRow } from '../../../shared/ipc/changes/remittances.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { ok } from '../../../shared/result.ts';
import { fakePosition } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { submissionRecord } from '../support/submission-records.ts';
import { aboutOf } from '../../support/about.ts';

const asOf = '2026-11-20T09:41:07.000Z';

type Line = readonly [
  id: string,
  name: string,
  amount: string,
  currency: string,
  status: string,
  reason?: string,
];
const lines: readonly Line[] = [
  ['0b3f-11', 'Grace Wanjiru', '250.00', 'USD', 'initiated'],
  ['0b3f-10', 'Instituto Superior Técnico', '4200.00', 'EUR', 'in_transit'],
  ['0b3f-09', 'Lakeside Clinic Ltd', '18250.75', 'USD', 'paid'],
  [
    '0b3f-08',
    'Gulf Marine Services W.L.L. — the one with a very long name',
    '1250.500',
    'KWD',
    'rejected',
    'The recipient’s bank does not know the account.',
  ],
  ['0b3f-07', '東京商事株式会社', '1840000', 'JPY', 'HELD_FOR_REVIEW'],
];

const remittanceRow = (
  [id, name, amount, currency, status, reason = '']: Line = lines[0]!,
): RemittanceRow => ({
  id,
  origin: id === '0b3f-09' ? 'imported' : 'made',
  addedAt: '2026-11-20T09:40:00.000Z',
  asOf,
  more: [],
  record: {
    id,
    reference: `0198f3a2c1d47e5f8a90b1c2d3e4f5${id.slice(-2)}`,
    status,
    reason,
    accountNumber: '30026712',
    amount,
    currency,
    fee: currency === 'USD' ? '2.50' : null,
    purpose: 'Tuition fees',
    narration: 'Term 2, student 88213',
    senderName: 'Acme Treasury Ltd',
    senderCountry: 'GBR',
    recipientName: name,
    recipientCountry: 'KEN',
    recipientAccountNumber: '0110045678',
    recipientBankBicOrCode: 'EQBLKENA',
    recipientBankName: 'Equity Bank Kenya',
    createdAt: '2026-11-20T09:40:00.000Z',
    updatedAt: asOf,
  },
});

export const remittanceOrder = (given: Partial<SubmissionView> = {}): SubmissionView =>
  submissionRecord({
    operation: 'initiateRemittance',
    subject: 'remittance:0198f3a2c1d47e5f8a90b1c2d3e4f506',
    about: aboutOf('Remittance to Oduya Foods', {
      amount: { amount: '90.00', currency: 'USD' },
      accountNumber: '30026712',
      counterparty: 'Oduya Foods',
    }),
    ...given,
  });

/** A register of five, and a bank that takes every remittance. */
export const remittanceAnswers = (open: readonly SubmissionView[] = []): Answers => ({
  'accounts.position': () => ok(fakePosition()),
  'remittances.list': ({ search }) => ({
    ok: true,
    value: {
      rows: lines
        .map((line) => remittanceRow(line))
        .filter(({ record }) => record.recipientName.toLowerCase().includes(search.toLowerCase())),
      open: open.map((submission) => ({ submission })),
    },
  }),
  'statements.underReference': () => ok({ rows: [], hasMore: false, asOf: null }),
  'remittances.refresh': () => ok({ count: 3 }),
  'remittances.import': () => ok(remittanceRow(lines[2])),
  'remittances.send': () => ok(remittanceOrder({ recordId: '0b3f-11' })),
});
