import { expect, test } from 'vitest';

import type { Movement } from '../../electron/engines/recurring/movement.ts';
import { findSeries } from '../../electron/engines/recurring/series.ts';
import { stemsOf } from '../../electron/engines/recurring/stems.ts';
import { seedAccounts, seedLedger } from '../../sandbox/accounts/seed.ts';
import type { LedgerAccount } from '../../sandbox/ledger/ledger.ts';
import { dayNumber } from '../../shared/calendar/calendar.ts';

function movementsOf({ book, seededText }: LedgerAccount): Movement[] {
  return Array.from({ length: book.length }, (_, at) => {
    const units = book.units[at] ?? 0n;
    const { narration } = seededText(at);
    const day = Math.floor((book.at[at] ?? 0) / 86_400_000);
    return { day, key: at, units, stems: stemsOf(units, { narration }), name: narration };
  });
}

test.each([1, 2, 3])(
  'an operating account of the sandbox has rent, income and salaries every month, seed %s',
  (seed) => {
    const accounts = seedAccounts(seed);
    const endsAt = '2026-11-23T20:00:00.000Z';
    const ledger = seedLedger({ seed, entries: 6_000, endsAt }, accounts);
    const foundIn = (number: string): string[] => {
      const account = ledger.accounts.get(number);
      if (!account) expect.fail(`no account ${number}`);
      const search = findSeries(movementsOf(account), dayNumber('2026-11-23'));
      let step = search.next();
      while (!step.done) step = search.next();
      return step.value.map(({ name }) => name).toSorted();
    };
    const regular = [
      'Licence income Tern Software AB',
      'Rent Quayside House',
      'Salaries head office',
    ];
    expect(foundIn('3020017345')).toEqual(expect.arrayContaining(regular));
    expect(foundIn('2010044888')).not.toEqual(expect.arrayContaining(regular));
  },
);
