import { dayCountText } from '../../../shared/calendar.ts';
import { formatCount } from '../../../shared/money/format.ts';
import {
  exceptionKinds,
  type ExceptionItem,
  type ExceptionUrgency,
} from '../../../shared/ipc/exceptions.ts';

type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** Where it stands: the bank's own word where it has one. */
export const standingWords = ({ kind, status }: ExceptionItem): string =>
  kind === 'mismatch' ? exceptionKinds.mismatch.word : (status ?? exceptionKinds[kind].word);

export const groupWords: Readonly<Record<ExceptionUrgency, string>> = {
  now: 'Needs you now',
  check: 'To check',
  watch: 'Being looked up',
  nothing: 'Came to nothing',
  ahead: 'Documents that expire',
};

const tones: Readonly<Record<ExceptionUrgency, Tone>> = {
  now: 'bad',
  check: 'warn',
  watch: 'plain',
  nothing: 'plain',
  ahead: 'plain',
};

/** Red only where money hangs on it, and where a day does not hold. */
export const toneOf = ({ urgency, kind }: ExceptionItem): Tone =>
  kind === 'red-day' ? 'bad' : tones[urgency];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long ago, in the largest unit that fits: `just now`, `12 min`, `3 h`, `1 day`, `2 days`. */
export function ageWords(since: string, nowMs: number): string {
  const ms = nowMs - Date.parse(since);
  if (ms < minuteMs) return 'just now';
  if (ms < hourMs) return `${String(Math.floor(ms / minuteMs))} min`;
  if (ms < dayMs) return `${String(Math.floor(ms / hourMs))} h`;
  return dayCountText(Math.floor(ms / dayMs));
}

/** `7 need a person · 3 documents expire`. */
export function countWords(items: readonly ExceptionItem[]): string {
  const ahead = items.filter(({ urgency }) => urgency === 'ahead').length;
  const needing = items.length - ahead;
  const first =
    needing === 0
      ? 'Nothing needs you'
      : `${formatCount(needing)} ${needing === 1 ? 'needs' : 'need'} a person`;
  const rest = `${formatCount(ahead)} ${ahead === 1 ? 'document expires' : 'documents expire'}`;
  return ahead === 0 ? first : `${first} · ${rest}`;
}
