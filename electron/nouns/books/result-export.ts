import { dayOf } from '../../../shared/calendar/calendar.ts';
import { writeWholeFile } from '../../engines/exports/whole-file.ts';
import { csvFile } from '../../engines/formats/csv-file.ts';
import { workbookOf, type ListCell } from '../../engines/formats/workbook.ts';
import type { ExportedEntry } from '../statements/entries/incoming.ts';
import { placeOfEntry, placeOfLine } from './carry.ts';
import type { LedgerLine } from './ledger/ledger.ts';
import type { Reconciled } from './reconciled.ts';
import { signedAmount } from './signed-amount.ts';

/** Each with its width in a workbook, in characters. */
const columns = [
  ...([
    ['match', 8],
    ['rule', 12],
    ['why', 60],
    ['side', 8],
    ['line', 8],
  ] as const),
  ...([
    ['entry id', 26],
    ['day', 12],
    ['amount', 18],
    ['currency', 9],
  ] as const),
  ...([
    ['reference', 26],
    ['text', 48],
    ['note', 40],
  ] as const),
] as const;

/** Why lines are open, by their places. */
type Remarks = Readonly<Record<string, string>>;

/**
 * Writes the result of a reconciliation as CSV: the matches with their reasons, then what is in the books only, then what is at the bank
 * only. Writes all or nothing; throws `file.unwritable`.
 */
export async function writeReconciled(
  path: string,
  result: Reconciled,
  remarks: Remarks,
): Promise<void> {
  await writeWholeFile(path, [csvOf(result, remarks)]);
}

/** Returns the result as the bytes of a file; a workbook has one sheet for what is matched and one for what is open. */
export function resultFile(
  result: Reconciled,
  format: 'csv' | 'xlsx',
  { remarks }: { readonly remarks: Remarks },
): Uint8Array {
  if (format === 'csv') return new TextEncoder().encode(csvOf(result, remarks));
  return workbookOf([
    { name: 'Not matched', columns, rows: openRows(result, remarks) },
    { name: 'Matched', columns, rows: matchedRows(result) },
  ]);
}

const csvOf = (result: Reconciled, remarks: Remarks): string =>
  csvFile(
    columns.map(([heading]) => heading),
    [...matchedRows(result), ...openRows(result, remarks)],
  );

const matchedRows = ({ matches, currency }: Reconciled): ListCell[][] =>
  matches.flatMap(({ rule, why, books, bank }, at) => {
    const match = [String(at + 1), rule, why];
    return [
      ...books.map((line) => [...match, ...ofLine(line, currency), '']),
      ...bank.map((entry) => [...match, ...ofEntry(entry), '']),
    ];
  });

function openRows(
  { booksOnly, bankOnly, likely, currency }: Reconciled,
  remarks: Remarks,
): ListCell[][] {
  const ofLineLikely = new Map(likely.map((one) => [one.line, one]));
  const ofEntryLikely = new Map(likely.map((one) => [one.entryId, one]));
  return [
    ...booksOnly.map((line) => {
      const one = ofLineLikely.get(line.line);
      const why = one ? `Perhaps entry ${one.entryId}. ${one.why}` : '';
      const note = remarks[placeOfLine(line.line)] ?? '';
      return ['', 'books only', why, ...ofLine(line, currency), note];
    }),
    ...bankOnly.map((entry) => {
      const one = ofEntryLikely.get(entry.id);
      const why = one ? `Perhaps line ${one.line}. ${one.why}` : '';
      const note = remarks[placeOfEntry(entry.id)] ?? '';
      return ['', 'bank only', why, ...ofEntry(entry), note];
    }),
  ];
}

const ofLine = (
  { line, day, amount, references, text }: LedgerLine,
  currency: string,
): ListCell[] => [
  ...['books', String(line), '', { day }, { amount, currency }, currency],
  ...[references.join(' '), text],
];

const ofEntry = (entry: ExportedEntry): ListCell[] => [
  ...['bank', '', entry.id, { day: dayOf(entry.transactionDate) }],
  { amount: signedAmount(entry), currency: entry.currency },
  ...[entry.currency, entry.customReference, entry.narration],
];
