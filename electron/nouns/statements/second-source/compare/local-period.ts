import { dayNumber } from '../../../../../shared/calendar/calendar.ts';
import { moneyOfUnits } from '../../../../../shared/money/money.ts';
import { accountByNumber } from '../../../accounts/tables.ts';
import { coveredDays } from '../../../accounts/days.ts';
import { createTurns } from '../../../../engines/files/turns.ts';
import type { CacheReader } from '../../../../engines/store/database.ts';
import type { BatchQuestion } from '../../query/filters.ts';
import type { ExportedEntry } from '../../entries/incoming.ts';
import { readBatch, sums } from '../../search/long-reads.ts';
import type { LocalPeriod } from './compare.ts';
import type { SourcePeriod } from '../formats/source.ts';

const entriesPerBatch = 2_000;

/** Reads a period from the local copy. An unknown account has no fetched days. */
export function localPeriod(
  reader: CacheReader,
  { accountNumber, from, to }: SourcePeriod,
): LocalPeriod {
  const period = { from: dayNumber(from), to: dayNumber(to) };
  const currency = accountByNumber(reader, accountNumber)?.currency ?? '';
  const receivedAt = new Map(
    coveredDays(reader, accountNumber, period).map(({ date, asOf }) => [date, asOf] as const),
  );
  const totals = receivedAt.size === 0 ? null : sums(reader, accountNumber, { from, to });
  const decimal = (units: bigint | null | undefined) =>
    units === null || units === undefined || currency === ''
      ? null
      : moneyOfUnits(units, currency).amount;
  return {
    accountNumber,
    from,
    to,
    currency,
    receivedAt,
    days: period.to - period.from + 1,
    opening: decimal(totals?.openingE4),
    closing: decimal(totals?.closingE4),
    entries: entriesOf(reader, { accountNumber, from, to }, receivedAt.size > 0),
  };
}

async function* entriesOf(
  reader: CacheReader,
  { accountNumber, from, to }: SourcePeriod,
  hasAny: boolean,
): AsyncGenerator<readonly ExportedEntry[]> {
  const turns = createTurns();
  let afterKey: number | null = null;
  while (hasAny) {
    const question: BatchQuestion = {
      accountNumber,
      filter: { from, to },
      afterKey,
      limit: entriesPerBatch,
    };
    const batch = readBatch(reader, question);
    yield batch.rows;
    afterKey = batch.nextKey;
    if (afterKey === null) return;
    if (turns.isOver()) await turns.next();
  }
}
