import { parseArgs } from 'node:util';
import { z } from 'zod';

import { TimestampText } from '../../shared/calendar/calendar-schemas.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';
import { startSandbox, type Sandbox } from './sandbox.ts';
import { createClock } from '../server/clock.ts';
import type { Listener } from '../server/access-check.ts';

const WholeNumber = z.coerce.number('must be a number').int('must be a whole number').min(0);

/** How the sandbox is started as a program or as a worker. */
const ProgramOptions = z.strictObject({
  port: WholeNumber.max(65_535).optional(),
  seed: WholeNumber.max(4_294_967_295).optional(),
  entries: WholeNumber.min(100).max(10_000_000).optional(),
  latencyMs: WholeNumber.max(600_000).optional(),
  statePath: z.string().min(1).optional(),
  /** The clock stands still at this instant; without it the clock is the machine's. */
  startAt: TimestampText.optional(),
});
type ProgramOptions = z.output<typeof ProgramOptions>;

/** Reads `--port P --seed N --entries N --latency MS --state FILE --start-at INSTANT`. Throws for anything else. */
function optionsOf(args: readonly string[]): ProgramOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: text,
      seed: text,
      entries: text,
      latency: text,
      state: text,
      'start-at': text,
    },
  });
  const { latency, state, 'start-at': startAt, ...rest } = values;
  return ProgramOptions.parse({ ...rest, latencyMs: latency, statePath: state, startAt });
}

/** How long a sandbox that also serves other programs waits for them before it ends. */
const guestsPatienceMs = 20_000;

/** Opens the bank on a listener of its thread, with the options in `data`, and ends the thread once that is requested. */
export async function playBehind(
  listener: Listener,
  closeRequest: Promise<unknown>,
  data: unknown,
): Promise<void> {
  const sandbox = await startWith({ ...ProgramOptions.parse(data ?? {}), listener });
  void closeRequest
    .then(() => sandbox.guestsGone(guestsPatienceMs))
    .then(() => sandbox.close())
    .then(
      () => process.exit(0),
      (error: unknown) => fail(error, 1),
    );
}

/** Prints one line of JSON when it is ready; SIGTERM and SIGINT end it, its state saved. */
export async function runAlone(): Promise<void> {
  const options = readOptions();
  const sandbox = await startWith(options).catch((error: unknown) => fail(error, 1));
  const { parameters } = sandbox.bank;
  const line = {
    baseUrl: sandbox.baseUrl,
    credentials: sandboxSignIn,
    ...parameters,
    state: sandbox.stateFound,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  let closing: Promise<never> | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      // A terminal sends its signal to a whole group of processes, so that it may come twice.
      closing ??= sandbox.close().then(
        () => process.exit(0),
        (error: unknown) => fail(error, 1),
      );
    });
}

function startWith({
  startAt,
  ...options
}: ProgramOptions & { readonly listener?: Listener }): Promise<Sandbox> {
  return startSandbox({ ...options, ...(startAt ? { clock: createClock({ startAt }) } : {}) });
}

function readOptions(): ProgramOptions {
  try {
    return optionsOf(process.argv.slice(2));
  } catch (error) {
    return fail(error, 2);
  }
}

function fail(error: unknown, exitCode: number): never {
  const message = error instanceof z.ZodError ? wordsOf(error) : messageOf(error);
  process.stderr.write(
    `${JSON.stringify({ error: { code: exitCode === 2 ? 'input.invalid' : 'internal', message } })}\n`,
  );
  process.exit(exitCode);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function wordsOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}
