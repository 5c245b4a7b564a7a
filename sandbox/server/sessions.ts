import { createHash } from 'node:crypto';
import { z } from 'zod';

import { minuteMs } from './clock.ts';
import { HashedPassword } from './password.ts';
import { unauthorized } from './refusal.ts';

export const accessTokenMs = 15 * minuteMs;
const refreshTokenMs = 12 * 60 * minuteMs;

const TokenRecord = z.strictObject({
  use: z.enum(['access', 'refresh']),
  /** One sign-in and all that was renewed from it. */
  family: z.string(),
  expiresAtMs: z.number(),
});
type TokenRecord = z.output<typeof TokenRecord>;

/** Tokens by their SHA-256: the tokens themselves are never stored, not even here. */
export const SessionState = z.strictObject({
  issued: z.int(),
  /** Of the desk's user, once it was changed; older state files do not have it yet. */
  password: HashedPassword.nullable().default(null),
  tokens: z.array(z.tuple([z.string(), TokenRecord])),
});
export type SessionState = z.output<typeof SessionState>;

export type Sessions = {
  seed: number;
  issued: number;
  password: HashedPassword | null;
  tokens: Map<string, TokenRecord>;
};
export type IssuedTokens = { accessToken: string; refreshToken: string };

export const createSessions = (seed: number, state?: SessionState): Sessions => ({
  seed,
  issued: state?.issued ?? 0,
  password: state?.password ?? null,
  tokens: new Map(state?.tokens),
});

/** A fresh pair of tokens; without a family it is a new sign-in. */
export function issueTokens(sessions: Sessions, nowMs: number, family?: string): IssuedTokens {
  forgetExpired(sessions, nowMs);
  sessions.issued += 1;
  const accessToken = tokenText(sessions, 'access', nowMs);
  const refreshToken = tokenText(sessions, 'refresh', nowMs);
  const familyId = family ?? hashOf(refreshToken).slice(0, 16);
  const saveToken = (token: string, use: TokenRecord['use'], ms: number) =>
    sessions.tokens.set(hashOf(token), { use, family: familyId, expiresAtMs: nowMs + ms });
  saveToken(accessToken, 'access', accessTokenMs);
  saveToken(refreshToken, 'refresh', refreshTokenMs);
  return { accessToken, refreshToken };
}

/** Trades a refresh token for a new pair; it is good for one use. Throws Refusal 401. */
export function renewTokens(sessions: Sessions, refreshToken: string, nowMs: number): IssuedTokens {
  const record = recordOf(sessions, refreshToken, 'refresh');
  if (!record || record.expiresAtMs <= nowMs)
    throw unauthorized('invalid_refresh_token', 'The refresh token is unknown, used or expired');
  sessions.tokens.delete(hashOf(refreshToken));
  return issueTokens(sessions, nowMs, record.family);
}

/** The sign-in that a request belongs to. Throws Refusal 401. */
export function familyOf(sessions: Sessions, authorization: string | null, nowMs: number): string {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw unauthorized('unauthorized', 'A bearer token is required');
  const record = recordOf(sessions, token, 'access');
  if (!record) throw unauthorized('invalid_token', 'The access token is not valid');
  if (record.expiresAtMs <= nowMs)
    throw unauthorized('token_expired', 'The access token has expired');
  return record.family;
}

/** Ends a sign-in with all its tokens. */
export function endFamily(sessions: Sessions, family: string): void {
  for (const [hash, record] of sessions.tokens)
    if (record.family === family) sessions.tokens.delete(hash);
}

/** Ends every other sign-in than this one. */
export function endOtherFamilies(sessions: Sessions, family: string): void {
  for (const [hash, record] of sessions.tokens)
    if (record.family !== family) sessions.tokens.delete(hash);
}

/** Lets every access token expire at once; refresh tokens stay good. */
export function expireAccessTokens(sessions: Sessions): void {
  for (const record of sessions.tokens.values())
    if (record.use === 'access') record.expiresAtMs = 0;
}

function recordOf(
  sessions: Sessions,
  token: string,
  use: TokenRecord['use'],
): TokenRecord | undefined {
  const record = sessions.tokens.get(hashOf(token));
  return record?.use === use ? record : undefined;
}

/** An access token past its time is remembered for an hour, to answer it otherwise than an unknown one. */
function forgetExpired(sessions: Sessions, nowMs: number): void {
  for (const [hash, record] of sessions.tokens)
    if (record.expiresAtMs + 60 * minuteMs < nowMs) sessions.tokens.delete(hash);
}

const tokenText = ({ seed, issued }: Sessions, use: string, nowMs: number): string =>
  `sbx.${use}.${createHash('sha256').update(`${seed}|${issued}|${use}|${nowMs}`).digest('base64url')}`;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
