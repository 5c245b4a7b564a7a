import type {
  PaymentFileFilter,
  PaymentFileLine,
  PaymentFileLineState,
  CheckedLine,
} from '../../../../../shared/ipc/changes/payment-files.ts';
import type { IsoDate } from '../../../../../shared/calendar/calendar.ts';
import type { PaymentWarningKind } from '../../../../../shared/ipc/changes/payments.ts';
import { toUnits } from '../../../../../shared/money/decimal.ts';
import { moneyOfUnits, type Money } from '../../../../../shared/money/money.ts';
import { row, rows, run, type Journal } from '../../../../engines/store/database.ts';
import { writeJournal } from '../../../../engines/store/write-journal.ts';
import {
  submissionSql,
  submissionStateSql,
} from '../../../../engines/submissions/journal/submission-sql.ts';

/** A cell of the file; `problem` is why its text cannot be used. */
export type PaymentCell = {
  readonly text: string;
  readonly isNumber?: true;
  readonly problem?: string;
};

/**
 * skipped: excluded by a person · later: for a later day, to be scheduled when the file is sent · scheduled: for a later day. The outcome
 * of a sent line is the state of its submission.
 */
export type PaymentLineState = 'invalid' | 'ready' | 'skipped' | 'later' | 'scheduled';

export type PaymentLine = {
  readonly state: PaymentLineState;
  readonly checked: CheckedLine;
  /** As the file has them. */
  readonly cells: readonly PaymentCell[];
};

/** Batch id -> how often its lines were replaced since the journal was opened. */
const replaced = new WeakMap<Journal, Map<string, number>>();

/** A number that changes with every change of a file's lines. */
export const revisionOf = (journal: Journal, batchId: string): number =>
  replaced.get(journal)?.get(batchId) ?? 0;

/** Saves lines that were checked again. */
export function replaceLines(
  journal: Journal,
  batchId: string,
  lines: readonly Pick<PaymentLine, 'state' | 'checked'>[],
): void {
  if (lines.length === 0) return;
  const revisions = replaced.get(journal) ?? new Map<string, number>();
  replaced.set(journal, revisions.set(batchId, (revisions.get(batchId) ?? 0) + 1));
  writeJournal(journal, 'payment_line', () => {
    for (const { state, checked } of lines)
      run(
        journal,
        `UPDATE payment_line SET state = ?, reference = ?, account_number = ?, currency = ?, amount_e4 = ?, to_confirm = ?,
           document = ? WHERE file_id = ? AND line = ?`,
        state,
        ...columnsOf(checked),
        batchId,
        checked.line,
      );
  });
}

/** A line from its stored text, which only this room writes. */
const checkedLine = (document: string): CheckedLine => JSON.parse(document) as CheckedLine;

/** The lines after number `after`, in the order of the file, at most `limit` of them. */
export const linesAfter = (
  journal: Journal,
  batchId: string,
  after: number,
  limit: number,
): (PaymentLine & { readonly shown: PaymentFileLineState; readonly outcome: LineOutcome })[] =>
  rows<StoredLine & { state: PaymentLineState; cells: string }>(
    journal,
    `SELECT ${lineColumns}, l.state, l.cells FROM ${linesAndSubmissions}
     WHERE l.file_id = ? AND l.line > ? ORDER BY l.line LIMIT ?`,
    batchId,
    after,
    limit,
  ).map((stored) => ({
    state: stored.state,
    shown: stored.shown,
    checked: checkedLine(stored.document),
    cells: JSON.parse(stored.cells) as PaymentCell[],
    outcome: outcomeOf(stored),
  }));

/** The lines after number `after` as stored JSON, without the outcomes. */
export const storedLines = (
  journal: Journal,
  batchId: string,
  after: number,
  limit: number,
): { readonly line: number; readonly document: string; readonly cells: string }[] =>
  rows(
    journal,
    'SELECT line, document, cells FROM payment_line WHERE file_id = ? AND line > ? ORDER BY line LIMIT ?',
    batchId,
    after,
    limit,
  );

/** The outcome of a line at the bank. */
export type LineOutcome = Pick<
  PaymentFileLine,
  'submissionId' | 'transferId' | 'confirmed' | 'error'
>;

type StoredLine = {
  shown: PaymentFileLineState;
  document: string;
  submission_id: string | null;
  record_id: string | null;
  confirmed: 0 | 1 | null;
  message: string | null;
};

