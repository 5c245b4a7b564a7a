import type { MakersReading, ReviewMark } from '../../../shared/ipc/approvals.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { money } from '../../../shared/money/money.ts';
import type { Premise } from '../../nouns/approvals/contents.ts';
import type { Request } from '../../nouns/approvals/state.ts';
import type { PaymentReading } from './payment-review.ts';

/** The reading of a request's maker, compared with this desk's own. Null where the request has none. */
export function makersReading(
  { premises: [premise] }: Request,
  { reviewed, premise: own }: PaymentReading,
): MakersReading | null {
  if (premise === undefined) return null;
  return {
    ...{ hasSameDetails: premise.details === own.details, country: premise.country },
    debit: premise.debit === null ? null : money(premise.debit, reviewed.debitTotal.currency),
  };
}

/** The marks to open before this request is approved or sent: differences from the maker's reading, a new payee, and all warnings. */
export function marksOf(
  request: Request,
  reading: PaymentReading,
  isNewPayee: boolean,
): readonly ReviewMark[] {
  const { reviewed, premise } = reading;
  const [theirs] = request.premises;
  const { person } = request.maker;
  return [
    ...(theirs ? differences(theirs, premise, reading, person) : [noReading]),
    ...(isNewPayee ? [newPayee] : []),
    ...reviewed.warnings.map(({ message }): ReviewMark => ({ place: 'warning', message })),
  ];
}

const noReading: ReviewMark = {
  place: 'payee',
  message:
    'The request does not say what its maker read of the payee. Compare the details with the invoice.',
};

const newPayee: ReviewMark = {
  place: 'payee',
  message: 'The team has not paid this payee with these bank details before.',
};

function differences(
  theirs: Premise,
  own: Premise,
  { reviewed }: PaymentReading,
  maker: string,
): ReviewMark[] {
  const { currency } = reviewed.debitTotal;
  const textOf = (debit: string | null): string =>
    debit === null ? 'an amount with an unknown fee' : formatMoney(money(debit, currency));
  return [
    ...(theirs.details === own.details
      ? []
      : [
          {
            place: 'account' as const,
            message: `The bank has other details of this payee now than ${maker} read.`,
          },
        ]),
    ...(theirs.country === own.country
      ? []
      : [
          {
            place: 'country' as const,
            message: `The payee’s country is ${own.country || 'not known'} now; ${maker} read ${theirs.country || 'none'}.`,
          },
        ]),
    ...(theirs.debit === own.debit
      ? []
      : [
          {
            place: 'debit' as const,
            message: `${textOf(own.debit)} leaves the account now; ${maker} read ${textOf(theirs.debit)}.`,
          },
        ]),
  ];
}
