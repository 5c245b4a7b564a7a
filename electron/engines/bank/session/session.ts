import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { appError, fail, type AppError, type Outcome } from '../../../../shared/errors.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { timestampNow, withPatience, type Clock, type Context } from '../../machine/context.ts';
import { createAuthorizedOperations, type AuthorizedOperations } from './authorized-operations.ts';
import type { BankFile } from '../file/bank-file.ts';
import {
  certificateNames,
  clientIdentity,
  shownCertificate,
  type ClientIdentity,
} from '../transport/client-certificate.ts';
import { credentialFieldsOf, signsInByCall } from './credential-fields.ts';
import { authHeaders, fixedHeaders } from './auth-headers.ts';
import { grantIn, isPast, momentIn, type Grant } from './grant.ts';
import { grantPlacesIn, noGrantPlaces, type GrantPlaces } from './grant-places.ts';
import type { Problems } from '../mapping/mapping.ts';
import { basicSecrets, cleanerOfWritten, secretsIn, writtenSecrets } from '../json/redaction.ts';
import { isSecretName } from '../file/secret-names.ts';
import { signInRequest, type SignInRequest } from './sign-in-request.ts';
import { ownTokenPointers } from '../file/sign-in-methods.ts';

/** The session at the bank. Tokens and credentials never leave the closure below. */
export type BankSession = {
  /** Signs in with credentials by the names in the bank file. Fails with `session.refused` when the bank refuses them. */
  signIn(credentials: Readonly<Record<string, string>>, context: Context): Promise<Outcome<void>>;
  /** Shows the client certificate among the credentials before the sign-in, where the bank asks for one. */
  present(credentials: Readonly<Record<string, string>>): void;
  /** Renews the token now. Concurrent calls share one renewal. */
  refresh(context: Context): Promise<Outcome<void>>;
  /** Stops calls in flight, signs out at the bank where it has an operation for that, and forgets everything. */
  signOut(context: Context): Promise<void>;
  isSignedIn(): boolean;
  signedInAt(): Timestamp | null;
  /** The places in the last sign-in answer that look like a token; none before the first. */
  grantPlaces(): GrantPlaces;
  /** Does the token end soon by either clock, and can it be renewed? */
  isRenewalDue(): boolean;
  /**
   * Must the token be renewed before a change is recorded? It may end before the bank has the change. Where the bank names no end,
   * it may have ended after five minutes without an answer, as banks end idle sessions.
   */
  mayEndDuringChange(): boolean;
  /** Records a password change at the bank, so that later renewals sign in with the new password. */
  passwordChanged(before: string, after: string): void;
};

/** The authorization of a call; `generation` distinguishes a renewed token from the one before. */
type Authorization = {
  readonly headers: Readonly<Record<string, string>>;
  readonly generation: number;
};

/** The part of the session that only the client uses. */
type SessionGuard = {
  authorization(context: Context): Promise<Outcome<Authorization>>;
  /** True where the session uses a token, false where every call carries the credentials. */
  readonly isByToken: boolean;
  /** Renews the token after a 401 to a call of that generation, unless it was renewed since. */
  renew(generation: number, context: Context): Promise<Outcome<void>>;
  /** The operations that the bank authorized or refused since the sign-in. */
  readonly authorizedOperations: AuthorizedOperations;
  /** Removes tokens and credentials from a text of the bank. */
  redact(text: string): string;
  /** Returns the tokens and credentials that occur in an answer, in any encoding. */
  secretsIn(bytes: Uint8Array): readonly string[];
};

/** Calls an operation of the session, without a token unless `headers` carry it. `sent` becomes its body. */
type SessionCall = (ask: {
  operation: string;
  sent: { body: unknown } | SignInRequest;
  context: Context;
  headers: Readonly<Record<string, string>>;
}) => Promise<{ outcome: Outcome<unknown>; status: number | null }>;

type SessionPorts = {
  readonly bankFile: BankFile;
  readonly clock: Clock;
  readonly call: SessionCall;
  readonly isOpen: (operation: string) => boolean;
  /** Ends every call in flight. */
  readonly stopCalls: () => void;
  /** Sets the identity that new connections show; null for none. */
  readonly present: (identity: ClientIdentity | null) => void;
};

