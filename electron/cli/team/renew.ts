import { DeskFault } from '../../../shared/errors.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';
import { forgetFormer, formerMember, nextMember, takeNext } from '../../nouns/people/own-keys.ts';
import { takeLogin } from '../../nouns/people/own-login.ts';
import { renewKey } from '../../nouns/people/renew.ts';
import { openOf } from '../../desk/team/join-team.ts';
import { argumentsOf } from '../input/arguments.ts';
import { newContext, valueOf, type ExitCode, type Global } from '../input/command.ts';
import { headView, memberView, withReopened, withTeam, type TeamSite } from './team-access.ts';

/** Gives this desk new keys and its login a new password; the old key signs the new one. Safe to repeat: finishes what was begun. */
export function teamRenew(args: string[], global: Global): Promise<ExitCode> {
  argumentsOf(args, {});
  return withTeam<ExitCode>(global, async (team, site) => {
    const begun = await formerMember(site.vault, team.member);
    if (begun !== null) return finish(global, site, team, begun.password);
    valueOf((await site.copy.team?.refresh(newContext())) ?? { ok: true, value: null });
    if (team.claims.unsent > 0) throw new DeskFault('team.unreachable');
    valueOf(await renewKey(team, await nextMember(site.vault), newContext()));
    await takeNext(site.vault);
    return withReopened(site, (opened) =>
      finish(global, site, openOf(opened), team.member.password),
    );
  });
}

/** Sets the new password and forgets the former key. The login still has the former password, unless a crash came in between. */
async function finish(
  { io }: Global,
  { vault }: TeamSite,
  team: OpenTeam,
  formerPassword: string,
): Promise<ExitCode> {
  const server = valueOf(await takeLogin(team, formerPassword, newContext()));
  await server.close();
  await forgetFormer(vault);
  valueOf(await team.record.catchUp(newContext()));
  const member = team.people.member(team.member.key);
  io.print(
    JSON.stringify({ member: member && memberView(member), head: headView(team.record.head) }),
  );
  return 0;
}
