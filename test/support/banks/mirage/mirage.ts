import { randomUUID } from 'node:crypto';

import {
  exactly,
  serveBank,
  type BankRequest,
  type RunningBank,
  type BankAnswer,
} from '../bank-server.ts';
import { decimalOf } from '../book.ts';
import type { Booking, Order, OrderKind, Row } from './mirage-ledger.ts';
import { listOf, type ListLie } from './mirage-list.ts';
import {
  firstPayee,
  mirageCurrency as currency,
  orderIn,
  payeeIn,
  payeesIn,
  recordOf,
} from './mirage-records.ts';
import { statementOf, type StatementLie } from './mirage-statement.ts';

/** How an order is answered. */
export type OrderAnswer =
  | 'whole'
  | 'pending'
  | 'identifier only'
  | 'identifier and reference'
  | 'identifier and amount'
  | 'amount null'
  | 'failed'
  | 'rejected'
  | 'other reference'
  | 'other amount'
  | 'other currency'
  | 'other account'
  | 'other payee'
  | 'refused'
  | 'unauthorized'
  | 'error'
  | 'page'
  | 'conflict'
  | 'empty'
  | 'cut'
  | 'none';

/** What the bank does with an order. */
export type OrderBehaviour = {
  /** Milliseconds by its clock until it books; null: never. */
  readonly booksAfterMs: number | null;
  /** Turned down later: it is never booked, and the list shows it as failed. */
  readonly failsLater?: boolean;
  readonly answer: OrderAnswer;
};

export type MirageTraits = {
  /** Has it a list of transfers at all? */
  readonly hasList: boolean;
  /** Does its list have page and count, as the statement does, or give bare rows? */
  readonly reportsPages: boolean;
  /** A debit's fee: none, an entry of its own, or within the payment's own entry. */
  readonly fee: 'none' | 'separate' | 'within';
  /** Does it show its fee beforehand? */
  readonly reportsFee: boolean;
  /**
   * What it does with a reference that it has taken already. booked: it books it again, as where it is left out · replayed: it answers
   * as to the first, and its bank file names the header of the key · refused: it turns it down.
   */
  readonly repeats?: 'booked' | 'replayed' | 'refused';
};

export type Mirage = RunningBank & {
  readonly bankFile: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly traits: MirageTraits;
  /** Every transfer that is booked so far, by the bank's clock. */
  ledger(): Booking[];
  /** The same with every record that was made or changed. */
  done(): Booking[];
  readonly orders: readonly Order[];
  /** What it does with every order until this is set anew. */
  behaviour: OrderBehaviour;
  listLie: ListLie | null;
  statementLie: StatementLie | null;
  /** How far the Date header is from its true clock, milliseconds. */
  dateOffsetMs: number;
  /** Hears of a question, of an order before anything is done about it, and of one that was taken; false hangs up. */
  watch: ((moment: 'asked' | 'ordered' | 'taken') => boolean) | null;
};

export const mirageAccounts = ['4400112233', '4400112234'] as const;
const feeMinor = 150n;

/**
 * Mirage Bank: it books every order it receives unless its traits say otherwise, and its list, its statement, its answers
 * and its clock lie as a test sets them. Only its ledger is the truth. Written from the specification; it shares no
 * code with the sandbox.
 */
