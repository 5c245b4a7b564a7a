import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { z } from 'zod';

import { createClock } from './server/clock.ts';
import { sandboxCredentials } from './server/credentials.ts';
import { optionsOf, ProgramOptions } from './options.ts';
import { startSandbox, type Sandbox } from './bank/sandbox.ts';

if (parentPort) await runAsWorker(parentPort);
else await runAlone();

/** Whoever plays the bank for others as well does not end it under them at once. */
const guestsPatienceMs = 20_000;

/** Takes its options from `workerData`, posts `{ baseUrl }`, and ends its thread on the message `close`. */
async function runAsWorker(port: MessagePort): Promise<void> {
  const sandbox = await startWith(ProgramOptions.parse(workerData ?? {}));
  port.on('message', (message: unknown) => {
    if (message !== 'close') return;
    void sandbox
      .guestsGone(guestsPatienceMs)
      .then(() => sandbox.close())
      .then(
        () => process.exit(0),
        (error: unknown) => fail(error, 1),
      );
  });
  port.postMessage({ baseUrl: sandbox.baseUrl });
}

/** Prints one line of JSON when it is ready; SIGTERM and SIGINT end it, its state saved. */
async function runAlone(): Promise<void> {
  const options = readOptions();
  const sandbox = await startWith(options).catch((error: unknown) => fail(error, 1));
  const { parameters } = sandbox.bank;
  const line = {
    baseUrl: sandbox.baseUrl,
    credentials: sandboxCredentials,
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

function startWith({ startAt, ...options }: ProgramOptions): Promise<Sandbox> {
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
