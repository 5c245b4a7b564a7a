import type { DebitInFlight, InFlight, SubmissionView } from '../../../shared/ipc/submissions.ts';
import { aboutOf } from '../../support/about.ts';

/** A submission as the window is shown it. */
export const submissionRecord = (given: Partial<SubmissionView> = {}): SubmissionView => ({
  submissionId: 'S-20411',
  operation: 'updateBeneficiary',
  subject: 'B-1',
  reference: '0198f3a2c1d47e5f8a90b1c2d3e4f506',
  state: 'accepted',
  createdAt: '2026-11-20T09:41:07.000Z',
  settledAt: null,
  error: null,
  about: aboutOf('Update Beneficiary'),
  attempts: 1,
  lastAttemptAt: '2026-11-20T09:41:07.000Z',
  isLookedUp: true,
  lookups: 0,
  nextLookupAt: null,
  recordId: null,
  confirmed: null,
  resembling: [],
  mayRepeat: false,
  maySettle: false,
  ...given,
});

const debit = (given: Pick<DebitInFlight, 'reference' | 'state' | 'title'>, amount: string) => ({
  submissionId: `S-${given.reference}`,
  operation: 'createSingleTransfer',
  createdAt: '2026-11-20T09:41:07.000Z',
  recordId: null,
  amount: { amount, currency: 'USD' },
  count: 1,
  fee: null,
  isBooked: false,
  ...given,
});

/** Two payments, one of them without an answer. */
export const inFlightRecord: InFlight = {
  amount: { amount: '1200.00', currency: 'USD' },
  sent: [
    debit(
      { reference: 'R-2', state: 'accepted', title: 'Transfer to Kestrel Logistics' },
      '950.00',
    ),
    debit(
      { reference: 'R-1', state: 'unknown', title: 'Transfer to Sable Trading (Pty)' },
      '250.00',
    ),
  ],
};