export async function startMirage(
  traits: MirageTraits,
  /** Its own true time, milliseconds since 1970. */
  clock: { now(): number },
  /** Where it listens; 0 for a free port. */
  port = 0,
): Promise<Mirage> {
  const credentials = { user: 'laboratory', secret: 'canary-mirage-5521' };
  const tokens = new Set<string>();
  const orders: Order[] = [];

  const done = (): Booking[] =>
    orders
      .flatMap(({ booksAt, ...order }) =>
        booksAt !== null && booksAt <= clock.now() ? [{ ...order, at: booksAt }] : [],
      )
      .toSorted((a, b) => a.at - b.at);
  const ledger = (): Booking[] => done().filter(({ kind }) => kind === 'transfer');

  /** The order of the same reference that it has or will have booked. */
  const taken = ({ reference }: Order): Order | undefined =>
    orders.find((order) => order.reference === reference && order.booksAt !== null);

  function take(kind: OrderKind, asked: BankRequest, entityId = ''): BankAnswer {
    const { booksAfterMs, answer, failsLater = false } = mirage.behaviour;
    const order: Order = {
      id: `T-${String(1_001 + orders.length)}`,
      ...orderIn(kind, asked, entityId),
      arrivedAt: clock.now(),
      booksAt: booksAfterMs === null ? null : clock.now() + booksAfterMs,
      hasFailed: failsLater || answer === 'failed' || answer === 'rejected',
    };
    if (mirage.watch?.('ordered') === false) return { body: null, ends: 'none' };
    const first = traits.repeats === undefined ? undefined : taken(order);
    if (first !== undefined && traits.repeats !== 'booked') {
      orders.push({ ...order, booksAt: null });
      return traits.repeats === 'refused' ? fault(422, 'This is known') : answerTo(first, 'whole');
    }
    orders.push(order);
    if (mirage.watch?.('taken') === false) return { body: null, ends: 'none' };
    return answerTo(order, answer);
  }

  const routes: Record<string, (asked: BankRequest) => BankAnswer> = {
    'POST /platform/door/v1/token': ({ body }) => {
      if (body['user'] !== credentials.user || body['secret'] !== credentials.secret)
        return fault(401, 'Unknown user');
      const token = randomUUID();
      tokens.add(token);
      return { body: { token } };
    },
    'GET /platform/v1/accounts': () => ({
      body: { accounts: mirageAccounts.map((number) => accountOf(number, ledger())) },
    }),
    'GET /platform/client-service/api/v1/accounts/by': ({ query }) => ({
      body: { message: '', account: accountOf(query.get('accountNumber') ?? '', ledger()) },
    }),
    'GET /platform/v1/payees': () => ({ body: { rows: payeesIn(done()) } }),
    'POST /platform/v1/payees': (asked) => take('payee', asked),
    'POST /platform/v1/receivables': (asked) => take('receivable', asked),
    'GET /platform/v1/fee': () => ({ body: { fee: exactly(decimalOf(feeMinor)), ccy: currency } }),
    'POST /platform/v1/transfers': (asked) => take('transfer', asked),
    'GET /platform/v1/transfers': ({ query }) => {
      const shown = orders.filter(
        ({ kind, booksAt, hasFailed }) =>
          kind === 'transfer' && (hasFailed || (booksAt !== null && booksAt <= clock.now())),
      );
      return listOf(shown, query, {
        lie: mirage.listLie,
        reportsPages: traits.reportsPages,
        nowMs: clock.now(),
        rowOf,
      });
    },
  };
  const payeePath = '/platform/v1/payees/';
  const statementPath = '/platform/client-service/api/v1/statement/clientStatement/';

  function answer(asked: BankRequest): BankAnswer {
    if (!asked.path.startsWith('/platform/door/') && !tokens.has(tokenIn(asked)))
      return fault(401, 'Sign in first');
    if (asked.path.startsWith(payeePath)) {
      const [entityId = ''] = asked.path.slice(payeePath.length).split('/');
      if (asked.method === 'PUT') return take('payee change', asked, entityId);
      return { body: { payee: payeeIn(done(), entityId) } };
    }
    if (asked.path.startsWith(statementPath)) {
      const account = asked.path.slice(statementPath.length);
      return statementOf(
        ledger().filter((booking) => booking.account === account),
        asked.query,
        {
          lie: mirage.statementLie,
          nowMs: clock.now(),
          currency,
          feeMinor: traits.fee === 'none' ? 0n : feeMinor,
          feeIsWithin: traits.fee === 'within',
        },
      );
    }
    const route = routes[`${asked.method} ${asked.path}`];
    return route ? route(asked) : fault(404, 'No such thing');
  }

  const bank = await serveBank(
    (asked) => {
      const isOutputOpen = asked.method !== 'GET' || mirage.watch?.('asked') !== false;
      const reply: BankAnswer = isOutputOpen ? answer(asked) : { body: null, ends: 'none' };
      const date = new Date(clock.now() + mirage.dateOffsetMs).toUTCString();
      return { ...reply, headers: { ...reply.headers, date } };
    },
    undefined,
    port,
  );
  const mirage: Mirage = {
    ...bank,
    bankFile: bankFileOf(bank.baseUrl, traits),
    credentials,
    traits,
    ledger,
    done,
    orders,
    behaviour: { booksAfterMs: 0, answer: 'whole' },
    listLie: null,
    statementLie: null,
    dateOffsetMs: 0,
    watch: null,
  };
  return mirage;
}

const tokenIn = ({ headers }: BankRequest): string =>
  (headers.authorization ?? '').replace('Bearer ', '');

const fault = (status: number, message: string): BankAnswer => ({ status, body: { message } });

const rowOf = ({ id, reference, minor, account, payee, hasFailed }: Order): Row => ({
  id,
  ref: reference,
  state: hasFailed ? 'FAILED' : 'BOOKED',
  amt: exactly(decimalOf(minor)),
  ccy: currency,
  from: account,
  to: payee,
});

