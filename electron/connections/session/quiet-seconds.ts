import { byTimer, type EverySecond } from './session-keeper.ts';

/** Idle seconds before deferred work gets its turn. */
const quietFor = 5;

/**
 * Calls back every second, once no request ran for some seconds: for work on which no caller waits. `requestCount` grows with each request
 * and while one is open.
 */
export const quietSeconds =
  (requestCount: () => number, everySecond: EverySecond = byTimer): EverySecond =>
  (work) => {
    let known = requestCount();
    let quiet = 0;
    return everySecond(() => {
      quiet = requestCount() === known ? quiet + 1 : 0;
      known = requestCount();
      if (quiet >= quietFor) work();
    });
  };
