import { afterEach, beforeEach } from 'vitest';

import { openCaller, type Caller } from './caller.ts';
import { expectSoundLedger } from './orders/order-forms.ts';

/** A bank of its own for each test, with this many entries; its ledger must be sound when the test is over. */
export function eachTestItsCaller(entries: number, take: (caller: Caller) => void): void {
  let caller: Caller;
  beforeEach(async () => {
    caller = await openCaller({ entries });
    take(caller);
  });
  afterEach(async () => {
    expectSoundLedger(caller);
    await caller.sandbox.close();
  });
}
