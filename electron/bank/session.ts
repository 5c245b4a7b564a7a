import type { Timestamp } from '../../shared/calendar.ts';
import { appError, fail, type AppError, type Outcome } from '../../shared/errors.ts';
import { JsonNumber } from '../../shared/exact-json.ts';
import { err, ok } from '../../shared/result.ts';
import { timestampNow, withPatience, type Clock, type Context } from '../machine/context.ts';
import { createAdmissions, type Admissions } from './admissions.ts';
import { isSecretName } from './bank-file-checks.ts';
import { ownTokenPointers } from './bank-file-schema.ts';
import type { BankFile } from './bank-file.ts';
import { grantPlacesIn, noGrantPlaces, type GrantPlaces } from './grant-places.ts';
import { readPointer } from './pointer.ts';
import { signInBody } from './sign-in-body.ts';

/** Signing in and out. Tokens and credentials never leave the closure below. */
export type BankSession = {
  /** `credentials` by the names the bank file asks for. Fails with `session.refused` when the bank says no. */
  signIn(credentials: Readonly<Record<string, string>>, context: Context): Promise<Outcome<void>>;
  /** Renews the token now; calls in parallel share one renewal. */
  refresh(context: Context): Promise<Outcome<void>>;
  /** Stops calls in flight, tells the bank if it has a way to hear it, and forgets everything. */
  signOut(context: Context): Promise<void>;
  isSignedIn(): boolean;
  signedInAt(): Timestamp | null;
  /** Where the last answer to a sign-in holds what looks like a token; nothing before the first. */
  grantPlaces(): GrantPlaces;
  /** Is there a token whose end is near, and a way to renew it? By whichever clock counts more. */
  isRenewalDue(): boolean;
  /** The password was changed at the bank: what renews the session by signing in again uses the new one from now on. */
  passwordChanged(before: string, after: string): void;
};

/** What a call needs to be let in; `generation` tells a renewed token from the one before. */
type Authorization = {
  readonly headers: Readonly<Record<string, string>>;
  readonly generation: number;
};

/** The session's other face, for the client only. */
type SessionGuard = {
  authorization(context: Context): Promise<Outcome<Authorization>>;
  /** After a 401 to a call of that generation. */
  renew(generation: number, context: Context): Promise<Outcome<void>>;
  /** What the bank let in, and what not, since somebody signed in. */
  readonly admissions: Admissions;
  /** Removes tokens and credentials from a text of the bank. */
  redact(text: string): string;
};

/** An operation of the session, asked without a token unless headers bring it. */
type SessionCall = (ask: {
  operation: string;
  body: unknown;
  context: Context;
  headers?: Readonly<Record<string, string>>;
}) => Promise<{ outcome: Outcome<unknown>; status: number | null }>;

type SessionPorts = {
  readonly bankFile: BankFile;
  readonly clock: Clock;
  readonly call: SessionCall;
  readonly isOpen: (operation: string) => boolean;
  /** Ends every call in flight. */
  readonly stopCalls: () => void;
};

type Grant = {
  readonly token: string;
  readonly refreshToken: string | null;
  /** When to renew before the bank says 401; null where the bank does not tell how long it lives. */
  readonly renewAt: Renewal | null;
  readonly generation: number;
};
/** The same moment by two clocks: one may be set, the other may stand still while the machine sleeps. Milliseconds. */
type Renewal = { readonly wallMs: number; readonly monotonicMs: number };
type Credentials = Readonly<Record<string, string>>;
type TokenPointers = Pick<BankFile['auth'], 'token' | 'refreshToken' | 'expiresIn'>;

const renewBeforeMs = 60_000;
const signOutPatienceMs = 5_000;
const tokenPattern = /^[\x21-\x7e]{1,16384}$/;

