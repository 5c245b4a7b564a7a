import { expect, onTestFinished } from 'vitest';

import {
  openServer,
  type ServerOptions,
} from '../../../electron/engines/team-record/postgres/connection.ts';
import type { TeamServer } from '../../../electron/engines/team-record/postgres/team-server.ts';
import type { Outcome } from '../../../shared/errors.ts';

export const context = { correlationId: 'test' };

/** Short enough for a test to wait for. */
export const shortPatience = { connectMs: 2_000, statementMs: 400, answerMs: 400 };

/** How a login of a test's cluster is opened; its password is its name. */
export const optionsFor = (
  port: number,
  database: string,
  login: string,
  changes: Partial<ServerOptions> = {},
): ServerOptions => ({
  address: { host: '127.0.0.1', port, database, login },
  password: login,
  ca: null,
  ...changes,
});

/** Opens a server until the test ends; fails the test where it cannot be opened. */
export async function openedServer(options: ServerOptions): Promise<TeamServer> {
  const server = await openServer(options, context);
  if (!server.ok) throw new Error(JSON.stringify(server.error));
  onTestFinished(() => server.value.close());
  return server.value;
}

/** The code of a failure, or “done”. */
export const codeOfOutcome = async (work: Promise<Outcome<unknown>>): Promise<string> => {
  const outcome = await work;
  return outcome.ok ? 'done' : outcome.error.code;
};

/** The value of what must not fail. */
export async function valueOf<T>(work: Promise<Outcome<T>>): Promise<T> {
  const outcome = await work;
  expect(outcome).toMatchObject({ ok: true });
  return (outcome as { value: T }).value;
}

/** The code with which a server does not open. No error has the password. */
export async function codeOfOpening(options: ServerOptions): Promise<string> {
  const server = await openServer(options, context);
  if (server.ok) {
    await server.value.close();
    return 'done';
  }
  expect(JSON.stringify(server.error)).not.toContain(options.password);
  return server.error.code;
}
