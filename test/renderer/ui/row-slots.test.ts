import { expect, test } from 'vitest';

import { rowSlots } from '../../../renderer/ui/lists/row-slots.ts';

test('a row that comes takes over the slot of one that left; the others keep theirs', () => {
  const slotted = rowSlots();
  const before = slotted(0, 9, 12);
  const after = slotted(3, 12, 12);
  expect(after.slice(0, 7)).toEqual(before.slice(3));
  for (const [at, row] of after.slice(0, 7).entries()) expect(row).toBe(before[at + 3]);
  expect(new Set(after.map(({ slot }) => slot)).size).toBe(after.length);
});

test('wherever a list is dragged, no two rows have one slot, and no more slots are used than there are', () => {
  const slotted = rowSlots();
  const used = new Set<number>();
  for (const first of [0, 7, 8, 500_000, 500_011, 499_990, 999_991, 3, 0, 4_999_990]) {
    const rows = slotted(first, first + 9, 12);
    expect(rows.map(({ index }) => index)).toEqual(rows.map((_, k) => first + k));
    expect(new Set(rows.map(({ slot }) => slot)).size).toBe(10);
    for (const { slot } of rows) used.add(slot);
  }
  expect(used.size).toBeLessThanOrEqual(12);
});

test('behind a jump the slots stand in the order of the rows, so that no element moves', () => {
  const slotted = rowSlots();
  slotted(5, 14, 12);
  expect(slotted(812_345, 812_354, 12).map(({ slot }) => slot)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
});

test('a page of rows takes over the elements where they stand', () => {
  const slotted = rowSlots();
  const places = (rows: ReturnType<typeof slotted>) =>
    rows.map(({ slot, offset }) => [slot, offset]);
  const before = places(slotted(500, 530, 36));
  for (const first of [520, 540, 560, 540, 520])
    expect(places(slotted(first, first + 30, 36))).toEqual(before);
});

test('however far a list is scrolled by little, its rows stand near where slots began', () => {
  const slotted = rowSlots();
  for (let first = 0; first < 1_000_000; first += 5)
    expect(Math.abs(slotted(first, first + 2, 12)[0]?.offset ?? 0)).toBeLessThanOrEqual(50_000);
});