/** A page of lines with their outcomes, in the order of the file. */
export function fileLines(
  journal: Journal,
  batchId: string,
  { only, index, limit }: { only: PaymentFileFilter; index: number; limit: number },
): PaymentFileLine[] {
  return rows<StoredLine>(
    journal,
    `SELECT ${lineColumns} FROM ${linesAndSubmissions} WHERE l.file_id = ? AND (${filters[only]})
     ORDER BY l.line LIMIT ? OFFSET ?`,
    batchId,
    limit,
    index,
  ).map((stored) => ({
    ...checkedLine(stored.document),
    state: stored.shown,
    ...outcomeOf(stored),
  }));
}

const outcomeOf = (stored: StoredLine): LineOutcome => ({
  submissionId: stored.submission_id,
  transferId: stored.record_id,
  confirmed: stored.confirmed === null ? null : stored.confirmed === 1,
  error: stored.message,
});

/** A line that can be sent: one that is ready, or one that provably never left. */
export type LineToSend = { readonly checked: CheckedLine; readonly state: 'ready' | 'not-sent' };

/** The next lines after number `after` that can be sent, at most `limit`. */
export const nextToSend = (
  journal: Journal,
  batchId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): LineToSend[] =>
  rows<{ document: string; shown: LineToSend['state'] }>(
    journal,
    `SELECT l.document, ${shownState} AS shown FROM ${linesAndSubmissions}
     WHERE l.file_id = ? AND l.line > ? AND ${isToSend} ORDER BY l.line LIMIT ?`,
    ...[batchId, after, limit],
  ).map(({ document, shown }) => ({ checked: checkedLine(document), state: shown }));

/** The fields of an unsent line that its days depend on; `day` is the later day to pay on, null where it is sent now. */
export type UnsentLine = {
  readonly line: number;
  readonly currency: string;
  readonly beneficiaryId: string;
  readonly day: IsoDate | null;
};

/** The next lines after number `after` that can be sent or scheduled, at most `limit`. */
export const unsentAfter = (
  journal: Journal,
  batchId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): UnsentLine[] =>
  rows<UnsentLine>(
    journal,
    `SELECT l.line, l.currency, l.document ->> '$.beneficiaryId' AS beneficiaryId, l.document ->> '$.due.day' AS day
     FROM ${linesAndSubmissions} WHERE l.file_id = ? AND l.line > ? AND (${isToSend} OR l.state = 'later') ORDER BY l.line LIMIT ?`,
    ...[batchId, after, limit],
  );

/** The lines that are for a later day, in the order of the file. */
export const laterLines = (journal: Journal, batchId: string): CheckedLine[] =>
  rows<{ document: string }>(
    journal,
    `SELECT document FROM payment_line WHERE file_id = ? AND state = 'later' ORDER BY line`,
    batchId,
  ).map(({ document }) => checkedLine(document));

/** The first lines of an account in a currency that can be sent; a line with a currency has an amount. */
export const linesToSend = (
  journal: Journal,
  batchId: string,
  { accountNumber, currency, limit }: { accountNumber: string; currency: string; limit: number },
): (CheckedLine & { readonly amount: Money })[] =>
  rows<{ document: string }>(
    journal,
    `SELECT l.document FROM ${linesAndSubmissions}
     WHERE l.file_id = ? AND ${isToSend} AND l.account_number = ? AND l.currency = ? ORDER BY l.line LIMIT ?`,
    ...[batchId, accountNumber, currency, limit],
  ).map(({ document }) => checkedLine(document) as CheckedLine & { readonly amount: Money });

/** Lines of a file that have the same state, warnings, account and currency. */
export type LineGroup = {
  readonly state: PaymentFileLineState;
  /** Kinds of warnings that must be confirmed. */
  readonly toConfirm: readonly PaymentWarningKind[];
  readonly accountNumber: string;
  readonly lines: number;
  /** Null where the amount could not be read. */
  readonly amount: Money | null;
};

type StoredGroup = {
  shown: PaymentFileLineState;
  to_confirm: string;
  account_number: string;
  currency: string | null;
  n: number;
  high: string | null;
  low: string | null;
};

