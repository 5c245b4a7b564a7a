import { coveredDays } from '../accounts/days.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import type { Movement } from '../../engines/recurring/movement.ts';
import { stemsOf } from '../../engines/recurring/stems.ts';
import { firstKeyOf, lastKeyOf } from '../statements/entries/entry-keys.ts';
import { meaningsAt, type Places } from '../statements/entries/meanings.ts';
import { rows, type CacheReader } from '../../engines/store/database.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';

/** Days of history that are searched for recurring movements. */
const lookedBack = 400;
/** Newest entries of an account that are read. */
const entriesMax = 100_000;
const entriesAtOnce = 1_000;

/** The movements of an account over consecutive fetched days up to the last one. */
export type History = {
  /** Days since 1970; both ends are included. */
  readonly from: number;
  readonly to: number;
  readonly movements: readonly Movement[];
};

type Stored = {
  readonly key: number;
  readonly units: string;
  readonly direction: 0 | 1;
  readonly transactionDate: string;
  readonly narration: string;
  readonly customReference: string;
  readonly transactionType: string;
  readonly extras: string | null;
  readonly label: string | null;
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
  const { counterpartyOf } = namesAt(places);
  let from = to;
  for (const { day, entries } of covered.toReversed()) {
    if (day < from - 1 || movements.length > entriesMax) break;
    from = day;
    if (entries === 0) continue;
    for (let after = firstKeyOf(account, day) - 1; ;) {
      const piece = entriesBehind(reader, { after, last: lastKeyOf(account, day), currency });
      for (const stored of piece) movements.push(movementOf(stored, day, counterpartyOf(stored)));
      yield;
      const last = piece.at(-1);
      if (last === undefined || piece.length < entriesAtOnce) break;
      after = last.key;
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

const entriesBehind = (
  reader: CacheReader,
  { after, last, currency }: { after: number; last: number; currency: string },
): Stored[] =>
  rows<Stored>(
    reader,
    `SELECT e.key, CAST(e.amount_e4 AS TEXT) AS units, e.direction, e.at AS transactionDate, e.narration,
       e.reference AS customReference, (SELECT t.name FROM transaction_type t WHERE t.id = e.type) AS transactionType, e.extras,
       (SELECT l.name FROM entry_label x CROSS JOIN label l ON l.id = x.label
         WHERE x.key = e.key AND l.kind = 'counterparty' LIMIT 1) AS label
     FROM entry e WHERE e.key > ? AND e.key <= ? AND e.withdrawn_at IS NULL AND e.currency = ? ORDER BY e.key LIMIT ?`,
    after,
    last,
    currency,
    entriesAtOnce,
  );

/** The counterparty of the bank's record, else the label by rule or by hand. */
function namesAt(places: Places): { counterpartyOf: (stored: Stored) => string | undefined } {
  const meanings = meaningsAt(places);
  return {
    counterpartyOf: (stored) => meanings.of(stored).counterparty ?? stored.label ?? undefined,
  };
}

/** A negative amount is a debit, whatever the direction: some banks sign their amounts. */
function movementOf(
  { key, units: text, direction, narration, transactionType }: Stored,
  day: number,
  counterparty: string | undefined,
): Movement {
  const amount = BigInt(text);
  const units = direction === 1 || amount < 0n ? amount : -amount;
  const description = narration === '' ? transactionType : narration;
  return {
    ...{ key, day, units },
    name: counterparty ?? description,
    stems: stemsOf(units, { counterparty, narration: description }),
  };
}
