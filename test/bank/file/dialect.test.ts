import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import {
  checkEcho,
  dialectNamed,
  dialectName,
  dialectOf,
  dialectsInOrder,
  pageSizeOf,
  questionOf,
  smallerPageSize,
  type StatementDialect,
  type StatementQuestion,
} from '../../../electron/engines/bank/file/dialect.ts';
import { dateOfDayNumber } from '../../../shared/calendar/calendar.ts';
import type { StatementPage } from '../../../shared/bank/statements.ts';

const dialects = dialectsInOrder();
const anyDialect = fc.constantFrom(...dialects);
const anyDates = fc
  .tuple(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 400 }))
  .map(([day, length]) => ({ from: dateOfDayNumber(day), to: dateOfDayNumber(day + length) }));

function named(name: string): StatementDialect {
  const dialect = dialectNamed(name);
  if (!dialect) throw new Error(`${name} is not a dialect`);
  return dialect;
}

type Style = 'as asked' | 'from 0' | 'from 1';

/** What an honest bank answers to a page of a range with `total` entries. */
function honestPage(
  question: StatementQuestion,
  { total, style, dialect }: { total: number; style: Style; dialect: StatementDialect },
): StatementPage {
  const { from, to, pageIndex, pageSize } = question;
  const asked = Number(questionOf(dialect, question)[dialect.paging[0]]);
  const rows = Math.max(0, Math.min(pageSize, total - pageIndex * pageSize));
  return {
    message: '',
    openingBalance: '0',
    closingBalance: '0',
    startDate: from,
    endDate: to,
    statement: {
      data: Array.from({ length: rows }, () => ({})),
      page: style === 'as asked' ? asked : pageIndex + (style === 'from 1' ? 1 : 0),
      pageSize,
      totalItems: total,
      totalPages: Math.ceil(total / pageSize),
    },
  };
}

const changed = (
  page: StatementPage,
  part: Partial<StatementPage['statement']>,
): StatementPage => ({
  ...page,
  statement: { ...page.statement, ...part },
});

const july = { from: '2026-07-01', to: '2026-07-31', pageIndex: 1, pageSize: 100 };
const usual = named('startDate/endDate pageNumber/limit from 1');
const page = honestPage(july, { total: 250, style: 'from 1', dialect: usual });

describe('the dialects of a statement', () => {
  test('are sixteen, each with its own name, the most usual first', () => {
    expect(new Set(dialects.map(dialectName)).size).toBe(16);
    expect(dialects.slice(0, 2).map(dialectName)).toEqual([
      'startDate/endDate pageNumber/limit from 1',
      'startDate/endDate pageNumber/pageSize from 1',
    ]);
    expect(dialects.map(dialectName)).toContain('from/to pageOffset/pageSize items from 0');
  });

  test('are found again by their names', () => {
    for (const dialect of dialects) expect(dialectNamed(dialectName(dialect))).toEqual(dialect);
    expect(dialectNamed('something else')).toBeNull();
  });

  test('are fixed by the bank file, or auto', () => {
    const fileWith = (statement: unknown) => {
      const text = JSON.stringify({
        name: 'B',
        environment: 'uat',
        baseUrl: 'https://b.example',
        statement,
      });
      const parsed = parseBankFile(text);
      if (!parsed.ok) throw new Error(parsed.error.message);
      return parsed.value;
    };
    const fixed = fileWith({
      dates: ['from', 'to'],
      paging: ['pageOffset', 'pageSize'],
      pageUnit: 'item',
      firstPage: 0,
      pageSizeMax: 50,
    });
    expect(dialectOf(fixed)).toEqual({
      dates: ['from', 'to'],
      paging: ['pageOffset', 'pageSize'],
      pageUnit: 'item',
      firstPage: 0,
    });
    expect([pageSizeOf(fixed), dialectOf(fileWith('auto')), pageSizeOf(fileWith('auto'))]).toEqual([
      50,
      'auto',
      500,
    ]);
  });

  test.each([
    [
      'startDate/endDate pageNumber/limit from 1',
      { startDate: '2026-07-01', endDate: '2026-07-31', pageNumber: '2', limit: '100' },
    ],
    [
      'from/to pageNumber/pageSize from 0',
      { from: '2026-07-01', to: '2026-07-31', pageNumber: '1', pageSize: '100' },
    ],
    [
      'from/to pageOffset/pageSize items from 0',
      { from: '2026-07-01', to: '2026-07-31', pageOffset: '100', pageSize: '100' },
    ],
    [
      'startDate/endDate pageOffset/pageSize items from 1',
      { startDate: '2026-07-01', endDate: '2026-07-31', pageOffset: '101', pageSize: '100' },
    ],
    [
      'startDate/endDate pageOffset/pageSize from 0',
      { startDate: '2026-07-01', endDate: '2026-07-31', pageOffset: '1', pageSize: '100' },
    ],
  ])('ask for the second hundred of July: %s', (name, query) => {
    expect(questionOf(named(name), july)).toEqual(query);
  });

  test('always send both dates and both paging values, and nothing else', () => {
    fc.assert(
      fc.property(
        anyDialect,
        anyDates,
        fc.nat(500),
        fc.integer({ min: 1, max: 1_000 }),
        (dialect, dates, pageIndex, pageSize) => {
          const query = questionOf(dialect, { ...dates, pageIndex, pageSize });
          expect(Object.keys(query).toSorted()).toEqual(
            [...dialect.dates, ...dialect.paging].toSorted(),
          );
        },
      ),
    );
  });
});

