import type { AccountInFlight } from '../../shared/ipc/accounts.ts';
import { add, negate } from '../../shared/money/money.ts';
import { inFlightFrom } from '../submissions/in-flight.ts';
import type { OpenBank } from '../submissions/open-bank.ts';
import type { CachedAccount } from './tables.ts';

/** Null where nothing is. What can be spent is what the bank said of it, else what is booked. */
export function accountInFlight(
  changes: OpenBank['changes'],
  { accountNumber, currency, available, booked }: CachedAccount,
): AccountInFlight | null {
  const inFlight = inFlightFrom(changes, accountNumber, currency);
  if (inFlight === null) return null;
  const balance = available ?? booked;
  return { accountNumber, inFlight, after: balance && add(balance, negate(inFlight.amount)) };
}
