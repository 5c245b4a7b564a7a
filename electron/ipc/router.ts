import { randomUUID } from 'node:crypto';

import type { z } from 'zod';

import {
  catalogue,
  isOperationName,
  type OpenOperation,
  type OperationInput,
} from '../../shared/bank/catalogue.ts';
import { fail, type Outcome } from '../../shared/errors.ts';
import type { RouteInput, RouteOutput } from '../../shared/ipc/contract.ts';
import { appRoutes, type AppRoute } from '../../shared/ipc/routes.ts';
import { err } from '../../shared/result.ts';
import type { BankClient } from '../bank/client.ts';
import type { Context } from '../machine/context.ts';
import type { Log } from '../machine/log.ts';
import { classify } from './classify.ts';

/** One handler per route: leave one out and this does not compile. */
export type Handlers = {
  readonly [R in AppRoute]: (
    input: RouteInput<R>,
    context: Context,
  ) => Promise<Outcome<RouteOutput<R>>> | Outcome<RouteOutput<R>>;
};

type AnyHandler = (input: unknown, context: Context) => Promise<Outcome<unknown>>;

/** Parses a request, dispatches it, and catches once: whatever happens, the window gets an Outcome. */
export function createRouter(
  handlers: Handlers,
  bank: () => BankClient,
  log: Log,
): (route: string, input: unknown) => Promise<Outcome<unknown>> {
  return async (route, input) => {
    const context: Context = { correlationId: randomUUID() };
    try {
      return await dispatch(route, input, context);
    } catch (cause) {
      const error = classify(cause, context.correlationId);
      log.error('route failed', { route, code: error.code, ...context, cause });
      return err(error);
    }
  };

  async function dispatch(
    route: string,
    input: unknown,
    context: Context,
  ): Promise<Outcome<unknown>> {
    if (Object.hasOwn(appRoutes, route)) return answerRoute(route as AppRoute, input, context);
    const operation = openOperation(route);
    if (operation) return bank().call(operation, input as OperationInput<OpenOperation>, context);
    return fail('internal', context.correlationId, { message: 'There is no such route.' });
  }

  async function answerRoute(
    route: AppRoute,
    input: unknown,
    context: Context,
  ): Promise<Outcome<unknown>> {
    const parsed = appRoutes[route].input.safeParse(input);
    if (parsed.success) return (handlers[route] as AnyHandler)(parsed.data, context);
    return fail('input.invalid', context.correlationId, { fields: fieldsOf(parsed.error) });
  }
}

function openOperation(route: string): OpenOperation | undefined {
  const name = route.startsWith('bank.') ? route.slice('bank.'.length) : '';
  return isOperationName(name) && catalogue[name].open ? (name as OpenOperation) : undefined;
}

const fieldsOf = (error: z.ZodError): Record<string, string> =>
  Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]));
