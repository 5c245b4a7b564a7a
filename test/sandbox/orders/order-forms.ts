import { expect } from 'vitest';

import { trialBalance } from '../trial-balance.ts';
import type { TransferRecord } from '../../../sandbox/payments/state.ts';
import { operating, type Answered, type Caller } from '../caller.ts';

/** Orders as a client writes them, and what is seen of them afterwards. */
export const client = '/client-service/api/v1';
export const euroAccount = '3020017345';
export const today = '2026-11-20';

type Fields = Record<string, unknown>;
type Headers = Record<string, string>;

const post = (caller: Caller, path: string, body: Fields, headers?: Headers): Promise<Answered> =>
  caller.call('POST', `/platform${client}/${path}`, body, headers);

export const pay = (caller: Caller, fields: Fields = {}, headers?: Headers): Promise<Answered> =>
  post(
    caller,
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

export const remit = (caller: Caller, fields: Fields = {}, headers?: Headers): Promise<Answered> =>
  post(
    caller,
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
  caller: Caller,
  fields: Fields = {},
  headers?: Headers,
): Promise<Answered> =>
  post(
    caller,
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

export const inflow = (caller: Caller, fields: Fields = {}): Promise<Answered> =>
  post(caller, 'accounts/simulate-inflow', {
    accountNumber: operating,
    amount: 80.5,
    currency: 'USD',
    ...fields,
  });

/** Asks for a price; `fields` are the query's. */
export const askQuote = (caller: Caller, fields: Record<string, string> = {}): Promise<Answered> =>
  caller.call(
    'GET',
    `/platform${client}/conversions/quote?${String(
      new URLSearchParams({ sellCurrency: 'USD', buyCurrency: 'EUR', ...fields }),
    )}`,
  );

type Quoted = { quoteId: string; buyAmount: number; rate: number };

/** A price for 1,000 US dollars in euros. */
export async function quoteOf(caller: Caller, fields?: Record<string, string>) {
  const { text } = await askQuote(caller, fields ?? { sellAmount: '1000' });
  return (JSON.parse(text) as { quote: Quoted }).quote;
}

export const lock = (caller: Caller, fields: Fields, headers?: Headers): Promise<Answered> =>
  post(
    caller,
    'conversions/lock',
    {
      sellAccountNumber: operating,
      buyAccountNumber: euroAccount,
      reference: 'FX-1',
      ...fields,
    },
    headers,
  );

export const advance = (caller: Caller, ms: number): Promise<Answered> =>
  caller.call('POST', '/sandbox/clock/advance', { ms });

/** The orders as the bank itself stores them. */
export async function ordersAtBank<T = TransferRecord>(
  caller: Caller,
  kind: 'transfers' | 'trades' | 'remittances' | 'receivables' = 'transfers',
): Promise<T[]> {
  const { text } = await caller.call('GET', `/sandbox/${kind}`);
  return (JSON.parse(text) as Record<typeof kind, T[]>)[kind];
}

/** What was booked with a reference on an account, oldest first: sign, amount and type. */
export async function booked(
  caller: Caller,
  reference: string,
  account = operating,
): Promise<string[]> {
  const { statement } = await caller.statement(
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

export function expectSoundLedger({ sandbox }: Caller): void {
  expect([...trialBalance(sandbox.bank.ledger).values()].every((sum) => sum === 0n)).toBe(true);
}
