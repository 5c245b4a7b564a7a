import { dayOf } from '../../shared/calendar.ts';
import { toUnits } from '../../shared/money/decimal.ts';
import { disarmed, quoted } from '../exports/csv-cells.ts';
import { writeWholeFile } from '../exports/whole-file.ts';
import type { ExportedEntry } from '../statements/incoming.ts';
import type { LedgerLine } from './ledger.ts';
import type { Reconciled } from './reconciled.ts';

const columns = [
  ...['match', 'rule', 'why', 'side', 'line', 'entry id', 'day', 'amount', 'currency', 'reference'],
  'text',
] as const;

/**
 * Writes what came of a reconciliation as CSV: the matches with their reasons, then what is in the books only, then what is at the bank only.
 * Written whole or not at all; throws `file.unwritable`.
 */
export async function writeReconciled(path: string, result: Reconciled): Promise<void> {
  await writeWholeFile(path, textOf(result));
}

function* textOf(result: Reconciled): Generator<string> {
  // A byte order mark, so that spreadsheets read UTF-8.
  yield `\uFEFF${csv([...columns])}`;
  for (const [at, { rule, why, books, bank }] of result.matches.entries()) {
    const match = [String(at + 1), rule, disarmed(why)];
    for (const line of books) yield csv([...match, ...ofLine(line, result.currency)]);
    for (const entry of bank) yield csv([...match, ...ofEntry(entry)]);
  }
  for (const line of result.booksOnly) {
    const likely = result.likely.find((one) => one.line === line.line);
    const why = likely === undefined ? '' : `Perhaps entry ${likely.entryId}. ${likely.why}`;
    yield csv(['', 'books only', disarmed(why), ...ofLine(line, result.currency)]);
  }
  for (const entry of result.bankOnly) {
    const likely = result.likely.find((one) => one.entryId === entry.id);
    const why = likely === undefined ? '' : `Perhaps line ${likely.line}. ${likely.why}`;
    yield csv(['', 'bank only', disarmed(why), ...ofEntry(entry)]);
  }
}

const ofLine = (
  { line, day, amount, references, text }: LedgerLine,
  currency: string,
): string[] => [
  ...['books', String(line), '', day, amount, currency],
  ...[references.join(' '), text].map(disarmed),
];

const ofEntry = (entry: ExportedEntry): string[] => [
  ...['bank', '', disarmed(entry.id), dayOf(entry.transactionDate), signedAmount(entry)],
  ...[entry.currency, disarmed(entry.customReference), disarmed(entry.narration)],
];

/** Below 0 what went out, as in the books. */
export const signedAmount = ({ amount, direction }: ExportedEntry): string =>
  direction === 'debit' && toUnits(amount) !== 0n ? `-${amount}` : amount;

const csv = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;
