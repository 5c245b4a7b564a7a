import type { Environment } from '../../../shared/ipc/desk/desk.ts';
import type {
  OpenEntry,
  RecordedReview,
  ReviewedAccount,
} from '../../../shared/ipc/review/review.ts';
import { formatCount, formatMoney } from '../../../shared/money/format.ts';
import type { Money } from '../../../shared/money/money.ts';
import { ink, pdfList, type PdfBlock } from '../../engines/formats/pdf-pages.ts';
import { filesWords } from './record-file.ts';

const accountColumns = [
  { heading: 'Account', x: 0, width: 250 },
  { heading: 'Entries', x: 320, isFigure: true },
  { heading: 'Out', x: 430, isFigure: true },
  { heading: 'In', x: 540, isFigure: true },
  { heading: 'Closing', x: 650, isFigure: true },
  { heading: 'Unread', x: 710, isFigure: true },
  { heading: 'Flagged', x: 769, isFigure: true },
] as const;

const openColumns = [
  { heading: 'Day', x: 0 },
  { heading: 'Account', x: 60, width: 85 },
  { heading: 'Narration, reference, entry', x: 155, width: 390 },
  { heading: 'Open', x: 560, width: 85 },
  { heading: 'Amount', x: 769, isFigure: true },
] as const;

/** A recorded review as a PDF. */
export function recordPage(
  review: RecordedReview,
  bank: { readonly name: string; readonly environment: Environment },
): Uint8Array {
  const { from, to, accounts, open, openTotal, words } = review.report;
  const title = `Review of ${from} to ${to}`;
  const recorded = review.recordedAt.slice(0, 16).replace('T', ' ');
  const rest = `The newest ${formatCount(open.length, 'point')} are listed.`;
  return pdfList({ title, createdAt: review.recordedAt }, [
    { text: title, size: 16, face: 'strong' },
    {
      text: `Recorded ${recorded} UTC by ${review.recordedBy}, ${bank.name} (${bank.environment}).`,
      colour: ink.muted,
    },
    { text: words },
    heading('Accounts'),
    { columns: accountColumns, rows: accounts.map(accountRow) },
    heading(`Open then: ${formatCount(openTotal, 'point')}`),
    open.length === 0
      ? { text: 'Nothing was open.', colour: ink.muted }
      : { columns: openColumns, rows: open.map(openRow) },
    { text: open.length < openTotal ? rest : '', colour: ink.muted },
  ]);
}

const heading = (text: string): PdfBlock => ({ text, size: 11, face: 'strong' });

const accountRow = (account: ReviewedAccount): string[] => [
  `${account.accountName} ${account.accountNumber}`,
  formatCount(account.entries, 'point'),
  moneyText(account.debits),
  moneyText(account.credits),
  moneyText(account.closing),
  formatCount(account.unread, 'point'),
  formatCount(account.flagged, 'point'),
];

function openRow(entry: OpenEntry): (string | string[])[] {
  const { narration, customReference, entryId, note, direction } = entry;
  const details = [narration, customReference, entryId, note, filesWords(entry)];
  const why = [entry.isUnread && 'unread', entry.isFlagged && 'flagged'].filter(Boolean).join(', ');
  return [
    entry.day,
    entry.accountNumber,
    details.filter((text) => text !== ''),
    why,
    `${direction === 'debit' ? '−' : ''}${formatMoney(entry.amount, 'point')}`,
  ];
}

const moneyText = (money: Money | null): string =>
  money === null ? '–' : formatMoney(money, 'point');
