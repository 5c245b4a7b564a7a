import { createHash } from 'node:crypto';

import type { Period } from '../../../shared/calendar/calendar.ts';
import type { AccountAlias } from '../../../shared/ipc/accounts/accounts.ts';
import type {
  BooksQuestion,
  LedgerFileOptions,
  SeenBooks,
} from '../../../shared/ipc/review/books.ts';
import { limits } from '../../../shared/limits.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { accountNames } from '../accounts/names.ts';
import { listAccounts } from '../accounts/tables.ts';
import type { SavedMatch } from '../../engines/columns/match.ts';
import { shapeIdOf } from '../../engines/columns/shapes.ts';
import type { FileProblem } from '../../engines/files/table.ts';
import { dayCounts } from '../statements/search/long-reads.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { fitOf, guessedAccount, type GuessedAccount } from './ledger/guess-account.ts';
import { ledgerFields, type LedgerField } from './ledger/ledger-columns.ts';
import { seenTable } from './ledger/ledger-table.ts';
import type {
  LedgerReading,
  ReadingOptions,
  TableReading,
  ParsedLedger,
  ParsedLine,
} from './ledger/ledger.ts';
import { ownLines } from './ledger/own-lines.ts';
import { packed } from './ledger/packed.ts';
import { tooManyEntries, tooManyLines, withinReach } from './ledger/reach.ts';
import { openLedger, parsedLines, type OpenedLedger } from './ledger/read-ledger.ts';

/** A dropped file with what is known about it. */
export type SeeQuestion = {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  /** The account that a person chose; null where none did. */
  readonly accountNumber: string | null;
  readonly period: Period | null;
  readonly options: LedgerFileOptions;
  /** The choices saved for earlier files, by the id of their shape. */
  readonly saved: Readonly<Record<string, SavedMatch>>;
  /** The names that persons recorded for accounts in files. */
  readonly accountAliases: readonly AccountAlias[];
};

/** The preview of a file, and what is stored once no choice is open. */
export type SeenLedger = {
  readonly seen: Omit<SeenBooks, 'before' | 'overlaps'>;
  readonly sha256: string;
  /** Its lines as JSON, packed. */
  readonly lines: string;
  readonly reading: TableReading | null;
};

/** Days that a line may lie outside the period: what the bank books later belongs to it. */
const reachDays = 31;

/** Caches the opened file: every choice of a person reads it again, and so does storing it. */
export class OpenedFile {
  #last: { readonly sha256: string; readonly opened: OpenedLedger } | null = null;

