import type { ExceptionGroup } from '../../../shared/exception-groups.ts';
import { dayCountText } from '../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../shared/calendar/day-labels.ts';
import { formatCount } from '../../../shared/money/format.ts';
import {
  exceptionKinds,
  type ExceptionItem,
  type ExceptionUrgency,
} from '../../../shared/ipc/review/exceptions.ts';
import { clockText, dayText, exactInstant, shownDay } from '../../ui/text/dates.ts';

type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** The status: the bank's own where it has one. */
export const statusLabel = ({ kind, status }: ExceptionItem): string =>
  kind === 'mismatch' ? exceptionKinds.mismatch.label : (status ?? exceptionKinds[kind].label);

export const groupWords: Readonly<Record<ExceptionUrgency, string>> = {
  now: 'Needs you now',
  check: 'To check',
  watch: 'Looking up',
  nothing: 'Not executed',
  ahead: 'Documents that expire',
};

export const filterWords = (group: ExceptionGroup | null): string =>
  group === null ? 'All' : groupLabels[group];

const groupLabels: Readonly<Record<ExceptionGroup, string>> = {
  unanswered: 'Unanswered',
  unbalanced: 'Balances differ',
  waiting: 'Waits for you',
  documents: 'Expired documents',
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

/** A bank day without a time, such as an expiry: it is not shifted by the time zone. */
const isDay = (since: string): boolean => since.length === 'YYYY-MM-DD'.length;

/** `20 Nov 2026, 09:32:07 UTC`, or the day alone where that is all that is known. */
export const exactSince = (since: string): string =>
  isDay(since) ? fullDay(since) : exactInstant(since);

/**
 * The start of the current state and its age: `since 09:32 · 12 min`, `since 18 Nov · 2 days`. An age is never shown alone. `nowMs`: since
 * 1970.
 */
export function sinceWords(since: string, nowMs: number): string {
  const day = isDay(since) ? since : shownDay(since);
  const today = shownDay(new Date(nowMs).toISOString());
  const moment = day === today && !isDay(since) ? clockText(since) : dayText(day, today);
  return `since ${moment} · ${ageWords(nowMs - Date.parse(since))}`;
}

/** In the largest unit that fits. */
function ageWords(ms: number): string {
  if (ms < minuteMs) return 'under 1 min';
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
