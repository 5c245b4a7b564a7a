import { z } from 'zod';

import { TimestampText } from '../../shared/calendar.ts';
import { contraNames } from '../ledger/book.ts';
import {
  bookContra,
  contraKey,
  createLedger,
  type Ledger,
  type LedgerAccount,
} from '../ledger/ledger.ts';
import { accountPlans, entryCounts, magicEntries, type AccountRecord } from './seed.ts';
import { writeHistory } from '../ledger/history.ts';

/** All that the seeded bank follows from: the same parameters, the same bank. */
export const SeedParameters = z.strictObject({
  seed: z.int().min(0).max(4_294_967_295),
  /** Entries of the ordinary accounts together. */
  entries: z.int().min(100).max(10_000_000),
  /** Where the seeded year ends. */
  endsAt: TimestampText,
});
export type SeedParameters = z.output<typeof SeedParameters>;

export const seedDefaults = { seed: 1, entries: 6_000 } as const;

/** The year of entries of every account, with the bank's own side of each posting. */
export function seedLedger(
  { seed, entries, endsAt }: SeedParameters,
  accounts: readonly AccountRecord[],
): Ledger {
  const ledger = createLedger();
  const counts = entryCounts(entries);
  for (const { accountNumber, currencyIso3Code } of accounts) {
    const place = accountPlans.findIndex(({ number }) => number === accountNumber);
    const account = writeHistory({
      seed,
      number: accountNumber,
      currency: currencyIso3Code,
      entries: counts[place] ?? magicEntries,
      endMs: Date.parse(endsAt),
    });
    ledger.accounts.set(accountNumber, account);
    bookOtherSide(ledger, account);
  }
  return ledger;
}

function bookOtherSide(ledger: Ledger, { book, currency }: LedgerAccount): void {
  const sums = contraNames.map(() => 0n);
  for (let index = 0; index < book.length; index += 1) {
    const contra = book.contra[index] ?? 0;
    sums[contra] = (sums[contra] ?? 0n) - (book.units[index] ?? 0n);
  }
  for (const [contra, name] of contraNames.entries())
    bookContra(ledger, contraKey(name, currency), sums[contra] ?? 0n);
}
