import type { Receivable } from '../../../shared/bank/receivables.ts';
import { isIsoDate, isTimestamp, dayOf } from '../../../shared/calendar/calendar.ts';
import type { CreditMatch, ReceivableRow } from '../../../shared/ipc/changes/receivables.ts';
import { formatMoney, type NumberStyle } from '../../../shared/money/format.ts';
import type { Money } from '../../../shared/money/money.ts';
import { fullDay } from '../../../shared/calendar/day-labels.ts';
import { fact, instantWords, moneyOf, type Tone } from '../../kit/register-labels.ts';
import type { Fact } from '../../ui/facts/fact.ts';

/** Null where the bank gave no amount. */
export const amountOf = ({ amount, currency }: Receivable): Money | null =>
  moneyOf(amount, currency);

/** The due day in our format; other text of the bank is shown unchanged. */
export function dueWords({ dueDate }: Receivable): string {
  if (dueDate === null) return '';
  if (isIsoDate(dueDate)) return fullDay(dueDate);
  return isTimestamp(dueDate) ? fullDay(dayOf(dueDate)) : dueDate;
}

/** How a row relates to incoming money; the label may be followed by “credit”. Null: nothing came in. */
export function creditWords({ matched, suggestions }: ReceivableRow): {
  readonly label: string;
  readonly isCredit: boolean;
  readonly tone: Tone;
} | null {
  if (matched) return { label: 'matched', isCredit: false, tone: 'good' };
  const [best] = suggestions;
  return best ? { label: best.strength, isCredit: true, tone: 'warn' } : null;
}

export const strengthWords: Readonly<Record<CreditMatch['strength'], string>> = {
  exact: 'exact credit',
  likely: 'likely credit',
  possible: 'possible credit',
};

/** The bank's fields of a receivable; empty ones are left out. */
export const factsOf = ({ record, origin, addedAt }: ReceivableRow): Fact[] =>
  [
    fact('Due', dueWords(record)),
    fact('Paid', paidWords(record)),
    fact('Paid at', instantWords(record.paidAt)),
    fact('Payer’s e-mail', record.payerEmail),
    fact('Description', record.description),
    fact('To account', record.accountNumber),
    fact('Created', instantWords(record.createdAt)),
    fact(origin === 'made' ? 'Created here' : 'Imported', instantWords(addedAt)),
  ].filter(({ value }) => value !== '');

/** What a payer needs to pay, field by field, in the order in which a payment form asks for it. */
export function fundingLines(record: Receivable, style?: NumberStyle): Fact[] {
  const { fundingDetails, reference } = record;
  const amount = amountOf(record);
  if (!fundingDetails) return [];
  return [
    fact('Account name', fundingDetails.accountName),
    fact('Account number', fundingDetails.accountNumber),
    fact('Bank', fundingDetails.bankName),
    fact('BIC', fundingDetails.bic),
    fact('Bank or sort code', fundingDetails.bankOrSortCode),
    fact('Bank address', fundingDetails.bankAddress),
    fact('Bank country', fundingDetails.bankCountry || fundingDetails.countryIso3Code),
    fact('Amount', amount ? formatMoney(amount, style) : ''),
    fact('Reference', reference),
  ].filter(({ value }) => value !== '');
}

/** The same as one text, a line each, to be sent to the payer. */
export const fundingText = (lines: readonly Fact[]): string =>
  lines.map(({ label, value }) => `${label}: ${value}`).join('\n');

function paidWords({ paidAmount, currency }: Receivable): string {
  const paid = moneyOf(paidAmount, currency);
  return paid ? formatMoney(paid) : '';
}
