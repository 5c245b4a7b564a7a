import type { z } from 'zod';

import type { Outcome } from '../errors.ts';
import type { DeskEvent, DeskEvents } from './events.ts';
import type { Route, Routes } from './routes.ts';

export type RouteInput<R extends Route> = z.output<Routes[R]['input']>;

export type RouteOutput<R extends Route> = NonNullable<Routes[R]['output']>;

/** The two-function object between window and main process; the whole of what the window can reach. */
export type Bridge = {
  request<R extends Route>(route: R, input: RouteInput<R>): Promise<Outcome<RouteOutput<R>>>;
  /** Returns the function that stops listening. */
  on<E extends DeskEvent>(event: E, listener: (fact: DeskEvents[E]) => void): () => void;
};

/** The IPC channels behind the bridge. */
export const requestChannel = 'desk:request';
export const eventChannel = (event: DeskEvent): string => `desk:event:${event}`;
