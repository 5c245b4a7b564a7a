import { dayNumber } from '../../../shared/calendar.ts';
import { moneyOfUnits } from '../../../shared/money/money.ts';
import { accountByNumber } from '../../accounts/tables.ts';
import type { StatementWrites } from '../writes.ts';
import { coveredDays } from '../../accounts/days.ts';
import type { CacheReader } from '../../store/database.ts';
import type { ExportedEntry } from '../incoming.ts';
import type { LocalPeriod } from './compare.ts';
import type { SourcePeriod } from './source.ts';

type Parts = { readonly cache: StatementWrites; readonly reader: CacheReader };

const entriesPerBatch = 2_000;

/** What the local copy holds of a period now. An account that is not in it has nothing fetched. */
export async function localPeriod(
  { cache, reader }: Parts,
  { accountNumber, from, to }: SourcePeriod,
): Promise<LocalPeriod> {
  const period = { from: dayNumber(from), to: dayNumber(to) };
  const currency = accountByNumber(reader, accountNumber)?.currency ?? '';
  const heard = new Map(
    coveredDays(reader, accountNumber, period).map(({ date, asOf }) => [date, asOf] as const),
  );
  const sums = heard.size === 0 ? null : await cache.sums(accountNumber, { from, to });
  const decimal = (units: bigint | null | undefined) =>
    units === null || units === undefined || currency === ''
      ? null
      : moneyOfUnits(units, currency).amount;
  return {
    accountNumber,
    from,
    to,
    currency,
    heard,
    days: period.to - period.from + 1,
    opening: decimal(sums?.openingE4),
    closing: decimal(sums?.closingE4),
    entries: entriesOf(cache, { accountNumber, from, to }, heard.size > 0),
  };
}

async function* entriesOf(
  cache: StatementWrites,
  { accountNumber, from, to }: SourcePeriod,
  hasAny: boolean,
): AsyncGenerator<readonly ExportedEntry[]> {
  let afterKey: number | null = null;
  while (hasAny) {
    const batch = await cache.readBatch({
      accountNumber,
      filter: { from, to },
      afterKey,
      limit: entriesPerBatch,
    });
    yield batch.rows;
    afterKey = batch.nextKey;
    if (afterKey === null) return;
  }
}
