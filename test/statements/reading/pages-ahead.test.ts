import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { PagesAhead, type Arrived } from '../../../electron/nouns/statements/sync/page-prefetch.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';

const refused = fail('bank.refused', 'test');

/** Answers pages in an order of its own; notes which were asked, and how many at once. */
function server(order: () => number) {
  const open: { page: number; answer: (outcome: Outcome<unknown>) => void }[] = [];
  const seen = { asked: [] as number[], most: 0 };
  const ask = (page: number): Promise<Outcome<unknown>> =>
    new Promise((answer) => {
      open.push({ page, answer });
      seen.asked.push(page);
      seen.most = Math.max(seen.most, open.length);
    });
  const answerOne = (failing: number): void => {
    const [next] = open.splice(order() % Math.max(1, open.length), 1);
    next?.answer(next.page === failing ? refused : ok(next.page));
  };
  return { seen, ask, answerOne, open };
}

/** Everything that is handed out, while the server answers one page after the other. */
async function readAll(pages: PagesAhead, answerOne: () => void): Promise<Arrived[]> {
  const arrived: Arrived[] = [];
  for (;;) {
    const next = pages.next();
    const isThere = next.then(() => true);
    const later = () => new Promise<false>((answer) => setImmediate(() => answer(false)));
    do answerOne();
    while (!(await Promise.race([isThere, later()])));
    const one = await next;
    if (!one) return arrived;
    arrived.push(one);
    if (one.failure) return arrived;
  }
}

describe('pages asked ahead', () => {
  test('come whole and in order, in whatever order they are answered, up to the first that fails', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 40 }),
        fc.array(fc.nat(50), { minLength: 1, maxLength: 40 }),
        async (first, length, failing, dice) => {
          let thrown = 0;
          const bank = server(() => dice[thrown++ % dice.length] ?? 0);
          const count = first + length;
          const arrived = await readAll(new PagesAhead(bank.ask, first, count), () => {
            bank.answerOne(failing);
          });
          const received = arrived.flatMap((one) =>
            Array.from({ length: one.count }, (_, at) => one.first + at),
          );
          const end = failing >= first && failing < count ? failing : count;
          expect(received).toEqual(Array.from({ length: end - first }, (_, at) => first + at));
          expect(arrived.at(-1)?.failure ?? null).toEqual(end === count ? null : refused);
          expect(bank.seen.most).toBeLessThanOrEqual(limits.pagesAtOnce);
          expect(bank.seen.asked).toEqual([...new Set(bank.seen.asked)].toSorted((a, b) => a - b));
        },
      ),
    );
  });

  test('that are never taken are not asked for without end', async () => {
    const asked: number[] = [];
    const pages = new PagesAhead(
      (page) => {
        asked.push(page);
        return Promise.resolve(ok(page));
      },
      0,
      1_000,
    );
    await pages.next();
    await new Promise(setImmediate);
    const untaken = asked.length;
    await new Promise(setImmediate);
    expect(asked).toHaveLength(untaken);
    expect(untaken).toBeLessThan(20);
    pages.stop();
    await pages.next();
    await new Promise(setImmediate);
    expect(asked).toHaveLength(untaken);
  });

  test('fail by their own rejection when their turn comes, and by no other', async () => {
    const gone = new Error('gone');
    const ask = (page: number): Promise<Outcome<unknown>> =>
      page === 0
        ? new Promise((answer) => setImmediate(() => answer(ok(0))))
        : Promise.reject(gone);
    const pages = new PagesAhead(ask, 0, 9);
    expect(await pages.next()).toEqual({ first: 0, count: 1, failure: null });
    await expect(pages.next()).rejects.toBe(gone);
  });
});