  async open(
    bytes: Uint8Array,
  ): Promise<Result<{ sha256: string; opened: OpenedLedger }, FileProblem>> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (this.#last?.sha256 === sha256) return ok(this.#last);
    const opened = await openLedger(bytes);
    if (!opened.ok) return opened;
    this.#last = { sha256, opened: opened.value };
    return ok(this.#last);
  }

  /** Frees the memory once the file is stored. */
  clear(): void {
    this.#last = null;
  }
}

/** Reads a file as far as possible, with its account and period guessed where a person chose none. */
export async function seeLedger(
  reader: CacheReader,
  question: SeeQuestion,
  last: OpenedFile,
): Promise<Result<SeenLedger, FileProblem>> {
  const { bytes, fileName, period: chosenPeriod } = question;
  const found = await last.open(bytes);
  if (!found.ok) return found;
  const { sha256, opened } = found.value;
  const reading: LedgerReading = {
    ...{ period: chosenPeriod, currency: '', days: reachDays },
    options: readingOptions(question.options),
    savedFor: (shape) => question.saved[shapeIdOf('ledger', shape)] ?? null,
  };
  const parsed = parsedLines(opened, reading);
  if (!parsed.ok && parsed.error.code !== 'file.columns-unknown') return parsed;
  const table = looksOf(opened, parsed);
  const chosen =
    question.accountNumber === null ? null : { number: question.accountNumber, why: 'As chosen.' };
  const unread = (what: BooksQuestion, why: string) =>
    ok({
      sha256,
      seen: {
        ...{ fileName, ...table, account: chosen, period: chosenPeriod },
        ...{ lines: 0, entries: 0, notes: [], fit: null },
        missing: { what, why },
      },
      ...{ lines: '[]', reading: null },
    });
  if (!parsed.ok) return unread(parsed.error.missing ?? 'columns', parsed.error.message);
  const own = ownLines(parsed.value, {
    names: accountNames(reader, question.accountAliases),
    accountNumber: question.accountNumber,
  });
  if (!own.ok) return unread('account', own.error);
  const { lines, notes } = own.value;
  if (lines.length > limits.ledgerLinesMax) return tooManyLines();
  const account = chosen ?? namedAccount(own.value) ?? guessedAccount(reader, { fileName, lines });
  const currency =
    listAccounts(reader).find(({ accountNumber }) => accountNumber === account?.number)?.currency ??
    '';
  const all = withinReach(lines, { period: null, currency, days: 0 });
  const period = chosenPeriod ?? spanOf(all.lines);
  const near = withinReach(lines, { period, currency, days: reachDays });
  const entries = account && period ? dayCounts(reader, account.number, { ...period }).total : 0;
  const missing = account
    ? entries > limits.booksEntriesMax
      ? { what: 'period' as const, why: tooManyEntries() }
      : null
    : { what: 'account' as const, why: 'The file does not name its account.' };
  return ok({
    sha256,
    seen: {
      ...{ fileName, ...table, account, period, entries, lines: near.lines.length, missing },
      notes: [...notes, ...near.notes],
      fit: account && fitOf(reader, lines, account.number),
    },
    lines: packed(JSON.stringify(near.lines)),
    reading: parsed.value.reading ?? null,
  });
}

/** The account that the file itself names. */
const namedAccount = ({
  accountNumber,
  lines: [first],
}: {
  readonly accountNumber: string | null;
  readonly lines: readonly ParsedLine[];
}): GuessedAccount | null =>
  accountNumber === null
    ? null
    : { number: accountNumber, why: `The file is of account ${first?.account ?? accountNumber}.` };

const choices = Object.entries(ledgerFields).map(([name, label]) => ({ name, label }));

/** The columns of a table and the fields that they are read as. */
function looksOf(opened: OpenedLedger, parsed: Result<ParsedLedger, FileProblem>) {
  const none = { columns: [], fields: [], firstLines: [], decimals: null, dayOrder: null };
  if (opened.format === 'statement') return { format: opened.format, choices, ...none };
  const { columns, firstLines } = seenTable(opened.table.rows);
  const reading = parsed.ok ? parsed.value.reading : undefined;
  const readAs = new Map(
    Object.entries(reading?.columns ?? {}).map(([field, at]) => [at, field] as const),
  );
  return {
    ...{ format: opened.format, choices, columns, firstLines },
    fields: columns.map(({ guess }, at) =>
      reading === undefined ? (guess ?? '') : (readAs.get(at) ?? ''),
    ),
    decimals: reading?.decimals ?? null,
    dayOrder: reading?.dayOrder ?? null,
  };
}

function readingOptions({
  fields,
  decimals,
  dayOrder,
  reversed,
}: LedgerFileOptions): ReadingOptions {
  const columns = (fields ?? []).flatMap((field, at) =>
    field in ledgerFields ? [[field as LedgerField, at] as const] : [],
  );
  return {
    columns: Object.fromEntries(columns),
    isWhole: fields !== undefined,
    decimals: decimals ?? null,
    ...{ dayOrder, reversed },
  };
}

function spanOf(lines: readonly { readonly day: string }[]): Period | null {
  const days = lines.map(({ day }) => day).sort();
  const [from] = days;
  const to = days.at(-1);
  return from === undefined || to === undefined ? null : { from, to };
}
