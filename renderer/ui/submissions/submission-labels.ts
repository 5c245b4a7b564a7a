import type { SubmissionDetail, SubmissionState } from '../../../shared/ipc/submissions.ts';

const words: Readonly<Record<SubmissionState, string>> = {
  sending: 'on its way',
  accepted: 'accepted',
  refused: 'refused by the bank',
  unknown: 'no answer: it may have gone through',
  'not-sent': 'not sent',
  'not-found': 'the bank does not have it',
};

/** A submission's state as a person reads it. */
export const submissionWords = (state: SubmissionState): string => words[state];

/** One step of a submission's history: `Sent: no answer`. */
export function historyWords({ event, words: text }: SubmissionDetail['history'][number]): string {
  if (event === 'lookup') return text;
  if (event === 'person') return `Settled by ${text}`;
  const known: Readonly<Record<string, string | undefined>> = words;
  return `Sent: ${known[text] ?? text}`;
}
