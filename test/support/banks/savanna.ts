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
  decimalOf,
  minorOf,
  newBook,
  numberOf,
  post,
  statementOf,
  type Book,
} from './book.ts';

/**
 * Savanna Mobile: close to the specification's shapes, but its file does not say how statements are asked: the doctor must
 * find that out. Tokens live a minute and are renewed; errors are a list; it deals and opens accounts.
 */
export type Savanna = RunningBank & {
  readonly bankFile: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly accountNumbers: readonly [kes: string, usd: string];
  /** Deals done, by our reference. */
  readonly deals: string[];
  /** Names of the accounts it opened. */
  readonly opened: string[];
};

const kes = '0110044556';
const usd = '0110044557';
const rate = '128.5';
const priceLivesMs = 45_000;

export async function startSavanna(): Promise<Savanna> {
  const credentials = { phone: '+254700000001', passcode: 'acacia-2211' };
  const books: Book[] = [
    newBook(kes, 'KES', { opening: 90_000_000n, count: 38, prefix: 'SK' }),
    newBook(usd, 'USD', { opening: 2_500_000n, count: 24, prefix: 'SU' }),
  ];
  const names = new Map([
    [kes, 'Main shilling account'],
    [usd, 'Main dollar account'],
  ]);
  const tokens = new Map<string, number>();
  const renewals = new Set<string>();
  const quotes = new Map<string, { sell: string; buy: string; until: string }>();
  const deals: string[] = [];
  const trades: Record<string, unknown>[] = [];
  const opened: string[] = [];
  const requestIds = new Map<string, string>();

  function grant(): BankAnswer {
    const [access, renew] = [randomUUID(), randomUUID()];
    tokens.set(access, Date.now() + 60_000);
    renewals.add(renew);
    return { body: { tokens: { access, renew, seconds: 60 } } };
  }

  const accountOf = (book: Book) => ({
    accountId: `SV-${book.number}`,
    clientId: 'SV-CLIENT',
    entityId: `E-${book.number}`,
    uniqueRequestId: requestIds.get(book.number) ?? '',
    currencyIso3Code: book.currency,
    accountName: names.get(book.number) ?? '',
    status: 'active',
    availableBalance: numberOf(balanceOf(book)),
    accountType: 'wallet',
    fundingDetails: [
      { accountNumber: book.number, accountName: 'Nostro Test Ltd', bankName: 'Savanna Mobile' },
    ],
  });

  const routes: Record<string, (asked: BankRequest) => BankAnswer> = {
    'POST /platform/identity/login': ({ body }) =>
      body['msisdn'] === credentials.phone && body['code'] === credentials.passcode
        ? grant()
        : refused(401, 'Phone number or passcode is wrong'),
    'POST /platform/identity/renew': ({ body }) =>
      renewals.delete(String(body['renew'])) ? grant() : refused(401, 'Renewal is not known'),
    'GET /platform/v3/accounts': () => ({ body: { message: '', accounts: books.map(accountOf) } }),
    'GET /platform/client-service/api/v1/accounts/by': ({ query }) => {
      const book = books.find(({ number }) => number === query.get('accountNumber'));
      return book
        ? { body: { message: '', account: accountOf(book) } }
        : refused(404, 'Account not found');
    },
    'POST /platform/v3/accounts': ({ body }) => {
      const number = `01100445${String(58 + opened.length)}`;
      const book = { number, currency: String(body['ccy']), opening: 0n, lines: [] };
      books.push(book);
      names.set(number, String(body['name']));
      requestIds.set(number, String(body['requestId']));
      opened.push(String(body['name']));
      return { body: { message: '', account: accountOf(book) } };
    },
    'GET /platform/v3/price': ({ query }) => {
      const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
      if (from !== 'USD' || to !== 'KES') return refused(400, 'We price USD to KES only');
      const asked = query.get('give');
      const give =
        asked === null ? (minorOf(query.get('take') ?? '0') * 10n) / 1_285n : minorOf(asked);
      const id = randomUUID();
      const quote = {
        sell: decimalOf(give),
        buy: decimalOf((give * 1_285n) / 10n),
        until: new Date(Date.now() + priceLivesMs).toISOString(),
      };
      quotes.set(id, quote);
      return {
        body: {
          price: {
            id,
            from,
            to,
            give: exactly(quote.sell),
            take: exactly(quote.buy),
            at: exactly(rate),
            until: quote.until,
          },
        },
      };
    },
    'POST /platform/v3/deals': ({ body }) => {
      const quote = quotes.get(String(body['price']));
      if (!quote || quote.until < new Date().toISOString())
        return refused(422, 'The price has gone');
      const reference = String(body['ref']);
      deals.push(reference);
      const deal = {
        id: `D-${String(deals.length)}`,
        price: body['price'],
        ref: reference,
        from: 'USD',
        to: 'KES',
        give: exactly(quote.sell),
        take: exactly(quote.buy),
        at: exactly(rate),
        status: 'settled',
        until: quote.until,
        made: new Date().toISOString(),
        debit: body['debit'],
        credit: body['credit'],
      };
      trades.push(deal);
      for (const book of books) {
        const line = { words: `Exchange ${deal.id}`, reference };
        if (book.number === body['debit'])
          post(book, { ...line, id: `${deal.id}S`, minor: -minorOf(quote.sell) });
        if (book.number === body['credit'])
          post(book, { ...line, id: `${deal.id}B`, minor: minorOf(quote.buy) });
      }
      return { body: { deal } };
    },
    'GET /platform/v3/deals': ({ query }) => ({
      body: { deals: trades.filter(({ ref }) => (query.get('ref') ?? ref) === ref) },
    }),
  };

  function statement(book: Book, query: URLSearchParams): BankAnswer {
    const [from, to] = [query.get('from'), query.get('to')];
    const [offset, size] = [query.get('pageOffset'), Number(query.get('pageSize') ?? '15')];
    // What it does not understand it passes over, as real banks do: the answer is then not to the question.
    const [start, end] = [from ?? '2020-01-01', to ?? '2020-01-01'];
    const page = offset === null ? 1 : Number(offset);
    if (page < 1) return refused(400, 'pageOffset begins at 1');
    const granted = Math.min(size, 15);
    const question = { from: start, to: end, page, size: granted };
    return { body: { ...statementOf(book, question), message: '' } };
  }

  const open = ['/platform/identity/login', '/platform/identity/renew'];
  const statementPath = '/platform/client-service/api/v1/statement/clientStatement/';
  const bank = await serveBank((asked) => {
    const token = (asked.headers.authorization ?? '').replace('Bearer ', '');
    const isAuthorized = (tokens.get(token) ?? 0) > Date.now();
    if (!open.includes(asked.path) && !isAuthorized) return refused(401, 'Please sign in again');
    if (asked.path.startsWith(statementPath)) {
      const number = asked.path.slice(statementPath.length);
      const book = books.find((other) => other.number === number);
      return book ? statement(book, asked.query) : refused(404, 'Account not found');
    }
    const route = routes[`${asked.method} ${asked.path}`];
    return route ? route(asked) : refused(404, 'No such thing');
  });
  return {
    ...bank,
    credentials,
    accountNumbers: [kes, usd],
    deals,
    opened,
    bankFile: bankFileOf(bank.baseUrl),
  };
}

