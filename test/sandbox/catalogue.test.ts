import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { handlers } from '../../sandbox/bank/bank.ts';
import { clientId } from '../../sandbox/server/client.ts';
import { catalogue, operationNames, type OperationName } from '../../shared/bank/catalogue.ts';
import type { Operation } from '../../shared/bank/operation.ts';
import { parseExact } from '../../shared/json/exact-json.ts';
import { openCaller, operating, type Caller } from './caller.ts';

let caller: Caller;
let records: Record<string, string>;

const payee = 'beneficiary-accepted';
const payment = { accountNumber: operating, amount: 5, currency: 'USD', reference: 'catalogue-1' };
const remittance = {
  ...payment,
  purpose: 'Tuition',
  senderName: 'Kestrel Treasury Ltd',
  senderCountry: 'GBR',
  recipientName: 'Grace Wanjiru',
  recipientCountry: 'KEN',
  recipientAccountNumber: '0110045678',
  recipientBankBicOrCode: '68000',
};

/** One order of each kind, so that every read has something to answer. */
async function placeOrders(): Promise<void> {
  const client = '/client-service/api/v1';
  const { quote } = await caller.ask<{ quote: { quoteId: string } }>(
    'GET',
    `${client}/conversions/quote?sellCurrency=USD&buyCurrency=EUR&sellAmount=10`,
  );
  const lock = { quoteId: quote.quoteId, sellAccountNumber: operating, reference: 'catalogue-2' };
  const accounts = { buyAccountNumber: '3020017345' };
  for (const [path, body] of [
    ['conversions/lock', { ...lock, ...accounts }],
    ['transfers', { ...payment, beneficiaryId: payee }],
    ['remittances', remittance],
    ['receivables', { ...payment, payerName: 'Harmattan Foods Ltd' }],
  ] as const) {
    const { status, text } = await caller.call('POST', `/platform${client}/${path}`, body);
    expect(status, text).toBe(200);
  }
}

beforeAll(async () => {
  caller = await openCaller({ entries: 300 });
  await placeOrders();
  const { bank } = caller.sandbox;
  records = {
    accountNumber: operating,
    clientId,
    id: [...bank.subClients.keys()][0] ?? '',
    entityId: [...bank.beneficiaries.keys()][0] ?? '',
    tradeId: [...bank.trades.byId.keys()][0] ?? '',
  };
});
afterAll(() => caller.sandbox.close());

const pathOf = (name: OperationName, values: Readonly<Record<string, string>>): string =>
  `/platform${catalogue[name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(values[key] ?? ''),
  )}`;

const reads = operationNames.filter((name) => catalogue[name].effect === 'read');
const fee = { accountNumber: operating, amount: '5', currency: 'USD', beneficiaryId: payee };

/** What a read is asked beside the records' ids. */
const questions: Partial<
  Record<OperationName, { query?: Record<string, string>; body?: unknown }>
> = {
  getQuote: { query: { sellCurrency: 'GBP', buyCurrency: 'KES', buyAmount: '100.00' } },
  getBankDetails: { query: { code: '058' } },
  getTransferFee: { query: fee },
  postTransferFee: { body: { ...fee, amount: 5 } },
  validateBeneficiaryAccount: { body: { accountNumber: '0123456789', bankCode: '058' } },
};

/** Their entity id is an account's. */
const byAccount: ReadonlySet<string> = new Set<OperationName>([
  'getAccount',
  'getStatementV2',
  'downloadStatementV2',
]);

const firstOf = (orders: { byId: ReadonlyMap<string, unknown> }): string =>
  [...orders.byId.keys()][0] ?? '';

function valuesOf(name: OperationName): Record<string, string> {
  const { accounts, remittances, receivables } = caller.sandbox.bank;
  if (byAccount.has(name)) return { entityId: accounts[0]?.entityId ?? '' };
  if (name === 'getRemittance') return { id: firstOf(remittances) };
  if (name === 'getReceivable') return { id: firstOf(receivables) };
  return records;
}

it('holds an idle connection for a minute, as a busy machine may not come to it sooner', async () => {
  const { headers } = await caller.call('GET', '/sandbox/health');
  expect(headers['keep-alive']).toBe('timeout=60');
});

describe('every operation of the catalogue', () => {
  it('has its handler, and no handler is without an operation', () => {
    expect(Object.keys(handlers).toSorted()).toEqual([...operationNames].toSorted());
  });

  it.each(reads)('%s answers what its schema says', async (name) => {
    const { output, method }: Operation = catalogue[name];
    const accountId = caller.sandbox.bank.accounts[0]?.entityId ?? '';
    const { query, body } = questions[name] ?? {};
    const asked = name === 'getAccountsBy' ? { accountId } : query;
    const path = `${pathOf(name, valuesOf(name))}?${String(new URLSearchParams(asked))}`;
    const { status, text } = await caller.call(method, path, body);
    expect(status, text).toBe(200);
    expect(output.safeParse(parseExact(text)).error).toBeUndefined();
  });

  it('answers any body and any query with a reason, never with a mistake of its own', async () => {
    const words = fc.dictionary(
      fc.constantFrom(
        'amount',
        'currency',
        'accountNumber',
        'city',
        'beneficiaryId',
        'reference',
        'quoteId',
        'dueDate',
        'intermediaryBank',
        '__proto__',
      ),
      fc.jsonValue(),
    );
    const queries = fc.dictionary(
      fc.constantFrom(
        'startDate',
        'to',
        'limit',
        'pageOffset',
        'pageSize',
        'sellAmount',
        'sellCurrency',
      ),
      fc.string({ unit: 'binary' }),
    );
    const changes = operationNames.filter((name) => name !== 'logoutUser');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...changes),
        fc.oneof(words, fc.jsonValue()),
        queries,
        async (name, body, query) => {
          const { method } = catalogue[name];
          const path = `${pathOf(name, records)}?${String(new URLSearchParams(query))}`;
          const { status, text } = await caller.call(
            method,
            path,
            method === 'GET' ? undefined : JSON.stringify(body),
          );
          expect(status, text).toBeLessThan(500);
          // A changed beneficiary is answered bare, section 4.3; every other answer has a message.
          if (name !== 'updateBeneficiary' || status !== 200)
            expect(JSON.parse(text)).toHaveProperty('message');
        },
      ),
      { numRuns: 300, seed: 20_261_120 },
    );
  });
});
