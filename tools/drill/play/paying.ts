import type { ReviewedPayment } from '../../../shared/ipc/changes/payments.ts';
import { currency, payingAccount } from '../plan/amounts.ts';
import type { Action } from '../plan/jobs.ts';
import { mattersOfWarnings } from './matters.ts';
import { deskOf, goesOn, noteOrder, payeeIdOf, stop, stopByDesk, type Course } from './play.ts';
import { carryRequest } from './requesting.ts';

type Payment = {
  readonly accountNumber: string;
  readonly beneficiaryId: string;
  readonly amount: string;
  readonly currency: string;
  readonly narration: string;
  readonly reference: string;
  readonly more: Record<string, never>;
};

/** Reviews a payment, looks up what is marked, and sends it or requests its approval. */
export async function pay(course: Course, action: Extract<Action, { do: 'pay' }>): Promise<void> {
  const { play } = course;
  const payment: Payment = {
    ...{ accountNumber: payingAccount, beneficiaryId: payeeIdOf(play, action.payee) },
    ...{ amount: action.amount, currency, narration: '', more: {} },
    reference: play.newReference(),
  };
  const reviewed = await reviewToTheEnd(course, action.by, payment);
  if (reviewed === null) return;
  const { needs } = await deskOf(play, action.by).get('approvals.needs', {
    ...{ accountNumber: payment.accountNumber, beneficiaryId: payment.beneficiaryId },
    ...{ amount: payment.amount, currency },
  });
  if (needs.length > 0) await request(course, action.by, payment);
  else await send(course, action.by, payment, reviewed);
}

/** The review that the maker goes on with; null where the maker or the desk stopped. A payee in quarantine is released, and reviewed again. */
async function reviewToTheEnd(
  course: Course,
  by: 'maker' | 'lead',
  payment: Payment,
): Promise<ReviewedPayment | null> {
  const desk = deskOf(course.play, by);
  const read = await desk.request('payments.review', payment);
  if (!read.ok) {
    stopByDesk(course, read.error);
    return null;
  }
  const { warnings } = read.value;
  if (!goesOn(course, by, mattersOfWarnings(warnings), true)) return null;
  if (warnings.every(({ weight }) => weight !== 'blocks')) return read.value;
  if (!warnings.some(({ kind }) => kind === 'quarantine')) {
    stop(course, 'desk', warnings.find(({ weight }) => weight === 'blocks')?.message ?? '');
    return null;
  }
  const { beneficiaryId: entityId } = payment;
  const released = await desk.request('beneficiaries.release', {
    ...{ entityId, fingerprint: read.value.payeeFingerprint },
  });
  // Where the rules ask for a second person, the payment is requested, and that person releases.
  if (!released.ok) return read.value;
  return desk.get('payments.review', payment);
}

async function send(
  course: Course,
  by: 'maker' | 'lead',
  payment: Payment,
  { payeeFingerprint, fee, warnings }: ReviewedPayment,
): Promise<void> {
  noteOrder(course, payment.reference);
  const sent = await deskOf(course.play, by).request('payments.send', {
    ...{ ...payment, payeeFingerprint, fee },
    acknowledged: warnings.map(({ kind }) => kind),
    twins: warnings.flatMap(({ twins = [] }) => twins.map(({ name }) => name)),
  });
  const error = sent.ok ? sent.value.error : sent.error;
  // What only a claim finds missing is requested then.
  if (error?.code === 'team.not-approved') await request(course, by, payment);
  else if (!sent.ok) stopByDesk(course, sent.error);
  else if (sent.value.state === 'not-sent' || sent.value.state === 'refused')
    stop(course, 'desk', error?.message ?? sent.value.state);
}

async function request(course: Course, by: 'maker' | 'lead', payment: Payment): Promise<void> {
  const requested = await deskOf(course.play, by).request('approvals.request', {
    ...payment,
    words: '',
  });
  if (requested.ok) await carryRequest(course, by, requested.value);
  else stopByDesk(course, requested.error);
}
