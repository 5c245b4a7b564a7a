import type { IsoDate, Period, Timestamp } from '../../shared/calendar.ts';
import { prepared, row, rows, run, type Journal } from '../store/database.ts';
import { durably } from '../store/opening/durably.ts';
import type { LedgerLine } from './ledger.ts';

/** A ledger as the journal keeps it: whole, since its file is not kept. */
export type KeptLedger = Period & {
  readonly ledgerId: number;
  readonly accountNumber: string;
  readonly fileName: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string;
  readonly lines: readonly LedgerLine[];
  readonly notes: readonly string[];
  readonly addedAt: Timestamp;
  readonly addedBy: string;
};

/** What a person says of lines: that they are one matter, or that they are not. */
export type Word = {
  readonly n: number;
  readonly word: 'together' | 'apart';
  /** Lines of the ledger, by where they stand in its file. */
  readonly books: readonly number[];
  /** Entries, by their ids. */
  readonly bank: readonly string[];
};

type By = { readonly by: string; readonly at: Timestamp };

type StoredLedger = {
  ledger_id: number;
  account_number: string;
  from_date: IsoDate;
  to_date: IsoDate;
  file_name: string;
  sha256: string;
  lines: string;
  notes: string;
  added_at: string;
  added_by: string;
};

/** Keeps a ledger. The same file for the same days is kept once: what was said of its lines stands. */
export function keepLedger(
  journal: Journal,
  ledger: Omit<KeptLedger, 'ledgerId' | 'addedAt' | 'addedBy'>,
  { by, at }: By,
): KeptLedger {
  const { accountNumber, from, to, fileName, sha256 } = ledger;
  return durably(journal, () => {
    const before = newestLedger(journal, accountNumber, { from, to });
    const [lines, notes] = [JSON.stringify(ledger.lines), JSON.stringify(ledger.notes)];
    if (before?.sha256 === sha256 && JSON.stringify(before.lines) === lines) return before;
    const { lastInsertRowid } = prepared(
      journal,
      `INSERT INTO book_ledger (account_number, from_date, to_date, file_name, sha256, lines, notes, added_at, added_by)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(accountNumber, from, to, fileName, sha256, lines, notes, at, by);
    return { ...ledger, ledgerId: Number(lastInsertRowid), addedAt: at, addedBy: by };
  });
}

/** The one that was dropped last for these days of the account; null where there is none. */
export function newestLedger(
  journal: Journal,
  accountNumber: string,
  { from, to }: Period,
): KeptLedger | null {
  const stored = row<StoredLedger>(
    journal,
    `SELECT * FROM book_ledger WHERE account_number = ? AND from_date = ? AND to_date = ?
     ORDER BY ledger_id DESC LIMIT 1`,
    ...[accountNumber, from, to],
  );
  return stored && keptLedger(stored);
}

/** The one that was dropped last of those whose days hold all of these; null where there is none. */
export function ledgerCovering(
  journal: Journal,
  accountNumber: string,
  { from, to }: Period,
): KeptLedger | null {
  const stored = row<StoredLedger>(
    journal,
    `SELECT * FROM book_ledger WHERE account_number = ? AND from_date <= ? AND to_date >= ?
     ORDER BY ledger_id DESC LIMIT 1`,
    ...[accountNumber, from, to],
  );
  return stored && keptLedger(stored);
}

const keptLedger = (stored: StoredLedger): KeptLedger => ({
  ledgerId: stored.ledger_id,
  accountNumber: stored.account_number,
  from: stored.from_date,
  to: stored.to_date,
  fileName: stored.file_name,
  sha256: stored.sha256,
  lines: JSON.parse(stored.lines) as LedgerLine[],
  notes: JSON.parse(stored.notes) as string[],
  addedAt: stored.added_at,
  addedBy: stored.added_by,
});

/** What stands of what people said of a ledger's lines, in its order. */
export const wordsOf = (journal: Journal, ledgerId: number): Word[] =>
  rows<{ n: number; word: Word['word']; books: string; bank: string }>(
    journal,
    'SELECT n, word, books, bank FROM book_word WHERE ledger_id = ? AND undone_at IS NULL ORDER BY n',
    ledgerId,
  ).map(({ n, word, books, bank }) => ({
    ...{ n, word },
    books: JSON.parse(books) as number[],
    bank: JSON.parse(bank) as string[],
  }));

export function sayWord(
  journal: Journal,
  ledgerId: number,
  { word, books, bank }: Omit<Word, 'n'>,
  { by, at }: By,
): void {
  durably(journal, () =>
    run(
      journal,
      'INSERT INTO book_word (ledger_id, word, books, bank, said_at, said_by) VALUES (?, ?, ?, ?, ?, ?)',
      ...[ledgerId, word, JSON.stringify(books), JSON.stringify(bank), at, by],
    ),
  );
}

/** The word stands no more; it is kept. */
export function undoWord(journal: Journal, n: number, at: Timestamp): void {
  durably(journal, () => run(journal, 'UPDATE book_word SET undone_at = ? WHERE n = ?', at, n));
}
