import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ordinalOf } from '../../../electron/nouns/accounts/ordinals.ts';
import { coveredDays, type CoveredDay } from '../../../electron/nouns/accounts/days.ts';
import { unreadableOn } from '../../../electron/nouns/statements/proof/unreadable-entries.ts';
import type { Break } from '../../../electron/nouns/statements/chain/chain-parts.ts';
import { coveredRange } from '../../../electron/nouns/statements/proof/coverage.ts';
import {
  dayOfKey,
  firstKeyOf,
  lastKeyOf,
} from '../../../electron/nouns/statements/entries/entry-keys.ts';
import { effectsOf } from '../../../electron/nouns/statements/entries/entry-rows.ts';
import type { CachedPeriod } from '../../../electron/nouns/statements/entries/incoming.ts';
import { cachedChains } from '../../../electron/nouns/statements/aggregates/chain-cache.ts';
import { proveFromCache } from '../../../electron/nouns/statements/proof/proof.ts';
import {
  nothingKnown,
  verdict,
  type Chain,
} from '../../../electron/nouns/statements/proof/proof-verdict.ts';
import { prepared, rows, run, type AnyDatabase } from '../../../electron/engines/store/database.ts';
import { openCacheConnection } from '../../../electron/engines/store/opening/cache-connection.ts';
import { dateOfDayNumber, dayNumber } from '../../../shared/calendar/calendar.ts';
import type { Proof } from '../../../shared/ipc/accounts/statements.ts';
import { play, reading } from '../../support/files/statement-histories.ts';
import {
  accountNumber,
  asOf,
  closing,
  entry,
  firstDay,
  key,
  openCopy,
  range,
} from '../../support/stores/store.ts';

type Link = { key: bigint; id: string; amount_e4: bigint; direction: bigint; balance_e4: bigint };

/** The plain way: every standing entry of the period, one after the other. */
function provenPlainly(database: AnyDatabase, number: string, period: CachedPeriod): Proof {
  const account = ordinalOf(database, number);
  const covered = coveredRange(database, number);
  if (covered === null) return nothingKnown;
  const asked = {
    from: dayNumber(period.from ?? covered.from),
    to: dayNumber(period.to ?? covered.to),
  };
  const days = coveredDays(database, number, asked);
  if (days.length === 0) return nothingKnown;
  const links = prepared(
    database,
    `SELECT key, id, amount_e4, direction, balance_e4 FROM entry
     WHERE account = ? AND key BETWEEN ? AND ? AND withdrawn_at IS NULL ORDER BY key`,
    'exact',
  ).all(account, firstKeyOf(account, asked.from), lastKeyOf(account, asked.to)) as Link[];
  const asides = unreadableOn(database, number, asked);
  return verdict({ ...asked, days, chain: followed(links, days), unreadable: asides }, 'USD');
}

function followed(links: readonly Link[], days: readonly CoveredDay[]): Chain {
  const fetched = new Set(days.map(({ day }) => day));
  let openingE4 = days[0]?.openingE4 ?? null;
  let balanceE4 = openingE4;
  let previousDay = days[0]?.day ?? 0;
  const breaks: Record<'unsigned' | 'signed', Break | null> = { unsigned: null, signed: null };
  const reach = { unsigned: 0, signed: 0 };
  const countOfDay = new Map<number, number>();
  for (const { key: at, id, amount_e4, direction, balance_e4 } of links) {
    const day = dayOfKey(Number(at));
    const effects = effectsOf(amount_e4, Number(direction));
    openingE4 ??= balance_e4 - effects.unsigned;
    let isContinuous = true;
    for (let between = previousDay; between <= day; between++)
      if (!fetched.has(between)) isContinuous = false;
    const base = isContinuous ? balanceE4 : null;
    for (const meaning of ['unsigned', 'signed'] as const) {
      if (breaks[meaning] !== null) continue;
      const expectedE4 = (base ?? balance_e4 - effects[meaning]) + effects[meaning];
      if (expectedE4 === balance_e4) reach[meaning] += 1;
      else breaks[meaning] = { entryId: id, day, expectedE4, foundE4: balance_e4 };
    }
    countOfDay.set(day, (countOfDay.get(day) ?? 0) + 1);
    balanceE4 = balance_e4;
    previousDay = day;
  }
  const meaning = reach.signed > reach.unsigned ? 'signed' : 'unsigned';
  return {
    entries: links.length,
    openingE4,
    closingE4: balanceE4,
    broken: breaks[meaning],
    countOfDay,
  };
}

