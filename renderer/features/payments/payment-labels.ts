import type {
  PaymentRow,
  ReviewedPayment,
  TransferRow,
} from '../../../shared/ipc/changes/payments.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../shared/calendar/day-labels.ts';
import type { ApprovalStep } from '../../../shared/ipc/approvals.ts';
import type { ScreeningNote, SubmissionDetail } from '../../../shared/ipc/submissions.ts';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { exactInstant } from '../../ui/text/dates.ts';
import { submissionWords } from '../../ui/submissions/submission-labels.ts';
import type { Fact } from '../../ui/facts/fact.ts';

type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** The tone follows from how it ended, whatever the status says. Of the others only “completed” has a common meaning. */
const toneOf = ({ status, ending }: TransferRow): Tone => {
  if (ending !== null) return ending === 'awaiting-funds' ? 'warn' : 'bad';
  return status.toLowerCase() === 'completed' ? 'good' : 'plain';
};

const ownTones: Readonly<Record<string, Tone>> = {
  unknown: 'warn',
  'not-sent': 'warn',
  'not-found': 'warn',
  refused: 'bad',
};

/** Short forms of states for the list; the detail has the long form. */
const shortWords: Readonly<Record<string, string>> = {
  unknown: 'no answer',
  refused: 'refused',
  'not-found': 'not at the bank',
};

export type StateLabel = { readonly label: string; readonly tone: Tone; readonly title: string };

/** The state of a payment: our own label, unless the bank's is more precise. */
export function stateOf({ submission, others }: PaymentRow): StateLabel {
  if (others.length > 0) return { label: 'duplicate', tone: 'bad', title: 'Duplicate at the bank' };
  if (submission && submission.state !== 'accepted') {
    const { state } = submission;
    const title = submissionWords(state);
    return { label: shortWords[state] ?? title, tone: ownTones[state] ?? 'plain', title };
  }
  if (submission?.confirmed === false)
    return {
      label: 'not confirmed',
      tone: 'warn',
      title: 'The bank accepted it; nothing since confirms that it is this payment',
    };
  return submission
    ? { label: 'accepted', tone: 'plain', title: 'The bank has it' }
    : { label: 'sent elsewhere', tone: 'plain', title: 'Sent elsewhere' };
}

/** The bank's status unchanged; null where it gave none. */
export function bankStateOf({ transfer }: PaymentRow): StateLabel | null {
  if (!transfer || transfer.status === '') return null;
  return {
    label: transfer.status,
    tone: toneOf(transfer),
    title: transfer.reason || 'Bank’s wording',
  };
}

export const amountOf = ({ submission, transfer }: PaymentRow): Money | null =>
  transfer?.amount ?? submission?.about.amount ?? null;

export const nameOf = ({ submission, transfer }: PaymentRow): string =>
  [
    submission?.about.counterparty,
    transfer?.beneficiaryName,
    beneficiaryIdOf({ submission, transfer }),
  ].find((name) => name) ?? 'Unknown payee';

export const accountOf = ({
  submission,
  transfer,
}: Pick<PaymentRow, 'submission' | 'transfer'>): string =>
  submission?.about.accountNumber ?? transfer?.accountNumber ?? '';

export const beneficiaryIdOf = ({
  submission,
  transfer,
}: Pick<PaymentRow, 'submission' | 'transfer'>): string =>
  submission?.about.counterpartyId ?? transfer?.beneficiaryId ?? '';

/** The extra fields that the bank’s file required, by name. */
export const moreOf = ({ submission }: Pick<PaymentRow, 'submission'>): Record<string, string> =>
  Object.fromEntries((submission?.about.more ?? []).map(({ name, value }) => [name, value]));

export const sentFactsOf = (
  payment: PaymentRow,
  accountName: (accountNumber: string) => string,
): Fact[] => [
  { label: 'From', value: accountName(accountOf(payment)) },
  ...Object.entries(detailWords).flatMap(([field, label]) => {
    const value = payment.submission?.about.bankDetails?.[field] ?? '';
    return value === '' ? [] : [{ label, value }];
  }),
  { label: 'Narration', value: payment.transfer?.narration ?? '' },
  ...screeningFacts(payment.submission?.about.screening),
  { label: 'Sent', value: payment.at === '' ? '' : exactInstant(payment.at) },
  { label: 'Our reference', value: payment.reference },
];

