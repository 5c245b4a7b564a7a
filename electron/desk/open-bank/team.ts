import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { membershipIn } from '../../engines/team-record/membership-row.ts';
import { keyInfoFileName } from '../../engines/vault/key-info.ts';
import type { DeskTeam, TeamOpening } from './desk-team.ts';

/**
 * The team of a desk; null for a desk without one. Waits for no server. What belongs to a team is loaded only where there is one. A
 * desk whose journal names no team, although it has the keys of one, is closed: it would send alone.
 */
export async function openDeskTeam(opening: TeamOpening): Promise<DeskTeam | null> {
  const { copy, profile } = opening;
  const membership = membershipIn(copy.journal);
  if (membership?.state === 'left' || membership?.state === 'ended') return null;
  if (membership === null && !existsSync(join(profile.team, keyInfoFileName))) return null;
  const { closedTeam, openedTeam } = await import('./desk-team.ts');
  return membership === null ? closedTeam('team.forgotten', opening) : openedTeam(opening);
}
