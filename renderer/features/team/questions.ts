import type { TeamMember } from '../../../shared/ipc/team.ts';

/** What the team's page asks before it goes on. */
export type TeamQuestion =
  | { readonly kind: 'invite' | 'repair' | 'leave' | 'end' }
  | { readonly kind: 'revoke'; readonly member: TeamMember }
  | { readonly kind: 'setAside'; readonly name: string };
