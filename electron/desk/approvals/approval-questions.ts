import type { RequestRow, RequestReview } from '../../../shared/ipc/approvals.ts';
import type { Money } from '../../../shared/money/money.ts';
import type { SendingDesk } from '../../nouns/approvals/judge/sending-desks.ts';
import { formatCount, formatMoney } from '../../../shared/money/format.ts';
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

/** Before a person releases the bank details of a payee for the whole team. */
export const releaseQuestion = (
  payee: Pick<
    NonNullable<RequestReview['reviewed']>['payee'],
    'name' | 'accountNumber' | 'bankName' | 'bankBicOrCode' | 'country'
  >,
  why: string,
): Question => ({
  message: `Release “${plain(payee.name)}”?`,
  detail: [
    `Account ${plain(payee.accountNumber)} at ${plain(payee.bankName)} ${plain(payee.bankBicOrCode)}, ${plain(payee.country)}, as read from the bank by this desk.`,
    plainSentence(why),
    'Compare the account with the payee by another channel first. Your release is signed, holds for all desks, and stays in the team’s record.',
  ].join('\n\n'),
  yes: 'Release',
});

/** Before a person opens a sending desk. */
export const openSendingQuestion = ({ person, login, day, openedBy }: SendingDesk): Question => ({
  message: `Open the sending desk of “${plain(person)}” for ${day}?`,
  detail: [
    `Login ${plain(login)}. ${openedBy.length === 0 ? 'Nobody has opened it yet.' : `Opened by ${openedBy.map((one) => plain(one.person)).join(', ')}.`}`,
    'With two persons it sends approved payments until the day ends. Your opening is signed and stays in the team’s record.',
  ].join('\n\n'),
  yes: 'Open',
});

/** Before approved payments leave, one after the other. */
export const sendApprovedQuestion = (count: number, sums: readonly Money[]): Question => ({
  message: `Send ${formatCount(count)} approved ${count === 1 ? 'payment' : 'payments'}?`,
  detail: [
    `${sums.map((sum) => formatMoney(sum)).join(', ')} in all.`,
    'They are sent in the order of their approval. It stops at the first doubt, and nothing is sent again.',
  ].join('\n\n'),
  yes: 'Send',
});
