import type { FundingDetail } from '../../../shared/bank/accounts.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { Environment } from '../../../shared/ipc/desk/desk.ts';
import { escaped } from '../../engines/exports/printed-text.ts';

export type FundingPage = {
  readonly accountName: string;
  readonly accountNumber: string;
  readonly currency: string;
  readonly fundingDetails: readonly FundingDetail[];
  readonly bank: { readonly name: string; readonly environment: Environment };
  /** When the bank last reported the account; null when it never did. */
  readonly asOf: Timestamp | null;
  readonly writtenAt: Timestamp;
};

/** No script, no network, nothing from elsewhere: the page may only be drawn. */
const policy = "default-src 'none'; style-src 'unsafe-inline'";

/** The machine's own faces: whatever script a name is written in, the glyphs that are used go into the PDF. */
const style = `
  @page { size: A4; margin: 20mm 18mm; }
  * { box-sizing: border-box; margin: 0; }
  body { font: 11pt/1.5 Inter, system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif; color: #17201d; }
  .notice { margin-bottom: 8mm; padding: 3mm 4mm; border: 0.6mm solid #c98a1b; border-radius: 2mm; font-weight: 600; }
  .uat { border-color: #3f6fd1; }
  h1 { font-size: 20pt; line-height: 1.2; overflow-wrap: anywhere; }
  .sub { margin: 1mm 0 8mm; color: #55625c; }
  h2 { margin: 7mm 0 2mm; font-size: 12pt; }
  table { width: 100%; border-collapse: collapse; break-inside: avoid; }
  th, td { padding: 2mm 0; border-bottom: 0.2mm solid #d5d1c8; text-align: start; vertical-align: top; }
  th { width: 38%; font-weight: 400; color: #55625c; }
  td { font-weight: 600; font-variant-numeric: tabular-nums lining-nums; overflow-wrap: anywhere; unicode-bidi: plaintext; }
  footer { margin-top: 10mm; font-size: 9pt; color: #55625c; }
`;

/** How others pay into an account, as one page to be printed. Every text of the bank is escaped. */
export function fundingPage(page: FundingPage): string {
  const { accountName, accountNumber, currency, fundingDetails, bank } = page;
  const title = accountName || accountNumber;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Funding details ${escaped(title)}</title><style>${style}</style></head>
<body>${notice(bank)}
<h1 dir="auto">${escaped(title)}</h1>
<p class="sub">How to pay into this ${escaped(currency)} account</p>
${fundingDetails.map((detail, at) => block(detail, { at, of: fundingDetails.length, currency })).join('\n')}
<footer>Account ${escaped(accountNumber)} at ${escaped(bank.name)}. ${asOfWords(page)}</footer>
</body></html>`;
}

function notice({ environment, name }: FundingPage['bank']): string {
  if (environment === 'production') return '';
  const label = environment === 'uat' ? 'UAT' : 'SANDBOX';
  return `<p class="notice ${environment}">${label}: not for real money. ${escaped(name)} is a test environment; money sent to these details does not arrive.</p>`;
}

type Place = { readonly at: number; readonly of: number; readonly currency: string };

function block(detail: FundingDetail, { at, of, currency }: Place): string {
  const heading = of > 1 ? `<h2>Way ${at + 1} of ${of}</h2>` : '';
  const rows = fundingFields(detail, currency)
    .map(({ label, value }) => `<tr><th>${label}</th><td dir="auto">${escaped(value)}</td></tr>`)
    .join('');
  return `${heading}<table>${rows}</table>`;
}

/** In the order in which a payment form asks for them; what the bank left empty is left out. */
const fundingFields = (detail: FundingDetail, currency: string) =>
  [
    { label: 'Account name', value: detail.accountName },
    { label: 'Account number', value: detail.accountNumber },
    { label: 'Currency', value: currency },
    { label: 'Bank', value: detail.bankName },
    { label: 'BIC', value: detail.bic },
    { label: 'Bank or sort code', value: detail.bankOrSortCode },
    { label: 'Bank address', value: detail.bankAddress },
    { label: 'Bank country', value: detail.bankCountry },
    { label: 'Country', value: detail.countryIso3Code },
  ].filter(
    ({ label, value }) => value !== '' && (label !== 'Country' || value !== detail.bankCountry),
  );

const asOfWords = ({ asOf, writtenAt }: FundingPage): string =>
  asOf === null
    ? `Written ${instant(writtenAt)}.`
    : `As the bank reported it ${instant(asOf)}; written ${instant(writtenAt)}.`;

const instant = (at: Timestamp): string =>
  `${escaped(at.slice(0, 10))} ${escaped(at.slice(11, 16))} UTC`;
