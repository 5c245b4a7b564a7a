import type { FundingDetail } from '../../../shared/bank/accounts.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { Environment } from '../../../shared/ipc/desk/desk.ts';
import { ink, pdfList, type PdfBlock } from '../../engines/formats/pdf-pages.ts';

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

const columns = [
  { heading: '', x: 0, width: 180, size: 10, colour: ink.muted },
  { heading: '', x: 190, width: 330, size: 10, face: 'strong' },
] as const;

/** Writes how others pay into an account, as a PDF of one page. */
export function fundingPage(page: FundingPage): Uint8Array {
  const { accountName, accountNumber, currency, fundingDetails, bank, writtenAt } = page;
  const title = accountName || accountNumber;
  return pdfList({ title: `Funding details ${title}`, createdAt: writtenAt, isUpright: true }, [
    ...notice(bank),
    { text: title, size: 20, face: 'strong' },
    { text: `How to pay into this ${currency} account`, size: 11, colour: ink.muted },
    ...fundingDetails.flatMap((detail, at): PdfBlock[] => [
      {
        text: fundingDetails.length > 1 ? `Way ${at + 1} of ${fundingDetails.length}` : '',
        size: 12,
        face: 'strong',
      },
      { columns, rows: fundingFields(detail, currency) },
    ]),
    {
      text: `Account ${accountNumber} at ${bank.name}. ${asOfWords(page)}`,
      size: 9,
      colour: ink.muted,
    },
  ]);
}

function notice({ environment, name }: FundingPage['bank']): PdfBlock[] {
  if (environment === 'production') return [];
  const label = environment === 'uat' ? 'UAT' : 'SANDBOX';
  const text = `${label}: not for real money. ${name} is a test environment; money sent to these details does not arrive.`;
  return [
    { text, size: 11, face: 'strong', colour: environment === 'uat' ? '#2f5cb8' : '#8f5f0c' },
  ];
}

/** Returns the fields in the order of a payment form, without those that the bank left empty. */
const fundingFields = (detail: FundingDetail, currency: string): string[][] =>
  [
    ['Account name', detail.accountName],
    ['Account number', detail.accountNumber],
    ['Currency', currency],
    ['Bank', detail.bankName],
    ['BIC', detail.bic],
    ['Bank or sort code', detail.bankOrSortCode],
    ['Bank address', detail.bankAddress],
    ['Bank country', detail.bankCountry],
    ['Country', detail.countryIso3Code === detail.bankCountry ? '' : detail.countryIso3Code],
  ].filter(([, value]) => value !== '');

const asOfWords = ({ asOf, writtenAt }: FundingPage): string =>
  asOf === null
    ? `Written ${instant(writtenAt)}.`
    : `As the bank reported it ${instant(asOf)}; written ${instant(writtenAt)}.`;

const instant = (at: Timestamp): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
