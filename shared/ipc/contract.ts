import type { z } from 'zod';

import type { OpenOperation, OperationInput, OperationOutput } from '../bank/catalogue.ts';
import type { Outcome } from '../errors.ts';
import type { DeskEvent, DeskEvents } from './events.ts';
import type { AppRoute, AppRoutes } from './routes.ts';

/** An open operation of the catalogue, asked straight through. */
export type BankRoute = `bank.${OpenOperation}`;
export type Route = AppRoute | BankRoute;

type OperationOf<R> = R extends `bank.${infer N extends OpenOperation}` ? N : never;

export type RouteInput<R extends Route> = R extends AppRoute
  ? z.output<AppRoutes[R]['input']>
  : OperationInput<OperationOf<R>>;

export type RouteOutput<R extends Route> = R extends AppRoute
  ? NonNullable<AppRoutes[R]['output']>
  : OperationOutput<OperationOf<R>>;

/** The two-function object between window and main process; the whole of what the window can reach. */
export type Bridge = {
  request<R extends Route>(route: R, input: RouteInput<R>): Promise<Outcome<RouteOutput<R>>>;
  /** Returns the function that stops listening. */
  on<E extends DeskEvent>(event: E, listener: (fact: DeskEvents[E]) => void): () => void;
};

/** The IPC channels behind the bridge. */
export const requestChannel = 'desk:request';
export const eventChannel = (event: DeskEvent): string => `desk:event:${event}`;
