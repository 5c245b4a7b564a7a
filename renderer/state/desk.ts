import type { Bridge } from '../../shared/ipc/contract.ts';

declare global {
  // A global of the page is a property of its window.
  var desk: Bridge;
}

/** The two-function object that the preload exposes; the only way out of the window. */
export const desk: Bridge = {
  request: (route, input) => window.desk.request(route, input),
  on: (event, listener) => window.desk.on(event, listener),
};

/** Asks the main process; every failure comes back as an outcome, never as an exception. */
export const request: Bridge['request'] = (route, input) => desk.request(route, input);
