import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';
import { wrapFor } from '../../engines/acts/member-keys.ts';
import { isSameWords } from '../../engines/acts/spoken-words.ts';
import { packTeamKeys } from '../../engines/acts/team-keys.ts';
import { timestampNow, type Clock, type Context } from '../../engines/machine/context.ts';
import { asAdmin, writeAct } from './acts-of-people.ts';
import { cardIn, type Card } from './card.ts';
import { wordsOf } from './join.ts';
import { hasRunOut, type Member } from './membership.ts';
import type { OpenTeam } from './open-team.ts';

/** A desk that asks to join. Its name is from the invitation. */
export type Waiting = { readonly name: string };

/** The desks that ask to join with a known invitation. */
export async function waitingDesks(
  { record, people }: OpenTeam,
  context: Context,
): Promise<Outcome<readonly Waiting[]>> {
  const requested = await requests(record, context);
  if (!requested.ok) return requested;
  return ok(
    requested.value.flatMap(({ login }) => {
      const invited = people.invited(login);
      return invited === null ? [] : [{ name: invited.name }];
    }),
  );
}

async function requests(record: OpenTeam['record'], context: Context) {
  const server = await record.server(context);
  return server.ok ? server.value.joinRequests(context) : server;
}

/**
 * Enrols the desk whose six words were read aloud. All words are compared with those of all waiting desks. Fails with `team.words` where
 * not exactly one desk has them.
 */
export async function admit(
  team: OpenTeam,
  words: string,
  clock: Clock,
  context: Context,
): Promise<Outcome<Member>> {
  const { record, people } = team;
  const allowed = await asAdmin(team, context);
  if (!allowed.ok) return allowed;
  const requested = await requests(record, context);
  if (!requested.ok) return requested;
  const found = requested.value.filter(({ card }) => isSameWords(words, wordsOf(card)));
  const [request] = found;
  const card = request ? cardIn(request.card) : null;
  if (request === undefined || found.length > 1) return fail('team.words', context.correlationId);
  const problem =
    card === null ? 'The request cannot be read.' : whyRefused(team, card, request, clock.now());
  if (card === null || problem !== null)
    return fail('team.invitation', context.correlationId, { message: problem ?? '' });
  const enrolled = await enrol(team, card, clock, context);
  if (!enrolled.ok) return enrolled;
  const member = people.member(card.key);
  return member ? ok(member) : fail('team.invitation', context.correlationId, contrary);
}

const contrary = { message: 'The record did not take the desk in.' };

function whyRefused(
  { people, row }: OpenTeam,
  card: Card,
  { login }: { readonly login: string },
  nowMs: number,
): string | null {
  if (card.team !== row().team) return 'The request is for another team.';
  const invited = card.login === login ? people.invited(login) : null;
  if (invited === null) return 'The desk that asks was not invited.';
  if (hasRunOut(invited, nowMs)) return 'The invitation has run out.';
  return people.member(card.key) === null ? null : 'This desk is a member already.';
}

function enrol(
  team: OpenTeam,
  { key, sealingKey, login, history }: Card,
  clock: Clock,
  context: Context,
) {
  const keys = team.people.keys();
  if (keys === null) return fail('team.not-joined', context.correlationId);
  // The key comes from a stranger, and may be no valid key.
  const wrapping = attemptSync(() => wrapFor(sealingKey, packTeamKeys(keys)));
  if (!wrapping.ok)
    return fail('team.invitation', context.correlationId, { message: 'The request has no key.' });
  const wrapped = { [key]: wrapping.value };
  return writeAct(
    team,
    {
      kind: 'enrol',
      of: { key, login, wrapped },
      content: { sealingKey, at: timestampNow(clock), history: { ...history } },
    },
    context,
    (server, act, sending) => server.enrol(act, { login, key }, sending),
  );
}
