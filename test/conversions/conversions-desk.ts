import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import { systemClock, type Clock } from '../../electron/engines/machine/context.ts';
import { conversionHandlers } from '../../electron/nouns/conversions/routes.ts';
import { submissionHandlers } from '../../electron/engines/submissions/routes.ts';
import { DeskSession } from '../../electron/desk/session/desk-session.ts';
import { openNetwork } from '../../electron/connections/session/network.ts';
import { StoredSelfSync } from '../../electron/connections/session/self-sync-choice.ts';
import { refreshAccounts } from '../../electron/nouns/accounts/refresh.ts';
import type { AppError, Outcome } from '../../shared/errors.ts';
import type { RouteInput, RouteOutput } from '../../shared/ipc/contract.ts';
import type { DeskEvent } from '../../shared/ipc/events.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { programs } from '../support/programs/programs.ts';

/** The clocks of this machine, moved by hand; the bank’s stays where it is. */
export type MovableClocks = {
  readonly wall: Clock;
  readonly monotonicNow: () => number;
  /** Time passes for both. */
  readonly pass: (ms: number) => void;
  /** Somebody sets the wall clock, or the machine sleeps and the other clock stands still. */
  readonly setWall: (ms: number) => void;
};

export function movableClocks(): MovableClocks {
  const moved = { wallMs: 0, monotonicMs: 0 };
  return {
    wall: {
      now: () => systemClock.now() + moved.wallMs,
      monotonicMs: () => performance.now() + moved.monotonicMs,
    },
    monotonicNow: () => performance.now() + moved.monotonicMs,
    pass: (ms) => {
      moved.wallMs += ms;
      moved.monotonicMs += ms;
    },
    setWall: (ms) => void (moved.wallMs += ms),
  };
}

type ConversionRoute = Extract<
  keyof ReturnType<typeof conversionHandlers> | keyof ReturnType<typeof submissionHandlers>,
  string
>;

export const dollars = '2010044871';
export const euros = '3020017345';
export const pair = { sellAccountNumber: dollars, buyAccountNumber: euros };

/** The conversions of a real desk on the built-in bank, with clocks that a test moves. */
export type ConversionDesk = Awaited<ReturnType<typeof openConversionDesk>>;

export async function openConversionDesk(clocks: MovableClocks = movableClocks()) {
  const dataDir = join(tempFolder(), 'data');
  const facts: { event: DeskEvent; fact: unknown }[] = [];
  const listening = { onFact: undefined as ((event: DeskEvent) => void) | undefined };
  const keychain = memoryKeychain();
  const confirm = () => Promise.resolve(true);
  const session = new DeskSession({
    dataDir,
    stateDir: `${dataDir}-state`,
    programs,
    keychain,
    selfSync: new StoredSelfSync(dataDir),
    network: openNetwork({ dataDir, keychain, clock: clocks.wall, env: {}, confirm }),
    confirm,
    clock: clocks.wall,
    version: '0.0.0-test',
    program: 'window',
    announce: (event, fact) => {
      facts.push({ event, fact });
      listening.onFact?.(event);
    },
  });
  onTestFinished(async () => {
    await session.close();
  });
  const opened = await session.openSandbox({ correlationId: 'test' });
  expect(opened.ok).toBe(true);
  const handlers = {
    ...conversionHandlers(session.open, clocks.monotonicNow),
    ...submissionHandlers(session.open),
  };
  const ask = async <R extends ConversionRoute>(
    route: R,
    input: RouteInput<R>,
  ): Promise<Outcome<RouteOutput<R>>> => {
    const handler = handlers[route] as (...given: unknown[]) => unknown;
    return (await handler(input, { correlationId: 'test' })) as Outcome<RouteOutput<R>>;
  };
  const { baseUrl } = JSON.parse(
    readFileSync(join(dataDir, 'sandbox', 'address.json'), 'utf8'),
  ) as { baseUrl: string };
  const atBank = async <T>(path: string, method = 'GET', body?: object): Promise<T> => {
    const answer = await fetch(`${baseUrl}/sandbox${path}`, {
      method,
      ...(body
        ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
        : {}),
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as T;
  };
  const desk = {
    clocks,
    session,
    facts,
    /** Is called with every fact while it is announced. */
    listening,
    ask,
    get: async <R extends ConversionRoute>(
      route: R,
      input: RouteInput<R>,
    ): Promise<RouteOutput<R>> => {
      const outcome = await ask(route, input);
      if (!outcome.ok) expect.fail(`${route}: ${outcome.error.code} ${outcome.error.message}`);
      return outcome.value;
    },
    refused: async <R extends ConversionRoute>(
      route: R,
      input: RouteInput<R>,
    ): Promise<AppError> => {
      const outcome = await ask(route, input);
      if (outcome.ok) expect.fail(`${route} was not refused`);
      return outcome.error;
    },
    sync: () => syncStatements(session, [dollars, euros]),
    faults: (rules: object[]) => atBank('/faults', 'PUT', { rules }),
    advanceBank: (ms: number) => atBank('/clock/advance', 'POST', { ms }),
    setIdempotency: (mode: string) => atBank('/idempotency', 'PUT', { mode }),
    rewrite: (entry: object) => atBank('/entries', 'PATCH', entry),
    /** How often the bank was called so. */
    calls: async (operation: string): Promise<number> => {
      const { calls } = await atBank<{ calls: { operation: string }[] }>('/calls');
      return calls.filter((call) => call.operation === operation).length;
    },
    /** The trades that the bank really has. */
    trades: async (): Promise<readonly Record<string, string>[]> =>
      (await atBank<{ trades: Record<string, string>[] }>('/trades')).trades,
  };
  const known = await refreshAccounts(session.open().changes, { correlationId: 'test' });
  expect(known.ok).toBe(true);
  return desk;
}

/** The statements of two accounts, as far back as a trade of a test can be. */
async function syncStatements(session: DeskSession, accountNumbers: string[]): Promise<void> {
  const { runner } = session.open();
  const from = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  runner.start({ accountNumbers, from }, { correlationId: 'sync' });
  while (runner.progress.running) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(runner.progress.accounts.map(({ state }) => state)).toEqual(['done', 'done']);
}