export function createSession(ports: SessionPorts): { session: BankSession; guard: SessionGuard } {
  const { bankFile, clock, call, isOpen, stopCalls } = ports;
  const { auth } = bankFile;
  const canRefresh = auth.refreshToken !== null && isOpen('refreshToken');

  const admissions = createAdmissions(() => performance.now());
  let grant: Grant | null = null;
  let held: Credentials | null = null;
  let since: Timestamp | null = null;
  let places = noGrantPlaces;
  let generation = 0;
  // Counts sign-outs: an answer that comes after one must not sign in again.
  let epoch = 0;
  let renewing: Promise<Outcome<void>> | null = null;
  // Only while the bank is asked, so that its words can be cleaned of them.
  let asking: Credentials | null = null;

  function forget(): void {
    grant = null;
    held = null;
    since = null;
    renewing = null;
    admissions.forget();
  }

  async function ask(credentials: Credentials, context: Context): Promise<Outcome<void>> {
    const body = signInBody(auth, credentials);
    if (!body.ok)
      return fail('input.invalid', context.correlationId, {
        message: 'The sign-in needs every field.',
        fields: body.error,
      });
    asking = credentials;
    const request = { operation: auth.operation, body: body.value, context };
    const outcome = await take(request, 'session.refused', auth);
    asking = null;
    return outcome;
  }

  async function take(
    request: Parameters<SessionCall>[0],
    refusal: 'session.refused' | 'session.expired',
    pointers: TokenPointers,
  ): Promise<Outcome<void>> {
    const { context, operation } = request;
    const asked = epoch;
    const { outcome, status } = await call(request);
    if (asked !== epoch) return fail('cancelled', context.correlationId, { operation });
    if (outcome.ok) return keep(outcome.value, pointers, request);
    return saysNo(outcome.error, status) ? err(refusedAs(refusal, outcome.error)) : outcome;
  }

  function keep(
    answer: unknown,
    pointers: TokenPointers,
    { context, operation }: Parameters<SessionCall>[0],
  ): Outcome<void> {
    if (operation === auth.operation) places = grantPlacesIn(answer);
    const token = readPointer(answer, pointers.token);
    if (typeof token !== 'string' || !tokenPattern.test(token))
      return fail('bank.unexpected', context.correlationId, {
        message: `The bank’s answer holds no token at “${pointers.token}”; correct auth.token in the bank file.`,
        operation,
        fields: { 'auth.token': `nothing usable at “${pointers.token}”` },
      });
    const given = usableText(readMaybe(answer, pointers.refreshToken));
    // A bank that does not rotate refresh tokens leaves the old one standing.
    const standing = operation === 'refreshToken' ? (grant?.refreshToken ?? null) : null;
    generation += 1;
    grant = {
      token,
      refreshToken: given ?? standing,
      renewAt: renewAt(readMaybe(answer, pointers.expiresIn)),
      generation,
    };
    return ok(undefined);
  }

  function renewAt(said: unknown): Renewal | null {
    const text = said instanceof JsonNumber ? said.source : said;
    if (typeof text !== 'string' || !/^\d{1,9}(\.\d+)?$/.test(text)) return null;
    const lifeMs = Number(text) * 1_000;
    const inMs = lifeMs - Math.min(renewBeforeMs, lifeMs / 2);
    return { wallMs: clock.now() + inMs, monotonicMs: performance.now() + inMs };
  }

  function isRenewalDue(): boolean {
    const renewal = grant?.renewAt;
    if (!renewal || !(canRefresh || held)) return false;
    return renewal.wallMs <= clock.now() || renewal.monotonicMs <= performance.now();
  }

  /** One renewal at a time; whoever comes meanwhile waits for it. */
  async function renewOnce(context: Context): Promise<Outcome<void>> {
    const mine = (renewing ??= renewNow({ correlationId: context.correlationId }));
    const outcome = await mine;
    if (renewing === mine) renewing = null;
    return outcome.ok ? outcome : err({ ...outcome.error, correlationId: context.correlationId });
  }

  async function renewNow(context: Context): Promise<Outcome<void>> {
    const asked = { epoch, generation };
    const outcome = await renewal(context);
    if (outcome.ok || asked.epoch !== epoch || outcome.error.code !== 'session.expired')
      return outcome;
    // Whoever signed in anew meanwhile has a token of their own, which still holds.
    if (asked.generation !== generation) return ok(undefined);
    forget();
    return outcome;
  }

  async function renewal(context: Context): Promise<Outcome<void>> {
    if (!grant) return fail('session.required', context.correlationId);
    if (canRefresh && grant.refreshToken !== null)
      return take(
        { operation: 'refreshToken', body: { refreshToken: grant.refreshToken }, context },
        'session.expired',
        bankFile.operations['refreshToken']?.response ? ownTokenPointers : auth,
      );
    if (!held) return fail('session.expired', context.correlationId);
    const again = await ask(held, context);
    return !again.ok && again.error.code === 'session.refused'
      ? err(refusedAs('session.expired', again.error))
      : again;
  }

  const headersOf = ({ token }: Grant): Record<string, string> => ({
    [auth.header.toLowerCase()]: auth.scheme === '' ? token : `${auth.scheme} ${token}`,
  });

  const session: BankSession = {
    async signIn(credentials, context) {
      const outcome = await ask(credentials, context);
      if (!outcome.ok) return outcome;
      since = timestampNow(clock);
      admissions.forget();
      // Kept only where nothing else can renew the session.
      held = canRefresh && grant?.refreshToken ? null : { ...credentials };
      return outcome;
    },
    refresh: (context) => renewOnce(context),
    async signOut(context) {
      const last = grant;
      epoch += 1;
      stopCalls();
      forget();
      if (!last || !isOpen('logoutUser')) return;
      // Whoever signs out does not wait for a bank that is down.
      await call({
        operation: 'logoutUser',
        body: undefined,
        context: withPatience(context, signOutPatienceMs),
        headers: headersOf(last),
      });
    },
    isSignedIn: () => grant !== null,
    signedInAt: () => since,
    grantPlaces: () => places,
    isRenewalDue,
    passwordChanged(before, after) {
      if (held) held = withNewPassword(held, before, after);
    },
  };

  const guard: SessionGuard = {
    async authorization(context) {
      if (isRenewalDue()) {
        const renewed = await renewOnce(context);
        if (!renewed.ok) return renewed;
      }
      return grant
        ? ok({ headers: headersOf(grant), generation: grant.generation })
        : fail('session.required', context.correlationId);
    },
    renew: (asked, context) =>
      grant && grant.generation !== asked ? Promise.resolve(ok(undefined)) : renewOnce(context),
    admissions,
    redact(text) {
      const typed = Object.entries({ ...held, ...asking })
        .filter(([name]) => isSecretName(name))
        .map(([, value]) => value);
      const secrets = [grant?.token, grant?.refreshToken, ...typed];
      return secrets.reduce<string>(
        (clean, secret) => (secret && secret.length > 3 ? clean.replaceAll(secret, '•••') : clean),
        text,
      );
    },
  };
  return { session, guard };
}

/** Credentials in which a secret field that holds the old password holds the new one. */
export const withNewPassword = (
  credentials: Credentials,
  before: string,
  after: string,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [
      name,
      isSecretName(name) && value === before ? after : value,
    ]),
  );

const readMaybe = (answer: unknown, pointer: string | null): unknown =>
  pointer === null ? undefined : readPointer(answer, pointer);

const usableText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const saysNo = (error: AppError, status: number | null): boolean =>
  error.code === 'bank.refused' || status === 401 || status === 403;

function refusedAs(code: 'session.refused' | 'session.expired', error: AppError): AppError {
  const { correlationId, operation, bank } = error;
  return appError(code, correlationId, {
    ...(operation ? { operation } : {}),
    ...(bank ? { bank } : {}),
    ...(bank?.message ? { message: `The bank says: “${bank.message}”.` } : {}),
  });
}
