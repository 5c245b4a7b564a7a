import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { limits } from '../../../../shared/limits.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import type { Clock } from '../../machine/context.ts';
import type { BankFile } from '../file/bank-file.ts';
import { underScheme } from './auth-headers.ts';
import { readPointer } from '../json/pointer.ts';

/** The authorization of calls. All its texts are secret. */
export type Grant = {
  /** Sent with every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null where the bank returns none and every call carries the credentials. */
  readonly token: string | null;
  readonly refreshToken: string | null;
  /** When to renew before the bank answers 401; null where the bank does not send the lifetime. */
  readonly renewAt: Moment | null;
  /** When to renew before a change, earlier by the deadline of a change; null as above. */
  readonly renewForChangeAt: Moment | null;
  readonly generation: number;
};

/** A moment by two clocks, in milliseconds: the wall clock may be set, the monotonic one may stop while the machine sleeps. */
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

/** Reads the grant from an answer to a sign-in or a renewal. The error is the place where the token is missing. */
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

/** Has the moment passed on either clock? */
export const isPast = (moment: Moment, clock: Clock): boolean =>
  moment.wallMs <= clock.now() || moment.monotonicMs <= performance.now();

/** Returns the moment that many milliseconds from now. */
export const momentIn = (ms: number, clock: Clock): Moment => ({
  wallMs: clock.now() + ms,
  monotonicMs: performance.now() + ms,
});

const beforeEnd = (lifeMs: number, aheadMs: number, clock: Clock): Moment | null =>
  Number.isNaN(lifeMs) ? null : momentIn(lifeMs - aheadMs, clock);

/** Reads a lifetime in seconds and returns milliseconds; NaN where it is not readable. */
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
