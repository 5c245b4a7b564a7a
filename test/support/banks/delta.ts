import { randomUUID } from 'node:crypto';

import {
  exactly,
  serveBank,
  type BankRequest,
  type RunningBank,
  type BankAnswer,
} from './bank-server.ts';
import {
  balanceOf,
  newBook,
  numberOf,
  pageOf,
  questionIn,
  statementOf,
  type Book,
  type Entry,
} from './book.ts';

/**
 * Delta Exchange: it keeps accounts in currencies that no table has. It speaks the specification's own words, lists
 * everything, takes payments and quotes prices.
 */
export type Delta = RunningBank & {
  readonly bankFile: string;
  readonly credentials: Readonly<Record<string, string>>;
  /** Account number by its currency. */
  readonly numberOf: Readonly<Record<string, string>>;
  /** Bodies of the orders that arrived. */
  readonly orders: readonly Record<string, unknown>[];
};

/** One that everybody knows, one that banks know, one of letters that mean nothing, one that is too long. */
const currencies = ['EUR', 'CNH', 'XQZ', 'USDQ'] as const;

const payee = {
  entityId: 'B-1',
  name: 'Ostrich Glass BV',
  accountName: 'Ostrich Glass BV',
  accountNumber: 'NL91ABNA0417164300',
  bankBicOrCode: 'ABNANL2A',
  country: 'NLD',
  currencyIso3Code: 'EUR',
};

type Options = {
  /** In front of every answer: null leaves it to the bank. */
  readonly instead?: (asked: BankRequest) => BankAnswer | null;
  /** Accounts of the list beside the bank's own, as it writes them. */
  readonly strange?: readonly object[];
  /** Each entry as it leaves the bank. */
  readonly rewrite?: (entry: Entry) => Entry;
};

export async function startDelta({
  instead,
  strange = [],
  rewrite = same,
}: Options = {}): Promise<Delta> {
  const credentials = { username: 'treasury', password: 'oxbow-2291' };
  const token = randomUUID();
  const orders: Record<string, unknown>[] = [];
  const books = currencies.map((currency, at) =>
    newBook(`70000${String(at)}`, currency, { opening: 900_000n, count: 9, prefix: currency }),
  );
  const bookOf = (number: string | null): Book | undefined =>
    books.find((book) => book.number === number);

  const bank = await serveBank((asked) => {
    const answered = instead?.(asked);
    if (answered) return answered;
    const path = asked.path.replace(/^\/platform/, '');
    if (path === '/auth/v1/token') return { body: { data: { token } } };
    if (asked.headers.authorization !== `Bearer ${token}`) return refused(401, 'Who is asking?');
    return answer(`${asked.method} ${path}`, asked) ?? refused(404, 'Nothing here');
  });

  function newestFirst(book: Book, query: URLSearchParams): object {
    const { from, to } = questionIn(query);
    const whole = statementOf(book, { from, to });
    const data = whole.statement.data.toReversed().map(rewrite);
    return { ...whole, statement: { ...whole.statement, totalPages: 1, data } };
  }

  function answer(call: string, { query, body }: BankRequest): BankAnswer | null {
    const statement = /clientStatement\/(\w+)$/.exec(call)?.[1];
    if (statement !== undefined) {
      const book = bookOf(statement);
      return book ? { body: newestFirst(book, query) } : null;
    }
    switch (call) {
      case 'GET /client-service/api/v1/accounts':
        return { body: { message: 'ok', accounts: [...books.map(accountOf), ...strange] } };
      case 'GET /client-service/api/v1/accounts/by': {
        const book = bookOf(query.get('accountNumber'));
        return book ? { body: { message: 'ok', account: accountOf(book) } } : null;
      }
      case 'GET /client-service/api/v1/beneficiaries':
        return { body: { message: 'ok', beneficiaries: pageOf([payee]) } };
      case 'GET /fee':
        return { body: { message: 'ok', fee: exactly('1.234'), currency: 'XQZ' } };
      case 'GET /trades':
        return { body: { message: 'ok', trades: pageOf([trade]) } };
      case 'GET /transfers':
        return { body: { message: 'ok', transfers: pageOf([transfer]) } };
      case 'POST /transfers':
        orders.push(body);
        return { body: { message: 'ok', transfer: { id: `T-${String(orders.length)}`, ...body } } };
      default:
        return null;
    }
  }

  return {
    ...bank,
    credentials,
    orders,
    numberOf: Object.fromEntries(books.map(({ currency, number }) => [currency, number])),
    bankFile: bankFileOf(bank.baseUrl),
  };
}

const refused = (status: number, message: string): BankAnswer => ({ status, body: { message } });

const accountOf = (book: Book) => ({
  accountId: `id-${book.number}`,
  clientId: 'C-1',
  entityId: `e-${book.number}`,
  currencyIso3Code: book.currency,
  accountName: `Delta ${book.currency}`,
  status: 'active',
  availableBalance: numberOf(balanceOf(book)),
  fundingDetails: [{ accountNumber: book.number }],
});

const transfer = {
  id: 'T-old',
  reference: 'ELSEWHERE-1',
  status: 'BOOKED',
  amount: exactly('77.125'),
  currency: 'XQZ',
  fee: exactly('0.5'),
  accountNumber: '700002',
  beneficiaryId: payee.entityId,
};

const trade = {
  tradeId: 'D-1',
  reference: 'DEAL-1',
  status: 'FAILED',
  sellCurrency: 'XQZ',
  buyCurrency: 'USDQ',
  sellAmount: exactly('10.5'),
  buyAmount: exactly('21'),
  rate: exactly('2'),
  sellAccountNumber: '700002',
  buyAccountNumber: '700003',
};

const same = (entry: Entry): Entry => entry;

const bankFileOf = (baseUrl: string): string =>
  JSON.stringify({
    name: 'Delta Exchange UAT',
    environment: 'uat',
    baseUrl,
    auth: {
      operation: 'getToken',
      request: { user: '{username}', pass: '{password}' },
      token: '/data/token',
      header: 'authorization',
      scheme: 'Bearer',
    },
    statement: {
      dates: ['startDate', 'endDate'],
      paging: ['pageNumber', 'limit'],
      pageUnit: 'page',
      firstPage: 1,
      pageSizeMax: 500,
    },
    errorMessage: ['/message'],
    idempotency: null,
    operations: {
      getToken: { method: 'POST', path: '/auth/v1/token' },
      getAllAccounts: { path: '/client-service/api/v1/accounts' },
      getAllBeneficiaries: { path: '/client-service/api/v1/beneficiaries' },
      getTransferFee: { path: '/fee' },
      getAllTrades: { path: '/trades' },
      findTransfers: { path: '/transfers' },
      createSingleTransfer: { path: '/transfers' },
    },
    limits: { requestsPerSecond: 1000 },
  });
