import { TLSSocket } from 'node:tls';

import { catalogue, type OperationName } from '../../../shared/bank/catalogue.ts';
import type { OperationParts } from '../../../shared/bank/operation.ts';
import {
  appError,
  fail,
  type AppError,
  type ErrorCode,
  type Outcome,
} from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow, type Clock, type Context } from '../machine/context.ts';
import { readAnswer } from './mapping/answer.ts';
import type { BankFile } from './file/bank-file.ts';
import type { CallRecord } from './call-record.ts';
import {
  connectTo,
  ConnectionRefused,
  peerOf,
  type PeerCertificate,
  type Shown,
} from './transport/connect.ts';
import type { Dispatchers } from './transport/dispatchers.ts';
import { exchange, isJson, within, type Reply } from './transport/exchange.ts';
import { failureOf, faultOfFailure, type Failure } from './transport/faults.ts';
import type { Network } from './transport/network.ts';
import { planCall, type Plan } from './plan.ts';
import { defaultHeaders } from './default-headers.ts';
import type { ClientTiming } from './send-request.ts';

/** A connection that could not be made. */
export type Unreached = {
  readonly by: 'address' | 'tls';
  /** Node's own code, such as ENOTFOUND; empty where there is none. */
  readonly code: string;
  /** The failure in one sentence. */
  readonly words: string;
  readonly error: AppError;
};

/** The result of connecting to the bank's address. Not one byte was sent over the connection. */
export type Reached = {
  /** The failure: nothing answers, or the peer is not trusted. Null when the connection was made. */
  readonly failed: Unreached | null;
  /** The TLS version, such as `TLSv1.3`; null over plain HTTP and where none was agreed on. */
  readonly protocol: string | null;
  /** The certificate that the peer showed, trusted or not. */
  readonly certificate: PeerCertificate | null;
};

/** An answer as received: not mapped by the bank file and not validated. */
export type Look = {
  readonly status: number;
  /** The media type, such as `text/html`, without parameters; empty where the answer names none. */
  readonly contentType: string;
  /** The parsed body; undefined where it is not complete JSON. */
  readonly body: unknown;
  /** The host to which a redirect points; null without one. */
  readonly elsewhere: string | null;
};

/** Probes for a close look at a bank. None can change anything there. */
export type BankProbes = {
  /** Opens a connection, reads the peer's certificate, and closes it. */
  reach(context: Context): Promise<Reached>;
  /** Sends one read once, with or without the session's token. Refuses any other operation before anything is sent. */
  look(
    name: OperationName,
    input: OperationParts,
    entry: 'signed-in' | 'unsigned',
    context: Context,
  ): Promise<Outcome<Look>>;
};

type ProbePorts = {
  readonly bankFile: BankFile;
  readonly clock: Clock;
  readonly network: Network;
  readonly shown: Shown;
  readonly dispatchers: () => Dispatchers;
  readonly timing: ClientTiming;
  /** Returns the headers that authorize a call. */
  readonly authorization: (
    context: Context,
  ) => Promise<Outcome<{ readonly headers: Readonly<Record<string, string>> }>>;
  /** Waits until the bank's rate limit allows one more request. */
  readonly turn: (stop: AbortSignal) => Promise<void>;
  /** Returns a signal that aborts when calls in flight must end. */
  readonly stop: (context: Context) => AbortSignal;
  readonly record: (entry: CallRecord) => void;
};

export function createProbes(ports: ProbePorts): BankProbes {
  return {
    reach: (context) => reach(ports, context),
    async look(name, input, entry, context) {
      const { correlationId } = context;
      const plan = planCall({ bankFile: ports.bankFile, operation: name, context }, input);
      if (!plan.ok) return plan;
      if (catalogue[name].effect !== 'read')
        return fail('internal', correlationId, { message: `${name} is not a read.` });
      const authorized =
        entry === 'unsigned' ? ok({ headers: {} }) : await ports.authorization(context);
      if (!authorized.ok) return authorized;
      return look(ports, plan.value, authorized.value.headers);
    },
  };
}

