import { isTimestamp } from '../../shared/calendar/calendar.ts';
import type { SubmissionView } from '../../shared/ipc/submissions.ts';
import type { Decimal } from '../../shared/money/decimal.ts';
import { money, type Money } from '../../shared/money/money.ts';
import { exactInstant } from '../ui/text/dates.ts';
import type { Fact } from '../ui/facts/fact.ts';
import { submissionWords } from '../ui/submissions/submission-labels.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'plain';

const tones: Readonly<Record<string, Tone>> = {
  paid: 'good',
  completed: 'good',
  rejected: 'bad',
  failed: 'bad',
  expired: 'bad',
  cancelled: 'bad',
};

/** A status is shown unchanged; only final ones have a colour. */
export const statusTone = (status: string): Tone => tones[status.toLowerCase()] ?? 'plain';

/** The bank has it, but under which id is not known here: it is known once it was imported by its id. */
export const isWithoutId = ({ state, recordId }: SubmissionView): boolean =>
  state === 'accepted' && recordId === null;

/** In full, for a title. */
export const openWords = (submission: SubmissionView): string =>
  isWithoutId(submission)
    ? 'executed by the bank; find it by ID'
    : submissionWords(submission.state);

/** The same as a short label, for a list. */
export const shortWords = (submission: SubmissionView): string =>
  isWithoutId(submission) ? 'id not known' : stateWords[submission.state];

const stateWords: Readonly<Record<SubmissionView['state'], string>> = {
  sending: 'on its way',
  accepted: 'accepted',
  refused: 'refused',
  unknown: 'no answer',
  'not-sent': 'not sent',
  'not-found': 'not at the bank',
};

export const openTone = ({ state }: SubmissionView): Tone =>
  state === 'accepted' || state === 'sending' ? 'plain' : state === 'unknown' ? 'warn' : 'bad';

/** Null where the bank gave no amount. */
export const moneyOf = (amount: Decimal | null | undefined, currency: string): Money | null =>
  typeof amount !== 'string' || currency === '' ? null : money(amount, currency);

export const fact = (label: string, value: string): Fact => ({ label, value });

/** Empty if the bank gave none; text that is no instant is shown unchanged. */
export const instantWords = (at: string | null): string =>
  at === null ? '' : isTimestamp(at) ? exactInstant(at) : at;
