import type { Dispatcher } from 'undici';
import { z } from 'zod';

import type { RequiredField } from '../../../shared/bank/required-fields.ts';
import {
  catalogue,
  type OperationInput,
  type OperationName,
  type OperationOutput,
} from '../../../shared/bank/catalogue.ts';
import type { SubClientDocument } from '../../../shared/bank/onboarding.ts';
import type { FilePart, OperationParts } from '../../../shared/bank/operation.ts';
import { fail, type AppError, type ErrorCode, type Outcome } from '../../../shared/errors.ts';
import { err, ok } from '../../../shared/result.ts';
import { timestampNow, type Clock, type Context, type BankDate } from '../machine/context.ts';
import { showsAuthorized } from './session/authorized-operations.ts';
import { responseMappingOf, type ResponseMapping } from './mapping/response-mapping.ts';
import { requiredFieldsOf, isConfirmed, type BankFile } from './file/bank-file.ts';
import type { CallRecord } from './call-record.ts';
import type { ClientIdentity } from './transport/client-certificate.ts';
import { openDispatchers, sharedBy, type Dispatchers } from './transport/dispatchers.ts';
import { directNetwork, type Network } from './transport/network.ts';
import { createPace, sleepFor, type Sleep } from './pace.ts';
import {
  closedError,
  requestKind,
  planCall,
  planSession,
  type CallContext,
  type Plan,
  type TakeBytes,
  type UploadPart,
} from './plan.ts';
import { createProbes, type BankProbes } from './probes.ts';
import { createRetryPolicy } from './retry.ts';
import type { StatusWords } from './mapping/status-terms.ts';
import { createSession, type BankSession } from './session/session.ts';
import { defaultHeaders } from './default-headers.ts';
import {
  cancelledError,
  createTransport,
  standardTiming,
  type ClientTiming,
  type Turn,
} from './send-request.ts';
import { problemsByPlace } from './mapping/bank-text.ts';

/** The client through which the desk calls the bank. No failure of the network or the bank makes it throw. */
export type BankClient = {
  /** Sends, and parses the answer with the catalogue's output. */
  call<N extends OperationName>(
    name: N,
    input: OperationInput<N>,
    context: CallContext,
  ): Promise<Outcome<OperationOutput<N>>>;
  /**
   * Like `call`, but returns the mapped answer with its numbers as `JsonNumber` and without the catalogue's
   * schema check. Sync uses it, as it checks entry by entry.
   */
  callUnchecked(
    name: OperationName,
    input: OperationParts,
    context: CallContext,
  ): Promise<Outcome<unknown>>;
  /**
   * Passes the unread bytes of a success to `take`, which then owns them. Unreadable bytes are retried and reported like any other
   * answer. Rejects only with what `take` throws.
   */
  callForBytes<T>(
    name: OperationName,
    input: OperationParts,
    take: TakeBytes<T>,
    context: CallContext,
  ): Promise<Outcome<T>>;
  /** How the bank file maps the operation's answers. */
  responseMapping(name: OperationName): ResponseMapping;
  /** Section 4.4. `onSent` receives the number of file bytes passed to the connection. */
  upload(
    input: OperationInput<'uploadSubclientDocuments'>,
    file: FilePart,
    context: CallContext,
    onSent?: (bytes: number) => void,
  ): Promise<Outcome<SubClientDocument>>;
  /** True for an operation that is specified, confirmed by the bank file, or at the sandbox. */
  isOpen(name: OperationName): boolean;
  /** Returns `operation.closed` for an operation that would not be sent; null where it is open. */
  whyClosed(name: OperationName, context: Context): AppError | null;
  /** The fields that the bank file requires for an operation in addition to the catalogue's, in its order. */
  requiredFields(name: OperationName): readonly RequiredField[];
  readonly session: BankSession;
  /** Does the bank file name the header for idempotency keys? */
  readonly knowsKeys: boolean;
  /** The meaning of the bank's own status words, from its bank file. */
  readonly statusWords: StatusWords;
  /** How many payments of a file may be in flight at once, from the bank file. */
  readonly paymentsAtOnce: number;
  /** Cut-offs and the bank's own calendar days, from the bank file. */
  readonly paymentDays: Pick<BankFile, 'cutOffs' | 'calendars'>;
  /** The probes with which the doctor inspects the bank. */
  readonly probes: BankProbes;
  /** How far the bank's clock was ahead of ours in its last answer; null before the first. */
  clockOffsetMs(): number | null;
  /** The bank's clock in its last answer; null before the first. */
  bankDate(): BankDate | null;
  /** Makes later calls use new connections; calls in flight finish on the old ones. */
  reconnect(): void;
  /** Ends calls in flight; later calls are sent as usual. */
  stopCalls(): void;
  /** Ends calls in flight and closes every connection. */
  close(): Promise<void>;
};

