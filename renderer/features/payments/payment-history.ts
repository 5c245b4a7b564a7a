import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { SubmissionDetail } from '../../../shared/ipc/submissions.ts';

type Line = SubmissionDetail['history'][number];

/** What was done, how often in a row with the same words, and when for the last time. */
export type Repeated = Line & { readonly times: number; readonly lastAt: Timestamp };

/** A history in which looks that ended in the same words, one after the other, are one line; oldest first. */
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
