import type { RequiredField } from '../../../../shared/bank/required-fields.ts';
import type {
  PaymentFileFilter,
  PaymentFileLine,
  PaymentFileLineState,
  PaymentFile,
} from '../../../../shared/ipc/changes/payment-files.ts';
import type { PaymentWarningKind } from '../../../../shared/ipc/changes/payments.ts';
import { formatCount, formatMoney } from '../../../../shared/money/format.ts';

type Tone = 'good' | 'warn' | 'bad' | 'plain';

const stateWords: Readonly<Record<PaymentFileLineState, readonly [words: string, tone: Tone]>> = {
  invalid: ['problem', 'bad'],
  ready: ['ready', 'plain'],
  skipped: ['left out', 'plain'],
  later: ['for a later day', 'plain'],
  scheduled: ['scheduled', 'good'],
  sending: ['on its way', 'plain'],
  accepted: ['accepted', 'good'],
  refused: ['refused', 'bad'],
  unknown: ['no answer', 'warn'],
  'not-sent': ['not sent', 'warn'],
  'not-found': ['not at the bank', 'warn'],
  'at-bank': ['already at the bank', 'good'],
};

/** A short label of a line's state. */
export function lineState(line: PaymentFileLine): { words: string; tone: Tone } {
  const { state, warnings, confirmed } = line;
  if (releasableWords(line) !== '') return { words: 'held', tone: 'warn' };
  if (state === 'accepted' && confirmed === false) return { words: 'not confirmed', tone: 'warn' };
  if (state === 'ready' && warnings.some(({ weight }) => weight === 'confirm'))
    return { words: 'to confirm', tone: 'warn' };
  const [words, tone] = stateWords[state];
  return { words, tone };
}

/** Everything about a line that a person must read, weightiest first, a sentence each. */
export const sentencesOf = ({ problems, warnings, error, state }: PaymentFileLine): string[] => [
  ...(error === null ? [] : [error]),
  ...Object.values(problems),
  ...(['ready', 'later', 'invalid', 'not-sent'].includes(state)
    ? warnings.map(({ message }) => message)
    : []),
];

/** The reference from the file; a generated one is long and has no meaning. */
export const referenceText = ({ reference }: PaymentFileLine): string =>
  /^[0-9a-f]{32}$/.test(reference) ? '–' : reference;

/** Why a line is held until a person releases it; empty where it is not. */
export const releasableWords = ({ state, warnings }: PaymentFileLine): string =>
  state === 'invalid' ? (warnings.find(({ kind }) => kind === 'maybe-at-bank')?.message ?? '') : '';

export const payments = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'payment' : 'payments'}`;

/** `2 columns to confirm`. */
export const columnsText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'column' : 'columns'} to confirm`;

/** The number of lines that a start or a resume sends. */
export const toSend = ({ counts }: PaymentFile): number =>
  counts.ready + counts.later + counts['not-sent'];

/** The share of the lines that have been tried. */
export function triedShare({ counts }: PaymentFile): number {
  const tried =
    counts.accepted + counts['at-bank'] + counts.refused + counts.unknown + counts['not-found'];
  const all = tried + counts.ready + counts['not-sent'] + counts.sending;
  return all === 0 ? 1 : tried / all;
}

/** True if a line was sent: then the file stays. */
export const wasSent = ({ counts, lines }: PaymentFile): boolean =>
  counts.invalid + counts.ready + counts.later + counts.skipped < lines;

/** The state of a file, in a few words. */
export function batchState(batch: PaymentFile): { words: string; tone: Tone } {
  const { state, counts } = batch;
  if (state === 'sending') return { words: 'being sent', tone: 'plain' };
  if (state === 'stopped') return { words: 'stopped', tone: 'warn' };
  if (state === 'done' && counts.unknown > 0) return { words: 'answers missing', tone: 'warn' };
  if (state === 'done') return { words: 'sent', tone: 'good' };
  return toSend(batch) === 0
    ? { words: 'nothing to send', tone: 'bad' }
    : { words: 'checked', tone: 'plain' };
}

const countWords: readonly (readonly [PaymentFileLineState, string])[] = [
  ['ready', 'ready'],
  ['later', 'for a later day'],
  ['scheduled', 'scheduled'],
  ['accepted', 'accepted'],
  ['at-bank', 'already at the bank'],
  ['refused', 'refused'],
  ['unknown', 'unanswered'],
  ['not-sent', 'not sent'],
  ['not-found', 'not at the bank'],
  ['invalid', 'to repair'],
  ['skipped', 'left out'],
];

/** The number of lines in each state, in words. */
export const countsOf = ({
  counts,
}: PaymentFile): { readonly state: PaymentFileLineState; readonly words: string }[] =>
  countWords
    .filter(([state]) => counts[state] > 0)
    .map(([state, words]) => ({ state, words: `${formatCount(counts[state])} ${words}` }));

/** `118 ready · 2 to repair`. */
export const countsText = (batch: PaymentFile): string =>
  countsOf(batch)
    .map(({ words }) => words)
    .join(' · ');

/** The result for a file that was added: `suppliers.xlsx checked: 27 ready, 3 to repair.` */
export const resultText = (batch: PaymentFile): string =>
  `${batch.fileName} checked: ${countsOf(batch)
    .map(({ words }) => words)
    .join(', ')}.`;

export const filters: readonly { readonly only: PaymentFileFilter; readonly label: string }[] = [
  { only: 'all', label: 'All' },
  { only: 'problems', label: 'Problems' },
  { only: 'open', label: 'Open' },
  { only: 'sent', label: 'Sent' },
];

const confirmWords: Readonly<Record<PaymentWarningKind, string>> = {
  duplicate: 'look like a payment already made, or appear twice in the file',
  'open-twin': 'look like an unanswered payment: they may pay twice',
  insufficient: 'exceed the balance of their account: the bank may refuse them',
  currency: 'go to a payee in another currency: a bank on the way may convert',
  quarantine: 'go to a payee whose bank details changed',
  'payee-unread': 'go to a payee that the bank did not return: check its bank details yourself',
  'look-alike': 'go to a payee easily mistaken for another',
  'fee-unknown': 'cost a fee that is not known',
  'twins-unread': 'may have been sent by another desk: the bank’s list could not be read',
  'unclear-twin': 'look like a payment that the bank lists without its amount or payee',
  'scheduled-twin': 'look like a payment that is scheduled',
  'at-bank': 'have a reference that the bank has already',
  'maybe-at-bank': 'may be at the bank already',
  dated: 'are for a later day',
  screening: 'go to a payee that is on a list of sanctions, and that a person let go',
};

/** The label beside the confirmation box: `3 payments look like …`. */
export const confirmText = ({ kind, lines }: PaymentFile['toConfirm'][number]): string =>
  `${payments(lines)} ${confirmWords[kind]}.`;

/** The columns a payment file may have, in the order people fill them in. */
export const headingLine = (requested: readonly RequiredField[]): string =>
  [
    'account,payee id,payee,payee account,amount,currency,reference,narration',
    ...requested.map(({ name }) => name),
  ].join();

/** True if the line can still be left out, or taken in again. */
export const isUnsent = ({ state }: PaymentFileLine): boolean =>
  state === 'ready' || state === 'later' || state === 'invalid' || state === 'skipped';

export const linesText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'line' : 'lines'}`;

/** The name of a line in a sentence. */
export const lineName = (line: PaymentFileLine | undefined): string =>
  line
    ? [
        `line ${formatCount(line.line)}`,
        line.payeeName,
        line.amount ? formatMoney(line.amount) : '',
      ]
        .filter(Boolean)
        .join(', ')
    : '';
