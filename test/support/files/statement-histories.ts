import fc from 'fast-check';

import { accountsMax } from '../../../electron/nouns/accounts/ordinals.ts';
import { listAccounts } from '../../../electron/nouns/accounts/tables.ts';
import {
  writerMethods,
  type WriterMethods,
} from '../../../electron/desk/open-bank/writer-methods.ts';
import type { DayVerdict } from '../../../electron/nouns/accounts/days.ts';
import type { IncomingEntry } from '../../../electron/nouns/statements/entries/incoming.ts';
import type { CacheReader } from '../../../electron/engines/store/database.ts';
import { openCacheConnection } from '../../../electron/engines/store/opening/cache-connection.ts';
import { openCacheReader } from '../../../electron/engines/store/opening/cache-reader.ts';
import { asOf, closeOpened, closing, entry, firstDay, key, openCopy } from '../stores/store.ts';

/** Random histories of what banks send: entries that come, change, move, go and come back, in readings that may be broken off. */

const lastDay = 4;

export type Reading = {
  /** Most of it belongs to the first of two accounts. */
  readonly account: 0 | 1;
  readonly from: number;
  readonly to: number;
  readonly entries: readonly IncomingEntry[];
  readonly newestFirst: boolean;
  readonly pageSize: number;
  /** After so many pages the program ends, or the reading is given up; the rest of it never comes. */
  readonly endsAfter: { readonly pages: number; readonly how: 'crash' | 'abandon' } | null;
  readonly withdraw: boolean;
  /** What the verdict says of a day, by its place in the range; left out, the day was not fetched. */
  readonly verdicts: readonly ('proven' | 'broken' | 'unproven' | null)[];
};

const most = 999_999_999_999_999_999n;
const amount = fc.oneof(
  fc.bigInt({ min: -30_000n, max: 30_000n }),
  fc.constantFrom(most, -most, 1_000_000n, -1_000_001n, 0n),
);

/** Few ids, days and kinds, so that they meet; the same id may come twice in one reading. */
const listed = fc.record({
  id: fc.integer({ min: 0, max: 9 }).map((id) => `e${id}`),
  day: fc.integer({ min: 0, max: lastDay }).map((day) => firstDay + day),
  amountE4: amount,
  direction: fc.constantFrom('debit' as const, 'credit' as const),
  transactionType: fc.constantFrom('TRANSFER', 'FEE', 'INTEREST'),
});

/** How the running balance is written: as either meaning of the sign has it, or as it may. */
const balances = fc.constantFrom('unsigned', 'signed', 'wild');

export const reading: fc.Arbitrary<Reading> = fc
  .record({
    account: fc.constantFrom(0 as const, 0 as const, 1 as const),
    ends: fc.tuple(fc.integer({ min: 0, max: lastDay }), fc.integer({ min: 0, max: lastDay })),
    entries: fc.array(listed, { maxLength: 12 }),
    balances,
    newestFirst: fc.boolean(),
    pageSize: fc.integer({ min: 1, max: 5 }),
    endsAfter: fc.option(
      fc.record({
        pages: fc.integer({ min: 0, max: 2 }),
        how: fc.constantFrom('crash' as const, 'abandon' as const),
      }),
      { freq: 1 },
    ),
    withdraw: fc.boolean(),
    verdicts: fc.array(
      fc.option(fc.constantFrom('proven', 'proven', 'broken', 'unproven'), { freq: 6 }),
      { minLength: lastDay + 1, maxLength: lastDay + 1 },
    ),
  })
  .map(({ ends, entries, balances: kind, ...given }) => {
    const from = firstDay + Math.min(...ends);
    const to = firstDay + Math.max(...ends);
    const within = entries
      .map((one) => ({ ...one, day: Math.min(Math.max(one.day, from), to) }))
      .toSorted((a, b) => a.day - b.day);
    return { ...given, from, to, entries: withBalances(within, kind) };
  });

function withBalances(
  entries: readonly Pick<
    IncomingEntry,
    'id' | 'day' | 'amountE4' | 'direction' | 'transactionType'
  >[],
  kind: 'unsigned' | 'signed' | 'wild',
): IncomingEntry[] {
  let balanceE4 = 0n;
  return entries.map((one, ordinal) => {
    const effect = kind === 'unsigned' && one.direction === 'debit' ? -one.amountE4 : one.amountE4;
    balanceE4 = kind === 'wild' ? one.amountE4 * 3n : (balanceE4 + effect) % most;
    return entry(one.id, { ...one, ordinal, balanceE4 });
  });
}

/** A copy that is opened again where a history's program ends; histories may share one, each with accounts of its own. */
export type HistoryCopy = { file: string; writer: WriterMethods; reader: CacheReader };

let histories = 0;

/** Plays readings against a copy, calling `after` behind each. Answers the numbers of the history's accounts. */
export function play(
  copy: HistoryCopy,
  readings: readonly Reading[],
  after: (accounts: readonly string[]) => void = () => undefined,
): readonly string[] {
  histories += 1;
  if (listAccounts(copy.reader).length + 2 > accountsMax) Object.assign(copy, openCopy());
  const accounts = [0, 1].map((account) => `${account}-${histories}`);
  for (const account of accounts) copy.writer.ensureAccount(account, 'USD');
  for (const one of readings) {
    const number = accounts[one.account] ?? '';
    const { rangeId } = copy.writer.beginRange({
      accountNumber: number,
      from: one.from,
      to: one.to,
    });
    for (const entries of pagesOf(one).slice(0, one.endsAfter?.pages))
      copy.writer.savePage({ rangeId, cursor: '{}', entries, unreadable: [], seenAt: asOf });
    if (one.endsAfter === null)
      copy.writer.finishRange({ rangeId, asOf, days: daysOf(one), withdraw: one.withdraw });
    else if (one.endsAfter.how === 'abandon') copy.writer.abandonRange(rangeId);
    else reopen(copy);
    after(accounts);
  }
  return accounts;
}

function reopen(copy: HistoryCopy): void {
  closeOpened();
  copy.writer = writerMethods(closing(openCacheConnection(copy.file, key)));
  copy.reader = closing(openCacheReader(copy.file, key));
}

function pagesOf({ entries, pageSize, newestFirst }: Reading): IncomingEntry[][] {
  const pages: IncomingEntry[][] = [];
  for (let first = 0; first < entries.length; first += pageSize)
    pages.push(entries.slice(first, first + pageSize));
  return newestFirst ? pages.toReversed() : pages;
}

function daysOf({ from, to, entries, verdicts }: Reading): DayVerdict[] {
  return verdicts.flatMap((state, index) => {
    const day = from + index;
    if (state === null || day > to) return [];
    const mine = entries.filter((one) => one.day === day);
    const [first, last] = [mine[0], mine.at(-1)];
    const effect = first?.direction === 'debit' ? -first.amountE4 : (first?.amountE4 ?? 0n);
    return [
      {
        day,
        state,
        entries: new Set(mine.map(({ id }) => id)).size,
        openingE4: first ? first.balanceE4 - effect : null,
        closingE4: last ? last.balanceE4 : null,
        broken: state === 'broken' ? { entryId: 'e0', expectedE4: 1n, foundE4: 2n } : null,
      },
    ];
  });
}
