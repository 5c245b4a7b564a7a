import { setTimeout } from 'node:timers/promises';

import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { canonicalJson } from '../../engines/acts/canonical.ts';
import { sixWords } from '../../engines/acts/spoken-words.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { Journal } from '../../engines/store/database.ts';
import { saveMembership } from '../../engines/team-record/membership-row.ts';
import type { OpenTeam } from './open-team.ts';
import type { History } from './history.ts';
import { takeLogin } from './own-login.ts';

/** The six words of a waiting desk's request. */
export const wordsOf = (card: Uint8Array): readonly string[] => sixWords(card);

/** Asks to join with this desk's card, which commits to the desk's earlier payments. Returns its six words. Safe to repeat. */
export async function askToJoin(
  journal: Journal,
  team: OpenTeam,
  { firstPassword, history }: { readonly firstPassword: string; readonly history: History },
  context: Context,
): Promise<Outcome<readonly string[]>> {
  const { member, row } = team;
  const { team: digest, name, address } = row();
  const { key, sealingKey } = member;
  const text = canonicalJson({
    ...{ version: 1, team: digest, name, login: address.login, key, sealingKey },
    history: { ...history },
  });
  const card = Buffer.from(text);
  const server = await takeLogin(team, firstPassword, context);
  if (!server.ok) return server;
  const isIn = await server.value.isEnrolled(key, context);
  if (!isIn.ok) return isIn;
  const requested = isIn.value ? ok(null) : await server.value.askToJoin(card, context);
  await server.value.close();
  if (!requested.ok) return requested;
  saveMembership(journal, { ...row(), card });
  return ok(wordsOf(card));
}

const lookAgainMs = 500;

/** Waits until an administrator has admitted this desk, and reads the record. False once the time is up. */
export async function awaitAdmission(
  journal: Journal,
  { record, people, member, row }: OpenTeam,
  waitMs: number,
  context: Context,
): Promise<Outcome<boolean>> {
  const end = performance.now() + waitMs;
  for (;;) {
    const server = await record.server(context);
    if (!server.ok) return server;
    const isIn = await server.value.isEnrolled(member.key, context);
    if (!isIn.ok) return isIn;
    if (isIn.value) break;
    if (performance.now() >= end) return ok(false);
    await setTimeout(lookAgainMs);
  }
  const caughtUp = await record.catchUp(context);
  if (!caughtUp.ok && caughtUp.error.code !== 'team.not-joined') return caughtUp;
  if (!people.mayWrite(member.key))
    return fail('team.damaged', context.correlationId, {
      message: 'The record lists this desk, and no administrator admitted it.',
    });
  saveMembership(journal, { ...row(), state: 'importing' });
  return ok(true);
}

/** The words of this desk while it waits, empty before its request was sent; null in any other state. */
export function ownWords({ row }: OpenTeam): readonly string[] | null {
  const { state, card } = row();
  if (state !== 'joining') return null;
  return card === null ? [] : wordsOf(card);
}
