import { expect, test } from 'vitest';

import { bankBalances } from '../../electron/nouns/books/statement.ts';
import {
  accountNumber,
  asOf,
  entry,
  firstDay,
  openCopy,
  range,
  type Copy,
} from '../support/stores/store.ts';

/** One entry of 1.00 on each of three days from 4 October 2024, each day proven. */
function threeDays(): Copy {
  const copy = openCopy();
  const { rangeId } = copy.writer.beginRange(range(firstDay, firstDay + 2));
  const entries = [0, 1, 2].map((ordinal) =>
    entry(`e${String(ordinal)}`, { ordinal, day: firstDay + ordinal }),
  );
  copy.writer.savePage({ rangeId, cursor: '{}', entries, unreadable: [] });
  const days = [0, 1, 2].map((day) => ({
    ...{ day: firstDay + day, state: 'proven' as const, entries: 1, broken: null },
    ...{ openingE4: BigInt(day) * 10_000n, closingE4: BigInt(day + 1) * 10_000n },
  }));
  copy.writer.finishRange({ rangeId, asOf, days, withdraw: true });
  return copy;
}

test('the bank’s balances are those around the days of the ledger, as far as these were fetched', () => {
  const { reader } = threeDays();
  const between = (from: string, to: string) => bankBalances(reader, { accountNumber, from, to });
  const second = '2024-10-05';
  expect(between(second, second)).toEqual({ opening: 10_000n, closing: 20_000n, day: second });
  expect(between(second, '2024-12-31')).toEqual({
    ...{ opening: 10_000n, closing: 30_000n, day: '2024-10-06' },
  });
  expect(between('2024-10-07', '2024-12-31')).toEqual({ opening: null, closing: null, day: null });
});
