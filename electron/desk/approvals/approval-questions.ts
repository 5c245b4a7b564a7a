import type { LinesReview } from '../../../shared/ipc/approval-lines.ts';
import type { RequestRow, RequestReview } from '../../../shared/ipc/approvals.ts';
import { formatCount, formatMoney } from '../../../shared/money/format.ts';
import { plain, type Question } from '../../connections/session/questions.ts';
import { totalsOf, type ReadLine } from './lines/read-lines.ts';

/** What is asked outside the window before a person signs for a request of a colleague. */

export function approveQuestion({ row, reviewed, marks }: RequestReview): Question {
  const { amount, payee, reference } = reviewed;
  const more =
    marks.length === 0 ? [] : [marks.map(({ message }) => plainSentence(message)).join('\n')];
  return {
    message: `Approve ${formatMoney(amount)} to “${plain(payee.name)}”?`,
    detail: [
      `${plain(row.maker.person)} requests ${plain(reference)}. Account ${plain(payee.accountNumber)} at ${plain(payee.bankName)} ${plain(payee.bankBicOrCode)}, ${plain(payee.country)}, as read from the bank by this desk.`,
      ...more,
      'Your approval is signed and stays in the team’s record.',
    ].join('\n\n'),
    yes: 'Approve',
  };
}

/** Many payments at once: a file, or single requests. */
export function approveLinesQuestion(
  { requests, toOpen, problems }: LinesReview,
  { approved, out }: { readonly approved: readonly ReadLine[]; readonly out: number },
): Question {
  const sums = totalsOf(approved).map(({ amount }) => formatMoney(amount));
  const makers = [...new Set(requests.map(({ maker }) => plain(maker.person)))];
  const payees = new Set(approved.map(({ row }) => `${row.payee} ${row.account}`)).size;
  const payments = (count: number): string =>
    count === 1 ? 'one payment' : `${formatCount(count)} payments`;
  const opened = toOpen - problems;
  return {
    message: `Approve ${payments(approved.length)} for ${sums.join(' and ')}?`,
    detail: [
      `Requested by ${makers.join(' and ')} in ${requests.length === 1 ? 'one request' : `${formatCount(requests.length)} requests`}, to ${payees === 1 ? 'one payee' : `${formatCount(payees)} payees`}, as read from the bank by this desk.`,
      ...(opened === 0 ? [] : [`Marked: ${payments(opened)}.`]),
      ...(out === 0 ? [] : [`Taken out: ${payments(out)}. They stay unsent.`]),
      'Your approval is signed and stays in the team’s record.',
    ].join('\n\n'),
    yes: 'Approve',
  };
}

/** A warning of ours may carry a name that a stranger chose. */
const plainSentence = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 300);

export const refuseQuestion = (
  { amount, payee, maker, payments, many }: RequestRow,
  words: string,
): Question => ({
  message: many
    ? `Refuse ${formatCount(payments)} payments for ${many.totals.map((total) => formatMoney(total)).join(' and ')}?`
    : `Refuse ${amount ? `${formatMoney(amount)} to ` : ''}“${plain(payee)}”?`,
  detail: [
    `${plain(maker.person)} reads your words: ${plain(words)}`,
    'This request cannot be approved or sent afterwards. A changed one is a new request.',
  ].join('\n\n'),
  yes: 'Refuse',
});
