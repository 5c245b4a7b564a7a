import { join } from 'node:path';

import type { RouteInput, RouteOutput } from '../../../shared/ipc/contract.ts';
import type { Route } from '../../../shared/ipc/routes.ts';
import { programsApart } from '../../support/programs/programs.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';
import { openFundedDesk, type PayingDesk } from '../../support/desks/transfers-desk.ts';

/** Asks as the window does; null where it is refused. */
export type Ask = <R extends Route>(
  route: R,
  input: RouteInput<R>,
) => Promise<RouteOutput<R> | null>;

/** A desk that is walked through: it knows which routes were asked, and how those ended that were refused. */
export type Walk = {
  readonly desk: PayingDesk;
  readonly asked: Set<Route>;
  /** Routes that were never answered, with the last refusal. */
  readonly refused: Map<Route, string>;
  readonly ask: Ask;
};

export async function beginWalk(): Promise<Walk> {
  // What its other threads ask does not arrive here.
  const desk = await openFundedDesk({ programs: programsApart });
  desk.saveTo = join(tempFolder(), 'saved');
  const asked = new Set<Route>();
  const answered = new Set<Route>();
  const refused = new Map<Route, string>();
  return {
    desk,
    asked,
    refused,
    ask: async (route, input) => {
      asked.add(route);
      const outcome = await desk.request(route, input);
      if (outcome.ok) {
        answered.add(route);
        refused.delete(route);
        return outcome.value;
      }
      if (!answered.has(route))
        refused.set(route, `${outcome.error.code} ${outcome.error.message}`);
      return null;
    },
  };
}

/** Waits until what a route began has come to its end. */
export async function until(isOver: () => Promise<boolean>): Promise<void> {
  while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 5));
}
