import { isIsoDate } from '../../shared/calendar.ts';
import { limits } from '../../shared/limits.ts';
import { shownDigits } from '../../shared/money/currencies.ts';
import { fromUnits } from '../../shared/money/decimal.ts';
import { ok, type Result } from '../../shared/result.ts';
import { refuse, type FileProblem } from '../files/table.ts';
import { unitsOf } from '../statements/second-source/figures.ts';
import { statementsInCamt } from '../statements/second-source/read-camt.ts';
import { statementsInMt940 } from '../statements/second-source/read-mt940.ts';
import { formatOf } from '../statements/second-source/read-source.ts';
import type { SourceEntry } from '../statements/second-source/source.ts';
import type { ToldStatement } from '../statements/second-source/tellings.ts';
import type { Ledger, LedgerLine, LedgerReading } from './ledger.ts';
import { withinReach } from './reach.ts';

/** A ledger that is written as a statement, camt.053 or MT940: what it credits came in. */
export async function linesOfStatement(
  bytes: Uint8Array,
  reading: LedgerReading,
): Promise<Result<Ledger, FileProblem>> {
  const isMt940 = formatOf(bytes) === 'mt940';
  const read = isMt940 ? statementsInMt940(bytes) : await statementsInCamt(bytes);
  if (!read.ok) return refuse('file.unreadable', read.error);
  const statements: readonly ToldStatement[] = read.value;
  if (new Set(statements.map(({ toldAccount }) => toldAccount)).size > 1)
    return refuse(
      'file.unreadable',
      'it holds statements of several accounts: save a file of this account alone.',
    );
  const entries = statements.flatMap((statement) => statement.entries);
  if (entries.length > limits.ledgerLinesMax)
    return refuse('file.too-large', `it has more than ${limits.ledgerLinesMax} lines.`);
  const lines: (LedgerLine & { readonly currency: string })[] = [];
  for (const [at, entry] of entries.entries()) {
    const line = lineOf(entry, at + 1, reading.currency);
    if (line === null)
      return refuse(
        'file.unreadable',
        `the day or the amount of its entry ${at + 1} cannot be read.`,
      );
    lines.push(line);
  }
  const ledger = withinReach(lines, reading);
  const notes = statements.flatMap((statement) => statement.notes);
  return ok({ ...ledger, notes: [...notes, ...ledger.notes] });
}

function lineOf(
  { id, amount = '', direction, date = '', currency, words = [] }: SourceEntry,
  line: number,
  usual: string,
): (LedgerLine & { readonly currency: string }) | null {
  const units = unitsOf(amount);
  if (units === null || !isIsoDate(date)) return null;
  const isReference = (text: string): boolean => text !== '' && !/\s/.test(text);
  return {
    line,
    day: date,
    amount: fromUnits(direction === 'debit' ? -units : units, shownDigits(currency ?? usual)),
    references: [...words, id].filter(isReference),
    text: words.filter((text) => !isReference(text)).join(' '),
    currency: currency ?? usual,
  };
}
