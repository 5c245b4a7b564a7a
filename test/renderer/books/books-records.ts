import type {
  BooksEntry,
  BooksLine,
  BooksMatch,
  BooksResult,
  BooksStatement,
  LikelyPair,
  StoredLedger,
  SeenBooks,
} from '../../../shared/ipc/review/books.ts';
import { fail } from '../../../shared/errors.ts';
import { fromUnits, toUnits } from '../../../shared/money/decimal.ts';
import { ok } from '../../../shared/result.ts';
import type { Answers } from '../support/fake-bridge.ts';

export const storedLedger: StoredLedger = {
  ...{ ledgerId: 'l-1', accountNumber: '30027781', from: '2026-11-01', to: '2026-11-20' },
  ...{ fileName: 'ledger 1200 November.csv', addedAt: '2026-11-20T09:40:00.000Z' },
  ...{ addedBy: 'Ada Merlin', lastCounts: null },
};

export const seenLedger: SeenBooks = {
  ...{ fileName: storedLedger.fileName, format: 'table' },
  account: { number: '30027781', why: '186 of 200 amounts are among its entries of these days.' },
  period: { from: '2026-11-01', to: '2026-11-20' },
  ...{ lines: 5_000, entries: 5_003, notes: [] },
  columns: [
    { heading: 'Posting date', description: 'dates', guess: 'day', decimals: 'whole' },
    { heading: 'Document', description: 'references', guess: 'document', decimals: 'whole' },
    { heading: 'Text', description: 'texts', guess: 'text', decimals: 'whole' },
    { heading: 'Debit', description: 'amounts', guess: 'debit', decimals: 'point' },
    { heading: 'Credit', description: 'amounts', guess: 'credit', decimals: 'point' },
  ],
  fields: ['day', 'document', 'text', 'debit', 'credit'],
  choices: [
    { name: 'day', label: 'Day' },
    { name: 'amount', label: 'Amount' },
    { name: 'debit', label: 'Debit' },
    { name: 'credit', label: 'Credit' },
    { name: 'reference', label: 'Reference' },
    { name: 'document', label: 'Document' },
    { name: 'text', label: 'Text' },
  ],
  firstLines: [
    { line: 1, cells: ['Posting date', 'Document', 'Text', 'Debit', 'Credit'] },
    { line: 2, cells: ['02/11/2026', 'INV-2026-45646', 'Tern Software AB', '', '6,030.81'] },
    { line: 3, cells: ['02/11/2026', 'RC-88213', 'Bluefin Couriers', '48,210.00', ''] },
    {
      line: 4,
      cells: ['13/11/2026', 'INV-2026-45790', 'Al Noor Building Materials', '', '40,333.44'],
    },
  ],
  ...{ decimals: 'point', dayOrder: 'day-first', missing: null, before: null, overlaps: null },
  fit: { found: 186, of: 200, fits: true, better: null },
};

const line = (number: number, day: string, amount: string, text: string): BooksLine => ({
  ...{ line: number, day, amount, text, reference: `INV-2026-${String(45_000 + number)}` },
});
const entry = (number: number, day: string, amount: string, text: string): BooksEntry => ({
  ...{ id: `E-${String(number)}`, day, amount, text, reference: `PAY-${String(500_000 + number)}` },
});

/** Lines and entries of one amount whose texts begin with the same word. */
const likelyNow = (lines: readonly BooksLine[], entries: readonly BooksEntry[]): LikelyPair[] =>
  lines.flatMap((one) =>
    entries
      .filter(
        ({ amount, text }) =>
          amount === one.amount && text.split(' ')[0] === one.text.split(' ')[0],
      )
      .map((other) => ({
        line: { ...one, note: '' },
        entry: { ...other, note: '' },
        why: 'Same name, 1 day apart',
      })),
  );

const bankBalance = '3059896.48';

/** The statement of what is open, in cents. */
function statementOf(
  booksOnly: readonly { amount: string }[],
  bankOnly: readonly { amount: string }[],
): BooksStatement {
  const units = (rows: readonly { amount: string }[]): bigint =>
    rows.reduce((all, { amount }) => all + toUnits(amount), 0n);
  const isOut = ({ amount }: { amount: string }): boolean => amount.startsWith('-');
  const isIn = (row: { amount: string }): boolean => !isOut(row);
  const term = (rows: readonly { amount: string }[]) => ({
    count: rows.length,
    amount: fromUnits(units(rows), 2).replace('-', ''),
  });
  return {
    ...{ bankBalance, bankDay: '2026-11-20' },
    outstandingPayments: term(booksOnly.filter(isOut)),
    outstandingReceipts: term(booksOnly.filter(isIn)),
    unrecordedPayments: term(bankOnly.filter(isOut)),
    unrecordedReceipts: term(bankOnly.filter(isIn)),
    apart: { count: 0, amount: '0.00' },
    booksBalance: fromUnits(toUnits(bankBalance) + units(booksOnly) - units(bankOnly), 2),
    isEntered: false,
    difference: '0.00',
  };
}

