import type { TeamMember } from '../../../shared/ipc/team.ts';

/** A question of the team's page. */
export type TeamQuestion =
  | { readonly kind: 'invite' | 'repair' | 'leave' | 'end' }
  | { readonly kind: 'revoke'; readonly member: TeamMember }
  | { readonly kind: 'setAside'; readonly name: string };
