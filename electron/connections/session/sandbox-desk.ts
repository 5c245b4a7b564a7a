import { z } from 'zod';

import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { TimestampText } from '../../../shared/calendar/calendar-schemas.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { BankFile } from '../../engines/bank/file/bank-file.ts';
import type { Context } from '../../engines/machine/context.ts';

/** The timeout in milliseconds; the sandbox runs on this machine. */
const answerTimeoutMs = 5_000;

const Now = z.object({ now: TimestampText });
const Subjects = z.object({
  subjects: z.array(
    z.object({
      number: z.string(),
      kind: z.string(),
      name: z.string().default(''),
      sentence: z.string(),
    }),
  ),
});

/** A number that decides how the sandbox reacts to a call that names it. */
export type SandboxSubject = z.output<typeof Subjects>['subjects'][number];

/** The controls of the sandbox, apart from the API through which money moves. No other bank has them. */
export type SandboxDesk = {
  numbers(context: Context): Promise<Outcome<readonly SandboxSubject[]>>;
  now(context: Context): Promise<Outcome<Timestamp>>;
  /** Moves the bank's clock forward; everything due by then happens. */
  advance(ms: number, context: Context): Promise<Outcome<Timestamp>>;
};

/** The controls of the built-in sandbox; null for any other bank. */
export function sandboxDesk({ builtIn, baseUrl }: BankFile): SandboxDesk | null {
  if (!builtIn) return null;
  const ask = asking(baseUrl);
  const time = async (request: Promise<Outcome<z.output<typeof Now>>>) => {
    const reply = await request;
    return reply.ok ? ok(reply.value.now) : reply;
  };
  return {
    numbers: async (context) => {
      const reply = await ask({ path: 'magic', answer: Subjects }, context);
      return reply.ok ? ok(reply.value.subjects) : reply;
    },
    now: (context) => time(ask({ path: 'health', answer: Now }, context)),
    advance: (ms, context) =>
      time(ask({ path: 'clock/advance', answer: Now, body: { ms } }, context)),
  };
}

type Question<S extends z.ZodType> = {
  readonly path: string;
  readonly answer: S;
  /** The request is a POST where there is a body. */
  readonly body?: unknown;
};

const asking =
  (baseUrl: string) =>
  async <S extends z.ZodType>(
    { path, answer, body }: Question<S>,
    { correlationId }: Context,
  ): Promise<Outcome<z.output<S>>> => {
    try {
      const response = await fetch(`${baseUrl}/sandbox/${path}`, {
        ...(body === undefined
          ? {}
          : {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(body),
            }),
        redirect: 'error',
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
      return ok(answer.parse(await response.json()));
    } catch {
      return fail('network.unreachable', correlationId, {
        message: 'The sandbox does not answer.',
      });
    }
  };
