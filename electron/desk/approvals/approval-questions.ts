import type { LinesReview } from '../../../shared/ipc/approval-lines.ts';
import type { RequestRow, RequestReview } from '../../../shared/ipc/approvals.ts';
import type { Money } from '../../../shared/money/money.ts';
import type { SendingDesk } from '../../nouns/approvals/judge/sending-desks.ts';
import { formatCount, formatMoney } from '../../../shared/money/format.ts';
import { plain, type Question } from '../../connections/session/questions.ts';
import { totalsOf, type ReadLine } from './lines/read-lines.ts';

/** The questions outside the window before a person signs for a colleague's request. */

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

/** The most facts that fit a dialog of the system. */
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

/** Asks about many payments at once: a file, or several requests. */
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

/** Cleans a warning of ours, which may contain a name that a stranger chose. */
const plainSentence = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 300);

function refusedText({
  operation,
  amount,
  payee,
  about,
  kind,
  payments,
  many,
}: Pick<
  RequestRow,
  'operation' | 'amount' | 'payee' | 'about' | 'kind' | 'payments' | 'many'
>): string {
  if (many)
    return `${formatCount(payments)} payments for ${many.totals.map((total) => formatMoney(total)).join(' and ')}`;
  const sum = amount ? formatMoney(amount) : '';
  if (operation === 'createSingleTransfer') return `${sum ? `${sum} to ` : ''}“${plain(payee)}”`;
  return `${kind.toLowerCase()}: ${sum ? `${sum} ` : ''}${plain(about)}`;
}

export const refuseQuestion = (
  { operation, amount, payee, about, kind, maker, payments, many }: RequestRow,
  words: string,
): Question => ({
  message: `Refuse ${refusedText({ operation, amount, payee, about, kind, payments, many })}?`,
  detail: [
    `${plain(maker.person)} reads your words: ${plain(words)}`,
    'This request cannot be approved or sent afterwards. A changed one is a new request.',
  ].join('\n\n'),
  yes: 'Refuse',
});

/** Asked before a person releases the bank details of a payee for the whole team. */
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

/** Asked before a person opens a sending desk. */
export const openSendingQuestion = ({ person, login, day, openedBy }: SendingDesk): Question => ({
  message: `Open the sending desk of “${plain(person)}” for ${day}?`,
  detail: [
    `Login ${plain(login)}. ${openedBy.length === 0 ? 'Nobody has opened it yet.' : `Opened by ${openedBy.map((one) => plain(one.person)).join(', ')}.`}`,
    'With two persons it sends approved payments until the day ends. Your opening is signed and stays in the team’s record.',
  ].join('\n\n'),
  yes: 'Open',
});

/** Asked before approved payments are sent, one after the other. */
export const sendApprovedQuestion = (count: number, sums: readonly Money[]): Question => ({
  message: `Send ${formatCount(count)} approved ${count === 1 ? 'payment' : 'payments'}?`,
  detail: [
    `${sums.map((sum) => formatMoney(sum)).join(', ')} in all.`,
    'They are sent in the order of their approval. It stops at the first doubt, and nothing is sent again.',
  ].join('\n\n'),
  yes: 'Send',
});
