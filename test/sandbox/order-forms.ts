import { expect } from 'vitest';

import type { TradeRecord } from '../../sandbox/conversions/state.ts';
import type { TransferRecord } from '../../sandbox/payments/state.ts';
import { trialBalance } from '../../sandbox/ledger/ledger.ts';
import { operating, type Answered, type Teller } from './teller.ts';

/** Orders as a client writes them, and what is seen of them afterwards. */
export const client = '/client-service/api/v1';
export const euroAccount = '3020017345';
export const today = '2026-11-20';

type Fields = Record<string, unknown>;
type Headers = Record<string, string>;

const post = (teller: Teller, path: string, body: Fields, headers?: Headers): Promise<Answered> =>
  teller.call('POST', `/platform${client}/${path}`, body, headers);

export const pay = (teller: Teller, fields: Fields = {}, headers?: Headers): Promise<Answered> =>
  post(
    teller,
    'transfers',
    {
      accountNumber: operating,
      beneficiaryId: 'beneficiary-accepted',
      amount: 100.25,
      currency: 'USD',
      reference: 'PAY-1',
      ...fields,
    },
    headers,
  );

export const remit = (teller: Teller, fields: Fields = {}, headers?: Headers): Promise<Answered> =>
  post(
    teller,
    'remittances',
    {
      accountNumber: operating,
      amount: 250,
      currency: 'USD',
      reference: 'REM-1',
      purpose: 'Tuition fees',
      senderName: 'Kestrel Treasury Ltd',
      senderCountry: 'GBR',
      recipientName: 'Grace Wanjiru',
      recipientCountry: 'KEN',
      recipientAccountNumber: '0110045678',
      recipientBankBicOrCode: '68000',
      ...fields,
    },
    headers,
  );

export const expectPayment = (
  teller: Teller,
  fields: Fields = {},
  headers?: Headers,
): Promise<Answered> =>
  post(
    teller,
    'receivables',
    {
      accountNumber: operating,
      amount: 80.5,
      currency: 'USD',
      reference: 'INV-7',
      payerName: 'Harmattan Foods Ltd',
      ...fields,
    },
    headers,
  );

export const inflow = (teller: Teller, fields: Fields = {}): Promise<Answered> =>
  post(teller, 'accounts/simulate-inflow', {
    accountNumber: operating,
    amount: 80.5,
    currency: 'USD',
    ...fields,
  });

/** Asks for a price; `fields` are the query's. */
export const askQuote = (teller: Teller, fields: Record<string, string> = {}): Promise<Answered> =>
  teller.call(
    'GET',
    `/platform${client}/conversions/quote?${String(
      new URLSearchParams({ sellCurrency: 'USD', buyCurrency: 'EUR', ...fields }),
    )}`,
  );

/** A price for 1,000 US dollars in euros. */
export async function quoteOf(teller: Teller, fields?: Record<string, string>) {
  const { text } = await askQuote(teller, fields ?? { sellAmount: '1000' });
  return (JSON.parse(text) as { quote: { quoteId: string; buyAmount: number } }).quote;
}

export const lock = (teller: Teller, fields: Fields, headers?: Headers): Promise<Answered> =>
  post(
    teller,
    'conversions/lock',
    {
      sellAccountNumber: operating,
      buyAccountNumber: euroAccount,
      reference: 'FX-1',
      ...fields,
    },
    headers,
  );

export const advance = (teller: Teller, ms: number): Promise<Answered> =>
  teller.call('POST', '/sandbox/clock/advance', { ms });

/** The orders as the bank itself keeps them. */
export async function keptOrders<T = TransferRecord>(
  teller: Teller,
  kind: 'transfers' | 'trades' | 'remittances' | 'receivables' = 'transfers',
): Promise<T[]> {
  const { text } = await teller.call('GET', `/sandbox/${kind}`);
  return (JSON.parse(text) as Record<typeof kind, T[]>)[kind];
}
export type KeptTrade = TradeRecord;

/** What was booked with a reference on an account, oldest first: sign, amount and type. */
export async function booked(
  teller: Teller,
  reference: string,
  account = operating,
): Promise<string[]> {
  const { statement } = await teller.statement(
    { startDate: today, endDate: '2027-12-31', limit: '1000' },
    account,
  );
  return statement.data
    .filter(({ customReference }) => customReference === reference)
    .map(
      ({ direction, amount, transactionType }) =>
        `${direction === 'debit' ? '-' : '+'}${amount} ${transactionType}`,
    )
    .toReversed();
}

export const refusalOf = ({ status, text }: Answered) => {
  const { code, errors = [] } = JSON.parse(text) as {
    code?: string;
    errors?: { field: string }[];
  };
  return [status, errors[0]?.field ?? code];
};

export function expectSoundLedger({ sandbox }: Teller): void {
  expect([...trialBalance(sandbox.bank.ledger).values()].every((sum) => sum === 0n)).toBe(true);
}
