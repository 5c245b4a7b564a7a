import { exactly } from './bank-server.ts';

/** One booked line: minor units, signed; a debit is below zero. */
export type Line = {
  readonly id: string;
  /** As 2026-11-03T10:00:00.000Z. */
  readonly at: string;
  readonly minor: bigint;
  readonly words: string;
  readonly reference: string;
};

/** An account of a bank of the tests, in two decimals. */
export type Book = {
  readonly number: string;
  readonly currency: string;
  readonly opening: bigint;
  readonly lines: Line[];
};

export const decimalOf = (minor: bigint): string => {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Minor units of a decimal text with at most two decimals. */
export const minorOf = (text: string): bigint => {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(`${whole}${decimals.padEnd(2, '0')}`);
};

const dayOf = ({ at }: Pick<Line, 'at'>): string => at.slice(0, 10);

const day = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** A book whose lines fall on the last days before today, `count` of them, three a day. */
export function newBook(
  number: string,
  currency: string,
  { opening, count, prefix }: { opening: bigint; count: number; prefix: string },
): Book {
  const lines = Array.from({ length: count }, (_, index): Line => {
    const minutes = String(10 + (index % 3) * 17).padStart(2, '0');
    return {
      id: `${prefix}${String(index + 1).padStart(4, '0')}`,
      at: `${day(Math.ceil((count - index) / 3))}T1${String(index % 3)}:${minutes}:00.000Z`,
      minor: index % 4 === 3 ? -BigInt(1_001 + index * 7) : BigInt(2_003 + index * 11),
      words: `Invoice ${String(4_000 + index)}`,
      reference: index % 5 === 0 ? `R${String(index)}` : '',
    };
  });
  return { number, currency, opening, lines };
}

export const balanceOf = ({ opening, lines }: Book): bigint =>
  lines.reduce((sum, { minor }) => sum + minor, opening);

export type Posted = Line & { readonly balance: bigint };

/** The lines of a period, oldest first, each with the balance after it. */
export function periodOf(
  { opening, lines }: Book,
  from: string,
  to: string,
): { before: bigint; after: bigint; posted: Posted[] } {
  let balance = opening;
  let before = opening;
  const posted: Posted[] = [];
  for (const line of lines) {
    balance += line.minor;
    if (dayOf(line) < from) before = balance;
    if (dayOf(line) >= from && dayOf(line) <= to) posted.push({ ...line, balance });
  }
  return { before, after: posted.at(-1)?.balance ?? before, posted };
}

export const post = (book: Book, line: Omit<Line, 'at'>): void => {
  book.lines.push({ ...line, at: new Date().toISOString() });
};

/** Minor units as the digits of a number. */
export const numberOf = (minor: bigint): object => exactly(decimalOf(minor));

/** A line as the specification writes an entry. */
const entryOf = (
  { currency }: Pick<Book, 'currency'>,
  { id, at, minor, words, reference, balance }: Posted,
) => ({
  id,
  amount: numberOf(minor < 0n ? -minor : minor),
  currency,
  direction: minor < 0n ? 'debit' : 'credit',
  transactionType: 'transfer',
  transactionDate: at,
  narration: words,
  customReference: reference,
  balance: numberOf(balance),
});

export type Entry = ReturnType<typeof entryOf>;

type Question = {
  readonly from: string;
  readonly to: string;
  readonly page?: number;
  readonly size?: number;
  readonly firstPage?: 0 | 1;
};

/** A question for a statement by these names of its days and pages. */
export const questionIn = (
  query: URLSearchParams,
  [from, to]: readonly [string, string] = ['startDate', 'endDate'],
): Question => ({
  ...{ from: query.get(from) ?? '', to: query.get(to) ?? '' },
  ...{ page: Number(query.get('pageNumber')), size: Number(query.get('pageSize')) },
});

/** A page of a statement as the specification writes it, oldest first. */
export function statementOf(
  book: Book,
  { from, to, page = 1, size = 500, firstPage = 1 }: Question,
) {
  const { before, after, posted } = periodOf(book, from, to);
  const first = (page - firstPage) * size;
  return {
    message: 'ok',
    ...{ startDate: from, endDate: to },
    ...{ openingBalance: numberOf(before), closingBalance: numberOf(after) },
    statement: {
      ...{ page, pageSize: size, totalItems: posted.length },
      totalPages: Math.ceil(posted.length / size),
      data: posted.slice(first, first + size).map((line) => entryOf(book, line)),
    },
  };
}

/** A list that is one page. */
export const pageOf = (data: readonly object[]) => ({
  ...{ data, page: 1, pageSize: 200, totalItems: data.length, totalPages: 1 },
});
