import { fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import type { Clock, BankDate } from '../machine/context.ts';
import { fileOfBody, isFileType, isItselfTheFile } from './transport/answered-file.ts';
import { readAnswer } from './mapping/answer.ts';
import type { BankFile } from './file/bank-file.ts';
import type { Dispatchers } from './transport/dispatchers.ts';
import { exchange, isJson, within, type Reply } from './transport/exchange.ts';
import { faultOfFailure, theBank, type Fault } from './transport/faults.ts';
import type { Plan, TakeBytes } from './plan.ts';
import { cleanedFor, createRefusals } from './refusals.ts';

/** The time limits, which tests shorten; milliseconds. */
export type ClientTiming = Readonly<
  Record<
    | 'connectTimeoutMs'
    | 'readHeadersTimeoutMs'
    | 'changeHeadersTimeoutMs'
    | 'bodyIdleTimeoutMs'
    | 'readDeadlineMs'
    | 'changeDeadlineMs'
    | 'uploadIdleTimeoutMs',
    number
  >
>;

/** The result of sending a plan once. */
export type Turn = {
  readonly outcome: Outcome<unknown>;
  readonly status: number | null;
  readonly transient: boolean;
  readonly retryAfter: string | null;
  /** Milliseconds that the consumer of the bytes took after the answer had arrived. */
  readonly consumerMs: number;
};

type Transport = {
  /** Sends once. `budgetMs` is what is left of the call's deadline. */
  send(plan: Plan, headers: Readonly<Record<string, string>>, bounds: TurnBounds): Promise<Turn>;
  /** The bank's clock in its last answer; null before the first. */
  bankDate(): BankDate | null;
};

type TurnBounds = { readonly budgetMs: number; readonly signal: AbortSignal };

type TransportPorts = {
  readonly bankFile: BankFile;
  readonly clock: Clock;
  readonly dispatchers: () => Dispatchers;
  readonly timing: ClientTiming;
  readonly redact: (text: string) => string;
  readonly secretsIn: (bytes: Uint8Array) => readonly string[];
};

export const standardTiming: ClientTiming = limits;

/** Sends planned requests and reads their answers. Every failure is returned in the desk's words. */
export function createTransport(ports: TransportPorts): Transport {
  const { bankFile, clock, dispatchers, timing, redact, secretsIn } = ports;
  const { host } = new URL(bankFile.baseUrl);
  const refusals = createRefusals({ bankFile, clock, redact });
  let lastBankDate: BankDate | null = null;

  function noteDate({ date }: Reply): void {
    const dateMs = Date.parse(date ?? '');
    if (Number.isNaN(dateMs)) return;
    lastBankDate = { dateMs, wallMs: clock.now(), monotonicMs: clock.monotonicMs() };
  }

  function faulted(
    plan: Plan,
    fault: Fault,
    { bank, fields = {} }: Pick<AppError, 'bank' | 'fields'> = {},
  ) {
    return fail(fault.code, plan.context.correlationId, {
      message: fault.message,
      technical: fault.technical,
      operation: plan.operation,
      ...(bank ? { bank } : {}),
      ...(Object.keys(fields).length > 0 ? { fields } : {}),
    });
  }

  /** Reports a success that cannot be read. The outcome of a change is then unknown. */
  function unreadable(plan: Plan, reply: Reply, why: string): Turn {
    const code = plan.kind === 'change' ? 'outcome.unknown' : 'bank.unexpected';
    const answerOf = (speaker: string): string => `The answer of ${speaker} ${why}.`;
    const fault = { code, message: answerOf(theBank), technical: answerOf(host) } as const;
    const { status } = reply;
    const outcome = faulted(plan, { ...fault, transient: false }, { bank: { status } });
    // A truncated body may be complete the next time.
    return turn(outcome, reply, why === 'is not whole JSON' && plan.kind === 'read');
  }

  async function passBytes(plan: Plan, reply: Reply, take: TakeBytes<unknown>): Promise<Turn> {
    const begin = performance.now();
    const { bytes } = reply;
    const outcome = await take(bytes, secretsIn(bytes));
    const result = outcome.ok
      ? turn(outcome, reply, false)
      : unreadable(plan, reply, outcome.error);
    return { ...result, consumerMs: performance.now() - begin };
  }

  function accepted(plan: Plan, reply: Reply): Turn | Promise<Turn> {
    // A sign-out has no answer to read.
    if (reply.status === 204 && !plan.authorized) return turn(ok(null), reply, false);
    // A password reset has none either.
    if (reply.status === 204 && plan.once) return turn(ok({ message: '' }), reply, false);
    if (plan.takesFile && isFileType(reply.contentType) && !isJson(reply.contentType))
      return turn(ok(fileOfBody(reply)), reply, false);
    if (!isJson(reply.contentType))
      return unreadable(plan, reply, `is ${reply.contentType || 'without a type'}, not JSON`);
    if (plan.take) return passBytes(plan, reply, plan.take);
    const answer = readAnswer(reply.bytes);
    if (!answer.ok) return unreadable(plan, reply, answer.error);
    const doubt = plan.doubtIn(reply.bytes, answer.value);
    if (doubt !== null) return unreadable(plan, reply, doubt);
    const failure = plan.failureIn(answer.value);
    if (failure !== null) {
      const refusal = refusals.ofAnswer(plan, {
        failure,
        answer: answer.value,
        status: reply.status,
      });
      return turn(faulted(plan, refusal.fault, refusal), reply, false);
    }
    const mapped = plan.map(answer.value, cleanedFor(plan, redact));
    const isFile = plan.takesFile && isItselfTheFile(mapped);
    return turn(ok(isFile ? fileOfBody(reply) : mapped), reply, false);
  }

  return {
    bankDate: () => lastBankDate,
    async send(plan, headers, { budgetMs, signal: stop }) {
      const { kind, upload } = plan;
      const deadlineMs = upload ? timing.uploadIdleTimeoutMs : budgetMs;
      const reply = await within({ deadlineMs, signal: stop }, (signal, again) =>
        exchange(
          { lines: dispatchers, purpose: plan.retries ? 'reads' : 'changes' },
          {
            method: plan.method,
            takesFile: plan.takesFile,
            mayLeave: plan.context.mayLeave,
            url: plan.url,
            headers: { ...headers, ...plan.headers },
            body: plan.body(again),
            headersTimeoutMs: headersTimeoutOf(plan, timing),
            bodyIdleTimeoutMs: timing.bodyIdleTimeoutMs,
            signal,
          },
        ),
      );
      if (!reply.ok) {
        const fault = faultOfFailure(reply.error, kind, host);
        return {
          outcome: faulted(plan, fault),
          status: null,
          transient: fault.transient,
          retryAfter: null,
          consumerMs: 0,
        };
      }
      noteDate(reply.value);
      const { status } = reply.value;
      if (status >= 200 && status < 300) return accepted(plan, reply.value);
      const refusal = refusals.ofReply(plan, reply.value);
      return turn(faulted(plan, refusal.fault, refusal), reply.value, refusal.fault.transient);
    },
  };
}

const turn = (outcome: Outcome<unknown>, reply: Reply, transient: boolean): Turn => ({
  outcome,
  status: reply.status,
  transient,
  retryAfter: reply.retryAfter,
  consumerMs: 0,
});

/** Returns 0 for an upload: the progress of its bytes is monitored instead. */
function headersTimeoutOf({ kind, upload }: Plan, timing: ClientTiming): number {
  if (upload) return 0;
  return kind === 'read' ? timing.readHeadersTimeoutMs : timing.changeHeadersTimeoutMs;
}

/** The error for a plan that was cancelled before it was sent, or sent again. */
export const cancelledError = ({ context, operation }: Plan): AppError => {
  const { error } = fail('cancelled', context.correlationId, { operation });
  return error;
};
