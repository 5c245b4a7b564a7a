import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { StatementPage, StatementQuery } from '../../../../shared/bank/statements.ts';
import { limits } from '../../../../shared/limits.ts';

/** Names of the eight parameters of Get Statement (section 4.1), in the pairs that make sense. */
export const datePairs = [
  ['startDate', 'endDate'],
  ['from', 'to'],
] as const;
export const pagingPairs = [
  ['pageNumber', 'limit'],
  ['pageNumber', 'pageSize'],
  ['pageOffset', 'pageSize'],
] as const;

/** A bank's reading of the statement's eight parameters. */
export type StatementDialect = {
  readonly dates: (typeof datePairs)[number];
  readonly paging: (typeof pagingPairs)[number];
  /** The unit that the position counts. */
  readonly pageUnit: 'page' | 'item';
  /** The number of the first page or item. */
  readonly firstPage: 0 | 1;
};

/** The statement dialect that a bank file sets. */
export type StatementSetting = 'auto' | (StatementDialect & { readonly pageSizeMax: number });
type WithStatement = { readonly statement: StatementSetting };

export type StatementQuestion = {
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Counts from 0, whatever number the bank gives the first page. */
  readonly pageIndex: number;
  /** Entries per page. */
  readonly pageSize: number;
  /** The number that the bank echoed for page 0 of this range, once known. Later pages must continue from it. */
  readonly firstEcho?: number;
};

const positions = [
  ['pageNumber', 'page', 1],
  ['pageNumber', 'page', 0],
  ['pageOffset', 'item', 0],
  ['pageOffset', 'page', 0],
  ['pageOffset', 'page', 1],
  ['pageOffset', 'item', 1],
] as const;

/** Returns every plausible dialect, the most common first. `auto` tries them in this order. */
export function dialectsInOrder(): readonly StatementDialect[] {
  return positions.flatMap(([position, pageUnit, firstPage]) =>
    datePairs.flatMap((dates) =>
      pagingPairs
        .filter((paging) => paging[0] === position)
        .map((paging) => ({ dates, paging, pageUnit, firstPage })),
    ),
  );
}

/** Names a dialect on one line, such as `startDate/endDate pageNumber/limit from 1`. Items are mentioned, pages are the default. */
export function dialectName({ dates, paging, pageUnit, firstPage }: StatementDialect): string {
  const items = pageUnit === 'item' ? ' items' : '';
  return `${dates.join('/')} ${paging.join('/')}${items} from ${String(firstPage)}`;
}

/** Finds the dialect of that name; null when there is none. */
export function dialectNamed(name: string): StatementDialect | null {
  return everyDialect().find((dialect) => dialectName(dialect) === name) ?? null;
}

/** The dialect that the bank file fixes, or `auto`. */
export const dialectOf = (bankFile: WithStatement): StatementDialect | 'auto' =>
  bankFile.statement === 'auto' ? 'auto' : dialectIn(bankFile.statement);

/** Entries to request per page. */
export const pageSizeOf = (bankFile: WithStatement): number =>
  bankFile.statement === 'auto' ? limits.pageSizeDefault : bankFile.statement.pageSizeMax;

/** The query that asks a question in a dialect. Dates are always sent. */
export function questionOf(dialect: StatementDialect, question: StatementQuestion): StatementQuery {
  return {
    [dialect.dates[0]]: question.from,
    [dialect.dates[1]]: question.to,
    [dialect.paging[0]]: String(positionOf(dialect, question)),
    [dialect.paging[1]]: String(question.pageSize),
  };
}

/** Returns in one sentence why an answer does not echo its question; null when it does. */
export function checkEcho(
  question: StatementQuestion,
  dialect: StatementDialect,
  page: StatementPage,
): string | null {
  return (
    datesProblem(question, page) ??
    sizeProblem(question, page) ??
    positionProblem(question, dialect, page) ??
    totalsProblem(page) ??
    rowsProblem(question, page)
  );
}

/**
 * Returns the smaller page size that the bank insists on, when everything else on the first page fits; null otherwise.
 * The range is then requested again with this size.
 */
export function smallerPageSize(
  question: StatementQuestion,
  dialect: StatementDialect,
  page: StatementPage,
): number | null {
  const { pageSize } = page.statement;
  if (question.pageIndex !== 0 || pageSize < 1 || pageSize >= question.pageSize) return null;
  return checkEcho({ ...question, pageSize }, dialect, page) === null ? pageSize : null;
}

function everyDialect(): StatementDialect[] {
  return datePairs.flatMap((dates) =>
    pagingPairs.flatMap((paging) =>
      (['page', 'item'] as const).flatMap((pageUnit) =>
        ([0, 1] as const).map((firstPage) => ({ dates, paging, pageUnit, firstPage })),
      ),
    ),
  );
}

const dialectIn = ({ dates, paging, pageUnit, firstPage }: StatementDialect): StatementDialect => ({
  dates,
  paging,
  pageUnit,
  firstPage,
});

function positionOf(dialect: StatementDialect, { pageIndex, pageSize }: StatementQuestion): number {
  return (dialect.pageUnit === 'page' ? pageIndex : pageIndex * pageSize) + dialect.firstPage;
}

function datesProblem({ from, to }: StatementQuestion, page: StatementPage): string | null {
  return page.startDate === from && page.endDate === to
    ? null
    : `asked for ${from} to ${to}, the bank answered for ${page.startDate} to ${page.endDate}`;
}

function sizeProblem({ pageSize }: StatementQuestion, page: StatementPage): string | null {
  return page.statement.pageSize === pageSize
    ? null
    : `asked for ${String(pageSize)} entries a page, the bank answered ${String(page.statement.pageSize)} a page`;
}

/** Checks the echoed page. Banks count it from 0 or 1, or echo the offset; they must continue as they began. */
function positionProblem(
  question: StatementQuestion,
  dialect: StatementDialect,
  page: StatementPage,
): string | null {
  const { pageIndex, pageSize, firstEcho } = question;
  const echo = page.statement.page;
  const expected =
    firstEcho === undefined
      ? [
          positionOf(dialect, question),
          pageIndex,
          pageIndex + 1,
          pageIndex * pageSize,
          pageIndex * pageSize + 1,
        ]
      : [firstEcho + pageIndex, firstEcho + pageIndex * pageSize];
  return expected.includes(echo)
    ? null
    : `asked for page ${String(pageIndex + 1)}, the bank answered page ${String(echo)}`;
}

function totalsProblem({ statement }: StatementPage): string | null {
  const { totalItems, totalPages, pageSize } = statement;
  const pages = Math.ceil(totalItems / pageSize);
  const fits = totalPages === pages || (totalItems === 0 && totalPages === 1);
  return fits
    ? null
    : `${String(totalItems)} entries at ${String(pageSize)} a page cannot be ${String(totalPages)} pages`;
}

function rowsProblem(
  { pageIndex }: StatementQuestion,
  { statement }: StatementPage,
): string | null {
  const { data, pageSize, totalItems } = statement;
  const expected = Math.max(0, Math.min(pageSize, totalItems - pageIndex * pageSize));
  return data.length === expected
    ? null
    : `page ${String(pageIndex + 1)} must hold ${String(expected)} entries, it holds ${String(data.length)}`;
}