type Credentials = Readonly<Record<string, string>>;
type Headers = Readonly<Record<string, string>>;

/** What the session retains of the credentials. `fixed` are headers of every call, `secrets` are redacted from messages. */
type Held = {
  readonly fixed: Headers;
  readonly secrets: readonly string[];
  /** Null where a refresh token renews the session. */
  readonly credentials: Credentials | null;
  /** Null where the bank asks for no client certificate. */
  readonly identity: ClientIdentity | null;
};

/** The cached redaction, rebuilt only when one of its inputs changes. */
type Cleaning = {
  readonly grant: Grant | null;
  readonly held: Held | null;
  readonly asking: readonly string[];
  readonly written: readonly string[];
  readonly clean: (text: string) => string;
};

const signOutPatienceMs = 5_000;
/** Banks end sessions that were idle for this long or longer. */
const idleMs = 5 * 60_000;

export function createSession(ports: SessionPorts): { session: BankSession; guard: SessionGuard } {
  const { bankFile, clock, call, isOpen, stopCalls, present } = ports;
  const { auth } = bankFile;
  const needsToken = signsInByCall(auth);
  const canRefresh = needsToken && auth.refreshToken !== null && isOpen('refreshToken');

  const authorizedOperations = createAuthorizedOperations(() => performance.now());
  let grant: Grant | null = null;
  let held: Held | null = null;
  let since: Timestamp | null = null;
  let places = noGrantPlaces;
  let generation = 0;
  /** From this moment an idle session may have ended. */
  let idleAt = momentIn(idleMs, clock);
  // Counts sign-outs: an answer that arrives after one must not sign in again.
  let epoch = 0;
  let renewing: Promise<Outcome<void>> | null = null;
  // The secrets of a sign-in in flight, to redact them from the bank's messages.
  let asking: readonly string[] = [];

  let cleaning: Cleaning | null = null;

  function secretsNow(): (string | null | undefined)[] {
    const sent = Object.values(grant?.headers ?? {}).flatMap(basicSecrets);
    return [grant?.token, grant?.refreshToken, ...sent, ...(held?.secrets ?? []), ...asking];
  }

  function cleaningNow(): Cleaning {
    if (cleaning?.grant === grant && cleaning.held === held && cleaning.asking === asking)
      return cleaning;
    const written = writtenSecrets(secretsNow());
    cleaning = { grant, held, asking, written, clean: cleanerOfWritten(written) };
    return cleaning;
  }

  function forget(): void {
    grant = null;
    held = null;
    since = null;
    renewing = null;
    authorizedOperations.forget();
    present(null);
  }

  async function enter(credentials: Credentials, context: Context): Promise<Outcome<Held>> {
    const fixed = fixedHeaders(auth, credentials);
    if (!fixed.ok) return incomplete(fixed.error, context);
    const identity = identityIn(credentials);
    if (!identity.ok) return incomplete(identity.error, context);
    const next = heldOf(credentials, fixed.value, identity.value);
    present(next.identity);
    return needsToken ? ask(credentials, next, context) : useStaticAuth(credentials, next, context);
  }

  /** Returns the same identity for the same texts, so that connections are reused. */
  function identityIn(credentials: Credentials): Result<ClientIdentity | null, Problems> {
    if (!auth.clientCertificate) return ok(null);
    const before = held?.credentials;
    const isSame = Object.values(certificateNames).every(
      (name) => before?.[name] === credentials[name],
    );
    if (held?.identity && before && isSame) return ok(held.identity);
    const identity = clientIdentity(credentials);
    const ends = identity.ok ? shownCertificate(identity.value).validTo : null;
    return ends !== null && Date.parse(ends) < clock.now()
      ? err({ [certificateNames.certificate]: `has ended on ${ends.slice(0, 10)}` })
      : identity;
  }

  function heldOf(credentials: Credentials, fixed: Headers, identity: ClientIdentity | null): Held {
    const secrets = credentialFieldsOf(bankFile).flatMap(({ name, secret }) =>
      secret ? (credentials[name] ?? []) : [],
    );
    const typed = credentials[certificateNames.passphrase] ?? [];
    return {
      fixed,
      secrets: [...secrets, ...Object.values(fixed)].concat(typed),
      credentials,
      identity,
    };
  }

  async function ask(
    credentials: Credentials,
    next: Held,
    context: Context,
  ): Promise<Outcome<Held>> {
    const sent = signInRequest(auth, credentials);
    if (!sent.ok) return incomplete(sent.error, context);
    asking = [...next.secrets, ...basicSecrets(sent.value.headers['authorization'])];
    const request = { operation: auth.operation, sent: sent.value, headers: next.fixed, context };
    const outcome = await take(request, { refusal: 'session.refused', pointers: auth, next });
    asking = [];
    return outcome.ok ? ok(next) : outcome;
  }

  /** Signs in without a request: every call carries the credentials from now on. */
  function useStaticAuth(credentials: Credentials, next: Held, context: Context): Outcome<Held> {
    const entry = authHeaders(auth, credentials);
    if (!entry.ok) return incomplete(entry.error, context);
    grantStatic({ ...next.fixed, ...entry.value });
    return ok(next);
  }

  function grantStatic(headers: Headers): void {
    generation += 1;
    const never = { renewAt: null, renewForChangeAt: null };
    grant = { headers, token: null, refreshToken: null, ...never, generation };
  }

  type Taking = {
    readonly refusal: 'session.refused' | 'session.expired';
    readonly pointers: Pick<BankFile['auth'], 'token' | 'refreshToken' | 'expiresIn'>;
    readonly next: Held;
  };

  async function take(
    request: Parameters<SessionCall>[0],
    { refusal, pointers, next }: Taking,
  ): Promise<Outcome<void>> {
    const { context, operation } = request;
    const requested = epoch;
    const { outcome, status } = await call(request);
    if (requested !== epoch) return fail('cancelled', context.correlationId, { operation });
    if (!outcome.ok)
      return isRefusal(outcome.error, status) ? err(refusedAs(refusal, outcome.error)) : outcome;
    if (operation === auth.operation) places = grantPlacesIn(outcome.value);
    generation += 1;
    const currentRefreshToken = operation === 'refreshToken' ? (grant?.refreshToken ?? null) : null;
    const received = { auth, pointers, clock, fixed: next.fixed, currentRefreshToken, generation };
    const given = grantIn(outcome.value, received);
    if (!given.ok) return tokenless(given.error, request);
    grant = given.value;
    idleAt = momentIn(idleMs, clock);
    return ok(undefined);
  }

  const canRenew = (): boolean => canRefresh || Boolean(held?.credentials);

  const isRenewalDue = (): boolean =>
    Boolean(grant?.renewAt && canRenew() && isPast(grant.renewAt, clock));

  const mayEndDuringChange = (): boolean =>
    Boolean(grant?.token && canRenew() && isPast(grant.renewForChangeAt ?? idleAt, clock));

  /** Runs one renewal at a time. Concurrent callers wait for it. */
  async function renewOnce(context: Context): Promise<Outcome<void>> {
    const mine = (renewing ??= renewNow({ correlationId: context.correlationId }));
    const outcome = await mine;
    if (renewing === mine) renewing = null;
    return outcome.ok ? outcome : err({ ...outcome.error, correlationId: context.correlationId });
  }

  async function renewNow(context: Context): Promise<Outcome<void>> {
    const requested = { epoch, generation };
    const outcome = await renewal(context);
    if (outcome.ok || requested.epoch !== epoch || outcome.error.code !== 'session.expired')
      return outcome;
    // A sign-in during the renewal brought a new token, which is still valid.
    if (requested.generation !== generation) return ok(undefined);
    forget();
    return outcome;
  }

  async function renewal(context: Context): Promise<Outcome<void>> {
    if (!grant || !held) return fail('session.required', context.correlationId);
    // Credentials that every call carries do not expire.
    if (!needsToken) return ok(undefined);
    const { refreshToken } = grant;
    if (canRefresh && refreshToken !== null)
      return take(
        {
          operation: 'refreshToken',
          sent: { body: { refreshToken } },
          headers: held.fixed,
          context,
        },
        {
          refusal: 'session.expired',
          pointers: bankFile.operations['refreshToken']?.response ? ownTokenPointers : auth,
          next: held,
        },
      );
    if (!held.credentials) return fail('session.expired', context.correlationId);
    const again = await enter(held.credentials, context);
    if (again.ok) return ok(undefined);
    return again.error.code === 'session.refused'
      ? err(refusedAs('session.expired', again.error))
      : again;
  }

  const session: BankSession = {
    async signIn(credentials, context) {
      const entered = await enter({ ...credentials }, context);
      if (!entered.ok) {
        present(held?.identity ?? null);
        return entered;
      }
      since = timestampNow(clock);
      authorizedOperations.forget();
      // Stores the credentials only where nothing else can renew the session.
      const { fixed } = entered.value;
      held =
        canRefresh && grant?.refreshToken
          ? { ...entered.value, secrets: Object.values(fixed), credentials: null }
          : entered.value;
      return ok(undefined);
    },
    present(credentials) {
      const identity = identityIn(credentials);
      if (identity.ok && !grant) present(identity.value);
    },
    refresh: (context) => renewOnce(context),
    async signOut(context) {
      const last = grant;
      const identity = held?.identity ?? null;
      epoch += 1;
      stopCalls();
      forget();
      if (!last?.token || !isOpen('logoutUser')) return;
      present(identity);
      // The sign-out does not wait long for a bank that is down.
      await call({
        operation: 'logoutUser',
        sent: { body: undefined },
        context: withPatience(context, signOutPatienceMs),
        headers: last.headers,
      });
      present(held?.identity ?? null);
    },
    isSignedIn: () => grant !== null,
    signedInAt: () => since,
    grantPlaces: () => places,
    isRenewalDue,
    mayEndDuringChange,
    passwordChanged(before, after) {
      if (!held?.credentials) return;
      const credentials = withNewPassword(held.credentials, before, after);
      const fixed = fixedHeaders(auth, credentials);
      held = heldOf(credentials, fixed.ok ? fixed.value : held.fixed, held.identity);
      const entry = needsToken ? null : authHeaders(auth, credentials);
      if (entry?.ok) grantStatic({ ...held.fixed, ...entry.value });
    },
  };

  const guard: SessionGuard = {
    async authorization(context) {
      if (isRenewalDue()) {
        const renewed = await renewOnce(context);
        if (!renewed.ok) return renewed;
      }
      return grant
        ? ok({ headers: grant.headers, generation: grant.generation })
        : fail('session.required', context.correlationId);
    },
    renew: (requested, context) =>
      grant && grant.generation !== requested ? Promise.resolve(ok(undefined)) : renewOnce(context),
    authorizedOperations: {
      ...authorizedOperations,
      authorized(operation) {
        idleAt = momentIn(idleMs, clock);
        authorizedOperations.authorized(operation);
      },
    },
    isByToken: needsToken,
    redact: (text) => cleaningNow().clean(text),
    secretsIn: (bytes) => secretsIn(bytes, cleaningNow().written),
  };
  return { session, guard };
}

/** Returns the credentials with the new password in each secret field that holds the old one. */
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

const incomplete = (fields: Problems, { correlationId }: Context) =>
  fail('input.invalid', correlationId, { message: 'Fill in every field to sign in.', fields });

const tokenless = (
  place: string,
  { context, operation }: Pick<Parameters<SessionCall>[0], 'context' | 'operation'>,
) =>
  fail('bank.unexpected', context.correlationId, {
    message: `The bank’s answer has no token at “${place}”; correct auth.token in the bank file.`,
    operation,
    fields: { 'auth.token': `nothing usable at “${place}”` },
  });

const isRefusal = (error: AppError, status: number | null): boolean =>
  error.code === 'bank.refused' || status === 401 || status === 403;

function refusedAs(code: 'session.refused' | 'session.expired', error: AppError): AppError {
  const { correlationId, operation, bank } = error;
  return appError(code, correlationId, {
    ...(operation ? { operation } : {}),
    ...(bank ? { bank } : {}),
    ...(bank?.message ? { message: `The bank says: “${bank.message}”.` } : {}),
  });
}
