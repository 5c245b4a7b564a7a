import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { membershipIn } from '../../engines/team-record/membership-row.ts';
import type { ProfileFolder } from '../../connections/profiles/folders.ts';
import { ignoreErrorsAsync } from '../../engines/store/local-faults.ts';
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
  if (membership === null && !hasTeamKeys(profile)) return null;
  const { closedTeam, openedTeam } = await loadTeam();
  return membership === null ? closedTeam('team.forgotten', opening) : openedTeam(opening);
}

/** Loads what belongs to a team while the local copy opens, where this desk has the keys of one. */
export function preloadTeam(profile: ProfileFolder): void {
  // A failure to load is reported where the team is opened.
  if (hasTeamKeys(profile)) void ignoreErrorsAsync(loadTeam);
}

const loadTeam = () => import('./desk-team.ts');

const hasTeamKeys = ({ team }: ProfileFolder): boolean => existsSync(join(team, keyInfoFileName));
