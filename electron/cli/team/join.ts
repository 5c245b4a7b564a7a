import { limits } from '../../../shared/limits.ts';
import { membershipIn } from '../../engines/team-record/membership-row.ts';
import { readInvitation } from '../../nouns/people/invitation.ts';
import { awaitAdmission } from '../../nouns/people/join.ts';
import { argumentsOf, countOption, required } from '../input/arguments.ts';
import { newContext, valueOf, WrongUse, type ExitCode, type Global } from '../input/command.ts';
import { readTextFile } from '../input/text-file.ts';
import { finishJoining, joiningBy, requestToJoin } from '../../desk/team/join-team.ts';
import { headView, withMembership, withTeamSite } from './team-access.ts';

/**
 * Asks to join by an invitation, prints six words to be read aloud, and waits for an administrator. Safe to repeat. Lists differences
 * between this desk's submissions and the team's record, which close sending until `--differences-seen`.
 */
export function teamJoin(args: string[], global: Global): Promise<ExitCode> {
  const { values } = argumentsOf(args, {
    invitation: { type: 'string' },
    wait: { type: 'string' },
    'differences-seen': { type: 'boolean' },
  });
  const path = required(values.invitation, 'invitation');
  const waitMs = (countOption(values.wait, 'wait') ?? 0) * 1_000;
  return withTeamSite<ExitCode>(global, async (site) => {
    const { copy, profile } = site;
    const { profileId: bank } = profile.folder;
    valueOf(copy.continuity.allows(newContext()));
    // A desk that asked in time may finish after the invitation expired.
    const isAsking = copy.team !== null && membershipIn(copy.journal)?.card !== null;
    const nowMs = isAsking ? 0 : global.io.clock.now();
    const invitation = valueOf(readInvitation(textIn(path), { bank, nowMs }, newContext()));
    const wanted = joiningBy(invitation, global.io.clock);
    return withMembership<ExitCode>(site, wanted, invitation.password, async (team) => {
      const words = valueOf(await requestToJoin(copy, team, invitation.password, newContext()));
      const isIn = valueOf(await awaitAdmission(copy.journal, team, waitMs, newContext()));
      if (!isIn) {
        global.io.print(JSON.stringify({ state: 'waiting', words }));
        return 0;
      }
      const areDifferencesSeen = values['differences-seen'] === true;
      const finishing = { areDifferencesSeen, nowMs: global.io.clock.now() };
      const differences = valueOf(await finishJoining(copy, team, finishing, newContext()));
      const isJoined = team.row().state === 'joined';
      global.io.print(
        JSON.stringify({
          state: isJoined ? 'joined' : 'differences',
          words,
          head: headView(team.record.head),
          ...(differences.length > 0 ? { differences } : {}),
        }),
      );
      return isJoined ? 0 : 1;
    });
  });
}

function textIn(path: string): string {
  const read = readTextFile(path, limits.commandInputBytesMax);
  if (read.ok) return read.value;
  throw new WrongUse(`--invitation names a file that cannot be read: ${path}.`);
}
