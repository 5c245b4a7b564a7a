import type { ExceptionItem } from '../../../shared/ipc/exceptions.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';

export type Step = {
  readonly does: 'open' | 'lookup' | 'sendagain' | 'settle' | 'close';
  readonly label: string;
  readonly key: string;
};

const lookup: Step = { does: 'lookup', label: 'Look it up now', key: 'L' };
const sendAgain: Step = { does: 'sendagain', label: 'Send again…', key: 'A' };
const settle: Step = { does: 'settle', label: 'The bank told me…', key: 'T' };
const close: Step = { does: 'close', label: 'Lay aside', key: 'X' };

/** What a person may do about it, the next step first. */
export function stepsOf(item: ExceptionItem, submission: SubmissionView | null): Step[] {
  const { place, kind, mayClose, submissionId } = item;
  // What the bank has twice, or what may be it there, only a person can settle.
  const isForPerson = kind === 'duplicated' || (submission?.resembling.length ?? 0) > 0;
  const isUnknown = submission?.state === 'unknown' || submission?.confirmed === false;
  const ofSubmission = [
    ...(isForPerson && submission?.maySettle ? [settle] : []),
    ...(isUnknown ? [lookup] : []),
    ...(submission?.mayRepeat ? [sendAgain] : []),
    ...(!isForPerson && submission?.maySettle ? [settle] : []),
  ];
  const label = submissionId === null ? item.next : 'Open it';
  return [
    ...ofSubmission,
    ...(place ? [{ does: 'open', label, key: 'Enter' } as const] : []),
    ...(mayClose ? [close] : []),
  ];
}
