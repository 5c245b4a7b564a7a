import { formatMoney } from '../../../../shared/money/format.ts';
import { money } from '../../../../shared/money/money.ts';
import type { Premise } from '../../../nouns/approvals/contents.ts';
import type { Request } from '../../../nouns/approvals/state.ts';
import type { ReviewedLine } from '../../../nouns/payments/lines/review-lines.ts';

type MarkedLine = {
  readonly reading: ReviewedLine | null;
  readonly premise: Premise;
  readonly isNew: boolean;
};

/**
 * Why a line must be opened before it is approved, one sentence each: it differs from its maker's reading, its payee is new, or it has a
 * warning of its own. Unknown fees and an unreadable list are reported once for all lines.
 */
export function lineMarks(
  { premises, maker: { person } }: Request,
  line: number,
  { reading, premise, isNew }: MarkedLine,
): readonly string[] {
  const theirs = premises[line];
  return [
    ...(theirs
      ? differences(theirs, premise, reading?.order?.currency ?? '', person)
      : ['The request does not say what its maker read of the payee.']),
    ...(isNew ? ['The team has not paid this payee with these bank details before.'] : []),
    ...(reading?.warnings ?? [])
      .filter(({ kind }) => kind !== 'twins-unread')
      .map(({ message }) => message),
  ];
}

function differences(theirs: Premise, own: Premise, currency: string, maker: string): string[] {
  const textOf = (debit: string): string =>
    currency === '' ? debit : formatMoney(money(debit, currency));
  return [
    ...(theirs.details === own.details
      ? []
      : [`The bank has other details of this payee now than ${maker} read.`]),
    ...(theirs.country === own.country
      ? []
      : [
          `The payee’s country is ${own.country || 'not known'} now; ${maker} read ${theirs.country || 'none'}.`,
        ]),
    // A request of a file is made without fees.
    ...(theirs.debit === null || theirs.debit === own.debit
      ? []
      : [
          own.debit === null
            ? `The fee is not known now; ${maker} read that ${textOf(theirs.debit)} leaves the account.`
            : `${textOf(own.debit)} leaves the account now; ${maker} read ${textOf(theirs.debit)}.`,
        ]),
  ];
}
