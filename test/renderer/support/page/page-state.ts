import { lookAs } from '../../../../renderer/ui/appearance.ts';
import { plainAppearance } from '../../../../shared/ipc/desk/appearance.ts';
import { knowCurrenciesOf } from '../../../../shared/money/currencies.ts';

type Start = (handler: TimerHandler, ms?: number, ...more: unknown[]) => number;

const { setTimeout, setInterval }: Readonly<Record<'setTimeout' | 'setInterval', Start>> = window;
const timers = new Set<number>();

const remembered =
  (start: Start): Start =>
  (...given) => {
    const timer = start(...given);
    timers.add(timer);
    return timer;
  };

Object.assign(window, {
  setTimeout: remembered(setTimeout),
  setInterval: remembered(setInterval),
});

/** Ends every timer that was started in the page since. Those of the test runner are older than this module, and go on. */
export function endTimers(): void {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
}

/** Puts back what a file may change for the whole page and its modules. */
export function putBack(): void {
  Object.assign(window, { onkeydown: null, onpointerdown: null, ondrop: null, ondragover: null });
  document.body.replaceChildren();
  knowCurrenciesOf({});
  lookAs(plainAppearance);
  for (const name of ['data-theme', 'data-density', 'style', 'class'])
    for (const element of [document.documentElement, document.body]) element.removeAttribute(name);
}
