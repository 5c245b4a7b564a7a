import { setFlagsFromString } from 'node:v8';

let isSmall = false;
let roomy = 0;

/**
 * Tells V8 to collect rather than to grow: left alone, it lets the heap of a process on a large machine grow far beyond what is
 * alive. Called once, before anything else, by each program.
 */
export function keepHeapSmall(): void {
  isSmall = true;
  setFlagsFromString('--optimize-for-size');
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Lets the heaps of this process, those of its threads too, grow as V8 sees fit while the work goes on: what makes garbage for
 * seconds is then collected less often. They are kept small again once no such work is under way.
 */
export function withRoom<T>(work: () => Promise<T>): Promise<T> {
  roomy += 1;
  if (isSmall && roomy === 1) setFlagsFromString('--no-optimize-for-size');
  return work().finally(() => {
    roomy -= 1;
    if (isSmall && roomy === 0) setFlagsFromString('--optimize-for-size');
  });
}
