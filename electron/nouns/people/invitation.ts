import { randomBytes } from 'node:crypto';

import { z } from 'zod';

import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow, type Clock, type Context } from '../../engines/machine/context.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';
import { scramVerifier } from '../../engines/team-record/postgres/scram.ts';
import { asAdmin, writeAct } from './acts-of-people.ts';
import type { Role } from '../../../shared/team/roles.ts';
import type { OpenTeam } from './open-team.ts';

const Invitation = z.strictObject({
  nostro: z.literal('invitation'),
  version: z.literal(1),
  /** The bank, by the name of its profile folder. */
  bank: z.string(),
  team: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string().min(1).max(100),
  host: z.string().min(1),
  port: z.int().min(1).max(65_535),
  database: z.string().min(1),
  ca: z.string().nullable(),
  login: z.string().min(1),
  /** It is replaced at the first connection. */
  password: z.string().min(1),
  until: z.iso.datetime(),
});

/** The file that a newcomer gets. It is secret until it was used. */
export type Invitation = z.infer<typeof Invitation>;

const validMs = 48 * 60 * 60 * 1000;

type Inviting = { readonly name: string; readonly roles: readonly Role[]; readonly bank: string };

/** Makes a login for a newcomer, and records the invitation with its roles. Valid for 48 hours. */
export async function invite(
  team: OpenTeam,
  { name, roles, bank }: Inviting,
  clock: Clock,
  context: Context,
): Promise<Outcome<Invitation>> {
  const allowed = await asAdmin(team, context);
  if (!allowed.ok) return allowed;
  const server = await team.record.server(context);
  if (!server.ok) return server;
  const login = `nostro_${randomBytes(8).toString('hex')}`;
  const password = randomBytes(24).toString('base64url');
  const until = timestampNow({ now: () => clock.now() + validMs });
  const content = { login, name, roles: [...roles], until };
  const written = await writeAct(team, { kind: 'invite', content }, context);
  if (!written.ok) return written;
  const made = await server.value.invite(login, scramVerifier(password), context);
  if (!made.ok) return made;
  const { address, ca, team: digest } = team.row();
  const { host, port, database } = address;
  return ok({
    ...{ nostro: 'invitation', version: 1, bank, team: digest, name },
    ...{ host, port, database, ca, login, password, until },
  });
}

/** Reads the text of an invitation. Fails with `team.invitation` for any other text, another bank, or an expired invitation. */
export function readInvitation(
  text: string,
  { bank, nowMs }: { readonly bank: string; readonly nowMs: number },
  { correlationId }: Context,
): Outcome<Invitation> {
  const invitation = Invitation.safeParse(jsonIn(text)).data;
  const refused = (message: string) => fail('team.invitation', correlationId, { message });
  if (invitation === undefined) return refused('The file is not an invitation.');
  if (invitation.bank !== bank) return refused('The invitation is for another bank.');
  if (Date.parse(invitation.until) < nowMs) return refused('The invitation has run out.');
  return ok(invitation);
}

function jsonIn(text: string): unknown {
  const parsed = attemptSync(() => JSON.parse(text) as unknown);
  return parsed.ok ? parsed.value : null;
}
