import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Dialect } from '../../sandbox/statements/dialect.ts';
import { toUnits } from '../../shared/money/decimal.ts';
import { everyEntry, openCaller, operating, wholeYear, type Query, type Caller } from './caller.ts';

let caller: Caller;
let expected: string[];

const dates = { 'startDate/endDate': ['startDate', 'endDate'], 'from/to': ['from', 'to'] } as const;
const pagings = ['pageNumber/limit', 'pageNumber/pageSize', 'pageOffset/pageSize'] as const;
const cases = (['startDate/endDate', 'from/to'] as const).flatMap((dateNames) =>
  pagings.flatMap((paging) =>
    (paging === 'pageOffset/pageSize' ? (['page', 'item'] as const) : (['page'] as const)).flatMap(
      (pageUnit) =>
        ([0, 1] as const).flatMap((firstPage) =>
          (['newest-first', 'oldest-first'] as const).map((order) => ({
            dates: dateNames,
            paging,
            pageUnit,
            firstPage,
            order,
          })),
        ),
    ),
  ),
);

beforeAll(async () => {
  caller = await openCaller({ entries: 1_000 });
  const query = { ...wholeYear, limit: '1000', pageNumber: '1' };
  expected = (await caller.statement(query)).statement.data.map(({ id }) => id);
  expect(expected.length).toBeGreaterThan(200);
});
afterAll(() => caller.sandbox.close());

const pageSize = 90;

function queryOf(dialect: Pick<Dialect, 'paging' | 'pageUnit' | 'firstPage'>, page: number): Query {
  const [place = '', size = ''] = dialect.paging.split('/');
  const step = dialect.pageUnit === 'item' ? pageSize : 1;
  return { [place]: String(page * step + dialect.firstPage), [size]: String(pageSize) };
}

describe('a statement', () => {
  it.each(cases)(
    'has the same entries by $dates and $paging ($pageUnit from $firstPage, $order)',
    async (dialect) => {
      await caller.call('PUT', '/sandbox/dialect', dialect);
      const [from, to] = dates[dialect.dates];
      const entries = await everyEntry(caller, (page) => ({
        [from]: wholeYear.startDate,
        [to]: wholeYear.endDate,
        ...queryOf(dialect, page),
      }));
      const ids = entries.map(({ id }) => id);
      expect(dialect.order === 'oldest-first' ? ids.toReversed() : ids).toEqual(expected);
    },
  );

  it('echoes the question: dates, page, page size and totals', async () => {
    await caller.call('PUT', '/sandbox/dialect', {
      dates: 'any',
      paging: 'any',
      pageUnit: 'page',
      firstPage: 1,
      order: 'newest-first',
    });
    const answer = await caller.statement({ ...wholeYear, pageNumber: '3', limit: '50' });
    expect(answer).toMatchObject(wholeYear);
    expect(answer.statement).toMatchObject({
      page: 3,
      pageSize: 50,
      totalItems: expected.length,
      totalPages: Math.ceil(expected.length / 50),
    });
    expect(answer.statement.data.map(({ id }) => id)).toEqual(expected.slice(100, 150));
  });

  it('is of the current date when neither date is passed', async () => {
    const answer = await caller.statement({});
    expect([answer.startDate, answer.endDate]).toEqual(['2026-11-20', '2026-11-20']);
    expect(answer.statement.totalItems).toBeGreaterThan(0);
    for (const { transactionDate } of answer.statement.data)
      expect(transactionDate).toMatch(/^2026-11-20T/);
  });

  it('opens where the day before closed, and its running balances lead to the closing balance', async () => {
    const before = await caller.statement({ startDate: '2025-01-01', endDate: '2026-09-30' });
    const query = { startDate: '2026-10-01', endDate: '2026-10-31', limit: '1000' };
    const october = await caller.statement(query);
    expect(october.openingBalance).toBe(before.closingBalance);
    const units = (amount: number) => toUnits(String(amount));
    let running = units(october.openingBalance);
    for (const { direction, amount, balance } of october.statement.data.toReversed()) {
      running += direction === 'debit' ? -units(amount) : units(amount);
      expect(units(balance)).toBe(running);
    }
    expect(units(october.closingBalance)).toBe(running);
  });

  it('of a dialect that knows other names passes over the ones it does not know', async () => {
    await caller.call('PUT', '/sandbox/dialect', {
      dates: 'from/to',
      paging: 'pageOffset/pageSize',
    });
    const answer = await caller.statement({ ...wholeYear, pageNumber: '2', limit: '7' });
    expect(answer).toMatchObject({ startDate: '2026-11-20', endDate: '2026-11-20' });
    expect(answer.statement).toMatchObject({ page: 1, pageSize: 50 });
    await caller.call('PUT', '/sandbox/dialect', { dates: 'any', paging: 'any' });
  });

  it('writes debits with a minus when the bank signs its amounts', async () => {
    await caller.call('PUT', '/sandbox/dialect', { amounts: 'signed' });
    const { statement } = await caller.statement({ ...wholeYear, limit: '100' });
    await caller.call('PUT', '/sandbox/dialect', { amounts: 'unsigned' });
    for (const { direction, amount } of statement.data)
      expect(Math.sign(amount)).toBe(direction === 'debit' ? -1 : 1);
  });

  it.each([
    [{ startDate: '2026-02-30' }, 'startDate'],
    [{ startDate: '2026-03-02', endDate: '2026-03-01' }, 'startDate'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '100000' }, 'limit'],
    [{ pageNumber: '0' }, 'pageNumber'],
    [{ pageNumber: '1.5' }, 'pageNumber'],
  ])('refuses %j and names the field', async (query: Query, field) => {
    const path = `/client-service/api/v1/statement/clientStatement/${operating}?${String(new URLSearchParams(query))}`;
    const { status, text } = await caller.call('GET', `/platform${path}`);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ code: 'invalid_request', errors: [{ field }] });
  });
});
