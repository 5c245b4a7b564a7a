import { JsonNumber } from '../../shared/exact-json.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Clock } from '../machine/context.ts';
import type { BankFile } from './bank-file.ts';
import { underScheme } from './entry-headers.ts';
import { readPointer } from './pointer.ts';

/** What lets calls in. Every text of it is secret. */
export type Grant = {
  /** Sent with every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null where the bank answers none: then the credentials themselves go with every call. */
  readonly token: string | null;
  readonly refreshToken: string | null;
  /** When to renew before the bank says 401; null where the bank does not tell how long it lives. */
  readonly renewAt: Renewal | null;
  readonly generation: number;
};

/** The same moment by two clocks: one may be set, the other may stand still while the machine sleeps. Milliseconds. */
type Renewal = { readonly wallMs: number; readonly monotonicMs: number };

type TokenPointers = Pick<BankFile['auth'], 'token' | 'refreshToken' | 'expiresIn'>;

const renewBeforeMs = 60_000;
const tokenPattern = /^[\x21-\x7e]{1,16384}$/;

type Asked = {
  readonly auth: BankFile['auth'];
  readonly pointers: TokenPointers;
  readonly clock: Clock;
  /** Sent with every call beside the token. */
  readonly fixed: Readonly<Record<string, string>>;
  /** A bank that does not rotate refresh tokens leaves the old one standing. */
  readonly standing: string | null;
  readonly generation: number;
};

/** The grant in an answer to a sign-in or a renewal; an error is the place where no token was. */
export function grantIn(answer: unknown, asked: Asked): Result<Grant, string> {
  const { auth, pointers, clock, fixed, standing, generation } = asked;
  const token = readPointer(answer, pointers.token);
  if (typeof token !== 'string' || !tokenPattern.test(token)) return err(pointers.token);
  return ok({
    headers: { ...fixed, [auth.header.toLowerCase()]: underScheme(auth, token) },
    token,
    refreshToken: usableText(readMaybe(answer, pointers.refreshToken)) ?? standing,
    renewAt: renewAt(readMaybe(answer, pointers.expiresIn), clock),
    generation,
  });
}

/** Is its end near? By whichever clock counts more. */
export const endsSoon = ({ renewAt: renewal }: Grant, clock: Clock): boolean =>
  renewal !== null && (renewal.wallMs <= clock.now() || renewal.monotonicMs <= performance.now());

function renewAt(said: unknown, clock: Clock): Renewal | null {
  const text = said instanceof JsonNumber ? said.source : said;
  if (typeof text !== 'string' || !/^\d{1,9}(\.\d+)?$/.test(text)) return null;
  const lifeMs = Number(text) * 1_000;
  const inMs = lifeMs - Math.min(renewBeforeMs, lifeMs / 2);
  return { wallMs: clock.now() + inMs, monotonicMs: performance.now() + inMs };
}

const readMaybe = (answer: unknown, pointer: string | null): unknown =>
  pointer === null ? undefined : readPointer(answer, pointer);

const usableText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