const dateAt = (day: number) => dateOfDayNumber(firstDay + day);
const periods: CachedPeriod[] = [
  {},
  { from: dateAt(1) },
  { to: dateAt(2) },
  { from: dateAt(1), to: dateAt(3) },
  { from: dateAt(2), to: dateAt(2) },
];

describe('a proof from what is stored for each day', () => {
  test('gives the result of following every entry, after any history and between [M2]', () => {
    const copy = { ...openCopy() };
    const somePeriods = fc.array(fc.constantFrom(...periods), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(reading, { minLength: 1, maxLength: 6 }),
        somePeriods,
        (readings, asked) => {
          let turn = 0;
          const accounts = play(copy, readings, (numbers) => {
            const period = asked[turn] ?? {};
            for (const number of numbers) {
              const plain = provenPlainly(copy.reader, number, period);
              const before = proveFromCache(copy.reader, number, period);
              if (before !== null) expect(before).toEqual(plain);
              expect(copy.writer.proveCached(number, period)).toEqual(plain);
            }
            turn += 1;
          });
          for (const number of accounts)
            for (const period of periods) {
              const plain = provenPlainly(copy.reader, number, period);
              expect(proveFromCache(copy.reader, number, period) ?? plain).toEqual(plain);
            }
        },
      ),
      { numRuns: 150 },
    );
  }, 60_000);

  test('reads no entry again of a day that stayed as it was, and the others once', () => {
    const { writer, file, reader } = twoDays();
    expect(writer.proveCached(accountNumber, {})).toMatchObject({ state: 'proven', entries: 4 });
    const database = closing(openCacheConnection(file, key));
    // What no program of ours does: an entry is changed behind the triggers' back.
    run(database, 'DROP TRIGGER day_chain_on_update');
    run(database, `UPDATE entry SET balance_e4 = balance_e4 + 1 WHERE id IN ('e0', 'e3')`);
    expect(writer.proveCached(accountNumber, {})).toMatchObject({ state: 'proven' });
    run(database, 'DELETE FROM day_chain WHERE day = ?', firstDay + 1);
    expect(writer.proveCached(accountNumber, {}).brokenAt).toMatchObject({ entryId: 'e3' });
    expect(writer.proveCached(accountNumber, { anew: true }).brokenAt).toMatchObject({
      entryId: 'e0',
    });
    expect(provenPlainly(reader, accountNumber, {}).brokenAt).toMatchObject({ entryId: 'e0' });
  });

  test('uses no day whose stored number of entries differs, and counts anew where the entries say so', () => {
    const { writer, file, reader } = twoDays();
    writer.proveCached(accountNumber, {});
    const account = ordinalOf(reader, accountNumber);
    const days = { from: firstDay, to: firstDay + 1 };
    expect(cachedChains(reader, account, days)).toHaveLength(2);
    const database = closing(openCacheConnection(file, key));
    run(database, 'UPDATE entry_sum SET active = active + 1 WHERE day = ?', firstDay);
    expect(cachedChains(reader, account, days)).toBeNull();
    expect(writer.proveCached(accountNumber, {})).toMatchObject({ state: 'proven', entries: 4 });
    expect(cachedChains(reader, account, days)).toHaveLength(2);
    expect(
      rows(reader, 'SELECT active FROM entry_sum WHERE type = 0 AND day = ?', firstDay),
    ).toEqual([{ active: 2 }]);
  });

  test('is read a few days at a time', () => {
    const { writer, reader } = twoDays();
    const ask = () => writer.cacheDays(accountNumber, { entriesMax: 1 });
    expect(proveFromCache(reader, accountNumber, {})).toBeNull();
    expect([ask(), proveFromCache(reader, accountNumber, {})]).toEqual([false, null]);
    expect([ask(), ask()]).toEqual([true, true]);
    expect(proveFromCache(reader, accountNumber, {})).toMatchObject({
      state: 'proven',
      entries: 4,
    });
  });
});

function twoDays() {
  const copy = openCopy();
  const entries = Array.from({ length: 4 }, (_, ordinal) =>
    entry(`e${ordinal}`, { ordinal, day: firstDay + (ordinal >> 1) }),
  );
  const { rangeId } = copy.writer.beginRange(range(firstDay, firstDay + 1));
  copy.writer.savePage({ rangeId, cursor: '{}', entries, unreadable: [] });
  const days = [0, 1].map((day) => ({
    day: firstDay + day,
    state: 'proven' as const,
    entries: 2,
    openingE4: BigInt(day) * 20_000n,
    closingE4: BigInt(day + 1) * 20_000n,
    broken: null,
  }));
  copy.writer.finishRange({ rangeId, asOf, days, withdraw: true });
  return copy;
}
