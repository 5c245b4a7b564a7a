import { beforeEach, expect, test, vi } from 'vitest';

import { fail, type Outcome } from '../../../shared/errors.ts';
import type { StatementPageView } from '../../../shared/ipc/accounts/statements.ts';
import { ok } from '../../../shared/result.ts';
import {
  EntryRows,
  firstRows,
} from '../../../renderer/features/statements/rows/entry-rows.svelte.ts';
import { fakeEntry } from '../support/statement-records.ts';

const account = { accountNumber: '1', accountName: 'Big', currency: 'USD', entries: 1_000_000 };
const rowsFrom = (index: number, limit: number) =>
  Array.from({ length: limit }, (_, k) => fakeEntry(account, index + k));

let rows: EntryRows;
/** From which row, and how many. */
let requested: [number, number][];

const answer = (index: number, limit: number): Promise<Outcome<StatementPageView>> => {
  requested.push([index, limit]);
  return Promise.resolve(ok({ index, rows: rowsFrom(index, limit) }));
};

beforeEach(() => {
  requested = [];
  rows = new EntryRows();
  rows.showFirst(answer, rowsFrom(0, firstRows));
  rows.counted(account.entries);
});

/** What was asked is answered at once: behind a few turns all that is wanted is there. */
async function isThere(index: number): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(rows.row(index)?.id).toBe(fakeEntry(account, index).id);
}

test('twelve hundred jumps leave a bounded number of rows', async () => {
  let most = 0;
  for (let jump = 1; jump <= 1_200; jump += 1) {
    const first = (jump * 7_919 * 13) % 999_900;
    rows.want(first, first + 40);
    await isThere(first);
    await isThere(first + 40);
    most = Math.max(most, rows.rowsCached);
  }
  expect(most).toBeLessThanOrEqual(2_400);
});

test('the held row is there however far one scrolls, and goes once nothing holds it', async () => {
  rows.held = 5;
  const jump = async (from: number) => {
    for (let page = from; page < from + 60; page += 1) {
      rows.want(page * 100, page * 100 + 40);
      await isThere(page * 100);
    }
  };
  await jump(10);
  expect(rows.row(5)?.id).toBe(fakeEntry(account, 5).id);
  rows.held = -1;
  await jump(100);
  expect(rows.row(5)).toBeUndefined();
});

test('the rows used last are cached: going back a little asks for nothing', async () => {
  for (let page = 1; page <= 60; page += 1) {
    rows.want(page * 100, page * 100 + 39);
    await isThere(page * 100);
  }
  const before = requested.length;
  for (let page = 59; page > 25; page -= 1) rows.want(page * 100, page * 100 + 39);
  expect(requested).toHaveLength(before);
});

test('a mark stays on a row that is cached', async () => {
  rows.want(0, 40);
  rows.patch(new Set([fakeEntry(account, 7).id]), { flagged: true });
  rows.want(5_000, 5_040);
  await isThere(5_000);
  expect(rows.row(7)?.flagged).toBe(true);
});

test('a screen is asked for by one question, wherever it begins, and without what is there already', async () => {
  rows.want(5_013, 5_050);
  expect(requested).toEqual([[5_000, 60]]);
  await isThere(5_050);
  rows.want(4_970, 5_012);
  expect(requested).toEqual([
    [5_000, 60],
    [4_960, 40],
  ]);
  await isThere(4_970);
});

test.each([
  { way: 'down', step: 20, edge: 34 },
  { way: 'up', step: -20, edge: 0 },
])('keys held $way come upon rows that are there', async ({ step, edge }) => {
  const from = 500_000;
  rows.want(from, from + 34);
  await isThere(from + edge);
  for (let key = 1; key <= 100; key += 1) {
    const first = from + key * step;
    rows.want(first, first + 34);
    // No turn has passed since: what is seen was asked for before.
    if (key > 1) expect(rows.row(first + edge)?.id).toBe(fakeEntry(account, first + edge).id);
    await isThere(first + edge);
  }
  // A hundred rows at a time, not each time a few.
  expect(requested.length).toBeLessThan(30);
});

test('ahead of the first and the last row nothing is asked for', async () => {
  rows.want(100, 134);
  await isThere(134);
  for (const first of [80, 60, 40, 20, 0]) {
    rows.want(first, first + 34);
    await isThere(first);
  }
  rows.want(999_900, 999_934);
  await isThere(999_934);
  for (const first of [999_920, 999_940, 999_960, 999_965]) {
    rows.want(first, Math.min(999_999, first + 34));
    await isThere(first + 34);
  }
  for (const [index, limit] of requested) {
    expect(index).toBeGreaterThanOrEqual(0);
    expect(index + limit).toBeLessThanOrEqual(account.entries);
  }
});

/** Rows that wait until the test lets them come, by the first of them. */
function slowly() {
  const waiting = new Map<number, () => void>();
  rows.showFirst(
    (index, limit) => {
      requested.push([index, limit]);
      return new Promise((resolve) => {
        waiting.set(index, () => resolve(ok({ index, rows: rowsFrom(index, limit) })));
      });
    },
    rowsFrom(0, firstRows),
  );
  rows.counted(account.entries);
  return async (index: number) => {
    waiting.get(index)?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
}

test('while it is dragged one place is asked for at a time, and behind it that where it is then', async () => {
  const come = slowly();
  for (let first = 1_000; first <= 900_000; first += 1_000) rows.want(first, first + 39);
  expect(requested).toEqual([[1_000, 40]]);
  await come(1_000);
  expect(requested).toEqual([
    [1_000, 40],
    [900_000, 40],
  ]);
  await come(900_000);
  expect(rows.row(900_000)?.id).toBe(fakeEntry(account, 900_000).id);
});

test('what is brought is there once it resolves, without a place being left for it', async () => {
  rows.want(0, 34);
  await rows.bring(700_013, 700_047);
  expect(rows.row(700_013)?.id).toBe(fakeEntry(account, 700_013).id);
  expect(rows.row(700_047)?.id).toBe(fakeEntry(account, 700_047).id);
  expect(requested).toEqual([[700_000, 60]]);
  await rows.bring(700_020, 700_040);
  expect(requested).toHaveLength(1);
});

test('rows of another filter are ignored, and take no place from those of this one', async () => {
  const come = slowly();
  rows.want(1_000, 1_140);
  rows.showFirst(answer, rowsFrom(0, firstRows));
  rows.counted(300);
  rows.want(90, 130);
  await isThere(130);
  await come(1_000);
  expect(rows.row(1_000)).toBeUndefined();
});

test('rows that failed are not asked for again by themselves', async () => {
  rows.showFirst(
    (index, limit) => {
      requested.push([index, limit]);
      return Promise.resolve(fail('store.locked', 'c-1'));
    },
    rowsFrom(0, firstRows),
  );
  rows.counted(account.entries);
  rows.want(500, 539);
  await vi.waitFor(() => {
    expect(rows.error?.code).toBe('store.locked');
  });
  await new Promise((resolve) => setTimeout(resolve));
  expect(requested).toEqual([[500, 40]]);
});
