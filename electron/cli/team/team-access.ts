import type { DeskCopy } from '../../desk/open-bank/copy.ts';
import { vaultOf, type DeskTeam } from '../../desk/open-bank/desk-team.ts';
import { openDeskTeam } from '../../desk/open-bank/team.ts';
import { beginTeam, openOf } from '../../desk/team/join-team.ts';
import type { Profile } from '../../connections/profiles/profiles.ts';
import type { Membership } from '../../engines/team-record/membership-row.ts';
import type { Head } from '../../engines/acts/act.ts';
import { headWords } from '../../engines/acts/spoken-words.ts';
import type { Member } from '../../nouns/people/membership.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';
import type { OwnVault } from '../../nouns/people/own-keys.ts';
import { credentialsOf } from '../input/chosen-bank.ts';
import { newContext, valueOf, type Global } from '../input/command.ts';
import { copyPorts, withHeldCopy } from '../input/copy-access.ts';

/** A locked local copy, with the parts that open its team. */
export type TeamSite = {
  readonly copy: DeskCopy;
  readonly profile: Profile;
  /** Protects the secret of the desk's keys. */
  readonly vault: OwnVault;
  /** Opens the team that the journal names now. The caller closes it. */
  readonly reopen: () => Promise<DeskTeam | null>;
};

/** Runs `work` over the local copy and its team, locked by this process. No sign-in at the bank. */
export const withTeamSite = <T>(global: Global, work: (site: TeamSite) => Promise<T>): Promise<T> =>
  withHeldCopy(global, async (copy, profile) => {
    const credentials = await credentialsOf(global, profile);
    const ports = copyPorts(global);
    const opening = { ports, profile: profile.folder, credentials, copy };
    const vault = vaultOf(opening);
    return work({ copy, profile, vault, reopen: () => openDeskTeam(opening) });
  });

/** Closes the team of the desk, opens it anew, and runs `work` with it. */
export async function withReopened<T>(
  { copy, reopen }: Pick<TeamSite, 'copy' | 'reopen'>,
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

/** Begins to found or to join, see {@link beginTeam}, and runs `work` with that team. */
export async function withMembership<T>(
  { copy, profile, vault, reopen }: TeamSite,
  wanted: Membership,
  firstPassword: string,
  work: (team: OpenTeam, deskTeam: DeskTeam | null) => Promise<T>,
): Promise<T> {
  const site = { copy, folder: profile.folder, keychain: vault.keychain };
  const begun = valueOf(await beginTeam(site, wanted, firstPassword, newContext()));
  if (begun === 'repeated') return work(openOf(copy.team), copy.team);
  return withReopened({ copy, reopen }, (opened) => work(openOf(opened), opened));
}

/** The same for a desk with a team. Throws `team.none` without one, and the reason where its keys cannot be opened. */
export const withTeam = <T>(
  global: Global,
  work: (team: OpenTeam, site: TeamSite) => Promise<T>,
): Promise<T> => withTeamSite(global, (site) => work(openOf(site.copy.team), site));

export const headView = (head: Head) => ({ n: head.n, words: headWords(head) });

export const memberView = ({ name, key, roles, since, revoked }: Member) => ({
  ...{ name, key, roles, since },
  ...(revoked === null ? {} : { revoked }),
});
