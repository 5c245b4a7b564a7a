import type { Environment } from '../../../shared/ipc/desk/desk.ts';
import type {
  OpenEntry,
  RecordedReview,
  ReviewedAccount,
} from '../../../shared/ipc/review/review.ts';
import { formatCount, formatMoney } from '../../../shared/money/format.ts';
import type { Money } from '../../../shared/money/money.ts';
import { escaped } from '../../engines/exports/printed-text.ts';
import { filesWords } from './record-file.ts';

/** No script, no network, nothing from elsewhere: the page may only be drawn. */
const policy = "default-src 'none'; style-src 'unsafe-inline'";

const style = `
  @page { size: A4 landscape; margin: 14mm; }
  * { box-sizing: border-box; margin: 0; }
  body { font: 9.5pt/1.45 Inter, system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif; color: #17201d; }
  h1 { font-size: 17pt; }
  h2 { margin: 7mm 0 2mm; font-size: 11.5pt; }
  p { margin: 1mm 0; color: #55625c; overflow-wrap: anywhere; }
  .words { color: #17201d; white-space: pre-wrap; }
  table { width: 100%; border-collapse: collapse; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  th, td { padding: 1.4mm 2mm 1.4mm 0; border-bottom: 0.2mm solid #d5d1c8; text-align: start; vertical-align: top; }
  th { font-weight: 500; color: #55625c; }
  td { font-variant-numeric: tabular-nums lining-nums; overflow-wrap: anywhere; unicode-bidi: plaintext; }
  .num { text-align: end; white-space: nowrap; }
`;

/** A recorded review to be printed. Every text of the bank and of people is escaped. */
export function recordPage(
  review: RecordedReview,
  bank: { readonly name: string; readonly environment: Environment },
): string {
  const { from, to, accounts, open, openTotal, words } = review.report;
  const title = `Review of ${from} to ${to}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(title)}</title><style>${style}</style></head>
<body><h1>${escaped(title)}</h1>
<p>Recorded ${escaped(review.recordedAt.slice(0, 16).replace('T', ' '))} UTC by ${escaped(review.recordedBy)}, ${escaped(bank.name)} (${escaped(bank.environment)}).</p>
${words === '' ? '' : `<p class="words">${escaped(words)}</p>`}
<h2>Accounts</h2>
<table><thead><tr><th>Account</th><th class="num">Entries</th><th class="num">Out</th><th class="num">In</th><th class="num">Closing</th><th class="num">Unread</th><th class="num">Flagged</th></tr></thead>
<tbody>${accounts.map(accountRow).join('')}</tbody></table>
<h2>Open then: ${formatCount(openTotal, 'point')}</h2>
${openTable(open)}
${open.length < openTotal ? `<p>The newest ${formatCount(open.length, 'point')} are listed.</p>` : ''}
</body></html>`;
}

const accountRow = (account: ReviewedAccount): string =>
  `<tr><td>${escaped(account.accountName)} ${escaped(account.accountNumber)}</td>${[
    formatCount(account.entries, 'point'),
    moneyText(account.debits),
    moneyText(account.credits),
    moneyText(account.closing),
    formatCount(account.unread, 'point'),
    formatCount(account.flagged, 'point'),
  ]
    .map((text) => `<td class="num">${escaped(text)}</td>`)
    .join('')}</tr>`;

const openTable = (open: readonly OpenEntry[]): string =>
  open.length === 0
    ? '<p>Nothing was open.</p>'
    : `<table><thead><tr><th>Day</th><th>Account</th><th>Narration, reference, entry</th><th>Open</th><th class="num">Amount</th></tr></thead>
<tbody>${open.map(openRow).join('')}</tbody></table>`;

function openRow(entry: OpenEntry): string {
  const details = [
    ...[entry.narration, entry.customReference, entry.entryId, entry.note],
    filesWords(entry),
  ]
    .filter((text) => text !== '')
    .map(escaped)
    .join('<br>');
  const why = [entry.isUnread && 'unread', entry.isFlagged && 'flagged'].filter(Boolean).join(', ');
  const sign = entry.direction === 'debit' ? '−' : '';
  return `<tr><td>${entry.day}</td><td>${escaped(entry.accountNumber)}</td><td>${details}</td><td>${why}</td><td class="num">${sign}${escaped(formatMoney(entry.amount, 'point'))}</td></tr>`;
}

const moneyText = (money: Money | null): string =>
  money === null ? '–' : formatMoney(money, 'point');