describe('an answer counts', () => {
  test('when it echoes the question, whatever the bank counts its pages from', () => {
    const style = fc.constantFrom<Style>('as asked', 'from 0', 'from 1');
    fc.assert(
      fc.property(
        anyDialect,
        anyDates,
        fc.nat(3_000),
        fc.integer({ min: 1, max: 500 }),
        style,
        (dialect, dates, total, pageSize, how) => {
          const first = { ...dates, pageIndex: 0, pageSize };
          const honest = (question: StatementQuestion) =>
            honestPage(question, { total, style: how, dialect });
          const firstEcho = honest(first).statement.page;
          expect(checkEcho(first, dialect, honest(first))).toBeNull();
          const pages = Math.min(5, Math.ceil(total / pageSize));
          for (let pageIndex = 1; pageIndex < pages; pageIndex += 1) {
            const later = { ...first, pageIndex };
            expect(checkEcho(later, dialect, honest(later))).toBeNull();
            expect(checkEcho({ ...later, firstEcho }, dialect, honest(later))).toBeNull();
          }
        },
      ),
    );
  });

  test('not when any single figure of it is off', () => {
    const off = fc.constantFrom<keyof Omit<StatementPage['statement'], 'data'>>(
      'pageSize',
      'totalPages',
    );
    fc.assert(
      fc.property(
        anyDialect,
        anyDates,
        fc.integer({ min: 1, max: 3_000 }),
        off,
        fc.integer({ min: 1, max: 9 }),
        (dialect, dates, total, field, by) => {
          const question = { ...dates, pageIndex: 0, pageSize: 100 };
          const honest = honestPage(question, { total, style: 'from 1', dialect });
          const wrong = changed(honest, { [field]: honest.statement[field] + by });
          expect(checkEcho(question, dialect, wrong)).not.toBeNull();
        },
      ),
    );
  });

  test.each<[string, StatementPage, RegExp]>([
    ['other dates', { ...page, startDate: '2026-07-02' }, /2026-07-01 to 2026-07-31.*2026-07-02/],
    ['the bank’s default size', changed(page, { pageSize: 20 }), /asked for 100.*answered 20/],
    ['a far page', changed(page, { page: 7 }), /page 2.*page 7/],
    ['pages that do not add up', changed(page, { totalPages: 4 }), /cannot be 4 pages/],
    ['too few entries', changed(page, { data: [{}] }), /must hold 100 entries, it holds 1/],
    ['entries after the end', changed(page, { totalItems: 50, totalPages: 1 }), /must hold 0/],
  ])('not with %s, and says what was asked and what came', (_what, answer, reason) => {
    expect(checkEcho(july, usual, answer)).toMatch(reason);
  });

  test('not when the first page comes again: pages must count on from where they began', () => {
    const again = changed(page, { page: 1 });
    expect(checkEcho({ ...july, firstEcho: 1 }, usual, again)).toMatch(/page 2.*page 1/);
    expect(checkEcho({ ...july, firstEcho: 0 }, usual, again)).toBeNull();
  });

  test('for an empty range with no page or with one', () => {
    const question = { ...july, pageIndex: 0 };
    const empty = honestPage(question, { total: 0, style: 'from 1', dialect: usual });
    expect(checkEcho(question, usual, empty)).toBeNull();
    expect(checkEcho(question, usual, changed(empty, { totalPages: 1 }))).toBeNull();
  });
});

test('a bank that insists on smaller pages is asked again with its own size', () => {
  const question = { ...july, pageIndex: 0, pageSize: 500 };
  const capped = honestPage(
    { ...question, pageSize: 100 },
    { total: 250, style: 'from 1', dialect: usual },
  );
  expect(smallerPageSize(question, usual, capped)).toBe(100);
  expect(smallerPageSize({ ...question, pageSize: 100 }, usual, capped)).toBeNull();
  expect(smallerPageSize(question, usual, changed(capped, { totalPages: 9 }))).toBeNull();
});
