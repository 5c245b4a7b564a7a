import type { ClosedView, CloseProof } from '../../../shared/ipc/review/closes.ts';
import { csvFile } from '../../engines/formats/csv-file.ts';
import type { ListCell } from '../../engines/formats/workbook.ts';

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
  'preparedAt',
  'preparedBy',
] as const;
type Line = Partial<Record<(typeof columns)[number], ListCell>>;

/** The proof of a close as CSV: a line for each account, open point, export and late entry, and one where there are more late entries. */
export function proofCsv({
  proof,
  late,
  lateTotal,
}: Pick<ClosedView, 'proof' | 'late' | 'lateTotal'>): string {
  const { period, from, to, closedAt, closedBy, digest, prepared } = proof;
  const whole = {
    ...{ period, from, to, closedAt, closedBy, digest },
    ...{ preparedAt: prepared?.at ?? '', preparedBy: prepared?.by ?? '' },
  };
  const lines: Line[] = [
    ...proof.accounts.map((account) => ({
      line: 'account',
      accountNumber: account.accountNumber,
      accountName: account.accountName,
      currency: account.currency,
      entries: String(account.entries),
      opening: account.opening ?? '',
      debits: account.debits ?? '',
      credits: account.credits ?? '',
      closing: account.closing ?? '',
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
      ...(direction === 'debit' ? { debits: amount } : { credits: amount }),
      words: `${entryId} of ${day}${acknowledgedInto === null ? '' : `, taken into ${acknowledgedInto}`}`,
    })),
    ...(lateTotal > late.length
      ? [{ line: 'late: more', words: `only the first ${String(late.length)} are listed` }]
      : []),
  ];
  const cellsOf = (line: Line): ListCell[] => columns.map((name) => line[name] ?? '');
  return csvFile(
    columns,
    lines.map((line) => cellsOf({ ...whole, ...line })),
  );
}

const cellWords = (cells: CloseProof['accounts'][number]['cells']): string =>
  Object.entries(cells)
    .filter(([, { is }]) => is !== 'not-asked')
    .map(
      ([condition, { is, words }]) =>
        `${condition} ${is === 'met' ? ['yes', words].filter(Boolean).join(', ') : words}`,
    )
    .join('; ');
