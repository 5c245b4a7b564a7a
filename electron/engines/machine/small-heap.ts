import { setFlagsFromString } from 'node:v8';

let isSmall = false;
let roomy = 0;

/**
 * Makes V8 collect garbage instead of growing the heap: by default, on a large machine, the heap grows far beyond the live data.
 * Each program calls it once, before anything else.
 */
export function keepHeapSmall(): void {
  isSmall = true;
  setFlagsFromString('--optimize-for-size');
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Lets the heaps of this process and its threads grow as V8 decides during the work, so that work that makes garbage for seconds is
 * collected less often. The heaps are limited again once no such work is in progress.
 */
export function withRoom<T>(work: () => Promise<T>): Promise<T> {
  roomy += 1;
  if (isSmall && roomy === 1) setFlagsFromString('--no-optimize-for-size');
  return work().finally(() => {
    roomy -= 1;
    if (isSmall && roomy === 0) setFlagsFromString('--optimize-for-size');
  });
}
