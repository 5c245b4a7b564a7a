import { coveredDays } from '../accounts/days.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import type { Movement } from '../../engines/recurring/movement.ts';
import { stemsOf } from '../../engines/recurring/stems.ts';
import { namedCounterparty } from '../statements/counterparty/counterparty.ts';
import { standingPieces, type StandingEntry } from '../statements/entries/entry-facts.ts';
import { meaningsAt, type Places } from '../statements/entries/meanings.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';

/** Days of history that are searched for recurring movements. */
const lookedBack = 400;
/** Newest entries of an account that are read. */
const entriesMax = 100_000;

/** The movements of an account over consecutive fetched days up to the last one. */
export type History = {
  /** Days since 1970; both ends are included. */
  readonly from: number;
  readonly to: number;
  readonly movements: readonly Movement[];
  /** The keys of those that settle own orders. */
  readonly ordered: ReadonlySet<number>;
};

/** Returns null where nothing was fetched. Excludes withdrawn entries and those in another currency. */
export function* historyOf(
  reader: CacheReader,
  { accountNumber, currency, today, places }: HistoryQuestion,
): Sliced<History | null> {
  const account = findOrdinal(reader, accountNumber);
  const covered = coveredDays(reader, accountNumber, { from: today - lookedBack, to: today });
  const to = covered.at(-1)?.day;
  if (account === null || to === undefined) return null;
  const movements: Movement[] = [];
  const ordered = new Set<number>();
  const counterpartyOf = counterpartyAt(places);
  let from = to;
  for (const { day, entries } of covered.toReversed()) {
    if (day < from - 1 || movements.length > entriesMax) break;
    from = day;
    if (entries === 0) continue;
    for (const piece of standingPieces(reader, account, day)) {
      for (const stored of piece) {
        if (stored.currency !== currency) continue;
        movements.push(movementOf(stored, day, counterpartyOf(stored)));
        if (stored.orderedPayee !== null) ordered.add(stored.key);
      }
      yield;
    }
  }
  return { from, to, movements, ordered };
}

export type HistoryQuestion = {
  readonly accountNumber: string;
  readonly currency: string;
  /** Days since 1970. */
  readonly today: number;
  /** Where the bank file has the meanings. */
  readonly places: Places;
};

function counterpartyAt(places: Places): (stored: StandingEntry) => string | undefined {
  const meanings = meaningsAt(places);
  return (stored) =>
    namedCounterparty({ ...stored, bank: meanings.of(stored).counterparty }) ?? undefined;
}

/** A negative amount is a debit in either direction: some banks sign their amounts. */
function movementOf(
  { key, amountE4, direction, narration, transactionType }: StandingEntry,
  day: number,
  counterparty: string | undefined,
): Movement {
  const amount = BigInt(amountE4);
  const units = direction === 1 || amount < 0n ? amount : -amount;
  const description = narration === '' ? transactionType : narration;
  return {
    ...{ key, day, units },
    name: counterparty ?? description,
    stems: stemsOf(units, { counterparty, narration: description }),
  };
}
