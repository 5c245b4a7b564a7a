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
  minorOf,
  newBook,
  numberOf,
  pageOf,
  post,
  questionIn,
  statementOf,
} from './book.ts';

/** One order as this bank keeps it. */
export type MeridianOrder = {
  readonly id: string;
  readonly reference: string;
  readonly amount: string;
  readonly beneficiaryId: string;
  readonly createdAt: string;
};

/** How this bank answers; set between calls. */
export type MeridianManners = {
  /** whole · short: ends before the count it announces · first-page: hides that there are more · busy: 503. */
  list: 'whole' | 'short' | 'first-page' | 'busy';
  /** How a reference stands in the list and the statement. */
  listed: (reference: string) => string;
  booked: (reference: string) => string;
  /** What the statement's words say of an order. */
  narration: (order: MeridianOrder) => string;
  /** Its word for the state of an order. */
  status: (order: MeridianOrder) => string;
  statement: 'whole' | 'refused' | 'busy';
  /** Booked, and the caller gets no usable answer. */
  losesAnswers: boolean;
  /** What is taken is not shown yet. */
  isSlow: boolean;
  /** How far its clock is ahead; it stamps its answers by it, not its orders. */
  clockAheadMs: number;
};

/**
 * Meridian Clearing: the assumed shapes as they are, a list of transfers with pages and times, a statement by pages, and no idempotency:
 * what is ordered twice is booked twice.
 */
export type Meridian = RunningBank & {
  readonly bankFile: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly accountNumber: string;
  readonly orders: MeridianOrder[];
  readonly manners: MeridianManners;
  /** Books an order that did not come from this desk. */
  bookElsewhere(order: Partial<MeridianOrder>): MeridianOrder;
  /** A debit without a reference, such as a charge. */
  debit(amount: string, words: string): void;
  /** How often a reference was booked. */
  times(reference: string): number;
};

const meridianAccount = 'MC-2200-USD';
const base = '/platform/client-service/api/v1';

