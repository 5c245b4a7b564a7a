import type { Fault } from '../server/faults/faults.ts';
import type { MagicSubject } from '../server/faults/magic.ts';

type Trick = Pick<MagicSubject, 'outcome' | 'sentence'> & {
  readonly faults?: readonly Fault[];
  readonly strikes?: 'changes' | 'payments';
};

const beneficiary = (
  id: string,
  name: string,
  { faults = [], strikes = 'payments', ...rest }: Trick,
): MagicSubject => ({
  number: `beneficiary-${id}`,
  kind: 'beneficiary',
  name: `Sandbox payee, ${name}`,
  faults,
  strikes,
  ...rest,
});

/** Beneficiaries in USD that decide how a payment to them ends. They can always be read. */
export const magicBeneficiaries: readonly MagicSubject[] = [
  beneficiary('accepted', 'accepted', {
    sentence: 'A transfer is accepted and completed two minutes later.',
  }),
  beneficiary('returned', 'returned', {
    outcome: 'returned',
    sentence: 'A transfer is completed, and a day after it was booked its amount comes back.',
  }),
  beneficiary('failed', 'failed', {
    outcome: 'failed',
    sentence: 'A transfer is accepted, and two minutes later it fails and its fee comes back too.',
  }),
  beneficiary('blocked', 'blocked by compliance', {
    outcome: 'blocked',
    sentence: 'A transfer is refused with 422 by the compliance desk; nothing is booked.',
  }),
  beneficiary('silent', 'never answered', {
    faults: [{ kind: 'never-answer' }],
    sentence: 'A transfer is never answered, and nothing is booked.',
  }),
  beneficiary('silent-booked', 'booked and never answered', {
    faults: [{ kind: 'never-answer-after-commit' }],
    sentence: 'A transfer is booked, and never answered.',
  }),
  beneficiary('late', 'booked late', {
    faults: [{ kind: 'late-booking', ms: 10_000 }, { kind: 'cut-after-commit' }],
    sentence:
      'A transfer is booked ten seconds later, and the connection closes without an answer.',
  }),
  beneficiary('gateway', 'gateway down', {
    faults: [{ kind: 'status', status: 502, body: 'html', message: 'Bad gateway' }],
    sentence: 'A transfer is answered with 502 and an HTML page, and nothing is booked.',
  }),
  beneficiary('busy', 'bank busy', {
    faults: [{ kind: 'busy', retryAfter: '1' }],
    sentence: 'A transfer is answered with 429 and asked to wait a second; nothing is booked.',
  }),
  beneficiary('echo', 'wrong echo', {
    faults: [{ kind: 'wrong-echo' }],
    sentence: 'A transfer is booked as ordered, but its answer has another amount.',
  }),
  beneficiary('half', 'answer cut short', {
    faults: [{ kind: 'cut-body' }],
    sentence: 'A transfer is booked, and half of its answer arrives.',
  }),
  beneficiary('refused', 'refused', {
    faults: [{ kind: 'status', status: 400, message: 'Refused by magic id' }],
    strikes: 'changes',
    sentence: 'Refuses every update and every transfer with 400 and a reason.',
  }),
  beneficiary('cut', 'answer cut', {
    faults: [{ kind: 'cut-after-commit' }],
    strikes: 'changes',
    sentence: 'Takes an update or a transfer, then the connection closes without an answer.',
  }),
];

/** Accounts whose holder's name may be asked for. */
export const magicNameChecks: readonly MagicSubject[] = [
  {
    number: '9900000701',
    kind: 'name-check',
    faults: [],
    outcome: 'no-such-account',
    sentence: 'The name check answers 404: no bank knows this account.',
  },
  {
    number: '9900000702',
    kind: 'name-check',
    faults: [],
    outcome: 'similar-name',
    sentence: 'The name check answers Harmattan Food Limited, nearly the name of a payee.',
  },
];
