import { DeskFault, fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { ProfileFolder } from '../../connections/profiles/folders.ts';
import { timestampNow, type Clock, type Context } from '../../engines/machine/context.ts';
import { forgetChanges } from '../../engines/sharing/change-table.ts';
import { quarantine } from '../../engines/store/quarantine.ts';
import {
  beginMembership,
  membershipIn,
  saveMembership,
  type Membership,
} from '../../engines/team-record/membership-row.ts';
import type { Keychain } from '../../engines/vault/vault.ts';
import {
  importHistory,
  markJoined,
  sendingOf,
  sentBefore,
  type Difference,
} from '../../nouns/people/import-history.ts';
import type { Invitation } from '../../nouns/people/invitation.ts';
import { askToJoin } from '../../nouns/people/join.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';
import { forgetKeys } from '../../nouns/people/own-keys.ts';
import { tryLogin } from '../../nouns/people/own-login.ts';
import { registryOf } from '../open-bank/changes.ts';
import type { DeskCopy } from '../open-bank/copy.ts';
import type { DeskTeam } from '../open-bank/desk-team.ts';
import { sharedKinds } from '../open-bank/shared-records.ts';

/** The local copy of a desk that founds or joins a team, and the places of its keys. */
export type TeamSite = {
  readonly copy: DeskCopy;
  readonly folder: ProfileFolder;
  readonly keychain: Keychain;
};

/**
 * Saves that the desk founds or joins, before anything is sent. The same step may be repeated, also with another address of the server.
 * Returns `repeated` if the team is already open, and `begun` if it must be reopened. Remains of an earlier team are set aside. Nothing
 * changes where the record cannot be opened with the first password. Fails with `team.member` for a desk that is in a team, and throws
 * `team.forgotten` for one whose journal does not name its team.
 */
export async function beginTeam(
  { copy, folder, keychain }: TeamSite,
  wanted: Membership,
  firstPassword: string,
  context: Context,
): Promise<Outcome<'begun' | 'repeated'>> {
  const before = membershipIn(copy.journal);
  const isRepeated =
    before !== null &&
    [wanted.state, 'importing'].includes(before.state) &&
    before.address.login === wanted.address.login;
  if (isRepeated) {
    const { name, address, ca } = wanted;
    saveMembership(copy.journal, { ...before, name, address, ca });
    return ok('repeated');
  }
  if (before?.state === 'joined' || before?.state === 'importing')
    return fail('team.member', context.correlationId);
  if (before === null && copy.team !== null) throw new DeskFault('team.forgotten');
  const tried = await tryLogin(wanted, firstPassword, context);
  if (!tried.ok) return tried;
  await copy.team?.close();
  await forgetTeam(folder, keychain);
  beginMembership(copy.journal, wanted);
  forgetChanges(copy.journal);
  return ok('begun');
}

/** The first membership of a founding desk. `ca` is the certificate (PEM) that signs the server's, null for the system's own. */
export const foundingBy = (
  { name, address, ca }: Pick<Membership, 'name' | 'address' | 'ca'>,
  clock: Clock,
): Membership => ({
  ...{ state: 'founding', team: '', card: null },
  ...{ name, address, ca, since: timestampNow(clock) },
});

/** The first membership of a desk that joins by an invitation. */
export const joiningBy = (
  { team, name, host, port, database, login, ca }: Invitation,
  clock: Clock,
): Membership => ({
  ...{ state: 'joining', team, name, card: null, ca, since: timestampNow(clock) },
  address: { host, port, database, login },
});

/** Sets the copy of an earlier team's record aside, and removes the desk's keys in it: a key is enrolled once. */
export async function forgetTeam(folder: ProfileFolder, keychain: Keychain): Promise<void> {
  quarantine(folder.teamCopy, Date.now());
  const { team: profileDir, profileId } = folder;
  await forgetKeys({ profileDir, profileId, keychain });
}

/** Asks to join, naming the desk's earlier submissions. Returns the words to be read aloud. Safe to repeat. */
export function requestToJoin(
  { journal, writer }: DeskCopy,
  team: OpenTeam,
  firstPassword: string,
  context: Context,
): Promise<Outcome<readonly string[]>> {
  const { history } = sentBefore({ journal, registry: registryOf(writer) }, team);
  return askToJoin(journal, team, { firstPassword, history }, context);
}

/**
 * Claims the desk's earlier submissions, and lets it send where nothing contradicts the record, or a person has seen the differences.
 * Returns the differences.
 */
export async function finishJoining(
  { journal, writer }: DeskCopy,
  team: OpenTeam,
  { areDifferencesSeen, nowMs }: { readonly areDifferencesSeen: boolean; readonly nowMs: number },
  context: Context,
): Promise<Outcome<readonly Difference[]>> {
  const registry = registryOf(writer);
  const differences = await importHistory({ journal, registry, sendingOf }, team, nowMs, context);
  if (!differences.ok) return differences;
  if (differences.value.length === 0 || areDifferencesSeen)
    await markJoined(journal, team, sharedKinds);
  return differences;
}

/** The open team. Throws why the desk's keys cannot be opened; `team.none` without a team. */
export function openOf(team: DeskTeam | null): OpenTeam {
  if (team === null) throw new DeskFault('team.none');
  if (team.open) return team.open;
  throw team.fault ?? new DeskFault('team.forgotten');
}
