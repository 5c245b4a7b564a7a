import { DeskFault } from '../../../shared/errors.ts';
import { changesAt } from '../../desk/open-bank/changes.ts';
import type { DeskCopy } from '../../desk/open-bank/copy.ts';
import type { DeskTeam } from '../../desk/open-bank/desk-team.ts';
import { openDeskTeam } from '../../desk/open-bank/team.ts';
import type { Profile } from '../../connections/profiles/profiles.ts';
import { quarantine } from '../../engines/store/quarantine.ts';
import {
  beginMembership,
  membershipIn,
  saveMembership,
  type Membership,
} from '../../engines/team-record/membership-row.ts';
import { forgetDatabaseKey } from '../../engines/vault/database-key.ts';
import { createKeychain } from '../../engines/vault/keychain.ts';
import type { Head } from '../../engines/acts/act.ts';
import { headWords } from '../../engines/acts/spoken-words.ts';
import { sharedKinds } from '../../desk/open-bank/shared-records.ts';
import { forgetChanges } from '../../engines/sharing/change-table.ts';
import { importHistory, markJoined, type Difference } from '../../nouns/people/import-history.ts';
import type { Member } from '../../nouns/people/membership.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';
import { tryLogin } from '../../nouns/people/own-login.ts';
import { credentialsOf } from '../input/chosen-bank.ts';
import { newContext, valueOf, type Global } from '../input/command.ts';
import { copyPorts, withHeldCopy } from '../input/copy-access.ts';

/** A held copy and what its team is opened with. */
export type TeamSite = {
  readonly copy: DeskCopy;
  readonly profile: Profile;
  /** Opens the team that the journal names by now. The caller closes it. */
  readonly reopen: () => Promise<DeskTeam | null>;
};

/** Runs `work` over the local copy and its team, held by this process: no sign-in at the bank. */
export const withTeamSite = <T>(global: Global, work: (site: TeamSite) => Promise<T>): Promise<T> =>
  withHeldCopy(global, async (copy, profile) => {
    const credentials = await credentialsOf(global, profile);
    const reopen = () =>
      openDeskTeam({ ports: copyPorts(global), profile: profile.folder, credentials, copy });
    return work({ copy, profile, reopen });
  });

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
  const opened = await site.reopen();
  try {
    return await work(openOf(opened));
  } finally {
    await opened?.close();
  }
}

/** Sets the copy of an earlier team's record aside, and removes the desk's keys in it: a key is enrolled once. */
export async function forgetTeam({ profile: { folder } }: TeamSite): Promise<void> {
  quarantine(folder.teamCopy, Date.now());
  const { team: profileDir, profileId } = folder;
  await forgetDatabaseKey({ profileDir, profileId, keychain: createKeychain() });
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
  const registry = changesAt({ cache: writer, announceUpload: () => undefined });
  const differences = valueOf(
    await importHistory({ journal, registry }, team, io.clock.now(), newContext()),
  );
  if (differences.length === 0 || areDifferencesSeen) await markJoined(journal, team, sharedKinds);
  return differences;
}
