import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { membershipIn } from '../../engines/team-record/membership-row.ts';
import type { ProfileFolder } from '../../connections/profiles/folders.ts';
import { ignoreErrorsAsync } from '../../engines/store/local-faults.ts';
import { keyInfoFileName } from '../../engines/vault/key-info.ts';
import type { DeskTeam, TeamOpening } from './desk-team.ts';

/**
 * Opens the team of a desk; null for a desk without one. Waits for no server. Team code is loaded only where there is a team. A desk with
 * team keys whose journal names no team is closed: it would send alone.
 */
export async function openDeskTeam(opening: TeamOpening): Promise<DeskTeam | null> {
  const { copy, profile } = opening;
  const membership = membershipIn(copy.journal);
  if (membership?.state === 'left' || membership?.state === 'ended') return null;
  if (membership === null && !hasTeamKeys(profile)) return null;
  const { closedTeam, openedTeam } = await loadTeam();
  return membership === null ? closedTeam('team.forgotten', opening) : openedTeam(opening);
}

/** Loads the team code while the local copy opens, where this desk has team keys. */
export function preloadTeam(profile: ProfileFolder): void {
  // A failure to load is reported where the team is opened.
  if (hasTeamKeys(profile)) void ignoreErrorsAsync(loadTeam);
}

const loadTeam = () => import('./desk-team.ts');

const hasTeamKeys = ({ team }: ProfileFolder): boolean => existsSync(join(team, keyInfoFileName));
