import { expect, test } from 'vitest';

import { accountNumber } from '../../support/stores/store.ts';
import { awkwardEntries, copyWith, handedOverWhile } from '../../support/files/handed-over.ts';

test('entries that arrive while the file is written appear once, in the file and in its count [E4]', async () => {
  const entries = awkwardEntries(2_600);
  const copy = copyWith(entries.slice(0, 2_500));
  let isFirst = true;
  const counts: number[] = [];
  const handed = await handedOverWhile(copy, { format: 'camt053' }, ({ entries: count }) => {
    counts.push(count);
    if (count === 0 || !isFirst) return;
    isFirst = false;
    copyWith(entries, copy);
  });
  expect(handed.files.map(({ accounts }) => accounts)).toMatchObject([
    [{ accountNumber, entries: 2_600 }],
  ]);
  expect(handed.entries).toBe(2_600);
  expect(counts.at(-1)).toBe(2_600);
  expect(Math.max(...counts)).toBe(2_600);
});
