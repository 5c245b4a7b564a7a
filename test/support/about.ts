import type { SubmissionAbout } from '../../shared/ipc/submissions.ts';

/** What a change of the bank is about: its title, and no more than a test names. */
export const aboutOf = (title: string, rest: Partial<SubmissionAbout> = {}): SubmissionAbout => ({
  ...{ title, amount: null, accountNumber: null, counterparty: null, counterpartyId: null },
  ...rest,
});