async function reach(
  { bankFile, network, shown, timing, stop }: ProbePorts,
  context: Context,
): Promise<Reached> {
  const { protocol, hostname, port } = new URL(bankFile.baseUrl);
  const standard = protocol === 'https:' ? 443 : 80;
  const target = {
    protocol,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? standard : Number(port),
  };
  const signal = stop(context);
  try {
    const socket = await connectTo(target, network, timing.connectTimeoutMs, shown);
    const secured = socket instanceof TLSSocket ? socket : null;
    const security = {
      protocol: secured?.getProtocol() ?? null,
      certificate: secured && peerOf(secured),
    };
    socket.destroy();
    return { failed: signal.aborted ? cancelled(context) : null, ...security };
  } catch (cause) {
    const failed = unreached(bankFile, failureOf(cause, false, false), context);
    const certificate = cause instanceof ConnectionRefused ? cause.certificate : null;
    return { failed, protocol: null, certificate };
  }
}

const cancelled = ({ correlationId }: Context): Unreached => {
  const error = appError('cancelled', correlationId);
  return { by: 'address', code: '', words: error.message, error };
};

function unreached({ baseUrl }: BankFile, failure: Failure, { correlationId }: Context): Unreached {
  const { code, message, technical } = faultOfFailure(failure, 'read', new URL(baseUrl).host);
  return {
    by: failure.kind === 'untrusted' ? 'tls' : 'address',
    code: failure.detail,
    words: technical ?? message,
    error: appError(code, correlationId, { message, technical }),
  };
}

async function look(
  ports: ProbePorts,
  plan: Plan,
  headers: Readonly<Record<string, string>>,
): Promise<Outcome<Look>> {
  const { bankFile, clock, dispatchers, timing } = ports;
  const { correlationId } = plan.context;
  const stop = ports.stop(plan.context);
  await ports.turn(stop);
  if (stop.aborted) return fail('cancelled', correlationId, { operation: plan.operation });
  const at = timestampNow(clock);
  const begin = performance.now();
  const reply = await within({ deadlineMs: timing.readDeadlineMs, signal: stop }, (signal, again) =>
    exchange(
      { lines: dispatchers, purpose: 'reads' },
      {
        method: plan.method,
        url: plan.url,
        headers: { ...defaultHeaders(plan.context), ...headers, ...plan.headers },
        body: plan.body(again),
        headersTimeoutMs: timing.readHeadersTimeoutMs,
        bodyIdleTimeoutMs: timing.bodyIdleTimeoutMs,
        signal,
      },
    ),
  );
  const fault = reply.ok
    ? null
    : faultOfFailure(reply.error, 'read', new URL(bankFile.baseUrl).host);
  ports.record({
    at,
    operation: plan.operation,
    method: plan.method,
    outcome: fault ? fault.code : outcomeOf(reply.ok ? reply.value.status : 0),
    status: reply.ok ? reply.value.status : null,
    durationMs: Math.round(performance.now() - begin),
    attempts: 1,
    correlationId,
    subject: plan.subject,
  });
  if (reply.ok) return ok(lookOf(reply.value, bankFile.baseUrl));
  return fail(fault?.code ?? 'internal', correlationId, {
    ...(fault ? { message: fault.message, technical: fault.technical } : {}),
    operation: plan.operation,
  });
}

/** The outcome in the activity list, by the status alone. */
function outcomeOf(status: number): 'ok' | ErrorCode {
  if (status >= 200 && status < 300) return 'ok';
  return status >= 400 && status < 500 ? 'bank.refused' : 'bank.unexpected';
}

function lookOf({ status, contentType, location, bytes }: Reply, baseUrl: string): Look {
  const answer = isJson(contentType) ? readAnswer(bytes) : null;
  const elsewhere = location === null ? null : (URL.parse(location, baseUrl)?.host ?? null);
  return {
    status,
    contentType: (contentType.split(';')[0] ?? '').trim().toLowerCase().slice(0, 60),
    body: answer?.ok ? answer.value : undefined,
    elsewhere,
  };
}
