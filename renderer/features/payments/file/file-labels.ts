import { placeOf, type RequiredField } from '../../../../shared/bank/required-fields.ts';
import type {
  PaymentFileFilter,
  PaymentFileLine,
  PaymentFileLineState,
  PaymentFile,
} from '../../../../shared/ipc/changes/payment-files.ts';
import type { PaymentWarningKind } from '../../../../shared/ipc/changes/payments.ts';
import { formatCount } from '../../../../shared/money/format.ts';

type Tone = 'good' | 'warn' | 'bad' | 'plain';

const stateWords: Readonly<Record<PaymentFileLineState, readonly [words: string, tone: Tone]>> = {
  invalid: ['problem', 'bad'],
  ready: ['ready', 'plain'],
  skipped: ['left out', 'plain'],
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

const fieldWords: Readonly<Record<string, string>> = {
  account: 'Account',
  beneficiaryId: 'Payee ID',
  beneficiary: 'Payee',
  beneficiaryAccount: 'Payee account',
  amount: 'Amount',
  currency: 'Currency',
  reference: 'Reference',
  narration: 'Narration',
  line: 'Line',
};

/** What the bank's file asks for goes by its label. */
const fieldLabel = (field: string, requested: readonly RequiredField[]): string =>
  requested.find(({ name }) => placeOf(name) === field)?.label ?? fieldWords[field] ?? field;

/** What there is to say about a line, weightiest first, a sentence each. */
export const sentencesOf = (
  { problems, warnings, error, state }: PaymentFileLine,
  requested: readonly RequiredField[],
): string[] => [
  ...(error === null ? [] : [error]),
  ...Object.entries(problems).map(
    ([field, words]) => `${fieldLabel(field, requested)}: ${words.replace(/\.$/, '')}.`,
  ),
  ...(state === 'ready' || state === 'invalid' || state === 'not-sent'
    ? warnings.map(({ message }) => message)
    : []),
];

/** Why a line is held until a person releases it; empty where it is not. */
export const releasableWords = ({ state, warnings }: PaymentFileLine): string =>
  state === 'invalid' ? (warnings.find(({ kind }) => kind === 'maybe-at-bank')?.message ?? '') : '';

export const payments = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'payment' : 'payments'}`;

/** What a start or a resume sends. */
export const toSend = ({ counts }: PaymentFile): number => counts.ready + counts['not-sent'];

/** Of what was to be sent, how many lines have been tried. */
export function triedShare({ counts }: PaymentFile): number {
  const tried =
    counts.accepted + counts['at-bank'] + counts.refused + counts.unknown + counts['not-found'];
  const all = tried + counts.ready + counts['not-sent'] + counts.sending;
  return all === 0 ? 1 : tried / all;
}

/** Was anything of it sent? Then it stays. */
export const wasSent = ({ counts, lines }: PaymentFile): boolean =>
  counts.invalid + counts.ready + counts.skipped < lines;

/** Where a file stands, in a few words. */
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
  ['ready', 'to send'],
  ['accepted', 'accepted'],
  ['at-bank', 'already at the bank'],
  ['refused', 'refused'],
  ['unknown', 'unanswered'],
  ['not-sent', 'not sent'],
  ['not-found', 'not at the bank'],
  ['invalid', 'with problems'],
  ['skipped', 'left out'],
];

/** `118 to send · 2 with problems`. */
export const countsText = ({ counts }: PaymentFile): string =>
  countWords
    .filter(([state]) => counts[state] > 0)
    .map(([state, words]) => `${formatCount(counts[state])} ${words}`)
    .join(' · ');

export const filters: readonly { readonly only: PaymentFileFilter; readonly label: string }[] = [
  { only: 'all', label: 'All' },
  { only: 'problems', label: 'Problems' },
  { only: 'open', label: 'Open' },
  { only: 'sent', label: 'Sent' },
];

const confirmWords: Readonly<Record<PaymentWarningKind, string>> = {
  duplicate: 'look like a payment that was made or stands twice in the file',
  'open-twin': 'look like a payment that has no answer yet: they may pay twice',
  insufficient: 'are not covered by their account: the bank may refuse them',
  currency: 'go to a payee kept in another currency: a bank on the way may convert',
  quarantine: 'go to a payee whose bank details changed',
  'payee-unread': 'go to a payee that the bank did not return: check its bank details yourself',
  'look-alike': 'go to a payee easily mistaken for another',
  'fee-unknown': 'cost a fee that is not known',
  'twins-unread': 'may have been sent by another desk: the bank’s list could not be read',
  'unclear-twin': 'look like a payment that the bank lists without its amount or payee',
  'at-bank': 'have a reference that the bank has already',
  'maybe-at-bank': 'may be at the bank already',
  dated: 'are asked for on a later day: sent now, they are paid now',
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
