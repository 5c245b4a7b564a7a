import { DeskFault } from '../../../shared/errors.ts';
import { registryOf } from '../../desk/open-bank/changes.ts';
import type { DeskCopy } from '../../desk/open-bank/copy.ts';
import { vaultOf, type DeskTeam } from '../../desk/open-bank/desk-team.ts';
import { openDeskTeam } from '../../desk/open-bank/team.ts';
import type { Profile } from '../../connections/profiles/profiles.ts';
import { quarantine } from '../../engines/store/quarantine.ts';
import {
  beginMembership,
  membershipIn,
  saveMembership,
  type Membership,
} from '../../engines/team-record/membership-row.ts';
import type { Head } from '../../engines/acts/act.ts';
import { headWords } from '../../engines/acts/spoken-words.ts';
import { sharedKinds } from '../../desk/open-bank/shared-records.ts';
import { forgetChanges } from '../../engines/sharing/change-table.ts';
import { importHistory, markJoined, type Difference } from '../../nouns/people/import-history.ts';
import type { Member } from '../../nouns/people/membership.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';
import { forgetKeys, type OwnVault } from '../../nouns/people/own-keys.ts';
import { tryLogin } from '../../nouns/people/own-login.ts';
import { credentialsOf } from '../input/chosen-bank.ts';
import { newContext, valueOf, type Global } from '../input/command.ts';
import { copyPorts, withHeldCopy } from '../input/copy-access.ts';

/** A held copy and what its team is opened with. */
export type TeamSite = {
  readonly copy: DeskCopy;
  readonly profile: Profile;
  /** Where the secret of the desk's keys is protected. */
  readonly vault: OwnVault;
  /** Opens the team that the journal names by now. The caller closes it. */
  readonly reopen: () => Promise<DeskTeam | null>;
};

/** Runs `work` over the local copy and its team, held by this process: no sign-in at the bank. */
export const withTeamSite = <T>(global: Global, work: (site: TeamSite) => Promise<T>): Promise<T> =>
  withHeldCopy(global, async (copy, profile) => {
    const credentials = await credentialsOf(global, profile);
    const ports = copyPorts(global);
    const opening = { ports, profile: profile.folder, credentials, copy };
    const vault = vaultOf(opening);
    return work({ copy, profile, vault, reopen: () => openDeskTeam(opening) });
  });

/** Closes the team of the desk, and runs `work` with the one that is opened anew. */
export async function withReopened<T>(
  { copy, reopen }: TeamSite,
  work: (team: DeskTeam | null) => Promise<T>,
): Promise<T> {
  await copy.team?.close();
  const opened = await reopen();
  try {
    return await work(opened);
  } finally {
    await opened?.close();
  }
}

/**
 * Writes down that the desk founds or joins, before anything of it is sent, and runs `work` with that team. The same step may be
 * repeated, also at another address of the server. What is left of an earlier team is set aside. Nothing changes where the record
 * cannot be opened with the first password; throws `team.member` for a desk that is in a team.
 */
export async function withMembership<T>(
  site: TeamSite,
  wanted: Membership,
  firstPassword: string,
  work: (team: OpenTeam) => Promise<T>,
): Promise<T> {
  const { copy } = site;
  const before = membershipIn(copy.journal);
  const isRepeated =
    before !== null &&
    [wanted.state, 'importing'].includes(before.state) &&
    before.address.login === wanted.address.login;
  if (isRepeated) {
    const { name, address, ca } = wanted;
    saveMembership(copy.journal, { ...before, name, address, ca });
    return work(openOf(copy.team));
  }
  if (before?.state === 'joined' || before?.state === 'importing')
    throw new DeskFault('team.member');
  if (before === null && copy.team !== null) throw new DeskFault('team.forgotten');
  valueOf(await tryLogin(wanted, firstPassword, newContext()));
  await copy.team?.close();
  await forgetTeam(site);
  beginMembership(copy.journal, wanted);
  forgetChanges(copy.journal);
  return withReopened(site, (opened) => work(openOf(opened)));
}

/** Sets the copy of an earlier team's record aside, and removes the desk's keys in it: a key is enrolled once. */
export async function forgetTeam({ profile, vault }: TeamSite): Promise<void> {
  quarantine(profile.folder.teamCopy, Date.now());
  await forgetKeys(vault);
}

/** The same for a desk that has a team. Throws `team.none` for one that has none, and why its keys cannot be opened. */
export const withTeam = <T>(
  global: Global,
  work: (team: OpenTeam, site: TeamSite) => Promise<T>,
): Promise<T> =>
  withTeamSite(global, async (site) => {
    const { team } = site.copy;
    if (team === null) throw new DeskFault('team.none');
    return work(openOf(team), site);
  });

/** Throws why the keys of the desk cannot be opened. */
export function openOf(team: DeskTeam | null): OpenTeam {
  if (team?.open) return team.open;
  throw team?.fault ?? new DeskFault('team.forgotten');
}

export const headView = (head: Head) => ({ n: head.n, words: headWords(head) });

export const memberView = ({ name, key, roles, since, revoked }: Member) => ({
  ...{ name, key, roles, since },
  ...(revoked === null ? {} : { revoked }),
});

/**
 * Claims what the desk sent before, and lets it send where nothing disagrees with the record, or a person has seen what does. Returns
 * what disagrees.
 */
export async function finishJoining(
  { io }: Global,
  { journal, writer }: DeskCopy,
  team: OpenTeam,
  areDifferencesSeen: boolean,
): Promise<readonly Difference[]> {
  const registry = registryOf(writer);
  const differences = valueOf(
    await importHistory({ journal, registry }, team, io.clock.now(), newContext()),
  );
  if (differences.length === 0 || areDifferencesSeen) await markJoined(journal, team, sharedKinds);
  return differences;
}