export type BankClientOptions = {
  readonly bankFile: BankFile;
  readonly clock: Clock;
  readonly onCall?: (record: CallRecord) => void;
  /** The route to the bank; direct when left out. */
  readonly network?: Network;
  /** Used instead of the client's own connections; the caller closes it. */
  readonly dispatcher?: Dispatcher;
  readonly timing?: Partial<ClientTiming>;
  readonly random?: () => number;
  readonly sleep?: Sleep;
};

type Decoder = (answer: unknown) => Outcome<unknown>;

type CallRequest = {
  readonly name: OperationName;
  readonly input: unknown;
  readonly context: CallContext;
  readonly upload?: UploadPart;
  readonly take?: TakeBytes<unknown>;
};

const monotonicNow = (): number => performance.now();
const nothingSent = (): void => undefined;

export function createBankClient(options: BankClientOptions): BankClient {
  const { bankFile, clock, onCall, sleep = sleepFor, random = Math.random } = options;
  const timing = { ...standardTiming, ...options.timing };
  const { dispatcher, network = directNetwork } = options;
  const { host } = new URL(bankFile.baseUrl);
  const opened = (): Dispatchers =>
    dispatcher ? sharedBy(dispatcher) : openDispatchers(timing.connectTimeoutMs, network, shown);
  let identity: ClientIdentity | null = null;
  const shown = (): ClientIdentity | null => identity;
  let dispatchers = opened();
  const pace = createPace(bankFile.limits.requestsPerSecond, monotonicNow);
  const policy = createRetryPolicy({ random, now: () => clock.now(), monotonicNow });
  const isOpen = (operation: string): boolean => isConfirmed(bankFile, operation);
  let flight = new AbortController();
  let closed = false;

  const stopCalls = (): void => {
    flight.abort();
    flight = new AbortController();
  };
  const stopOf = ({ signal }: Context): AbortSignal =>
    closed
      ? AbortSignal.abort()
      : AbortSignal.any(signal ? [flight.signal, signal] : [flight.signal]);
  function reconnect(): void {
    if (dispatcher || closed) return;
    void dispatchers.close();
    dispatchers = opened();
  }

  const { session, guard } = createSession({
    bankFile,
    clock,
    isOpen,
    stopCalls,
    present: (next) => {
      if (next === identity) return;
      identity = next;
      // Connections opened under another identity, or under none, are not reused.
      reconnect();
    },
    call: async ({ operation, sent, context, headers }) => {
      const plan = planSession({ bankFile, operation, context }, sent, headers);
      return plan.ok ? perform(plan.value, ok) : { outcome: plan, status: null };
    },
  });
  const redact = (text: string): string => guard.redact(text);
  const lines = (): Dispatchers => dispatchers;
  const transport = createTransport({
    ...{ bankFile, clock, dispatchers: lines, timing, redact },
    secretsIn: (bytes) => guard.secretsIn(bytes),
  });

  /** Carries out a plan, decodes the answer and records the call once. */
  async function perform(
    plan: Plan,
    decode: Decoder,
  ): Promise<{ outcome: Outcome<unknown>; status: number | null }> {
    const at = timestampNow(clock);
    const begin = monotonicNow();
    const tally = { attempts: 0, status: null as number | null, consumerMs: 0 };
    const answer = closed ? err(cancelledError(plan)) : await attempts(plan, tally);
    const outcome = doubtful(plan, answer.ok ? decode(answer.value) : answer);
    const { consumerMs, ...attempted } = tally;
    const durationMs = Math.round(monotonicNow() - begin - consumerMs);
    const { operation, method, subject, context } = plan;
    const code: 'ok' | ErrorCode = outcome.ok ? 'ok' : outcome.error.code;
    const entry = { at, operation, method, outcome: code, durationMs, subject, ...attempted };
    if (tally.attempts > 0) record({ ...entry, correlationId: context.correlationId });
    return { outcome, status: tally.status };
  }

  /** Ignores listener errors: a record that cannot be written must not turn an answered change into a failure. */
  function record(entry: CallRecord): void {
    try {
      onCall?.(entry);
    } catch {
      return;
    }
  }

  type Tally = { attempts: number; status: number | null; consumerMs: number };

  async function attempts(plan: Plan, tally: Tally): Promise<Outcome<unknown>> {
    const stop = stopOf(plan.context);
    const isStopped = (): boolean => stop.aborted;
    let budgetMs = plan.kind === 'read' ? timing.readDeadlineMs : timing.changeDeadlineMs;
    let renewed = false;
    for (let tries = 1; ;) {
      await waitFor(pace(), stop);
      if (isStopped()) return err(cancelledError(plan));
      const authorized = plan.authorized ? await guard.authorization(plan.context) : noAuth;
      if (!authorized.ok) return err({ ...authorized.error, operation: plan.operation });
      if (isStopped()) return err(cancelledError(plan));
      const begin = monotonicNow();
      const headers = { ...defaultHeaders(plan.context), ...authorized.value.headers };
      const turn = await transport.send(plan, headers, { budgetMs, signal: stop });
      budgetMs -= monotonicNow() - begin - turn.consumerMs;
      tally.consumerMs += turn.consumerMs;
      tally.attempts += 1;
      tally.status = turn.status ?? tally.status;
      // A read that is answered during the sign-out is discarded.
      if (isStopped() && plan.kind === 'read') return err(cancelledError(plan));
      if (plan.authorized && turn.status === 401 && !plan.once) {
        const { generation } = authorized.value;
        const isFresh =
          renewed ||
          !guard.isByToken ||
          guard.authorizedOperations.isRefused(plan.operation, generation);
        if (plan.kind === 'change') return unknownAfter401(plan, turn, { generation, isFresh });
        if (isFresh) return unauthorized(plan, turn, generation);
        const entry = await guard.renew(generation, plan.context);
        if (!entry.ok) return err({ ...entry.error, operation: plan.operation });
        renewed = true;
        continue;
      }
      if (plan.authorized && showsAuthorized(turn.status))
        guard.authorizedOperations.authorized(plan.operation);
      const again = plan.retries ? waitBefore(turn, tries, budgetMs) : null;
      if (!again) return turn.outcome;
      await waitFor(again.waitMs, stop);
      if (!again.isRequested) budgetMs -= again.waitMs;
      tries += 1;
    }
  }

  /**
   * Returns `outcome.unknown` for a 401 to a change: the bank may have carried it out before it checked the session. The change is
   * never sent again here. The token is renewed for the reads that look the change up.
   */
  async function unknownAfter401(
    plan: Plan,
    { outcome }: Turn,
    { generation, isFresh }: { readonly generation: number; readonly isFresh: boolean },
  ): Promise<Outcome<never>> {
    if (isFresh) guard.authorizedOperations.refused(plan.operation, generation);
    const entry = isFresh ? null : await guard.renew(generation, plan.context);
    const unrenewed = entry === null || entry.ok ? '' : ' The session could not be renewed.';
    const bank = outcome.ok ? undefined : outcome.error.bank;
    const words = bank?.message === undefined ? '' : ` The bank says: “${bank.message}”.`;
    return fail('outcome.unknown', plan.context.correlationId, {
      message: `${host} answered 401.${words} It may have been carried out all the same.${unrenewed}`,
      operation: plan.operation,
      bank: bank ?? { status: 401 },
    });
  }

  /** Returns `bank.refused` for a 401 to a read, whatever its body. The session continues. */
  function unauthorized(plan: Plan, { outcome }: Turn, generation: number): Outcome<never> {
    const isAll = guard.authorizedOperations.refused(plan.operation, generation);
    const bank = outcome.ok ? undefined : outcome.error.bank;
    return fail('bank.refused', plan.context.correlationId, {
      message: unauthorizedMessage({
        host,
        bankMessage: bank?.message,
        isAll,
        isByToken: guard.isByToken,
      }),
      operation: plan.operation,
      bank: bank ?? { status: 401 },
    });
  }

  function waitBefore(turn: Turn, tries: number, budgetMs: number) {
    if (turn.outcome.ok || !turn.transient) return null;
    const again = policy.next(tries, turn.retryAfter);
    return again && budgetMs > (again.isRequested ? 0 : again.waitMs) ? again : null;
  }

  const waitFor = (ms: number, stop: AbortSignal): Promise<void> =>
    ms > 0 ? sleep(ms, stop) : Promise.resolve();

  async function ask(request: CallRequest, decode: Decoder): Promise<Outcome<unknown>> {
    const { name, input, context, upload, take = null } = request;
    const plan = planCall({ bankFile, operation: name, context }, input, upload);
    return plan.ok ? (await perform({ ...plan.value, take }, decode)).outcome : plan;
  }

  const decoderOf =
    (name: OperationName, context: CallContext): Decoder =>
    (answer) =>
      checked(name, answer, context);

  return {
    async call<N extends OperationName>(name: N, input: OperationInput<N>, context: CallContext) {
      const answer = await ask({ name, input, context }, decoderOf(name, context));
      return answer as Outcome<OperationOutput<N>>;
    },
    callUnchecked: (name, input, context) => {
      const { file, ...parts } = input;
      const upload = file ? { upload: { file, onSent: nothingSent } } : {};
      return ask({ name, input: parts, context, ...upload }, ok);
    },
    async callForBytes<T>(
      name: OperationName,
      input: OperationParts,
      take: TakeBytes<T>,
      context: CallContext,
    ) {
      return (await ask({ name, input, context, take }, ok)) as Outcome<T>;
    },
    responseMapping: (name) => responseMappingOf(bankFile, name),
    async upload(input, file, context, onSent = nothingSent) {
      const problem = fileProblem(bankFile, file);
      const name = 'uploadSubclientDocuments';
      if (problem) return fail(problem, context.correlationId, { operation: name });
      const request = { name, input, context, upload: { file, onSent } } as const;
      const answer = await ask(request, decoderOf(name, context));
      return answer as Outcome<SubClientDocument>;
    },
    isOpen,
    whyClosed: (operation, context) =>
      isOpen(operation) ? null : closedError({ bankFile, operation, context }),
    requiredFields: (operation) => requiredFieldsOf(bankFile, operation),
    stopCalls,
    session,
    knowsKeys: bankFile.idempotency !== null,
    statusWords: bankFile.statusWords,
    paymentsAtOnce: bankFile.limits.paymentsAtOnce,
    paymentDays: { cutOffs: bankFile.cutOffs, calendars: bankFile.calendars },
    probes: createProbes({
      bankFile,
      clock,
      network,
      shown,
      dispatchers: lines,
      timing,
      authorization: (context) => guard.authorization(context),
      turn: (stop) => waitFor(pace(), stop),
      stop: stopOf,
      record,
    }),
    clockOffsetMs: () => {
      const bankDate = transport.bankDate();
      return bankDate && bankDate.dateMs - bankDate.wallMs;
    },
    bankDate: () => transport.bankDate(),
    reconnect,
    async close() {
      closed = true;
      stopCalls();
      await dispatchers.destroy();
    },
  };
}

