import { randomUUID } from 'node:crypto';

import {
  exactly,
  serveBank,
  type BankRequest,
  type RunningBank,
  type BankAnswer,
} from './bank-server.ts';
import { balanceOf, decimalOf, minorOf, newBook, periodOf, post, type Posted } from './book.ts';

/**
 * Harbour Trust: short names with underscores, a bare token in a header of its own, bare lists, a statement by items from 0,
 * newest first, and errors under /fault/reason. Its accounts have no funding details: they are known by their number alone.
 */
export type Harbour = RunningBank & {
  readonly bankFile: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly accountNumber: string;
  /** Orders that it took, in order. */
  readonly orders: { readonly ref: string; readonly amt: string; readonly key: string }[];
  /** What it answers to an order instead of the order itself, while it is set. */
  rewrite: ((order: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>) | null;
  /** While true its list of orders shows none. */
  isListHidden: boolean;
};

const accountNumber = 'HT-00417-USD';
const payee = {
  ben_id: 'B-77',
  holder: 'Osprey Freight Ltd',
  acct: '000123456789',
  sort: '021000021',
  bank: 'Quay National',
  cc: 'USA',
  ccy: 'USD',
};

export async function startHarbour(): Promise<Harbour> {
  const credentials = { client_key: 'harbour-desk', client_secret: 'deep-water-4711' };
  const book = newBook(accountNumber, 'USD', { opening: 5_000_000n, count: 63, prefix: 'HT' });
  const tokens = new Set<string>();
  const orders: { ref: string; amt: string; key: string }[] = [];
  const words: Pick<Harbour, 'rewrite' | 'isListHidden'> = { rewrite: null, isListHidden: false };

  const routes: Record<string, (asked: BankRequest) => BankAnswer> = {
    'POST /platform/oauth/session': ({ body }) => {
      if (body['key'] !== credentials.client_key || body['secret'] !== credentials.client_secret)
        return fault(403, 'Key or secret not recognised');
      const token = randomUUID();
      tokens.add(token);
      return { body: { session: { key: token, lives_for: 1_800 } } };
    },
    'DELETE /platform/oauth/session': ({ headers }) => {
      tokens.delete(String(headers['x-access-token']));
      return { body: {} };
    },
    'GET /platform/whoami': () => ({
      body: {
        uid: 'u-5',
        org: 'ORG-1',
        org_name: 'Nostro Test Client',
        given: 'Ines',
        mail: 'ines@client.example',
      },
    }),
    'GET /platform/accts': () => ({
      body: [
        {
          no: accountNumber,
          org: 'ORG-1',
          ccy: 'USD',
          title: 'Operating',
          state: 'open',
          avail: exactly(decimalOf(balanceOf(book))),
        },
      ],
    }),
    'GET /platform/accts/find': ({ query }) =>
      query.get('no') === accountNumber
        ? {
            body: {
              no: accountNumber,
              org: 'ORG-1',
              ccy: 'USD',
              title: 'Operating',
              state: 'open',
              avail: exactly(decimalOf(balanceOf(book))),
            },
          }
        : fault(404, 'No such account'),
    [`GET /platform/accts/${accountNumber}/lines`]: ({ query }) => statement(query),
    'GET /platform/payees': () => ({ body: [payee] }),
    'GET /platform/fees': ({ query }) => ({
      body: { charge: exactly('1.25'), ccy: query.get('ccy') ?? '' },
    }),
    'POST /platform/orders': ({ body, text, headers }) => {
      const key = String(headers['x-request-key']);
      const ref = String(body['ref']);
      // The exact digits, before any reader made a double of them.
      const amt = /"amt":\s*(-?[\d.]+)/.exec(text)?.[1] ?? '';
      if (body['to'] !== payee.ben_id || body['from'] !== accountNumber)
        return fault(422, 'Unknown payee or account');
      if (!orders.some((order) => order.key === key)) {
        orders.push({ ref, amt, key });
        post(book, {
          id: `HT-P${String(orders.length)}`,
          minor: -minorOf(amt),
          words: `To ${payee.holder}`,
          reference: ref,
        });
      }
      const order = orderOf(ref, amt);
      return { body: words.rewrite?.(order) ?? order };
    },
    'GET /platform/orders': ({ query }) => ({
      body: orders
        .filter(({ ref }) => !words.isListHidden && (query.get('ref') ?? ref) === ref)
        .map(({ ref, amt }) => orderOf(ref, amt)),
    }),
  };

  function statement(query: URLSearchParams): BankAnswer {
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
    const [offset, size] = [Number(query.get('pageOffset')), Number(query.get('pageSize'))];
    const { before, after, posted } = periodOf(book, from, to);
    const granted = Math.min(size, 20);
    const lines = posted.toReversed().slice(offset, offset + granted);
    return {
      body: {
        span: { a: from, b: to },
        open: exactly(decimalOf(before)),
        close: exactly(decimalOf(after)),
        at: offset,
        size: granted,
        count: posted.length,
        pages: Math.ceil(posted.length / granted),
        lines: lines.map(lineOf),
      },
    };
  }

  const bank = await serveBank((asked) => {
    const route = routes[`${asked.method} ${asked.path}`];
    const isSignIn = asked.method === 'POST' && asked.path === '/platform/oauth/session';
    if (!isSignIn && !tokens.has(String(asked.headers['x-access-token'])))
      return fault(401, 'Session unknown');
    return route ? route(asked) : fault(404, 'Nothing here');
  });
  const bankFile = bankFileOf(bank.baseUrl);
  return Object.assign(words, { ...bank, credentials, accountNumber, orders, bankFile });
}

const fault = (status: number, reason: string): BankAnswer => ({
  status,
  body: { fault: { reason } },
});

const orderOf = (ref: string, amt: string) => ({
  order: `O-${ref}`,
  ref,
  phase: 'BOOKED',
  amt: exactly(amt),
  ccy: 'USD',
  from: accountNumber,
  to: payee.ben_id,
});

const lineOf = ({ id, at, minor, words, reference, balance }: Posted) => ({
  n: id,
  amt: exactly(decimalOf(minor < 0n ? -minor : minor)),
  ccy: 'USD',
  way: minor < 0n ? 'debit' : 'credit',
  sort: 'book',
  when: at,
  words,
  ref: reference,
  bal: exactly(decimalOf(balance)),
});

const account = {
  accountId: '/no',
  clientId: '/org',
  currencyIso3Code: '/ccy',
  accountName: '/title',
  status: '/state',
  availableBalance: '/avail',
};
const transfer = {
  id: '/order',
  reference: '/ref',
  status: '/phase',
  amount: '/amt',
  currency: '/ccy',
  accountNumber: '/from',
  beneficiaryId: '/to',
};

const bankFileOf = (baseUrl: string): string =>
  JSON.stringify(
    {
      name: 'Harbour Trust UAT',
      environment: 'uat',
      baseUrl,
      auth: {
        operation: 'getToken',
        request: { key: '{client_key}', secret: '{client_secret}' },
        token: '/session/key',
        expiresIn: '/session/lives_for',
        header: 'x-access-token',
        scheme: '',
      },
      statement: {
        dates: ['from', 'to'],
        paging: ['pageOffset', 'pageSize'],
        pageUnit: 'item',
        firstPage: 0,
        pageSizeMax: 20,
      },
      errorMessage: ['/fault/reason'],
      idempotency: { header: 'x-request-key' },
      operations: {
        getToken: { path: '/oauth/session' },
        logoutUser: { method: 'DELETE', path: '/oauth/session' },
        getCurrentUserInfo: {
          path: '/whoami',
          response: {
            userId: '/uid',
            clientId: '/org',
            clientName: '/org_name',
            firstName: '/given',
            emailAddress: '/mail',
          },
        },
        getAllAccounts: { path: '/accts', items: '', response: account },
        getAccountsBy: { path: '/accts/find', query: { no: '{accountNumber}' }, response: account },
        getStatement: {
          path: '/accts/{accountNumber}/lines',
          items: '/lines',
          response: {
            startDate: '/span/a',
            endDate: '/span/b',
            openingBalance: '/open',
            closingBalance: '/close',
            'statement.page': '/at',
            'statement.pageSize': '/size',
            'statement.totalItems': '/count',
            'statement.totalPages': '/pages',
            id: '/n',
            amount: '/amt',
            currency: '/ccy',
            direction: '/way',
            transactionType: '/sort',
            transactionDate: '/when',
            narration: '/words',
            customReference: '/ref',
            balance: '/bal',
          },
        },
        getAllBeneficiaries: {
          path: '/payees',
          items: '',
          response: {
            entityId: '/ben_id',
            name: '/holder',
            accountName: '/holder',
            accountNumber: '/acct',
            bankBicOrCode: '/sort',
            bankName: '/bank',
            country: '/cc',
            currencyIso3Code: '/ccy',
          },
        },
        getTransferFee: {
          path: '/fees',
          query: { from: '{accountNumber}', amt: '{amount}', ccy: '{currency}' },
          response: { fee: '/charge', currency: '/ccy' },
        },
        createSingleTransfer: {
          path: '/orders',
          request: {
            from: '{accountNumber}',
            to: '{beneficiaryId}',
            amt: '{amount:number}',
            ccy: '{currency}',
            ref: '{reference}',
            words: '{narration}',
          },
          response: transfer,
        },
        findTransfers: {
          path: '/orders',
          query: { ref: '{reference}' },
          items: '',
          response: transfer,
        },
      },
    },
    null,
    2,
  );
