import { describe, expect, test } from 'vitest';

import { sums } from '../../../electron/nouns/statements/search/long-reads.ts';
import { accountByNumber } from '../../../electron/nouns/accounts/tables.ts';
import { recentDays, type DayVerdict } from '../../../electron/nouns/accounts/days.ts';
import { balanceLine } from '../../../electron/nouns/statements/position.ts';
import type { IncomingEntry } from '../../../electron/nouns/statements/entries/incoming.ts';
import {
  coverage,
  coveredRange,
  firstBreak,
} from '../../../electron/nouns/statements/proof/coverage.ts';
import { entryById } from '../../../electron/nouns/statements/entries/entry-detail.ts';
import {
  accountNumber,
  asOf,
  entry,
  firstDay,
  openCopy,
  range,
  type Copy,
} from '../../support/stores/store.ts';

/** Two entries a day over three days: 0 -> 6.00. */
const entries = (): IncomingEntry[] =>
  Array.from({ length: 6 }, (_, ordinal) =>
    entry(`e${ordinal}`, { ordinal, day: firstDay + (ordinal >> 1) }),
  );

const verdict = (day: number, given: Partial<DayVerdict> = {}): DayVerdict => ({
  day: firstDay + day,
  state: 'proven',
  entries: 2,
  openingE4: BigInt(day) * 20_000n,
  closingE4: BigInt(day + 1) * 20_000n,
  broken: null,
  ...given,
});

function saved(given: { entries?: IncomingEntry[]; days?: DayVerdict[] } = {}): Copy {
  const copy = openCopy();
  const { rangeId } = copy.writer.beginRange(range(firstDay, firstDay + 2));
  copy.writer.savePage({
    rangeId,
    cursor: '{}',
    entries: given.entries ?? entries(),
    unreadable: [],
  });
  const days = given.days ?? [verdict(0), verdict(1), verdict(2)];
  copy.writer.finishRange({ rangeId, asOf, days, withdraw: true });
  return copy;
}

const first = '2024-10-04';
const last = '2024-10-06';

describe('the proof of a period', () => {
  test('holds when every balance follows and every day is whole', () => {
    expect(saved().writer.proveCached(accountNumber, {})).toEqual({
      state: 'proven',
      ok: true,
      openingBalance: '0.00',
      closingBalance: '6.00',
      entries: 6,
      provenTo: last,
      brokenAt: null,
      missingDays: 0,
      reason: null,
    });
  });

  test('breaks at the very entry whose balance does not follow [M2]', () => {
    const wrong = entries().with(
      3,
      entry('e3', { ordinal: 3, day: firstDay + 1, balanceE4: 40_001n }),
    );
    const proof = saved({ entries: wrong }).writer.proveCached(accountNumber, {});
    expect(proof).toMatchObject({ state: 'broken', ok: false, provenTo: first });
    expect(proof.brokenAt).toEqual({
      entryId: 'e3',
      date: '2024-10-05',
      expected: '4.00',
      found: '4.0001',
    });
  });

  test('breaks when the last balance is not the bank’s closing balance [M1]', () => {
    const days = [verdict(0), verdict(1), verdict(2, { closingE4: 70_000n })];
    expect(saved({ days }).writer.proveCached(accountNumber, {})).toMatchObject({
      state: 'broken',
      brokenAt: { expected: '6.00', found: '7.00' },
    });
  });

  test('knows amounts that carry their own sign', () => {
    const signed = [
      entry('in', { balanceE4: 10_000n }),
      entry('out', { ordinal: 1, direction: 'debit', amountE4: -4_000n, balanceE4: 6_000n }),
    ];
    const days = [verdict(0, { closingE4: 6_000n })];
    const { writer, reader } = saved({ entries: signed, days });
    expect(writer.proveCached(accountNumber, {})).toMatchObject({
      state: 'proven',
      closingBalance: '0.60',
    });
    expect(entryById(reader, accountNumber, 'out')).toMatchObject({ follows: true });
  });

  test('is partial where days are missing, moved while read, or lost an entry', () => {
    const ask = { from: first, to: '2024-10-08' };
    expect(saved().writer.proveCached(accountNumber, ask)).toMatchObject({
      state: 'partial',
      missingDays: 2,
      provenTo: last,
    });
    const moved = saved({ days: [verdict(0), verdict(1, { state: 'unproven' }), verdict(2)] });
    expect(moved.writer.proveCached(accountNumber, {})).toMatchObject({
      state: 'partial',
      provenTo: first,
    });
    const short = saved({ days: [verdict(0), verdict(1), verdict(2, { entries: 3 })] });
    expect(short.writer.proveCached(accountNumber, {}).reason).toBe(
      '2024-10-06 holds 2 entries here and 3 at the bank.',
    );
  });

  test('says so when nothing was fetched', () => {
    expect(openCopy().writer.proveCached(accountNumber, {})).toMatchObject({
      state: 'none',
      ok: false,
      entries: 0,
    });
  });
});

