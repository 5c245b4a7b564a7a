import type { ServerOptions } from 'node:https';

import { serveBank, type BankRequest, type RunningBank, type BankAnswer } from './bank-server.ts';
import { balanceOf, newBook, numberOf, questionIn, statementOf, type Book } from './book.ts';

/** Null lets the request in; anything else is the bank's answer to it. */
export type Gate = (asked: BankRequest) => BankAnswer | null;

/** Two accounts, their statements and a beneficiary, written from the specification alone. Who is let in says the test. */
export type Gatehouse = RunningBank & {
  readonly books: readonly Book[];
  /** The requests that the gate let in, as they came. */
  readonly authorized: BankRequest[];
  /** Its bank file with what the test says of the sign-in. */
  bankFile(extra?: Readonly<Record<string, unknown>>): string;
};

export const gatehouseAccounts = ['GH-100-USD', 'GH-200-USD'] as const;
export const gatehousePath = '/platform/client-service/api/v1';

export async function startGatehouse(gate: Gate, tls?: ServerOptions): Promise<Gatehouse> {
  const books = gatehouseAccounts.map((number, index) =>
    newBook(number, 'USD', { opening: 500_000n, count: 4, prefix: `GH${String(index)}-` }),
  );
  const authorized: BankRequest[] = [];
  const bank = await serveBank((asked) => {
    const rejection = gate(asked);
    if (rejection) return rejection;
    authorized.push(asked);
    return answerTo(books, asked);
  }, tls);
  return {
    ...bank,
    books,
    authorized,
    bankFile: (extra = {}) =>
      JSON.stringify({
        name: 'Gatehouse UAT',
        environment: 'uat',
        baseUrl: bank.baseUrl,
        statement: { dates: ['from', 'to'], paging: ['pageNumber', 'pageSize'], pageSizeMax: 50 },
        limits: { requestsPerSecond: 1_000 },
        ...extra,
      }),
  };
}

function answerTo(books: readonly Book[], { method, path, query, body }: BankRequest): BankAnswer {
  const [, number] = /\/statement\/clientStatement\/(.+)$/.exec(path) ?? [];
  const asked = books.find((book) => book.number === number);
  if (asked) return { body: statementOf(asked, questionIn(query, ['from', 'to'])) };
  if (path === `${gatehousePath}/accounts/by`) {
    const book = books.find((one) => one.number === query.get('accountNumber'));
    return book
      ? { body: { message: 'ok', account: accountOf(book) } }
      : { status: 400, body: { message: 'No such account' } };
  }
  if (path === `${gatehousePath}/accounts`)
    return { body: { message: 'ok', accounts: books.map(accountOf) } };
  if (method === 'PUT') return { body: { ...body, postcode: body['postCode'], clientId: 'GH-1' } };
  return { status: 400, body: { message: 'Nothing here' } };
}

const accountOf = (book: Book) => ({
  accountId: `id-${book.number}`,
  clientId: 'GH-1',
  entityId: `e-${book.number}`,
  uniqueRequestId: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  currencyIso3Code: 'USD',
  accountName: `Account ${book.number}`,
  status: 'active',
  availableBalance: numberOf(balanceOf(book)),
  accountType: 'wallet',
  fundingDetails: [
    {
      accountName: 'Gatehouse',
      bankOrSortCode: '1',
      bic: 'GATEUS33',
      accountNumber: book.number,
      bankCountry: 'USA',
      bankName: 'Gatehouse',
      bankAddress: '1 Lane',
      countryIso3Code: 'USA',
    },
  ],
});
