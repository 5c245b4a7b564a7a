import type { Ledger } from '../../sandbox/ledger/ledger.ts';

/** The sum of all balances, client's and bank's own, by currency; each is zero, or the book is wrong. */
export function trialBalance(ledger: Ledger): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  const count = (currency: string, units: bigint) =>
    sums.set(currency, (sums.get(currency) ?? 0n) + units);
  for (const { book, currency } of ledger.accounts.values())
    for (let index = 0; index < book.length; index += 1) count(currency, book.units[index] ?? 0n);
  for (const [key, units] of ledger.contra) count(key.slice(key.indexOf(':') + 1), units);
  return sums;
}
