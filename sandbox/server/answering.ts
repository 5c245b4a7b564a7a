import { setTimeout as pause } from 'node:timers/promises';

import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { z } from 'zod';

import { catalogue, type OperationName } from '../../shared/bank/catalogue.ts';
import type { Operation } from '../../shared/bank/operation.ts';
import { logCall, type LoggedCall } from './calls.ts';
import { timestampOf } from './clock.ts';
import {
  answerInstead,
  falsifyEcho,
  holdsBefore,
  jsonAnswer,
  writeFaulty,
  type Answer,
} from './faults/fault-wire.ts';
import { strikingFaults, type Fault } from './faults/faults.ts';
import { answerOnce } from './idempotency.ts';
import { magicFaults } from './faults/magic.ts';
import { invalid, Refusal } from './refusal.ts';
import { readParts, subjectsOf, type RequestParts, type SandboxContext } from './request.ts';
import type { ServedBank, ServerBank } from './served-bank.ts';
import { expireAccessTokens, familyOf } from './sessions.ts';

type PlatformCall = {
  served: ServedBank;
  name: OperationName;
  parts: RequestParts;
  faults: readonly Fault[];
};

/** Operations that are called without a token. */
const openToAll: ReadonlySet<string> = new Set<OperationName>(['getToken', 'refreshToken']);

/** Answers one call of the catalogue, with all the trouble that is due. */
export async function answerCall(
  context: SandboxContext,
  served: ServedBank,
  { name, latencyMs }: { name: OperationName; latencyMs: number },
): Promise<Response> {
  const bank = served.state;
  const parts = await readParts(context, catalogue[name]);
  const faults = faultsOf(served, name, parts);
  const logged = logCall(bank.calls, callOf(context, bank, { name, faults }));
  await wait(latencyMs, faults);
  if (faults.some(({ kind }) => kind === 'token-expired')) expireAccessTokens(bank.sessions);
  const authorization = context.req.header('authorization') ?? null;
  const answer = answerOf({ served, name, parts, faults }, authorization, logged);
  return await send(context, bank, { answer, faults, logged });
}

function faultsOf(served: ServedBank, name: OperationName, parts: RequestParts): Fault[] {
  const subjects = subjectsOf(parts);
  const page = parts.query['pageNumber'] ?? parts.query['pageOffset'];
  const isFirstPage = served.isFirstPage(page);
  return [
    ...strikingFaults(served.state.rules, { operation: name, subjects, page }),
    ...magicFaults(served.magic, { operation: name, subjects, isFirstPage }),
  ];
}

function callOf(
  context: SandboxContext,
  bank: ServerBank,
  { name, faults }: { name: OperationName; faults: readonly Fault[] },
) {
  const { method, url } = context.req;
  const { pathname, search } = new URL(url);
  return {
    at: timestampOf(bank.clock),
    operation: name,
    method,
    target: `${pathname.replace('/platform', '')}${search}`,
    correlationId: /^[\w-]{1,64}$/.exec(context.req.header('x-correlation-id') ?? '')?.[0] ?? null,
    faults: faults.map(({ kind }) => kind),
  };
}

async function wait(latencyMs: number, faults: readonly Fault[]): Promise<void> {
  const added = faults.map((fault) => (fault.kind === 'latency' ? fault.ms : 0));
  const total = added.reduce((sum, ms) => sum + ms, latencyMs);
  if (total > 0) await pause(total, undefined, { ref: false });
}

function answerOf(call: PlatformCall, authorization: string | null, logged: LoggedCall): Answer {
  call.served.settle();
  if (holdsBefore(call.faults)) return jsonAnswer(200, null);
  const instead = call.faults.map(answerInstead).find((answer) => answer !== undefined);
  if (instead) return instead;
  try {
    const answer = jsonAnswer(200, perform(call, authorization));
    logged.performed = true;
    return answer;
  } catch (error) {
    return refusalAnswer(error);
  }
}

/** Checks the token and the input, does what is asked, and encodes the answer as the catalogue says. */
function perform(
  { served, name, parts, faults }: PlatformCall,
  authorization: string | null,
): unknown {
  const { state: bank, settle } = served;
  const entry: Operation = catalogue[name];
  const family = openToAll.has(name)
    ? ''
    : familyOf(bank.sessions, authorization, bank.clock.now());
  if (parts.problem) throw parts.problem;
  const input = z.safeDecode(entry.input, parts);
  if (!input.success) throw invalid(...input.error.issues.map(fieldErrorOf));
  const carryOut = (): unknown => {
    const answer = served.handle(name, input.data, { family, file: parts.file, faults });
    const wire = z.encode(entry.output, answer);
    served.falsifiers[name]?.(wire, answer as never, faults);
    return wire;
  };
  const change = { operation: name, input: input.data, parts };
  const wire = carriesSecrets(name) ? carryOut() : answerOnce(bank.idempotency, change, carryOut);
  settle();
  if (entry.effect !== 'read' || faults.length > 0) bank.onChange();
  falsifyEcho(wire, faults);
  return wire;
}

/** True for requests of which nothing is stored, so that a repetition is not recognised either. */
const carriesSecrets = (name: OperationName): boolean =>
  openToAll.has(name) || name === 'resetPassword';

/** The field without the part of the request in front: `body.amount` is `amount` to the caller. */
const fieldErrorOf = ({ path, message }: z.core.$ZodIssue) => ({
  field: path.slice(1).join('.') || 'body',
  message,
});

/** Everything that is not a Refusal is a mistake of the sandbox itself. */
export function refusalAnswer(error: unknown): Answer {
  if (!(error instanceof Refusal))
    return jsonAnswer(500, { message: String(error), code: 'sandbox_mistake' });
  const { status, code, message, errors } = error;
  const answer = jsonAnswer(status, {
    message,
    code,
    ...(errors.length > 0 ? { errors } : {}),
  });
  if (status !== 401) return answer;
  return { ...answer, headers: { ...answer.headers, 'www-authenticate': 'Bearer' } };
}

async function send(
  context: SandboxContext,
  bank: ServerBank,
  { answer, faults, logged }: { answer: Answer; faults: readonly Fault[]; logged: LoggedCall },
): Promise<Response> {
  const date = new Date(bank.clock.now()).toUTCString();
  const dated = { ...answer, headers: { ...answer.headers, date } };
  const isSilent = faults.some(({ kind }) => silentKinds.has(kind));
  logged.status = isSilent ? null : answer.status;
  if (await writeFaulty(context.env.outgoing, dated, faults)) return RESPONSE_ALREADY_SENT;
  return new Response(dated.body === '' ? null : dated.body, dated);
}

const silentKinds: ReadonlySet<string> = new Set([
  'never-answer',
  'never-answer-after-commit',
  'reset',
  'cut-after-commit',
] satisfies Fault['kind'][]);
