/** `1 checker`, `2 other persons`. */
export { personsText } from '../../../shared/team/approval-rule-text.ts';

/** `Chidi or Nadia`. */
export const orText = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(names);

/** Who can approve now, in a sentence. */
export const approversText = (mayApprove: readonly string[]): string =>
  mayApprove.length === 0
    ? 'No one of the team can approve this now. Ask an administrator about the rules.'
    : `${orText(mayApprove)} can approve now.`;
