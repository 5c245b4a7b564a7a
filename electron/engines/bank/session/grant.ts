import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { limits } from '../../../../shared/limits.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import type { Clock } from '../../machine/context.ts';
import type { BankFile } from '../file/bank-file.ts';
import { underScheme } from './auth-headers.ts';
import { readPointer } from '../json/pointer.ts';

/** What lets calls in. Every text of it is secret. */
export type Grant = {
  /** Sent with every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null where the bank answers none: then the credentials themselves go with every call. */
  readonly token: string | null;
  readonly refreshToken: string | null;
  /** When to renew before the bank answers 401; null where the bank does not send the lifetime. */
  readonly renewAt: Moment | null;
  /** When to renew before a change, which may take as long as it is given; null as above. */
  readonly renewForChangeAt: Moment | null;
  readonly generation: number;
};

/** The same moment by two clocks: one may be set, the other may stand still while the machine sleeps. Milliseconds. */
type Moment = { readonly wallMs: number; readonly monotonicMs: number };

type TokenPointers = Pick<BankFile['auth'], 'token' | 'refreshToken' | 'expiresIn'>;

const renewBeforeMs = 60_000;
const renewForChangeMs = renewBeforeMs + limits.changeDeadlineMs;
const tokenPattern = /^[\x21-\x7e]{1,16384}$/;

type GrantRequest = {
  readonly auth: BankFile['auth'];
  readonly pointers: TokenPointers;
  readonly clock: Clock;
  /** Headers sent with every call in addition to the token. */
  readonly fixed: Readonly<Record<string, string>>;
  /** The refresh token so far; it stays valid where the bank does not rotate refresh tokens. */
  readonly currentRefreshToken: string | null;
  readonly generation: number;
};

/** The grant in an answer to a sign-in or a renewal; an error is the place where no token was. */
export function grantIn(answer: unknown, request: GrantRequest): Result<Grant, string> {
  const { auth, pointers, clock, fixed, currentRefreshToken, generation } = request;
  const token = readPointer(answer, pointers.token);
  const lifeMs = lifeIn(readMaybe(answer, pointers.expiresIn));
  if (typeof token !== 'string' || !tokenPattern.test(token)) return err(pointers.token);
  return ok({
    headers: { ...fixed, [auth.header.toLowerCase()]: underScheme(auth, token) },
    token,
    refreshToken: usableText(readMaybe(answer, pointers.refreshToken)) ?? currentRefreshToken,
    renewAt: beforeEnd(lifeMs, Math.min(renewBeforeMs, lifeMs / 2), clock),
    renewForChangeAt: beforeEnd(lifeMs, Math.min(renewForChangeMs, (lifeMs * 3) / 4), clock),
    generation,
  });
}

/** Has the moment come? By whichever clock counts more. */
export const isPast = (moment: Moment, clock: Clock): boolean =>
  moment.wallMs <= clock.now() || moment.monotonicMs <= performance.now();

/** A moment that many milliseconds from now. */
export const momentIn = (ms: number, clock: Clock): Moment => ({
  wallMs: clock.now() + ms,
  monotonicMs: performance.now() + ms,
});

const beforeEnd = (lifeMs: number, aheadMs: number, clock: Clock): Moment | null =>
  Number.isNaN(lifeMs) ? null : momentIn(lifeMs - aheadMs, clock);

/** Milliseconds; NaN where the bank sends nothing readable. */
function lifeIn(value: unknown): number {
  const text = value instanceof JsonNumber ? value.source : value;
  return typeof text === 'string' && /^\d{1,9}(\.\d+)?$/.test(text)
    ? Number(text) * 1_000
    : Number.NaN;
}

const readMaybe = (answer: unknown, pointer: string | null): unknown =>
  pointer === null ? undefined : readPointer(answer, pointer);

const usableText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
