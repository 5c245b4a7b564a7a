import { describe, expect, test } from 'vitest';

import { readToEnd } from '../../electron/engines/submissions/lookup/list-reading.ts';
import { limits } from '../../shared/limits.ts';
import { ok } from '../../shared/result.ts';
import { failed, refused } from '../support/desks/lone-desk.ts';

type Page = Parameters<typeof pageOf>[1];
const pageOf = (
  data: readonly string[],
  { page = 1, pageSize = 200, totalItems = data.length, totalPages = 1 } = {},
) => ok({ data, page, pageSize, totalItems, totalPages });

/** A list whose bank answers its first questions so, and then as to the last one. */
async function read(...answers: (ReturnType<typeof pageOf> | ReturnType<typeof failed>)[]) {
  const asked: string[] = [];
  const outcome = await readToEnd<string>(
    (question) => {
      asked.push(`${question.pageNumber}/${question.pageSize}`);
      return Promise.resolve(answers[asked.length - 1] ?? answers.at(-1)!);
    },
    (row) => row,
  );
  return { asked, outcome };
}

const ends = async (
  ending: 'complete' | 'unsure' | 'broken',
  rows: readonly string[],
  pages: number,
  ...answers: Parameters<typeof read>
) => {
  const { asked, outcome } = await read(...answers);
  expect(outcome).toEqual(ok({ rows, ending }));
  expect(asked).toHaveLength(pages);
};

const bare = (...data: string[]) => pageOf(data, { pageSize: data.length });
const of2 = (given: Page = {}) => ({ totalItems: 4, totalPages: 2, ...given });

describe('a list that counts', () => {
  test('is read page by page to the end that it states', async () => {
    await ends('complete', ['a', 'b'], 1, pageOf(['a', 'b']));
    await ends('complete', [], 1, pageOf([]));
    await ends('complete', [], 1, pageOf([], { pageSize: 0 }));
    const { asked, outcome } = await read(
      pageOf(['a', 'b'], of2()),
      pageOf(['c', 'd'], of2({ page: 2 })),
    );
    expect(outcome).toEqual(ok({ rows: ['a', 'b', 'c', 'd'], ending: 'complete' }));
    expect(asked).toEqual(['1/200', '2/200']);
  });

  test('may count its pages from nought, and end with an empty one', async () => {
    const second = of2({ page: 1 });
    await ends(
      'complete',
      ['a', 'b', 'c', 'd'],
      2,
      pageOf(['a', 'b'], of2({ page: 0 })),
      pageOf(['c', 'd'], second),
    );
    const more = { totalItems: 2, totalPages: 2 };
    await ends(
      'complete',
      ['a', 'b'],
      2,
      pageOf(['a', 'b'], more),
      pageOf([], { ...more, page: 2 }),
    );
  });

  test.each<[string, Page]>([
    ['another count of items', { totalItems: 5 }],
    ['another count of pages', { totalPages: 3 }],
    ['the number of another page', { page: 3 }],
  ])('and states on its second page %s is broken', async (_what, given) => {
    const second = pageOf(['c', 'd'], of2({ page: 2, ...given }));
    await ends('broken', ['a', 'b', 'c', 'd'], 2, pageOf(['a', 'b'], of2()), second);
  });

  test('and gives a row twice, fewer than it counts, or more, is broken', async () => {
    const first = pageOf(['a', 'b'], of2());
    await ends('broken', ['a', 'b', 'c'], 2, first, pageOf(['b', 'c'], of2({ page: 2 })));
    await ends('broken', ['a', 'b'], 2, first, pageOf([], of2({ page: 2 })));
    await ends('broken', ['a', 'b'], 1, pageOf(['a', 'b'], { totalItems: 1 }));
    await ends(
      'broken',
      ['a', 'b'],
      2,
      pageOf(['a', 'b'], { pageSize: 2, totalItems: 3 }),
      pageOf([], { page: 2, totalItems: 3 }),
    );
  });

  test('and does not end within a hundred pages is broken', async () => {
    const asked: string[] = [];
    const outcome = await readToEnd<string>(
      ({ pageNumber }) => {
        asked.push(pageNumber);
        const page = Number(pageNumber);
        return Promise.resolve(pageOf([pageNumber], { page, totalItems: 999, totalPages: 999 }));
      },
      (row) => row,
    );
    expect(outcome).toMatchObject({ ok: true, value: { ending: 'broken' } });
    expect(asked).toHaveLength(limits.lookupPagesMax);
  });

  test('fails where a page of it fails', async () => {
    expect((await read(failed('bank.unavailable'))).outcome).toMatchObject({ ok: false });
    const { outcome } = await read(pageOf(['a', 'b'], of2()), refused(400));
    expect(outcome).toMatchObject({ error: { code: 'bank.refused' } });
    const exact = pageOf(['a', 'b'], { pageSize: 2, totalItems: 2, totalPages: 2 });
    expect((await read(exact, refused(400))).outcome).toMatchObject({ ok: false });
  });
});

describe('a list that counts nothing', () => {
  test('ends with an empty page behind its rows', async () => {
    await ends('complete', ['a', 'b'], 2, bare('a', 'b'), bare());
    await ends('complete', ['a', 'b', 'c'], 3, bare('a', 'b'), bare('c'), bare());
  });

  test('and refuses a second page, or gives the first one again, may be cut off', async () => {
    await ends('unsure', ['a', 'b'], 2, bare('a', 'b'), refused(404));
    await ends('unsure', ['a', 'b'], 2, bare('a', 'b'), failed('bank.refused'));
    await ends('unsure', ['a', 'b'], 2, bare('a', 'b'), bare('a', 'b'));
    await ends('unsure', ['a', 'b', 'c'], 2, bare('a', 'b'), bare('b', 'c'));
  });

  test('fails where its second page fails otherwise', async () => {
    for (const answer of [failed('bank.unavailable'), refused(401)])
      expect((await read(bare('a'), answer)).outcome).toMatchObject({ ok: false });
  });

  test('and never ends is broken', async () => {
    const asked: string[] = [];
    const outcome = await readToEnd<string>(
      ({ pageNumber }) => {
        asked.push(pageNumber);
        return Promise.resolve(bare(pageNumber));
      },
      (row) => row,
    );
    expect(outcome).toMatchObject({ ok: true, value: { ending: 'broken' } });
    expect(asked).toHaveLength(limits.lookupPagesMax);
  });
});