export async function startMeridian(): Promise<Meridian> {
  const credentials = { username: 'meridian-desk', password: 'noon-at-sea-118' };
  const book = newBook(meridianAccount, 'USD', { opening: 9_000_000n, count: 3, prefix: 'MC' });
  const orders: MeridianOrder[] = [];
  const tokens = new Set<string>();
  const manners: MeridianManners = {
    list: 'whole',
    listed: (reference) => reference,
    booked: (reference) => reference,
    narration: ({ id }) => `Order ${id}`,
    status: () => 'BOOKED',
    statement: 'whole',
    losesAnswers: false,
    isSlow: false,
    clockAheadMs: 0,
  };

  function take(order: Omit<MeridianOrder, 'id' | 'createdAt'> & { createdAt?: string }) {
    const made = {
      createdAt: new Date().toISOString(),
      ...order,
      id: `MC-T${String(orders.length + 1)}`,
    };
    orders.push(made);
    post(book, {
      id: `MC-E${String(orders.length)}`,
      minor: -minorOf(made.amount),
      words: manners.narration(made),
      reference: manners.booked(made.reference),
    });
    return made;
  }

  const account = () => ({
    accountId: meridianAccount,
    clientId: 'MC-1',
    currencyIso3Code: 'USD',
    accountName: 'Meridian operating',
    status: 'active',
    availableBalance: numberOf(balanceOf(book)),
  });

  const routes: Record<string, (asked: BankRequest) => BankAnswer> = {
    [`POST ${base}/transfers`]: ({ body, text }) => {
      const made = take({
        reference: String(body['reference']),
        amount: /"amount":\s*(-?[\d.]+)/.exec(text)?.[1] ?? '',
        beneficiaryId: String(body['beneficiaryId']),
      });
      return manners.losesAnswers
        ? { status: 502, body: { message: 'gateway' } }
        : { body: { message: 'taken', transfer: transferOf(made) } };
    },
    [`GET ${base}/transfers`]: ({ query }) => listOf(query),
    [`GET ${base}/accounts`]: () => ({ body: { message: 'ok', accounts: [account()] } }),
    [`GET ${base}/accounts/by`]: () => ({ body: { message: 'ok', account: account() } }),
    [`GET ${base}/statement/clientStatement/${meridianAccount}`]: ({ query }) => statement(query),
    [`GET ${base}/beneficiaries`]: () => ({
      body: { message: 'ok', beneficiaries: pageOf([payee('b-1'), payee('b-2')]) },
    }),
  };

  const transferOf = (order: MeridianOrder) => ({
    id: order.id,
    reference: manners.listed(order.reference),
    status: manners.status(order),
    accountNumber: meridianAccount,
    beneficiaryId: order.beneficiaryId,
    beneficiaryName: `Payee ${order.beneficiaryId}`,
    amount: exactly(order.amount),
    currency: 'USD',
    createdAt: order.createdAt,
  });

  const shown = () => (manners.isSlow ? [] : orders);

  function listOf(query: URLSearchParams): BankAnswer {
    if (manners.list === 'busy') return { status: 503, body: { message: 'Try later' } };
    const wanted = query.get('reference');
    const rows = shown()
      .filter(({ reference }) => wanted === null || manners.listed(reference) === wanted)
      .map(transferOf);
    const size = 2;
    const page = Number(query.get('pageNumber') ?? '1');
    const data = rows.slice((page - 1) * size, page * size);
    const isFirstOnly = manners.list === 'first-page';
    const totalItems = isFirstOnly ? data.length : rows.length;
    const totalPages = isFirstOnly ? 1 : Math.ceil(rows.length / size);
    const isShort = manners.list === 'short' && page === totalPages;
    return {
      body: {
        message: 'ok',
        transfers: {
          data: isShort ? data.slice(1) : data,
          page,
          pageSize: size,
          totalItems,
          totalPages,
        },
      },
    };
  }

  function statement(query: URLSearchParams): BankAnswer {
    if (manners.statement === 'busy') return { status: 503, body: { message: 'Try later' } };
    if (manners.statement === 'refused') return { status: 403, body: { message: 'No statements' } };
    const seen = manners.isSlow
      ? { ...book, lines: book.lines.filter(({ id }) => !id.startsWith('MC-E')) }
      : book;
    return { body: statementOf(seen, questionIn(query)) };
  }

  const bank = await serveBank((asked) => ({
    ...answerTo(asked),
    headers: { date: new Date(Date.now() + manners.clockAheadMs).toUTCString() },
  }));

  function answerTo(asked: BankRequest): BankAnswer {
    if (asked.path === '/platform/auth/session') {
      const fits = Object.entries(credentials).every(([name, value]) => asked.body[name] === value);
      if (!fits) return { status: 401, body: { message: 'Unknown' } };
      const token = randomUUID();
      tokens.add(token);
      return { body: { token } };
    }
    if (!tokens.has((asked.headers.authorization ?? '').replace('Bearer ', '')))
      return { status: 401, body: { message: 'Signed out' } };
    const one = new RegExp(`^${base}/beneficiaries/(.+)$`).exec(asked.path)?.[1];
    if (one !== undefined) return { body: { message: 'ok', beneficiary: payee(one) } };
    const route = routes[`${asked.method} ${asked.path}`];
    return route ? route(asked) : { status: 404, body: { message: 'Nothing here' } };
  }

  return {
    ...bank,
    credentials,
    accountNumber: meridianAccount,
    orders,
    manners,
    bankFile: bankFileOf(bank.baseUrl),
    bookElsewhere: ({ reference = '', amount = '10.00', beneficiaryId = 'b-9', ...rest }) =>
      take({ reference, amount, beneficiaryId, ...rest }),
    debit: (amount, words) => {
      post(book, {
        id: `MC-D${String(book.lines.length)}`,
        minor: -minorOf(amount),
        words,
        reference: '',
      });
    },
    times: (reference) => orders.filter((order) => order.reference === reference).length,
  };
}

const payee = (entityId: string) => ({
  entityId,
  name: `Payee ${entityId}`,
  accountName: `Payee ${entityId}`,
  accountNumber: `00${entityId}`,
  bankBicOrCode: 'MERIUS33',
  bankName: 'Meridian',
  country: 'USA',
  currencyIso3Code: 'USD',
});

const bankFileOf = (baseUrl: string): string =>
  JSON.stringify({
    name: 'Meridian Clearing UAT',
    environment: 'uat',
    baseUrl,
    auth: {
      request: { username: '{username}', password: '{password}' },
      token: '/token',
    },
    statement: {
      dates: ['startDate', 'endDate'],
      paging: ['pageNumber', 'pageSize'],
      firstPage: 1,
      pageSizeMax: 50,
    },
    operations: {
      getToken: { path: '/auth/session' },
      getAllAccounts: {},
      getBeneficiary: {},
      getAllBeneficiaries: {},
      createSingleTransfer: {},
      findTransfers: {},
    },
  });
