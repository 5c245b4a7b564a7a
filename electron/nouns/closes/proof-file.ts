import type { ClosedView, CloseProof } from '../../../shared/ipc/review/closes.ts';
import { disarmed, quoted } from '../../engines/exports/csv-cells.ts';

const columns = [
  'period',
  'from',
  'to',
  'closedAt',
  'closedBy',
  'digest',
  'line',
  'accountNumber',
  'accountName',
  'currency',
  'entries',
  'opening',
  'debits',
  'credits',
  'closing',
  'asOf',
  'entriesDigest',
  'words',
  'reason',
] as const;
type Column = (typeof columns)[number];
type Line = Partial<Record<Column, string>>;

/** Amounts are ours: one below zero is a figure, and no formula. */
const amounts: ReadonlySet<Column> = new Set(['opening', 'debits', 'credits', 'closing']);

/** The proof of a close as CSV, UTF-8 with a byte order mark: a line for each account, open point, export and late entry, and one where there are more late entries. */
export function proofCsv({
  proof,
  late,
  lateTotal,
}: Pick<ClosedView, 'proof' | 'late' | 'lateTotal'>): string {
  const { period, from, to, closedAt, closedBy, digest } = proof;
  const whole = { period, from, to, closedAt, closedBy, digest };
  const lines: Line[] = [
    ...proof.accounts.map((account) => ({
      line: 'account',
      accountNumber: account.accountNumber,
      accountName: account.accountName,
      currency: account.currency,
      entries: String(account.entries),
      opening: account.opening?.amount ?? '',
      debits: account.debits?.amount ?? '',
      credits: account.credits?.amount ?? '',
      closing: account.closing?.amount ?? '',
      asOf: account.asOf ?? '',
      entriesDigest: account.entriesDigest,
      words: cellWords(account.cells),
    })),
    ...proof.open.map(({ count, what, detail, reason }) => ({
      line: 'open point',
      words: `${String(count)} ${what}: ${detail}`,
      reason,
    })),
    ...proof.exports.map(({ words, name, files, entries }) => ({
      line: 'export',
      entries: String(entries),
      words: `${words}, ${name}, ${String(files)} files`,
    })),
    ...late.map(({ change, accountNumber, entryId, day, amount, direction, acknowledgedInto }) => ({
      ...{ line: `late: ${change}`, accountNumber, currency: amount.currency },
      ...(direction === 'debit' ? { debits: amount.amount } : { credits: amount.amount }),
      words: `${entryId} of ${day}${acknowledgedInto === null ? '' : `, taken into ${acknowledgedInto}`}`,
    })),
    ...(lateTotal > late.length
      ? [{ line: 'late: more', words: `only the first ${String(late.length)} are listed` }]
      : []),
  ];
  const text = (line: Line): string =>
    columns.map((name) => quoted(cellOf(name, line[name] ?? ''))).join(',');
  const body = lines.map((line) => text({ ...whole, ...line }));
  return `\ufeff${[columns.map(quoted).join(','), ...body].join('\r\n')}\r\n`;
}

const cellOf = (column: Column, text: string): string =>
  amounts.has(column) ? text : disarmed(text);

const cellWords = (cells: CloseProof['accounts'][number]['cells']): string =>
  Object.entries(cells)
    .filter(([, { is }]) => is !== 'not-asked')
    .map(
      ([condition, { is, words }]) =>
        `${condition} ${is === 'met' ? ['yes', words].filter(Boolean).join(', ') : words}`,
    )
    .join('; ');
