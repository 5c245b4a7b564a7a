import { prepared, type CacheConnection } from '../../../engines/store/database.ts';
import { everyKind, halfE4, wholeHistory } from './day-sums.ts';

/** Updates the stored counts and sums for new entries, a page at a time. Triggers update them when an entry changes. */

type Sum = { entries: number; amountE4: bigint };
type Of = {
  readonly type: number;
  readonly day: number;
  readonly direction: 'debit' | 'credit';
};

/** Collects the counts and amounts of new entries by the stored sum to update. */
export class NewSums {
  readonly #sums = new Map<number, Sum>();

  /** Adds newly inserted entries of a day; `type` is the number of their kind, `amountE4` their sum. */
  add(
    { type, day, direction }: Of,
    { entries, amountE4 }: { readonly entries: number; readonly amountE4: bigint },
  ): void {
    addTo(this.#sums, placeOf(type, day, direction === 'credit' ? 1 : 0), { entries, amountE4 });
  }

  /** Adds the sums to the stored ones. Call it in the transaction that inserts the entries. */
  save(database: CacheConnection, account: number): void {
    const put = prepared(
      database,
      `INSERT INTO entry_sum (account, type, day, direction, entries, active, high, low) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET entries = entries + excluded.entries, active = active + excluded.active,
         high = high + excluded.high, low = low + excluded.low`,
    );
    for (const [place, { entries, amountE4 }] of withTotals(this.#sums)) {
      const [type, day, direction] = rowOf(place);
      put.run(
        account,
        type,
        day,
        direction,
        entries,
        entries,
        amountE4 / halfE4,
        amountE4 % halfE4,
      );
    }
    this.#sums.clear();
  }
}

function withTotals(sums: ReadonlyMap<number, Sum>): Map<number, Sum> {
  const all = new Map<number, Sum>();
  for (const [place, sum] of sums) {
    const [type, day, direction] = rowOf(place);
    addTo(all, place, sum);
    addTo(all, placeOf(everyKind, day, direction), sum);
    addTo(all, placeOf(type, wholeHistory, direction), sum);
    addTo(all, placeOf(everyKind, wholeHistory, direction), sum);
  }
  return all;
}

function addTo(sums: Map<number, Sum>, place: number, { entries, amountE4 }: Sum): void {
  const sum = sums.get(place);
  if (sum === undefined) sums.set(place, { entries, amountE4 });
  else {
    sum.entries += entries;
    sum.amountE4 += amountE4;
  }
}

/** A day number has 19 bits; the whole history is stored as the day before the first. */
const daysMax = 2 ** 20;

const placeOf = (type: number, day: number, direction: 0 | 1): number =>
  (type * daysMax + day - wholeHistory) * 2 + direction;

function rowOf(place: number): [type: number, day: number, direction: 0 | 1] {
  const cell = Math.floor(place / 2);
  return [Math.floor(cell / daysMax), (cell % daysMax) + wholeHistory, place % 2 === 1 ? 1 : 0];
}
