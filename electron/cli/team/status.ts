import { membershipIn } from '../../engines/team-record/membership-row.ts';
import { voidActs } from '../../engines/team-record/record-copy.ts';
import type { Approvals } from '../../nouns/approvals/approvals.ts';
import { waitingDesks } from '../../nouns/people/admit.ts';
import type { Member } from '../../nouns/people/membership.ts';
import { ownWords } from '../../nouns/people/join.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';
import type { UnclaimedOrder } from '../../nouns/unclaimed/open-orders.ts';
import { argumentsOf } from '../input/arguments.ts';
import { newContext, printFailure, type ExitCode, type Global } from '../input/command.ts';
import { openOf } from '../../desk/team/join-team.ts';
import { headView, memberView, withTeam, withTeamSite } from './team-access.ts';

/** Prints the state of the desk in its team, after a refresh. Exit 0 in every state. */
export function teamStatus(args: string[], global: Global): Promise<ExitCode> {
  argumentsOf(args, {});
  return withTeamSite<ExitCode>(global, async ({ copy, profile }) => {
    if (copy.team === null) {
      const state = membershipIn(copy.journal)?.state;
      global.io.print(JSON.stringify({ state: 'standalone', ...(state ? { was: state } : {}) }));
      return 0;
    }
    const team = openOf(copy.team);
    const words = ownWords(team);
    copy.team.compareOrders(profile.bankFile.statusWords, () => undefined);
    const refreshed = words === null ? await copy.team.refresh(newContext()) : null;
    if (refreshed?.ok === false) printFailure(global.io, refreshed.error);
    const outside = copy.team.unclaimed().map(outsideView);
    const notApproved = notApprovedIn(copy.team.approvals, team);
    const status = await statusOf(team, words);
    global.io.print(
      JSON.stringify({
        ...status,
        ...(outside.length > 0 ? { outside } : {}),
        ...(notApproved.length > 0 ? { notApproved } : {}),
      }),
    );
    return 0;
  });
}

async function statusOf(team: OpenTeam, words: readonly string[] | null) {
  const { record, people, claims } = team;
  if (words !== null)
    return {
      ...{ state: 'catching-up', membership: 'waiting' },
      ...(words.length > 0 ? { words } : {}),
    };
  const isAsking = record.state === 'current' && people.isAdmin(record.key);
  const waiting = isAsking ? await waitingDesks(team, newContext()) : null;
  return {
    state: record.state,
    membership: team.row().state,
    login: team.row().address.login,
    head: headView(record.head),
    members: people.members.filter(({ key }) => people.mayWrite(key)).length,
    unsent: claims.unsent,
    since: record.since,
    ...(record.check === null ? {} : { checked: record.check }),
    ...(people.awaited.length > 0 ? { awaited: people.awaited.map(({ name }) => ({ name })) } : {}),
    ...(waiting?.ok && waiting.value.length > 0 ? { waiting: waiting.value } : {}),
    voidActs: voidActs(record.copy, 20).map(({ n, key, why }) => ({ n, key, why })),
    ...(people.onlyAdmin === null ? {} : { advice: adviceOn(people.onlyAdmin) }),
    ...(await excessOf(team)),
  };
}

/** A payment or conversion outside the record, with the persons who know of it. */
const outsideView = ({ list, id, reason, facts, foundAt, marks }: UnclaimedOrder) => ({
  ...{ list, id, reason, foundAt },
  ...{ reference: facts.reference, amount: facts.amount, payee: facts.payee },
  knownTo: marks.map(({ by, text }) => ({ name: by, text })),
});

/** Payments that a desk claimed without the approvals that the rules required at that moment. */
const notApprovedIn = (approvals: Approvals | null, { people }: OpenTeam) =>
  (approvals?.state.objections ?? []).map(({ n, at, key, reference, why }) => ({
    ...{ act: n, at, name: people.nameOf(key), key, reference, why },
  }));

const adviceOn = ({ name }: Member): string =>
  `Only one desk is an administrator’s, that of ${name}. If it is lost, no desk can admit or revoke. Invite a second one with the role admin, and write a backup.`;

/** The rights of the login beyond those a desk needs, if somebody granted it more. */
async function excessOf({ record }: OpenTeam) {
  const server = record.state === 'unreachable' ? null : await record.server(newContext());
  const excess = server?.ok ? server.value.excess : [];
  return excess.length > 0 ? { excess } : {};
}

/** Prints every member ever enrolled, in the order of enrolment. */
export function teamMembers(args: string[], global: Global): Promise<ExitCode> {
  argumentsOf(args, {});
  return withTeam<ExitCode>(global, async (team) => {
    const read = await team.record.catchUp(newContext());
    if (!read.ok) printFailure(global.io, read.error);
    global.io.print(JSON.stringify({ members: team.people.members.map(memberView) }));
    return 0;
  });
}