/** Aggregates a whole file into a few groups, by indexes only. Uses two sums, because one sum might not fit 64 bits. */
export const lineGroups = (journal: Journal, batchId: string): LineGroup[] =>
  rows<StoredGroup>(
    journal,
    `SELECT ${shownState} AS shown, l.to_confirm, l.account_number, l.currency, count(*) AS n,
       CAST(sum(l.amount_e4 / 1000000) AS TEXT) AS high, CAST(sum(l.amount_e4 % 1000000) AS TEXT) AS low
     FROM payment_line l LEFT JOIN ${submissionStateSql('l.reference')} AND ${mayHaveLeft}
     WHERE l.file_id = ? GROUP BY 1, 2, 3, 4`,
    batchId,
  ).map(({ shown, to_confirm: kinds, account_number, currency, n, high, low }) => ({
    state: shown,
    toConfirm: kinds === '' ? [] : (kinds.split(' ') as PaymentWarningKind[]),
    accountNumber: account_number,
    lines: n,
    amount:
      currency === null || high === null || low === null
        ? null
        : moneyOfUnits(BigInt(high) * 1_000_000n + BigInt(low), currency),
  }));

/** How many lines a filter shows. */
export const countFound = (journal: Journal, batchId: string, only: PaymentFileFilter): number =>
  row<{ n: number }>(
    journal,
    `SELECT count(*) AS n FROM ${linesAndSubmissions} WHERE l.file_id = ? AND (${filters[only]})`,
    batchId,
  )?.n ?? 0;

/** A line that cannot be sent has no submission of its own, even where its reference was used elsewhere. */
const shownState = `CASE WHEN s.origin = 'found' AND s.state = 'accepted' THEN 'at-bank' ELSE coalesce(s.state, l.state) END`;
/** A scheduled line that never left is still scheduled. */
const mayHaveLeft = `(l.state = 'ready' OR (l.state = 'scheduled' AND s.state <> 'not-sent'))`;
const linesAndSubmissions = `payment_line l LEFT JOIN ${submissionSql('l.reference')} AND ${mayHaveLeft}`;
const lineColumns = `${shownState} AS shown, l.document, s.submission_id, s.record_id, s.confirmed,
  json_extract(s.error, '$.message') AS message`;
const isToSend = `l.state = 'ready' AND coalesce(s.state, 'not-sent') = 'not-sent'`;

const filters: Readonly<Record<PaymentFileFilter, string>> = {
  all: '1 = 1',
  problems: `${shownState} IN ('invalid', 'refused', 'unknown', 'not-sent', 'not-found') OR (${shownState} = 'ready' AND l.to_confirm <> '')`,
  open: `${shownState} IN ('ready', 'later', 'scheduled', 'not-sent', 'sending', 'unknown')`,
  sent: `${shownState} IN ('accepted', 'at-bank')`,
};

/** Call it within a transaction. */
export function insertLine(
  journal: Journal,
  batchId: string,
  { state, checked, cells }: PaymentLine,
): void {
  run(
    journal,
    `INSERT INTO payment_line (file_id, line, state, reference, account_number, currency, amount_e4, to_confirm, document,
       cells) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    batchId,
    checked.line,
    state,
    ...columnsOf(checked),
    JSON.stringify(cells),
  );
}

function columnsOf(checked: CheckedLine): unknown[] {
  const { reference, accountNumber, amount, warnings } = checked;
  const kinds = new Set(
    warnings.filter(({ weight }) => weight === 'confirm').map(({ kind }) => kind),
  );
  return [
    reference,
    accountNumber,
    amount?.currency ?? null,
    amount && toUnits(amount.amount),
    [...kinds].sort().join(' '),
    JSON.stringify(checked),
  ];
}

/** How many lines precede the line of this number; null where the file has no such line. */
export const indexOfLine = (journal: Journal, batchId: string, line: number): number | null =>
  row<{ n: number }>(
    journal,
    `SELECT (SELECT count(*) FROM payment_line b WHERE b.file_id = l.file_id AND b.line < l.line) AS n
     FROM payment_line l WHERE l.file_id = ? AND l.line = ?`,
    batchId,
    line,
  )?.n ?? null;

/** A line by its number; null where the file has no such line, or it was sent or scheduled. */
export function unsentLine(journal: Journal, batchId: string, line: number): PaymentLine | null {
  const [found] = linesAfter(journal, batchId, line - 1, 1);
  return found?.checked.line === line && found.shown === found.state && found.state !== 'scheduled'
    ? found
    : null;
}

/** Was anything of the file sent or scheduled? */
export const wasSent = (journal: Journal, batchId: string): boolean =>
  row(
    journal,
    `SELECT 1 FROM ${linesAndSubmissions} WHERE l.file_id = ? AND (s.state IS NOT NULL OR l.state = 'scheduled') LIMIT 1`,
    batchId,
  ) !== null;

/** Has a payment file a line with this reference? */
export const isAnyLine = (journal: Journal, reference: string): boolean =>
  row(journal, 'SELECT 1 FROM payment_line WHERE reference = ? LIMIT 1', reference) !== null;
