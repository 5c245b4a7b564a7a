import { isIsoDate } from '../../../../shared/calendar/calendar.ts';
import { shownDigits } from '../../../../shared/money/currencies.ts';
import { fromUnits } from '../../../../shared/money/decimal.ts';
import { ok, type Result } from '../../../../shared/result.ts';
import { refuse, type FileProblem } from '../../../engines/files/table.ts';
import { unitsOf } from '../../statements/second-source/formats/figures.ts';
import type { SourceEntry } from '../../statements/second-source/formats/source.ts';
import type { ParsedStatement } from '../../statements/second-source/formats/account-statements.ts';
import type { LedgerReading, ParsedLedger, ParsedLine } from './ledger.ts';

/** Reads a ledger in a statement format (camt.052 to camt.054, MT940, BAI2 or OFX), where a credit is money in. */
export function linesOfStatement(
  statements: readonly ParsedStatement[],
  { currency, options }: Pick<LedgerReading, 'currency' | 'options'>,
): Result<ParsedLedger, FileProblem> {
  const entries = statements.flatMap((statement) =>
    statement.entries.map((entry) => ({ entry, account: statement.namedAccount })),
  );
  const lines: ParsedLine[] = [];
  for (const [at, { entry, account }] of entries.entries()) {
    const line = lineOf(entry, at + 1, {
      account,
      currency,
      isReversed: options.reversed === true,
    });
    if (line === null)
      return refuse(
        'file.unreadable',
        `the day, the amount or the side of its entry ${at + 1} cannot be read.`,
      );
    lines.push(line);
  }
  const excerpts = new Set(statements.flatMap(({ excerpt }) => excerpt ?? []));
  const notes = [
    ...[...excerpts].map(
      (excerpt) => `It is ${excerpt}: it need not have every entry of its days.`,
    ),
    ...statements.flatMap((statement) => statement.notes),
  ];
  const hasUnread = statements.some(({ unread = 0 }) => unread > 0);
  return lines.length === 0 && hasUnread
    ? refuse('file.unreadable', `no line of it can be read. ${notes.join(' ')}`)
    : ok({ lines, notes });
}

function lineOf(
  { id, amount = '', direction, date = '', currency, words = [] }: SourceEntry,
  line: number,
  usual: { readonly account: string; readonly currency: string; readonly isReversed: boolean },
): ParsedLine | null {
  const units = unitsOf(amount);
  if (units === null || !isIsoDate(date)) return null;
  if (direction !== 'debit' && direction !== 'credit') return null;
  const isReference = (text: string): boolean => text !== '' && !/\s/.test(text);
  const isOut = (direction === 'debit') !== usual.isReversed;
  return {
    line,
    day: date,
    amount: fromUnits(isOut ? -units : units, shownDigits(currency ?? usual.currency)),
    references: [...words, id].filter(isReference),
    text: words.filter((text) => !isReference(text)).join(' '),
    ...{ currency: currency ?? '', account: usual.account },
  };
}
