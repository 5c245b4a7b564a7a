import { afterEach, beforeEach } from 'vitest';

import { LookupRunner } from '../../../electron/engines/submissions/lookup/lookup-runner.ts';

/**
 * In the tests of a file, what has no answer is looked up when a history says so: no timer of this machine comes between. The method
 * is replaced by hand, since a spy holds every runner that calls it, with its desk, until the test is over.
 */
export function lookUpByHand(): void {
  const own = Object.getOwnPropertyDescriptor(LookupRunner.prototype, 'wake');
  beforeEach(() => {
    Object.defineProperty(LookupRunner.prototype, 'wake', { ...own, value: () => undefined });
  });
  afterEach(() => {
    Object.defineProperty(LookupRunner.prototype, 'wake', own ?? {});
  });
}
