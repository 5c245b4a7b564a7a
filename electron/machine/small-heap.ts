import { setFlagsFromString } from 'node:v8';

/**
 * Tells V8 to collect rather than to grow. A sync makes garbage a page at a time; left alone, V8 lets the heap of a
 * process on a large machine grow far beyond what is alive. Called once, before anything else, by each program.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--optimize-for-size');
  setFlagsFromString('--semi-space-growth-factor=1');
}
