import { Agent, FormData, request, type Dispatcher } from 'undici';

import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/bank/sandbox.ts';
import { createClock, type SandboxClock } from '../../sandbox/server/clock.ts';
import type { StatementEntry } from '../../shared/bank/statements.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';

export const startAt = '2026-11-20T15:30:00.000Z';
export const operating = '2010044871';
export const wholeYear = { startDate: '2025-01-01', endDate: '2026-12-31' };

/** Of the same copy of undici as the forms: the one under the whole program's `fetch` may be Node's own, which cannot read them. */
const dispatcher = new Agent();

type Method = Dispatcher.HttpMethod;
type Headers = Record<string, string>;
export type Answered = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};
export type Query = Record<string, string>;
export type StatementAnswer = {
  openingBalance: number;
  closingBalance: number;
  startDate: string;
  endDate: string;
  statement: {
    data: (Omit<StatementEntry, 'amount' | 'balance'> & { amount: number; balance: number })[];
    page: number;
    pageSize: number;
    totalItems: number;
    totalPages: number;
  };
};

/** Someone who talks to the sandbox over HTTP, with a clock that stands still. */
export type Caller = {
  sandbox: Sandbox;
  clock: SandboxClock;
  /** Any address of the sandbox, with the caller's token. */
  call(method: Method, path: string, body?: unknown, headers?: Headers): Promise<Answered>;
  /** An operation below `/platform`; the answer parsed. */
  ask<T = Record<string, never>>(method: Method, path: string, body?: unknown): Promise<T>;
  statement(query: Query, account?: string): Promise<StatementAnswer>;
  token: string;
  refreshToken: string;
  signIn(): Promise<void>;
};

export const statementPath = (query: Query, account = operating): string =>
  `/platform/client-service/api/v1/statement/clientStatement/${account}?${String(new URLSearchParams(query))}`;

export async function openCaller(options: SandboxOptions = {}): Promise<Caller> {
  const clock = options.clock ?? createClock({ startAt });
  const sandbox = await startSandbox({ entries: 2_000, ...options, clock });
  const caller: Caller = {
    sandbox,
    clock,
    token: '',
    refreshToken: '',
    call: (method, path, body, headers) => send(caller, method, { path, body, headers }),
    ask: async <T>(method: Method, path: string, body?: unknown) => {
      const { text } = await send(caller, method, { path: `/platform${path}`, body });
      return JSON.parse(text) as T;
    },
    statement: async (query, account) =>
      JSON.parse((await caller.call('GET', statementPath(query, account))).text) as StatementAnswer,
    signIn: async () => {
      const { data } = await caller.ask<{ data: { accessToken: string; refreshToken: string } }>(
        'POST',
        '/auth-service/api/v1/token',
        sandboxSignIn,
      );
      caller.token = data.accessToken;
      caller.refreshToken = data.refreshToken;
    },
  };
  await caller.signIn();
  return caller;
}

async function send(
  { sandbox, token }: Caller,
  method: Method,
  { path, body, headers = {} }: { path: string; body: unknown; headers?: Headers | undefined },
): Promise<Answered> {
  const isForm = body instanceof FormData;
  const answer = await request(`${sandbox.baseUrl}${path}`, {
    dispatcher,
    method,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : isForm ? body : textOf(body),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: await answer.body.text(),
  };
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** Every entry of a range, page by page, as the bank orders them. */
export async function everyEntry(
  caller: Caller,
  queryOf: (page: number) => Query,
): Promise<StatementAnswer['statement']['data']> {
  const first = await caller.statement(queryOf(0));
  const rest = Array.from({ length: first.statement.totalPages - 1 }, (_, index) => index + 1);
  const later = await Promise.all(rest.map((page) => caller.statement(queryOf(page))));
  return [first, ...later].flatMap(({ statement }) => statement.data);
}
