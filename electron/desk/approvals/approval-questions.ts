import type { RequestRow, RequestReview } from '../../../shared/ipc/approvals.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { plain, type Question } from '../../connections/session/questions.ts';

/** What is asked outside the window before a person signs for a request of a colleague. */

export function approveQuestion({ row, reviewed, marks, facts }: RequestReview): Question {
  const more =
    marks.length === 0 ? [] : [marks.map(({ message }) => plainSentence(message)).join('\n')];
  if (reviewed === null) return changeQuestion(row, facts, more);
  const { amount, payee, reference } = reviewed;
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

/** Facts that fit a box of the system. */
const factsMax = 30;

function changeQuestion(
  row: RequestRow,
  facts: RequestReview['facts'],
  more: readonly string[],
): Question {
  const sum = row.amount ? `${formatMoney(row.amount)} ` : '';
  const lines = facts.map(({ label, value, now }) => {
    const replaced = now === null || now === value ? '' : ` (now ${plain(now)})`;
    return `${plain(label)}: ${plain(value)}${replaced}`;
  });
  return {
    message: `Approve ${row.kind.toLowerCase()}: ${sum}${plain(row.about)}?`,
    detail: [
      `${plain(row.maker.person)} requests ${plain(row.reference)}.`,
      lines.slice(0, factsMax).join('\n'),
      ...more,
      'Your approval is signed and stays in the team’s record.',
    ].join('\n\n'),
    yes: 'Approve',
  };
}

/** A warning of ours may carry a name that a stranger chose. */
const plainSentence = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 300);

export const refuseQuestion = (
  { operation, amount, payee, about, kind, maker }: RequestRow,
  words: string,
): Question => ({
  message:
    operation === 'createSingleTransfer'
      ? `Refuse ${amount ? `${formatMoney(amount)} to ` : ''}“${plain(payee)}”?`
      : `Refuse ${kind.toLowerCase()}: ${amount ? `${formatMoney(amount)} ` : ''}${plain(about)}?`,
  detail: [
    `${plain(maker.person)} reads your words: ${plain(words)}`,
    'This request cannot be approved or sent afterwards. A changed one is a new request.',
  ].join('\n\n'),
  yes: 'Refuse',
});
