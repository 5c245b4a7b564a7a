import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openCaller, wholeYear, type Caller } from './caller.ts';

let caller: Caller;
beforeAll(async () => {
  caller = await openCaller({ entries: 1_000_000 });
});
afterAll(() => caller.sandbox.close());

describe('a history of a million entries', () => {
  it('is paged to its last entry, each page leading to the next', async () => {
    const first = (await caller.statement({ ...wholeYear, limit: '500' })).statement;
    expect(first.totalItems).toBeGreaterThan(850_000);
    const { totalPages } = first;
    const middle = Math.floor(totalPages / 2);
    for (const page of [1, middle, totalPages - 1]) {
      const [newer, older] = await Promise.all(
        [page, page + 1].map((pageNumber) =>
          caller.statement({ ...wholeYear, limit: '500', pageNumber: String(pageNumber) }),
        ),
      );
      const last = newer?.statement.data.at(-1);
      const step = Math.round((last?.amount ?? 0) * 100) * (last?.direction === 'debit' ? -1 : 1);
      const before = Math.round((last?.balance ?? 0) * 100) - step;
      expect(Math.round((older?.statement.data[0]?.balance ?? NaN) * 100)).toBe(before);
    }
    const end = await caller.statement({
      ...wholeYear,
      limit: '500',
      pageNumber: String(totalPages),
    });
    expect(end.statement.data.at(-1)?.narration).toBe('Balance brought forward');
    expect(end.openingBalance).toBe(0);
  });
});