/** The lists with which the payee was screened, and the result; empty if no list was stored. */
const screeningFacts = (note: ScreeningNote | undefined): Fact[] =>
  note ? [{ label: 'Payee screened', value: screeningText(note) }] : [];

/** `24 Nov 2026, 10:00 UTC: no match. OFAC SDN list of 8 Oct 2026.` */
const screeningText = ({ at, lists, words }: ScreeningNote): string =>
  `${exactInstant(at)}: ${words}. ${lists
    .map(({ title, edition }) => (edition === null ? title : `${title} of ${fullDay(edition)}`))
    .join(', ')}.`;

/** The bank details as they were reviewed. */
const detailWords = {
  accountName: 'Account name',
  accountNumber: 'Account number',
  bankName: 'Bank',
  bankBicOrCode: 'BIC or code',
  country: 'Country',
} as const;

/** The bank's facts. If the bank did not confirm the payment it gave only the identifier: the rest is what was sent. */
export const bankFactsOf = (
  transfer: TransferRow,
  { submission, others }: Pick<PaymentRow, 'submission' | 'others'>,
): Fact[] => [
  ...(submission?.confirmed === false ? [] : transferFacts(transfer)),
  // If several transfers have one reference, this ID goes to the bank with each of them.
  { label: 'Transfer ID', value: transfer.id, isIdentifier: others.length === 0 },
  { label: 'As of', value: exactInstant(transfer.asOf) },
];

const transferFacts = (transfer: TransferRow): Fact[] => [
  { label: 'Status', value: transfer.status },
  ...(transfer.reason === '' ? [] : [{ label: 'Reason', value: transfer.reason }]),
  { label: 'Amount', value: transfer.amount ? formatMoney(transfer.amount) : '' },
  { label: 'Fee', value: transfer.fee ? formatMoney(transfer.fee) : '' },
  { label: 'Created', value: transfer.createdAt ? exactInstant(transfer.createdAt) : '' },
  { label: 'Settled', value: transfer.settledAt ? exactInstant(transfer.settledAt) : '' },
];

export const beneficiaryFactsOf = ({ payee, narration }: ReviewedPayment): Fact[] => [
  { label: 'Account name', value: payee.accountName },
  { label: 'Account number', value: payee.accountNumber },
  { label: 'Bank', value: payee.bankName },
  { label: 'BIC or code', value: payee.bankBicOrCode },
  { label: 'Country', value: payee.country },
  { label: 'Payee currency', value: payee.currency },
  { label: 'Narration', value: narration },
];

type Line = SubmissionDetail['history'][number];

/** An act, how often it repeats with the same words, and the time of the last repeat. */
export type Repeated = Line & { readonly times: number; readonly lastAt: Timestamp };

/** The history with consecutive lookups of the same result merged into one line; oldest first. */
export function withoutRepeats(history: readonly Line[]): Repeated[] {
  const lines: Repeated[] = [];
  for (const line of history) {
    const last = lines.at(-1);
    if (last?.event === 'lookup' && line.event === 'lookup' && last.words === line.words)
      lines[lines.length - 1] = { ...last, times: last.times + 1, lastAt: line.at };
    else lines.push({ ...line, times: 1, lastAt: line.at });
  }
  return lines;
}

/** A step of the team, at its moment. */
type TeamLine = { readonly at: Timestamp; readonly step: ApprovalStep };

/**
 * The steps of the team before a payment was sent, and the acts since, oldest first. The team's moments are by the server's clock, so its
 * steps stay before the first sending.
 */
export const lifeOf = (
  history: readonly Line[],
  steps: readonly ApprovalStep[],
): (Repeated | TeamLine)[] => [
  ...steps.map((step): TeamLine => ({ at: step.at, step })),
  ...withoutRepeats(history),
];
