import type { Currency } from '../../shared/money/currencies.ts';
import { contraNames } from '../ledger/book.ts';
import { writeHistory } from '../ledger/history.ts';
import {
  bookContra,
  contraKey,
  createLedger,
  type Ledger,
  type LedgerAccount,
} from '../ledger/ledger.ts';
import type { SeedParameters } from '../seed/parameters.ts';
import { createRandom, mixSeeds, uuidOf } from '../seed/random.ts';
import { clientId, clientName } from '../server/client.ts';
import { magicAccounts } from './magic.ts';
import { newAccount } from './new-account.ts';
import type { AccountRecord } from './state.ts';

type Plan = { number: string; name: string; currency: Currency; share: number };

/** The client's ordinary accounts; `share` is the fraction of the year's entries. */
export const accountPlans: readonly [Plan, ...Plan[]] = [
  { number: '2010044871', name: 'Operating', currency: 'USD', share: 0.3 },
  { number: '2010044888', name: 'Collections', currency: 'USD', share: 0.15 },
  { number: '3020017345', name: 'Operating', currency: 'EUR', share: 0.16 },
  { number: '4030029916', name: 'Operating', currency: 'GBP', share: 0.12 },
  { number: '5040061203', name: 'Operating', currency: 'NGN', share: 0.13 },
  { number: '6050038742', name: 'Operating', currency: 'KES', share: 0.07 },
  { number: '7060012589', name: 'Settlement', currency: 'JPY', share: 0.04 },
  { number: '8070055130', name: 'Reserve', currency: 'KWD', share: 0.03 },
];

/** The most entries of any account but the first, so that a large history is one account's. */
const sideEntriesMax = 20_000;
const magicEntries = 240;

/** How many entries of `total` each ordinary account gets, in the order of the plans. */
export function entryCounts(total: number): number[] {
  const sides = accountPlans
    .slice(1)
    .map(({ share }) => Math.max(1, Math.min(sideEntriesMax, Math.round(total * share))));
  const rest = total - sides.reduce((sum, count) => sum + count, 0);
  return [Math.max(1, rest), ...sides];
}

export function seedAccounts(seed: number): AccountRecord[] {
  const ordinary = accountPlans.map(({ number, name, currency }) =>
    accountOf(seed, { number, currency, listed: true, name: `${name} ${currency}` }),
  );
  const magic = magicAccounts.map(({ number }) =>
    accountOf(seed, { number, currency: 'USD', listed: false, name: `Sandbox ${number}` }),
  );
  return [...ordinary, ...magic];
}

function accountOf(
  seed: number,
  { number, name, currency, listed }: Omit<Plan, 'share'> & { listed: boolean },
): AccountRecord {
  const random = createRandom(mixSeeds(seed, Number(number.slice(1))));
  const record = {
    accountNumber: number,
    listed,
    opened: false,
    uniqueRequestId: uuidOf(`request ${seed} ${number}`),
    currencyIso3Code: currency,
    accountName: name,
    accountType: 'wallet',
  };
  return newAccount(record, { id: clientId, name: clientName }, random);
}

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
      isRegular: accountPlans[place]?.name === 'Operating',
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
