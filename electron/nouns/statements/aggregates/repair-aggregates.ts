import { ordinalOf } from '../../accounts/ordinals.ts';
import {
  inTransaction,
  prepared,
  run,
  type CacheConnection,
} from '../../../engines/store/database.ts';
import { firstKeyOf, lastKeyOf } from '../entries/entry-keys.ts';
import { verifyAggregates, type AggregatePart, type PartResult } from './aggregate-verifier.ts';
import { everyKind, halfE4, wholeHistory } from './day-sums.ts';

/**
 * Verifies a part again and rebuilds its wrong aggregates from the entries, in one transaction. Changes no entry. Also deletes the
 * cached statements of a wrong day, so that the next sync reads their pages even if the digests match.
 */
export const repairAggregates = (database: CacheConnection, part: AggregatePart): PartResult =>
  inTransaction(database, () => {
    const account = ordinalOf(database, part.accountNumber);
    const checked = verifyAggregates(database, part);
    for (const day of checked.wrong) repairDay(database, account, day);
    if (checked.next !== null || (checked.wrong.length === 0 && !checked.isWholeWrong))
      return checked;
    repairHistory(database, account);
    return { ...checked, isWholeWrong: true };
  });

function repairDay(database: CacheConnection, account: number, day: number): void {
  for (const table of ['entry_sum', 'day_chain'])
    run(database, `DELETE FROM ${table} WHERE account = ? AND day = ?`, account, day);
  run(
    database,
    'DELETE FROM cached_statement WHERE account = ? AND from_day <= ? AND to_day >= ?',
    account,
    day,
    day,
  );
  prepared(
    database,
    `INSERT INTO entry_sum (account, type, day, direction, entries, active, high, low)
     SELECT account, type, @day, direction, count(*), count(*) FILTER (WHERE withdrawn_at IS NULL),
       coalesce(sum(amount_e4 / ${halfE4}) FILTER (WHERE withdrawn_at IS NULL), 0),
       coalesce(sum(amount_e4 % ${halfE4}) FILTER (WHERE withdrawn_at IS NULL), 0)
     FROM entry INDEXED BY entry_account WHERE account = @account AND key BETWEEN @low AND @high GROUP BY type, direction`,
  ).run({ account, day, low: firstKeyOf(account, day), high: lastKeyOf(account, day) });
  sumUp(database, account, {
    place: `${everyKind}, day`,
    of: `day = ${day} GROUP BY day, direction`,
  });
}

/** Rebuilds the sums of the whole history from those of the days, which must be correct by then. */
function repairHistory(database: CacheConnection, account: number): void {
  run(database, 'DELETE FROM entry_sum WHERE account = ? AND day = ?', account, wholeHistory);
  sumUp(database, account, { place: `type, ${wholeHistory}`, of: 'true GROUP BY type, direction' });
}

/** `place`: the kind and the day under which the sum is stored. */
function sumUp(
  database: CacheConnection,
  account: number,
  { place, of }: { readonly place: string; readonly of: string },
): void {
  run(
    database,
    `INSERT INTO entry_sum (account, type, day, direction, entries, active, high, low)
     SELECT account, ${place}, direction, sum(entries), sum(active), sum(high), sum(low)
     FROM entry_sum WHERE account = ? AND ${of}`,
    account,
  );
}