/** The message for a 401 to a fresh token. It quotes the bank's own message. */
function unauthorizedMessage({
  host,
  bankMessage,
  isAll,
  isByToken,
}: {
  readonly host: string;
  readonly bankMessage: string | undefined;
  readonly isAll: boolean;
  readonly isByToken: boolean;
}): string {
  const words = bankMessage === undefined ? '' : ` The bank says: “${bankMessage}”.`;
  const next = isAll
    ? 'It has let nothing in since: if it refuses everything, sign out and sign in again.'
    : 'Only this was refused; you stay signed in.';
  return `${host} answered 401${isByToken ? ', also to a fresh token' : ''}.${words} ${next}`;
}

const noAuth = ok({ headers: {}, generation: 0 });

/** Replaces `outcome.unknown` with the operation's own code where it has one. */
function doubtful(
  { doubt, context, operation }: Plan,
  outcome: Outcome<unknown>,
): Outcome<unknown> {
  if (outcome.ok || outcome.error.code !== 'outcome.unknown' || doubt === null) return outcome;
  const { bank } = outcome.error;
  return fail(doubt, context.correlationId, { operation, ...(bank ? { bank } : {}) });
}

/** Checks a mapped answer against the catalogue. A change whose answer cannot be read is not known to have failed. */
function checked(
  name: OperationName,
  answer: unknown,
  { correlationId }: CallContext,
): Outcome<unknown> {
  const { output } = catalogue[name];
  const parsed = z.safeDecode(output as z.ZodType, answer);
  if (parsed.success) return ok(parsed.data);
  const fields = problemsByPlace(parsed.error);
  const place = Object.keys(fields)[0] ?? '';
  const isChange = requestKind(name) === 'change';
  return fail(isChange ? 'outcome.unknown' : 'bank.unexpected', correlationId, {
    message: `The bank’s answer does not have the shape it should have, first at “${place}”.`,
    operation: name,
    fields,
  });
}

function fileProblem({ limits }: BankFile, { bytes, mimeType }: FilePart): ErrorCode | null {
  if (bytes.byteLength === 0) return 'file.empty';
  if (bytes.byteLength > limits.uploadBytes) return 'file.too-large';
  return limits.uploadTypes.includes(mimeType) ? null : 'file.type-unsupported';
}
