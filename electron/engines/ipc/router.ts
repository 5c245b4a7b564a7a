import { randomUUID } from 'node:crypto';

import type { z } from 'zod';

import { fail, type Outcome } from '../../../shared/errors.ts';
import type { RouteInput, RouteOutput } from '../../../shared/ipc/contract.ts';
import { routes, type Route } from '../../../shared/ipc/routes.ts';
import { err } from '../../../shared/result.ts';
import type { Context } from '../machine/context.ts';
import type { Log } from '../machine/log.ts';
import { classify } from './classify.ts';

/** One handler per route. A missing one is a compile error. */
export type Handlers = {
  readonly [R in Route]: (
    input: RouteInput<R>,
    context: Context,
  ) => Promise<Outcome<RouteOutput<R>>> | Outcome<RouteOutput<R>>;
};

type AnyHandler = (input: unknown, context: Context) => Promise<Outcome<unknown>>;

/** Parses a request, dispatches it, and catches all errors, so that the window always gets an Outcome. */
export function createRouter(
  handlers: Handlers,
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
    if (Object.hasOwn(routes, route)) return answerRoute(route as Route, input, context);
    return fail('internal', context.correlationId, { message: 'There is no such route.' });
  }

  async function answerRoute(
    route: Route,
    input: unknown,
    context: Context,
  ): Promise<Outcome<unknown>> {
    const parsed = routes[route].input.safeParse(input);
    if (parsed.success) return (handlers[route] as AnyHandler)(parsed.data, context);
    return fail('input.invalid', context.correlationId, { fields: fieldsOf(parsed.error) });
  }
}

const fieldsOf = (error: z.ZodError): Record<string, string> =>
  Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]));
