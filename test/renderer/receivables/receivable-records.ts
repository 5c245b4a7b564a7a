import type { CreditMatch, ReceivableRow } from '../../../shared/ipc/changes/receivables.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { ok } from '../../../shared/result.ts';
import { fakePosition } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { submissionRecord } from '../support/submission-records.ts';
import { aboutOf } from '../../support/about.ts';

const asOf = '2026-11-20T09:41:07.000Z';

const credit = (given: Partial<CreditMatch> = {}): CreditMatch => ({
  accountNumber: '30026712',
  entryId: 'E-2041',
  day: '2026-11-20',
  amount: { amount: '12400.00', currency: 'USD' },
  narration: 'Harmattan Foods Ltd · payment for INV 88213, thank you',
  customReference: '',
  strength: 'exact',
  reason: 'INV-88213 is in its narration, and the amount is the same.',
  ...given,
});

function receivableRow(id: string, given: Partial<ReceivableRow['record']> = {}): ReceivableRow {
  return {
    id,
    origin: 'made',
    addedAt: '2026-11-18T10:00:00.000Z',
    asOf,
    more: [],
    record: {
      id,
      reference: 'INV-88213',
      status: 'open',
      reason: '',
      accountNumber: '30026712',
      amount: '12400.00',
      currency: 'USD',
      paidAmount: null,
      payerName: 'Harmattan Foods Ltd',
      payerEmail: 'accounts@harmattan.example',
      description: 'Week 46, 12 pallets',
      dueDate: '2026-12-01',
      fundingDetails: {
        accountName: 'Acme Treasury Ltd',
        bankOrSortCode: '021000021',
        bic: 'FMERUS33',
        accountNumber: '30026712',
        bankCountry: 'USA',
        bankName: 'First Meridian Bank N.A.',
        bankAddress: '1 Exchange Place, New York',
        countryIso3Code: 'USA',
      },
      createdAt: '2026-11-18T10:00:00.000Z',
      paidAt: null,
      ...given,
    },
    suggestions: [],
    matched: null,
  };
}

const rows: readonly ReceivableRow[] = [
  receivableRow('V-4', { payerName: 'Oduya Foods', reference: 'INV-88220', amount: '4.10' }),
  {
    ...receivableRow('V-3'),
    suggestions: [
      credit(),
      credit({
        entryId: 'E-2039',
        strength: 'likely',
        reason: 'The amount is the same, and Harmattan Foods Ltd is named in the narration.',
        narration: 'HARMATTAN FOODS settlement',
      }),
    ],
  },
  {
    ...receivableRow('V-2', { status: 'paid', paidAmount: '12400.00', payerName: 'Marula GmbH' }),
    matched: {
      ...credit({ entryId: 'E-1999' }),
      matchedAt: asOf,
      matchedBy: 'ada@example.com',
    },
  },
  receivableRow('V-1', {
    payerName: 'Gulf Marine Services W.L.L. — the one with a very long name',
    status: 'expired',
    reason: 'Its due day is over.',
    dueDate: '2026-11-01',
  }),
];

export const receivableOrder = (given: Partial<SubmissionView> = {}): SubmissionView =>
  submissionRecord({
    operation: 'createReceivable',
    subject: 'receivable:INV-88230',
    reference: 'INV-88230',
    about: aboutOf('Receivable from Kestrel Logistics Ltd', {
      amount: { amount: '900.00', currency: 'USD' },
      accountNumber: '30026712',
      counterparty: 'Kestrel Logistics Ltd',
    }),
    ...given,
  });

/** A register of four, one of them with credits to look at, and a bank that takes every order. */
export function receivableAnswers(open: readonly SubmissionView[] = []): Answers {
  let register = rows;
  return {
    'accounts.position': () => ok(fakePosition()),
    'receivables.list': ({ search }) =>
      ok({
        rows: register.filter(({ record }) =>
          record.payerName.toLowerCase().includes(search.toLowerCase()),
        ),
        open: open.map((submission) => ({ submission })),
      }),
    'receivables.refresh': () => ok({ count: 2 }),
    'receivables.import': () => ok(receivableRow('V-4')),
    'receivables.create': () => ok(receivableOrder({ recordId: 'V-4' })),
    'receivables.match': ({ id, entryId }) => {
      const row = register.find((other) => other.id === id) ?? receivableRow(id);
      const chosen = row.suggestions.find((other) => other.entryId === entryId);
      const next: ReceivableRow = chosen
        ? {
            ...row,
            suggestions: [],
            matched: { ...chosen, matchedAt: asOf, matchedBy: 'ada@example.com' },
          }
        : { ...row, matched: null, suggestions: [credit()] };
      register = register.map((other) => (other.id === id ? next : other));
      return ok(next);
    },
  };
}