describe('an entry’s balance', () => {
  test('follows from the entry before or from its day’s opening balance', () => {
    const { reader } = saved();
    for (const id of ['e0', 'e1', 'e2', 'e5'])
      expect(entryById(reader, accountNumber, id)).toMatchObject({ follows: true });
  });

  test('that does not follow says what was expected', () => {
    const wrong = entries().with(
      3,
      entry('e3', { ordinal: 3, day: firstDay + 1, balanceE4: 50_000n }),
    );
    expect(entryById(saved({ entries: wrong }).reader, accountNumber, 'e3')).toMatchObject({
      follows: false,
      expectedBalance: '4.00',
    });
  });

  test('is not assessed when what came before is not here', () => {
    const { reader } = saved({ days: [] });
    expect(entryById(reader, accountNumber, 'e0')).toMatchObject({
      follows: null,
      expectedBalance: null,
    });
    expect(entryById(reader, accountNumber, 'e2')?.follows).toBeNull();
    expect(entryById(reader, accountNumber, 'e3')?.follows).toBe(true);
  });
});

test('the days show what is known of them, and the account shows where it stands', () => {
  const broken = { entryId: 'e4', expectedE4: 1n, foundE4: 2n };
  const days = [verdict(0), verdict(1), verdict(2, { state: 'broken', broken })];
  const { reader } = saved({ days });
  expect(coverage(reader, accountNumber, '2024-10-03', first)).toEqual([
    { date: '2024-10-03', state: 'missing', entries: 0, asOf: null },
    { date: first, state: 'proven', entries: 2, asOf },
  ]);
  expect(coveredRange(reader, accountNumber)).toEqual({ from: first, to: last });
  expect(firstBreak(reader, accountNumber, first, last)).toEqual({
    entryId: 'e4',
    date: last,
    expected: '0.0001',
    found: '0.0002',
  });
  expect(balanceLine(recentDays(reader, accountNumber, 2), 'USD')).toEqual([
    { date: '2024-10-05', balance: '4.00' },
    { date: last, balance: '6.00' },
  ]);
  expect(accountByNumber(reader, accountNumber)).toMatchObject({
    booked: { amount: '6.00', currency: 'USD' },
    statementAsOf: asOf,
    available: null,
  });
});

test('the sums are those of what stands, with the balances at both ends', () => {
  const { reader } = saved();
  expect(sums(reader, accountNumber, {})).toEqual({
    count: 6,
    creditsE4: 60_000n,
    debitsE4: 0n,
    openingE4: 0n,
    closingE4: 60_000n,
  });
  expect(sums(reader, accountNumber, { from: '2024-10-05', to: '2024-10-05' })).toMatchObject({
    count: 2,
    openingE4: 20_000n,
    closingE4: 40_000n,
  });
  expect(sums(reader, accountNumber, { from: '2024-12-01' })).toMatchObject({
    count: 0,
    openingE4: 60_000n,
    closingE4: 60_000n,
  });
});
