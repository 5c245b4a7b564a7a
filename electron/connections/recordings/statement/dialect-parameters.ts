import { StatementPage } from '../../../../shared/bank/statements.ts';
import {
  checkEcho,
  dialectName,
  dialectsInOrder,
  type StatementDialect,
  type StatementQuestion,
} from '../../../engines/bank/file/dialect.ts';
import type { Exchange } from '../exchanges/exchange.ts';

/** A request for a statement, and its answer in the specification's shape. */
export type RequestedPage = { readonly exchange: Exchange; readonly page: StatementPage };

/** A dialect in which every statement that used its parameters was answered as asked; `times` counts them. */
type Fit = {
  readonly dialect: StatementDialect;
  readonly times: number;
  readonly pageSizeMax: number;
};

/** The dialects that the recordings allow, with the most evidence. */
export function dialectsOf(pages: readonly RequestedPage[]): Fit[] {
  const fits = dialectsInOrder().flatMap((dialect) => fitOf(dialect, pages) ?? []);
  const most = Math.max(0, ...fits.map(({ times }) => times));
  return fits.filter(({ times }) => times === most);
}

function fitOf(dialect: StatementDialect, pages: readonly RequestedPage[]): Fit | null {
  const requested = pages.filter(({ exchange: { url } }) =>
    [...dialect.dates, ...dialect.paging].every((name) => url.searchParams.has(name)),
  );
  const echoed = requested.filter(({ exchange, page }) => {
    const question = questionIn(exchange, dialect, page);
    return question !== null && checkEcho(question, dialect, page) === null;
  });
  if (echoed.length === 0 || echoed.length < requested.length) return null;
  const pageSizeMax = Math.max(...echoed.map(({ page }) => page.statement.pageSize));
  return { dialect, times: echoed.length, pageSizeMax };
}

/** Reads a request in a dialect; null where its position is invalid there. The bank may grant a smaller page. */
function questionIn(
  { url: { searchParams } }: Exchange,
  { dates, paging, pageUnit, firstPage }: StatementDialect,
  { statement }: StatementPage,
): StatementQuestion | null {
  const [position, requested] = paging.map((name) => Number(searchParams.get(name)));
  if (position === undefined || !requested || !Number.isInteger(position)) return null;
  const pageSize = Math.min(requested, statement.pageSize);
  const index = pageUnit === 'page' ? position - firstPage : (position - firstPage) / pageSize;
  if (!Number.isInteger(index) || index < 0) return null;
  const [from, to] = dates.map((name) => searchParams.get(name) ?? '');
  return { from: from ?? '', to: to ?? '', pageIndex: index, pageSize };
}

export const nameOf = ({ dialect }: Fit): string => dialectName(dialect);
export type { Fit };
