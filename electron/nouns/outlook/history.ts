import { coveredDays } from '../accounts/days.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import type { Movement } from '../../engines/recurring/movement.ts';
import { stemsOf } from '../../engines/recurring/stems.ts';
import type { RowLabels } from '../../engines/formats/format.ts';
import { standingPieces, type StandingEntry } from '../statements/entries/entry-facts.ts';
import { meaningsAt, type Places } from '../statements/entries/meanings.ts';
import { labelsByKey, unlabelled } from '../statements/entries/row-labels.ts';
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
  const counterpartyOf = counterpartyAt(places);
  let from = to;
  for (const { day, entries } of covered.toReversed()) {
    if (day < from - 1 || movements.length > entriesMax) break;
    from = day;
    if (entries === 0) continue;
    for (const piece of standingPieces(reader, account, day)) {
      const own = piece.filter((entry) => entry.currency === currency);
      const labels = labelsByKey(
        reader,
        own.map(({ key }) => key),
      );
      for (const stored of own) {
        const counterparty = counterpartyOf(stored, labels.get(stored.key));
        movements.push(movementOf(stored, day, counterparty));
      }
      yield;
    }
  }
  return { from, to, movements };
}

export type HistoryQuestion = {
  readonly accountNumber: string;
  readonly currency: string;
  /** Days since 1970. */
  readonly today: number;
  /** Where the bank file has the meanings. */
  readonly places: Places;
};

/** The counterparty of the bank's record, else the label by rule or by hand. */
function counterpartyAt(places: Places) {
  const meanings = meaningsAt(places);
  return (
    { at, narration, reference, type, extras }: StandingEntry,
    labels: RowLabels = unlabelled,
  ): string | undefined => {
    const entry = { transactionDate: at, narration, customReference: reference, extras };
    const { counterparty } = meanings.of({ ...entry, transactionType: type });
    return counterparty ?? (labels.namedCounterparty || undefined);
  };
}

/** A negative amount is a debit, whatever the direction: some banks sign their amounts. */
function movementOf(
  { key, amountE4, direction, narration, type }: StandingEntry,
  day: number,
  counterparty: string | undefined,
): Movement {
  const amount = BigInt(amountE4);
  const units = direction === 1 || amount < 0n ? amount : -amount;
  const description = narration === '' ? type : narration;
  return {
    ...{ key, day, units },
    name: counterparty ?? description,
    stems: stemsOf(units, { counterparty, narration: description }),
  };
}
