import type { BankAnswer } from '../bank-server.ts';
import type { Order, Row } from './mirage-ledger.ts';

/** How the list of transfers lies. */
export const listLies = [
  /** Whatever is asked for, every row comes. */
  'ignores the filter',
  /** The same, two rows a page, the oldest first. */
  'many pages',
  /** Two rows of whatever it has, and not a word of more. */
  'stops early',
  /** The first page, whichever is asked for. */
  'repeats a page',
  'small letters',
  /** The same, and it finds only what is asked for in small letters. */
  'small letters only',
  'references cut at 16',
  /** The same, and it finds only what is asked for in 16 characters. */
  'references cut at 16 only',
  'references padded',
  'rows twice',
  /** Rows come half an hour after the booking. */
  'late rows',
  /** What was booked in the last three hours is left out. */
  'another period',
  'nothing',
  'fails',
] as const;
export type ListLie = (typeof listLies)[number];

/** Can a booking of the last ten minutes, or any, be out of sight in the list? */
export const hidesInList = (lie: ListLie | null, reportsPages: boolean): boolean =>
  lie !== null && (hiding.has(lie) || (lie === 'many pages' && !reportsPages));

const hiding: ReadonlySet<ListLie> = new Set([
  'stops early',
  'repeats a page',
  'small letters only',
  'references cut at 16 only',
  'late rows',
  'another period',
  'nothing',
]);

type AccountStatement = {
  readonly lie: ListLie | null;
  readonly reportsPages: boolean;
  readonly nowMs: number;
  readonly rowOf: (order: Order) => Row;
};

/** The list of transfers as the bank shows it: by reference where one is asked for, oldest first, in pages. */
export function listOf(
  orders: readonly Order[],
  query: URLSearchParams,
  { lie, reportsPages, nowMs, rowOf }: AccountStatement,
): BankAnswer {
  if (lie === 'fails') return { status: 500, body: { message: 'The list is not there' } };
  const rows = orders
    .filter(({ arrivedAt }) => isShown(lie, nowMs - arrivedAt))
    .map((order) => ({ ...rowOf(order), ref: shownReference(lie, order.reference) }))
    .filter(({ ref }) => isAskedFor(lie, query.get('ref'), ref))
    .flatMap((row) => (lie === 'rows twice' ? [row, row] : [row]));
  const size = isShort(lie) ? 2 : Math.min(Number(query.get('size') ?? '50'), 50);
  const asked = lie === 'repeats a page' ? 1 : Number(query.get('page') ?? '1');
  if (!reportsPages)
    return { body: { rows: isShort(lie) ? rows.slice((asked - 1) * size, asked * size) : rows } };
  const page = rows.slice((asked - 1) * size, asked * size);
  const counted = lie === 'stops early' ? page.length : rows.length;
  return {
    body: {
      rows: page,
      page: asked,
      size,
      count: counted,
      pages: Math.max(1, Math.ceil(counted / size)),
    },
  };
}

const isShort = (lie: ListLie | null): boolean =>
  lie === 'many pages' || lie === 'stops early' || lie === 'repeats a page';

function isShown(lie: ListLie | null, ageMs: number): boolean {
  if (lie === 'nothing') return false;
  if (lie === 'late rows') return ageMs > 30 * 60_000;
  return lie !== 'another period' || ageMs > 3 * 3_600_000;
}

function shownReference(lie: ListLie | null, reference: string): string {
  if (lie === 'small letters' || lie === 'small letters only') return reference.toLowerCase();
  if (lie === 'references cut at 16' || lie === 'references cut at 16 only')
    return reference.slice(0, 16);
  return lie === 'references padded' ? `${reference}  ` : reference;
}

function isAskedFor(lie: ListLie | null, asked: string | null, shown: string): boolean {
  if (asked === null || lie === 'ignores the filter' || isShort(lie)) return true;
  if (lie === 'small letters') return asked.toLowerCase() === shown;
  if (lie === 'references cut at 16') return asked.slice(0, 16) === shown;
  return asked === shown.trim();
}
