import type { MagicSubject } from '../server/faults/magic.ts';

/** Accounts that a remittance may go to. */
export const magicRecipients: readonly MagicSubject[] = [
  {
    number: '9900000601',
    kind: 'recipient',
    faults: [],
    outcome: 'rejected',
    sentence: 'A remittance is taken, and five minutes later it is rejected and all comes back.',
  },
  {
    number: '9900000602',
    kind: 'recipient',
    faults: [],
    outcome: 'blocked',
    sentence: 'A remittance is refused with 422 by the compliance desk; nothing is booked.',
  },
  {
    number: '9900000603',
    kind: 'recipient',
    faults: [{ kind: 'cut-after-commit' }],
    strikes: 'payments',
    sentence: 'A remittance is booked, then the connection closes without an answer.',
  },
  {
    number: '9900000604',
    kind: 'recipient',
    faults: [{ kind: 'late-booking', ms: 10_000 }, { kind: 'cut-after-commit' }],
    strikes: 'payments',
    sentence:
      'A remittance is booked ten seconds later, and the connection closes without an answer.',
  },
  {
    number: '9900000605',
    kind: 'recipient',
    faults: [{ kind: 'wrong-echo' }],
    strikes: 'payments',
    sentence: 'A remittance is booked as ordered, but its answer has another amount.',
  },
];
