import type { ApprovalNeed } from '../../../shared/ipc/approvals.ts';

/** `1 checker`, `2 other persons`. */
export function personsText({ role, count }: Pick<ApprovalNeed, 'role' | 'count'>): string {
  const noun = role === 'any' ? 'other person' : (roleNouns[role] ?? role);
  return `${String(count)} ${count === 1 ? noun : `${noun}s`}`;
}

const roleNouns: Readonly<Record<string, string>> = { admin: 'administrator' };

/** `Chidi or Nadia`. */
export const orText = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(names);

/** Who can approve now, in a sentence. */
export const approversText = (mayApprove: readonly string[]): string =>
  mayApprove.length === 0
    ? 'No one of the team can approve this now. Ask an administrator about the rules.'
    : `${orText(mayApprove)} can approve now.`;
