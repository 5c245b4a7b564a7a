import { plain, type Question } from '../../connections/session/questions.ts';

/** The questions outside the window before a member loses a right, or the record changes for good. */

export const revokeQuestion = (name: string, why: string): Question => ({
  message: `Revoke a desk of “${plain(name)}”?`,
  detail: [
    `It can send and write nothing afterwards: ${plain(why)}.`,
    'This cannot be undone. The person can be invited again, with a new key.',
  ].join('\n\n'),
  yes: 'Revoke',
});

export const takeOverQuestion = (reference: string, by: string, isFound: boolean): Question => ({
  message: `Take over “${plain(reference)}” from ${plain(by)}?`,
  detail: isFound
    ? 'The bank has this payment. The record counts it as accepted, for good: no desk sends it again.'
    : 'The bank does not have this payment. Any desk may send it again afterwards. Go on only if you have looked in the bank’s own records.',
  yes: 'Take over',
});

export const setAsideQuestion = (name: string): Question => ({
  message: `Go on without the desk of “${plain(name)}”?`,
  detail:
    'Acts that only that desk has read are lost, and a payment it sent could be sent again. Go on only if you have looked at the bank for its payments.',
  yes: 'Go on without it',
});

export const leaveQuestion: Question = {
  message: 'Leave the team?',
  detail:
    'This desk sends nothing until you have compared it with the bank, because the others may still be sending. Its own data stays.',
  yes: 'Leave',
};

export const endQuestion: Question = {
  message: 'End the team for everybody?',
  detail:
    'No desk asks the others before it sends afterwards: the same payment could be sent twice. This cannot be undone.',
  yes: 'End the team',
};
