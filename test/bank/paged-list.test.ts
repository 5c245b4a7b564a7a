import { expect, test } from 'vitest';

import { readWholeList, type ListPage } from '../../electron/engines/bank/paged-list.ts';
import type { Outcome } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { ok } from '../../shared/result.ts';

const context = { correlationId: 'c-1' };

/** A bank that has page upon page of such rows, each with the number of its page; it counts the pages that it was asked for. */
function bankOf(row: unknown, pages: { rows: number; totalItems: number; totalPages: number }) {
  const asked: string[] = [];
  return {
    asked,
    ask: ({ pageNumber }: { pageNumber: string }): Promise<Outcome<ListPage<unknown>>> => {
      asked.push(pageNumber);
      const { rows, totalItems, totalPages } = pages;
      return Promise.resolve(
        ok({
          data: Array.from({ length: rows }, () => ({ of: asked.length, row })),
          page: asked.length,
          totalItems,
          totalPages,
        }),
      );
    },
  };
}

test('a list of pages of ten megabytes ends at the bytes that the desk holds in all', async () => {
  const { ask, asked } = bankOf('x'.repeat(1_048_576), {
    rows: 10,
    totalItems: 90_000,
    totalPages: 9_000,
  });
  expect(await readWholeList(ask, 'getAllBeneficiaries', context)).toMatchObject({
    error: {
      code: 'bank.unexpected',
      message: expect.stringContaining('larger than the desk holds, which is 64 MiB') as string,
    },
  });
  expect(asked.length * 10 * 1_048_576).toBeLessThan(limits.listBytesMax + 10 * 1_048_576);
});

test('a list that announces more items than the desk holds ends with its first page', async () => {
  const { ask, asked } = bankOf({}, { rows: 200, totalItems: 4_000_000, totalPages: 20_000 });
  expect(await readWholeList(ask, 'findTransfers', context)).toMatchObject({
    error: { message: expect.stringContaining('which is 100000 items') as string },
  });
  expect(asked).toEqual(['1']);
});

test('a page that brings more rows than were announced ends the list there', async () => {
  const { ask, asked } = bankOf({}, { rows: 300, totalItems: 200, totalPages: 20_000 });
  expect(await readWholeList(ask, 'findTransfers', context)).toMatchObject({
    error: { message: expect.stringContaining('announced 200 items and gave 300') as string },
  });
  expect(asked).toHaveLength(1);
});

test('a list whose total moves up with every page ends at the rows that the desk holds [M5]', async () => {
  let page = 0;
  const ask = (): Promise<Outcome<ListPage<null>>> => {
    page += 1;
    const data = Array.from({ length: 10_000 }, () => null);
    const totalItems = Math.min(page * 10_000 + 1, 99_999);
    return Promise.resolve(ok({ data, page, totalItems, totalPages: page + 1 }));
  };
  expect(await readWholeList(ask, 'findTransfers', context)).toMatchObject({
    error: { code: 'bank.unexpected' },
  });
  expect(page).toBeLessThanOrEqual(10);
});

test('a list within the bounds is read to its end', async () => {
  const { ask, asked } = bankOf({ id: 1 }, { rows: 200, totalItems: 1_000, totalPages: 5 });
  const read = await readWholeList(ask, 'findTransfers', context);
  expect(read.ok && read.value).toHaveLength(1_000);
  expect(asked).toHaveLength(5);
});

test('a bank that answers the same page again does not fill its list with it [M5]', async () => {
  const page = { data: [{ id: 1 }, { id: 2 }], page: 1, totalItems: 4, totalPages: 2 };
  const read = await readWholeList(() => Promise.resolve(ok(page)), 'findTransfers', context);
  expect(read).toMatchObject({
    error: { message: expect.stringContaining('answers the same page again') as string },
  });
});
