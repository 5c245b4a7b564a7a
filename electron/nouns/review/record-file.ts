import type {
  OpenEntry,
  RecordedReview,
  ReviewedAccount,
} from '../../../shared/ipc/review/review.ts';
import { csvFile } from '../../engines/formats/csv-file.ts';
import type { ListCell } from '../../engines/formats/workbook.ts';

/** Exports a recorded review: whole as JSON, or as CSV with a line for each account and each open entry. */

export const recordJson = (review: RecordedReview): string =>
  `${JSON.stringify(review, null, 2)}\n`;

const columns = [
  'recordedAt',
  'recordedBy',
  'from',
  'to',
  'line',
  'accountNumber',
  'accountName',
  'currency',
  'entries',
  'debits',
  'credits',
  'closing',
  'unread',
  'flagged',
  'date',
  'entryId',
  'customReference',
  'narration',
  'note',
  'files',
  'words',
] as const;
type Line = Partial<Record<(typeof columns)[number], ListCell>>;

export function recordCsv(review: RecordedReview): string {
  const { from, to, accounts, open, words } = review.report;
  const whole = {
    recordedAt: review.recordedAt,
    recordedBy: review.recordedBy,
    from,
    to,
    words,
  };
  const names = new Map(accounts.map((account) => [account.accountNumber, account]));
  const lines: Line[] = [
    ...accounts.map((account) => ({ ...whole, ...accountLine(account) })),
    ...open.map((entry) => ({ ...whole, ...entryLine(entry, names.get(entry.accountNumber)) })),
  ];
  return csvFile(
    columns,
    lines.map((line) => columns.map((name) => line[name] ?? '')),
  );
}

const accountLine = (account: ReviewedAccount): Line => ({
  line: 'account',
  accountNumber: account.accountNumber,
  accountName: account.accountName,
  currency: account.currency,
  entries: String(account.entries),
  debits: account.debits ?? '',
  credits: account.credits ?? '',
  closing: account.closing ?? '',
  unread: String(account.unread),
  flagged: String(account.flagged),
});

const entryLine = (entry: OpenEntry, account: ReviewedAccount | undefined): Line => ({
  line: 'open entry',
  accountNumber: entry.accountNumber,
  accountName: account?.accountName ?? '',
  currency: entry.amount.currency,
  debits: entry.direction === 'debit' ? entry.amount : '',
  credits: entry.direction === 'credit' ? entry.amount : '',
  unread: entry.isUnread ? '1' : '0',
  flagged: entry.isFlagged ? '1' : '0',
  date: entry.day,
  entryId: entry.entryId,
  customReference: entry.customReference,
  narration: entry.narration,
  note: entry.note,
  files: filesWords(entry),
});

/** Lists the attached files, by name and digest. */
export const filesWords = ({ files = [] }: OpenEntry): string =>
  files.map(({ name, sha256 }) => `${name} (SHA-256 ${sha256})`).join('; ');