function answerTo(order: Order, answer: OrderAnswer): BankAnswer {
  if (order.kind !== 'transfer') {
    const record = recordOf(order);
    return failures(record)[answer] ?? { body: record };
  }
  const row = { ...rowOf(order), state: 'TAKEN' };
  const { id, ref, amt, ccy } = row;
  const answers: Record<Exclude<OrderAnswer, Failure>, BankAnswer> = {
    whole: { body: row },
    pending: { body: { ...row, state: 'PENDING' } },
    'identifier only': { body: { id } },
    'identifier and reference': { body: { id, ref } },
    'identifier and amount': { body: { id, amt, ccy } },
    'amount null': { body: { ...row, amt: null } },
    failed: { body: { ...row, state: 'FAILED' } },
    rejected: { body: { ...row, state: 'Rejected' } },
    'other reference': { body: { ...row, ref: `${ref.slice(0, -1)}#` } },
    'other amount': { body: { ...row, amt: exactly(decimalOf(order.minor + 1n)) } },
    'other currency': { body: { ...row, ccy: 'EUR' } },
    'other account': { body: { ...row, from: '4400119999' } },
    'other payee': { body: { ...row, to: 'B-999' } },
  };
  return { ...answers, ...failures(row) }[answer];
}

/** Answers that say nothing of the order, or that it was refused. */
type Failure =
  | 'refused'
  | 'unauthorized'
  | 'error'
  | 'page'
  | 'conflict'
  | 'empty'
  | 'cut'
  | 'none';

const failures = (
  whole: object,
): Record<Failure, BankAnswer> & Partial<Record<OrderAnswer, BankAnswer>> => ({
  refused: fault(422, 'This is not paid'),
  unauthorized: fault(401, 'Sign in first'),
  error: fault(500, 'Something broke'),
  page: {
    status: 502,
    body: null,
    text: '<html>gateway</html>',
    headers: { 'content-type': 'text/html' },
  },
  conflict: fault(409, 'Known already, perhaps'),
  empty: { body: null, text: '' },
  cut: { body: whole, ends: 'cut' },
  none: { body: null, ends: 'none' },
});

function accountOf(number: string, ledger: readonly Booking[]) {
  const spent = ledger
    .filter(({ account }) => account === number)
    .reduce((sum, { minor }) => sum + minor, 0n);
  return {
    accountId: `A-${number}`,
    clientId: 'C-1',
    entityId: `E-${number}`,
    uniqueRequestId: '',
    currencyIso3Code: currency,
    accountName: `Operating ${number.slice(-2)}`,
    status: 'active',
    availableBalance: exactly(decimalOf(1_000_000_00n - spent)),
    accountType: 'wallet',
    fundingDetails: [{ accountNumber: number }],
  };
}

function bankFileOf(
  baseUrl: string,
  { hasList, reportsPages, reportsFee, repeats }: MirageTraits,
): string {
  const response = {
    id: '/id',
    reference: '/ref',
    status: '/state',
    amount: '/amt',
    currency: '/ccy',
    accountNumber: '/from',
    beneficiaryId: '/to',
  };
  const list = {
    method: 'GET',
    path: '/v1/transfers',
    query: { ref: '{reference}', page: '{pageNumber}', size: '{pageSize}' },
    items: '/rows',
  };
  const pages = {
    'transfers.page': '/page',
    'transfers.pageSize': '/size',
    'transfers.totalItems': '/count',
    'transfers.totalPages': '/pages',
  };
  return JSON.stringify({
    name: 'Mirage Bank UAT',
    environment: 'uat',
    baseUrl,
    auth: { request: { user: '{user}', secret: '{secret}' }, token: '/token' },
    statement: {
      dates: ['startDate', 'endDate'],
      paging: ['pageNumber', 'limit'],
      pageUnit: 'page',
      firstPage: 1,
      pageSizeMax: 50,
    },
    errorMessage: ['/message'],
    idempotency: repeats === 'replayed' ? { header: 'x-request-key' } : null,
    limits: { requestsPerSecond: 10_000 },
    operations: {
      getToken: { path: '/door/v1/token' },
      getAllAccounts: { path: '/v1/accounts' },
      getAllBeneficiaries: { path: '/v1/payees', items: '/rows' },
      getBeneficiary: { path: '/v1/payees/{entityId}', response: payeePlaces },
      createBeneficiary: { path: '/v1/payees' },
      updateBeneficiary: { path: '/v1/payees/{entityId}/update' },
      createReceivable: { path: '/v1/receivables' },
      createSingleTransfer: {
        method: 'POST',
        path: '/v1/transfers',
        request: {
          from: '{accountNumber}',
          to: '{beneficiaryId}',
          amt: '{amount:number}',
          ccy: '{currency}',
          ref: '{reference}',
        },
        response,
      },
      ...(hasList
        ? { findTransfers: { ...list, response: { ...response, ...(reportsPages ? pages : {}) } } }
        : {}),
      ...(reportsFee
        ? { getTransferFee: { path: '/v1/fee', response: { fee: '/fee', currency: '/ccy' } } }
        : {}),
    },
  });
}

const payeePlaces = Object.fromEntries(
  Object.keys(firstPayee('')).map((name) => [name, `/payee/${name}`]),
);
