import { fail, type Outcome } from '../../../shared/errors.ts';
import type { Bridge, RouteInput, RouteOutput } from '../../../shared/ipc/contract.ts';
import type { Route } from '../../../shared/ipc/routes.ts';
import type { DeskEvent, DeskEvents } from '../../../shared/ipc/events.ts';

type Answer<R extends Route> = (
  input: RouteInput<R>,
) => Outcome<RouteOutput<R>> | Promise<Outcome<RouteOutput<R>>>;
export type Answers = { [R in Route]?: Answer<R> };

type Requested = { readonly route: Route; readonly input: unknown };
export type FakeBridge = Bridge & {
  /** Every question so far, oldest first. */
  readonly requested: readonly Requested[];
  /** Replaces the answer to one route. */
  answer<R extends Route>(route: R, answer: Answer<R>): void;
  /** Announces a fact as the main process would. */
  announce<E extends DeskEvent>(event: E, fact: DeskEvents[E]): void;
};

/** The main process, played: typed by the contract, so that a renamed route stops compiling. */
function createFakeBridge(answers: Answers = {}): FakeBridge {
  const known: Answers = { ...answers };
  const requested: Requested[] = [];
  const listeners = new Map<DeskEvent, Set<(fact: never) => void>>();
  return {
    requested,
    async request<R extends Route>(route: R, input: RouteInput<R>) {
      requested.push({ route, input });
      const answer = known[route];
      return answer
        ? await answer(input)
        : fail('internal', 'fake', { message: `${route} has no answer in this test.` });
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => {
        set.delete(listener);
      };
    },
    answer(route, answer) {
      Object.assign(known, { [route]: answer });
    },
    announce(event, fact) {
      for (const listener of listeners.get(event) ?? [])
        (listener as (fact: unknown) => void)(fact);
    },
  };
}

/** Puts the bridge where the preload would. */
export function installBridge(answers: Answers = {}): FakeBridge {
  const bridge = createFakeBridge(answers);
  Object.defineProperty(window, 'desk', { value: bridge, configurable: true });
  return bridge;
}
