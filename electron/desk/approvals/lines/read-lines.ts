import type { ReviewedLineRow, LinesTotal } from '../../../../shared/ipc/approval-lines.ts';
import { fail, type Outcome } from '../../../../shared/errors.ts';
import { add, money, type Money } from '../../../../shared/money/money.ts';
import { ok } from '../../../../shared/result.ts';
import type { Context } from '../../../engines/machine/context.ts';
import { payloadOf } from '../../../engines/submissions/submissions.ts';
import { noPremise, type Premise } from '../../../nouns/approvals/contents.ts';
import type { JudgeState } from '../../../nouns/approvals/judge/case.ts';
import { paysNewPayee } from '../../../nouns/approvals/judge/judge.ts';
import { candidateAt } from '../../../nouns/approvals/judge/standing.ts';
import type { Request } from '../../../nouns/approvals/state.ts';
import { bankDetailsOf, fingerprintOf } from '../../../nouns/beneficiaries/fingerprint.ts';
import { payeeName } from '../../../nouns/payments/beneficiary.ts';
import { reviewLines, type ReviewedLine } from '../../../nouns/payments/lines/review-lines.ts';
import { intentOf } from '../../../nouns/payments/send.ts';
import { unreadKinds } from '../../../nouns/payments/warnings.ts';
import type { DeskParts } from '../../open-bank/changes.ts';
import { paymentIn } from '../payment-review.ts';
import { lineMarks } from './line-marks.ts';

/** A line of a request, as read by this desk. */
export type ReadLine = {
  readonly request: string;
  /** Its place among the lines of its request. */
  readonly line: number;
  readonly premise: Premise;
  readonly row: Omit<ReviewedLineRow, 'place'>;
  /** Whether the bank's recent payments could not be read. */
  readonly isUnlisted: boolean;
};

/** Reads the open payments of requests again from the bank. Claimed ones are left out. Fails with `session.required`. */
export async function readLines(
  changes: DeskParts,
  state: JudgeState,
  requests: readonly Request[],
  { now, context }: { readonly now: string; readonly context: Context },
): Promise<Outcome<readonly ReadLine[]>> {
  const open = requests.flatMap((request) =>
    request.lines.flatMap((one, line) =>
      state.claims.isLineClaimed(request.digest, line) ? [] : [{ request, line, one }],
    ),
  );
  if (open.length === 0)
    return fail('input.invalid', context.correlationId, {
      message: 'All of these payments were sent. Nothing is left to approve.',
    });
  const entered = open.map(({ one }) => paymentIn(one.payload, context));
  const readable = entered.flatMap((one) => (one.ok ? [one.value] : []));
  const read = await reviewLines(changes, readable, { withFees: true }, context);
  if (!read.ok) return read;
  const readings = read.value.values();
  return ok(
    open.map(({ request, line }, place) => {
      const payment = entered[place];
      const reading = payment?.ok ? (readings.next().value ?? null) : null;
      const premise = linePremise(reading);
      const candidate = candidateAt(request, line);
      const isNew = paysNewPayee(state, candidate, { premise, now });
      const marks = lineMarks(request, line, { reading, premise, isNew });
      const accountNumber = payment?.ok ? payment.value.accountNumber : '';
      return {
        ...{ request: request.digest, line, premise },
        isUnlisted: reading?.warnings.some(({ kind }) => kind === 'twins-unread') ?? false,
        row: {
          ...{ request: request.digest, marks, payFrom: accountNumber },
          reference: request.lines[line]?.reference ?? '',
          ...shownPayee(reading, candidate.order.payee),
          amount: amountOf(candidate.order.money),
          fee: reading?.fee ?? null,
          problem: problemOf(reading, request.lines[line]?.payload ?? ''),
        },
      };
    }),
  );
}

/** Why a line cannot be approved. Its payload must equal the payment that is shown: other content would be approved unseen. */
function problemOf(reading: ReviewedLine | null, payload: string): string | null {
  if (reading === null) return 'This payment cannot be read.';
  const { order, problem } = reading;
  if (problem !== null || order === null) return problem ?? 'This payment cannot be read.';
  return payloadOf(intentOf(order, null)).payload === payload
    ? null
    : 'It would send something that is not shown here.';
}

const amountOf = (read: Request['lines'][number]['order']['money']): Money | null =>
  read === null || read === 'unknown' ? null : money(read.amount, read.currency);

function shownPayee(
  reading: ReviewedLine | null,
  entityId: string,
): Pick<ReviewedLineRow, 'payee' | 'account'> {
  const payee = reading?.payee ?? null;
  if (payee === null) return { payee: entityId, account: '' };
  const bank = [payee.bankName, payee.bankBicOrCode, payee.country].filter(Boolean).join(' ');
  return {
    payee: payeeName(payee),
    account: [payee.accountNumber, bank].filter(Boolean).join(', '),
  };
}

/** The premise of an approval of a line. */
export function linePremise(reading: ReviewedLine | null): Premise {
  if (reading === null) return noPremise;
  const { order, payee, fee, warnings, twins } = reading;
  const debit =
    order !== null && fee?.currency === order.currency
      ? add(money(order.amount, order.currency), fee).amount
      : null;
  return {
    details: payee ? fingerprintOf(bankDetailsOf(payee)) : '',
    country: payee?.country ?? '',
    ...{ twins: [...twins], warnings: unreadKinds(warnings), debit },
  };
}

/** The totals of lines by currency, without those that cannot be approved. */
export function totalsOf(lines: readonly ReadLine[]): LinesTotal[] {
  const totals = new Map<string, LinesTotal>();
  for (const {
    row: { amount, fee, problem },
  } of lines) {
    if (amount === null || problem !== null) continue;
    const { currency } = amount;
    const known = totals.get(currency);
    const fees = known?.fees ?? money('0', currency);
    totals.set(currency, {
      amount: known ? add(known.amount, amount) : amount,
      payments: (known?.payments ?? 0) + 1,
      fees: fee?.currency === currency ? add(fees, fee) : fees,
    });
  }
  return [...totals.values()];
}
