import { expect } from 'vitest';

import { limits } from '../../../shared/limits.ts';

/**
 * Does what must not wait for a bank that stays silent. It fails where it took as long as that would have: the bound is the
 * product's own deadline, however fast the machine is.
 */
export async function withoutWaiting<T>(
  act: Promise<T>,
  patienceMs: number = limits.readHeadersTimeoutMs,
): Promise<T> {
  const began = performance.now();
  const done = await act;
  expect(performance.now() - began).toBeLessThan(patienceMs);
  return done;
}
