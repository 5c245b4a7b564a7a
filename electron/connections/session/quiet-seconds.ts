import { byTimer, type EverySecond } from './session-keeper.ts';

/** Idle seconds before deferred work gets its turn. */
const quietFor = 5;

/**
 * Called every second in which nothing is asked and nothing was in the last few, for work that no caller waits for. `asked` grows with whatever is
 * asked, and stands still once it was answered.
 */
export const quietSeconds =
  (asked: () => number, everySecond: EverySecond = byTimer): EverySecond =>
  (work) => {
    let known = asked();
    let quiet = 0;
    return everySecond(() => {
      quiet = asked() === known ? quiet + 1 : 0;
      known = asked();
      if (quiet >= quietFor) work();
    });
  };