const refused = (status: number, detail: string): BankAnswer => ({
  status,
  body: { errors: [{ detail }] },
});

const deal = {
  tradeId: '/id',
  lockId: '/id',
  quoteId: '/price',
  reference: '/ref',
  sellCurrency: '/from',
  buyCurrency: '/to',
  sellAmount: '/give',
  buyAmount: '/take',
  rate: '/at',
  status: '/status',
};

const bankFileOf = (baseUrl: string): string =>
  JSON.stringify(
    {
      name: 'Savanna Mobile',
      environment: 'uat',
      baseUrl,
      auth: {
        request: { msisdn: '{phone}', code: '{passcode}' },
        token: '/tokens/access',
        refreshToken: '/tokens/renew',
        expiresIn: '/tokens/seconds',
      },
      statement: 'auto',
      errorMessage: ['/errors/0/detail'],
      operations: {
        getToken: { path: '/identity/login' },
        refreshToken: { path: '/identity/renew', request: { renew: '{refreshToken}' } },
        getAllAccounts: { path: '/v3/accounts' },
        createVirtualAccount: {
          path: '/v3/accounts',
          request: {
            ccy: '{currencyIso3Code}',
            name: '{accountName}',
            requestId: '{uniqueRequestId}',
          },
        },
        getQuote: {
          path: '/v3/price',
          query: {
            from: '{sellCurrency}',
            to: '{buyCurrency}',
            give: '{sellAmount}',
            take: '{buyAmount}',
          },
          response: {
            quoteId: '/price/id',
            sellCurrency: '/price/from',
            buyCurrency: '/price/to',
            sellAmount: '/price/give',
            buyAmount: '/price/take',
            rate: '/price/at',
            expiresAt: '/price/until',
          },
        },
        lockRate: {
          path: '/v3/deals',
          request: {
            price: '{quoteId}',
            debit: '{sellAccountNumber}',
            credit: '{buyAccountNumber}',
            ref: '{reference}',
          },
          response: {
            ...Object.fromEntries(
              Object.entries(deal).map(([name, pointer]) => [name, `/deal${pointer}`]),
            ),
            expiresAt: '/deal/until',
          },
        },
        getAllTrades: {
          path: '/v3/deals',
          query: { ref: '{reference}' },
          items: '/deals',
          response: {
            ...deal,
            sellAccountNumber: '/debit',
            buyAccountNumber: '/credit',
            createdAt: '/made',
          },
        },
      },
    },
    null,
    2,
  );