const linesOpen = [
  line(412, '2026-11-12', '-1204.10', 'Sable Trading Company, refund of a duplicate'),
  line(977, '2026-11-16', '96400.00', 'Müller Präzisionsteile, invoices 88213 and 88214'),
  line(1_310, '2026-11-19', '-18900.00', 'Office rent Dublin'),
  line(1_402, '2026-11-19', '-14.63', 'Sandbox Bank, account maintenance'),
];
const entriesOpen = [
  entry(7, '2026-11-13', '-1204.10', 'Sable Trading'),
  entry(31, '2026-11-16', '96385.00', 'MULLER PRAZISIONSTEILE'),
  entry(44, '2026-11-18', '-15.00', 'Charges outward payment'),
  entry(52, '2026-11-19', '-14.63', 'Sandbox Bank, maintenance fee'),
];

const matchOf = (number: number): BooksMatch => ({
  ...{ rule: number % 3 === 0 ? 'days' : 'exact' },
  why:
    number % 3 === 0
      ? `Same amount and reference INV-2026-${String(45_000 + number)}, 2 days later at the bank.`
      : `Same amount, day and reference INV-2026-${String(45_000 + number)}.`,
  books: [line(number, '2026-11-02', `-${String(number)}.25`, 'Tern Software AB')],
  bank: [entry(number, '2026-11-02', `-${String(number)}.25`, 'Tern Software AB')],
});

/** A ledger of six lines, of which two pairs are likely: what is matched by hand leaves the lists, and comes back. */
export function fakeBooks(more: Partial<BooksResult> = {}) {
  type Act = { pairs: number; books: number[]; bank: string[] };
  let acts: Act[] = [];
  let notes: Readonly<Record<string, string>> = {};
  let undone = more.undone ?? [];
  let entered = '';
  const openNow = () => {
    const inHand = (place: number | string): boolean =>
      acts.some(({ books, bank }) => [...books, ...bank].includes(place));
    const lines = linesOpen.filter((one) => !inHand(one.line));
    const entries = entriesOpen.filter(({ id }) => !inHand(id));
    const likely = likelyNow(lines, entries);
    const isLikely = (place: number | string): boolean =>
      likely.some(({ line: { line: number }, entry: { id } }) => [number, id].includes(place));
    return {
      likely,
      booksOnly: lines
        .filter((one) => !isLikely(one.line))
        .map((one) => ({ ...one, note: notes[`line ${String(one.line)}`] ?? '' })),
      bankOnly: entries
        .filter(({ id }) => !isLikely(id))
        .map((one) => ({ ...one, note: notes[one.id] ?? '' })),
    };
  };
  const result = (): BooksResult => {
    const { likely, booksOnly, bankOnly } = openNow();
    const last = acts.at(-1);
    return {
      ...storedLedger,
      ...{ currency: 'EUR', byRule: { exact: 3_331, days: 1_666 }, notes: [] },
      counts: {
        ...{ lines: 5_000, entries: 5_003, undone: 0, at: '2026-11-20T09:41:00.000Z' },
        matchedLines: 5_000 - booksOnly.length - likely.length,
        matchedEntries: 5_003 - bankOnly.length - likely.length,
        likely: likely.length,
      },
      ...{ booksOnly, bankOnly, likely },
      statement: {
        ...statementOf(booksOnly, bankOnly),
        ...(entered !== '' && { booksBalance: entered, isEntered: true, difference: '12.00' }),
      },
      lastAct: last ? { id: String(acts.length), text: textOf(last) } : null,
      ...more,
      undone,
    };
  };
  const textOf = ({ pairs, books, bank }: Act): string =>
    pairs > 1
      ? `Matched: ${String(pairs)} likely pairs.`
      : `Matched: line ${books.join(', ')} and entry ${bank.join(', ')}.`;
  const answers: Answers = {
    'books.list': () => ok({ rows: [storedLedger] }),
    'books.see': () => ok(seenLedger),
    'books.keep': () => ok({ ledgerId: 'l-1' }),
    'books.result': () => ok(result()),
    'books.matches': ({ index, limit }) =>
      ok({
        total: 4_997,
        rows: Array.from({ length: limit }, (_, at) => matchOf(index + at + 2)),
      }),
    'books.match': ({ books, bank }) => {
      acts = [...acts, { pairs: 1, books, bank }];
      return ok(result());
    },
    'books.matchLikely': ({ pairs }) => {
      const books = pairs.map(({ line: number }) => number);
      const bank = pairs.map(({ entryId }) => entryId);
      acts = [...acts, { pairs: pairs.length, books, bank }];
      return ok(result());
    },
    'books.unmatch': () => ok(result()),
    'books.undo': ({ act }) => {
      if (act !== undefined && act !== String(acts.length)) return fail('undo.overtaken', 'c-1');
      acts = acts.slice(0, -1);
      return ok(result());
    },
    'books.note': ({ of, text }) => {
      notes = { ...notes, ['line' in of ? `line ${String(of.line)}` : of.entryId]: text };
      return ok(result());
    },
    'books.balance': ({ balance }) => {
      entered = balance;
      return ok(result());
    },
    'books.seen': () => {
      undone = [];
      return ok(result());
    },
    'books.export': ({ format }) => ok({ saved: true, fileName: `BOOKS.${format}` }),
  };
  return { answers };
}

export const booksHandlers = (): Answers => fakeBooks().answers;

/** A match that a sync undid. */
export const undoneMatch = {
  ...matchOf(24),
  because: 'Entry E-24 was −24.25 EUR; the bank now reports −42.25 EUR.',
};
