import { DeskFault } from '../../../shared/errors.ts';
import { endTogether } from '../../desk/approvals/decisions.ts';
import { openApprovals } from '../../desk/approvals/requests.ts';
import type { Member } from '../../nouns/people/membership.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';
import { membersNamed, revoke } from '../../nouns/people/revoke.ts';
import { argumentsOf, required } from '../input/arguments.ts';
import {
  newContext,
  printFailure,
  valueOf,
  WrongUse,
  type ExitCode,
  type Global,
} from '../input/command.ts';
import { confirmOnTerminal } from '../input/terminal.ts';
import { leaveWith } from '../../desk/team/leave-team.ts';
import { isEntering } from '../../nouns/people/leave.ts';
import { headView, memberView, withTeam, withTeamSite } from './team-access.ts';

/** Ends the right of a person's desks, or of one desk by its key, to write and send. Asks the person at the terminal. */
export function teamRevoke(args: string[], global: Global): Promise<ExitCode> {
  const { values, positionals } = argumentsOf(
    args,
    { why: { type: 'string' } },
    { positionals: true },
  );
  const [named = ''] = positionals;
  const why = required(values.why, 'why');
  return withTeam<ExitCode>(global, async (team) => {
    const members = membersGiven(team, named);
    confirmOnTerminal(
      `${members.length === 1 ? 'One desk' : `${members.length} desks`} of ${members[0]?.name ?? ''} can send nothing afterwards.`,
      members[0]?.name ?? '',
    );
    valueOf(await revoke(team, members, why, newContext()));
    const after = members.map(({ key }) => team.people.member(key)).filter((one) => one !== null);
    global.io.print(
      JSON.stringify({ revoked: after.map(memberView), head: headView(team.record.head) }),
    );
    return 0;
  });
}

/** Ends the team: each desk may send alone from then on. Asks the person at the terminal. */
export function teamEnd(args: string[], global: Global): Promise<ExitCode> {
  argumentsOf(args, {});
  return withTeam<ExitCode>(global, async (_team, { copy }) => {
    confirmOnTerminal('No desk asks the others before it sends afterwards.', 'END');
    valueOf(await endTogether(openApprovals(copy.team), newContext()));
    valueOf((await copy.team?.refresh(newContext())) ?? { ok: true, value: null });
    global.io.print(JSON.stringify({ state: 'ended' }));
    return 0;
  });
}

/**
 * Leaves the team on this machine. The record is informed where it can be reached; sending stays closed until the journal is reconciled
 * with the bank. Asks the person at the terminal.
 */
export function teamLeave(args: string[], global: Global): Promise<ExitCode> {
  argumentsOf(args, {});
  return withTeamSite<ExitCode>(global, async (site) => {
    const { copy, profile, vault } = site;
    if (copy.team === null) throw new DeskFault('team.none');
    const isWaiting = isEntering(copy.journal);
    confirmOnTerminal(
      'This desk sends nothing until you have reconciled it with the bank.',
      'LEAVE',
    );
    const leaving = { copy, folder: profile.folder, keychain: vault.keychain };
    const { isRecorded, problem } = valueOf(
      await leaveWith(leaving, global.io.clock, newContext()),
    );
    if (problem) printFailure(global.io, problem);
    global.io.print(JSON.stringify({ state: isWaiting ? 'standalone' : 'left', isRecorded }));
    return 0;
  });
}

/** Returns the members with this name or this beginning of a key. Throws where there is none. */
export function membersGiven(team: OpenTeam, named: string): readonly Member[] {
  if (named === '') throw new WrongUse('Name the member.');
  const members = membersNamed(team, named);
  if (members.length === 0)
    throw new DeskFault('input.invalid', `The team has no member ${named}.`);
  return members;
}
