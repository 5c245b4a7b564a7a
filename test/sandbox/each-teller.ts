import { afterEach, beforeEach } from 'vitest';

import { expectSoundLedger } from './order-forms.ts';
import { openTeller, type Teller } from './teller.ts';

/** A bank of its own for each test, with this many entries; its ledger must be sound when the test is over. */
export function eachTestItsTeller(entries: number, take: (teller: Teller) => void): void {
  let teller: Teller;
  beforeEach(async () => {
    teller = await openTeller({ entries });
    take(teller);
  });
  afterEach(async () => {
    expectSoundLedger(teller);
    await teller.sandbox.close();
  });
}
