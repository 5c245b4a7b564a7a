import type { IncomingMessage, ServerResponse } from 'node:http';

import { fromUnits, toUnits } from '../../../shared/money/decimal.ts';
import {
  json,
  startForeignBank,
  type BankEntry,
  type ForeignBank,
  type ForeignBankOptions,
} from './foreign-bank.ts';

/** How this bank treats a second order with the same reference or key. */
export type Idempotency = 'none' | 'reference' | 'header';

/** One order as this bank keeps it; the amount is the JSON number's own text. */
export type BookedOrder = { id: string; ref: string; amt: string; ccy: string; payee: string };

/**
 * What the bank does with the next order. `booksAfterMs`: it books, then or at once; null: never. `answer`: what the
 * caller gets; `none` closes the connection without a word, `silence` never answers.
 */
export type Behaviour = {
  readonly booksAfterMs: number | null;
  readonly answer:
    | 'whole'
    | 'none'
    | 'silence'
    | {
        readonly status: number;
        readonly text: string;
        readonly type?: string;
        readonly afterMs?: number;
        /** It is sent once this is over. */
        readonly after?: Promise<unknown>;
      }
    | { readonly cut: number }
    /** The order with other values in these fields; undefined leaves one out. */
    | { readonly fields: Readonly<Record<string, unknown>> }
    /** The order's own text, changed. */
    | { readonly says: (text: string) => string }
    | { readonly wrongAmount: string };
  readonly headers?: Readonly<Record<string, string>>;
};

export const plain: Behaviour = { booksAfterMs: 0, answer: 'whole' };

export type PaymentBank = ForeignBank & {
  /** Everything booked, in order: count it by reference. */
  readonly booked: BookedOrder[];
  /** Orders that arrived, whatever came of them. */
  readonly orders: () => number;
  /** For the next orders, one each; later orders are booked and answered. */
  behave(...next: Behaviour[]): void;
  /** Find answers with this text instead of the orders of the reference while it is set. */
  listAs: ((query: URLSearchParams) => string) | null;
  /** Find answers this instead while it is set. */
  findFault: Fault | null;
  /** What it answers for each payee; `fault` is answered instead while it is set, to one payee and to the list. */
  readonly payees: { details: Record<string, string>; fault: Fault | null };
  paymentFile(): string;
};

type Fault = { readonly status: number; readonly text: string };

type Order = { ref: string; amt: string; ccy: string; payee: string };

/**
 * A foreign bank that takes payments, by its own paths and words; it shares no code with the sandbox. Where entries are
 * given, what it books stands in its statement.
 */
export async function startPaymentBank(
  idempotency: Idempotency,
  options: Partial<ForeignBankOptions> = {},
): Promise<PaymentBank> {
  const booked: BookedOrder[] = [];
  const byKey = new Map<string, BookedOrder>();
  const next: Behaviour[] = [];
  const payees: PaymentBank['payees'] = { details: {}, fault: null };
  let arrived = 0;

  function book(order: Order, key: string | null): BookedOrder {
    const known = key === null ? undefined : byKey.get(key);
    if (known) return known;
    const made = { id: `P-${String(booked.length + 1)}`, ...order };
    booked.push(made);
    if (options.entries)
      options.entries.push(
        entryOf(made, { before: options.entries.at(-1), at: (options.now ?? Date.now)() }),
      );
    if (key !== null) byKey.set(key, made);
    return made;
  }

  function take(request: IncomingMessage, response: ServerResponse): void {
    arrived += 1;
    const order = orderIn(bank.bodies.at(-1) ?? '');
    const { booksAfterMs, answer, headers = {} } = next.shift() ?? plain;
    const key = keyOf(idempotency, request, order);
    const made = booksAfterMs === 0 ? book(order, key) : null;
    if (booksAfterMs !== null && booksAfterMs > 0) setTimeout(() => book(order, key), booksAfterMs);
    const text = orderText(made ?? { id: 'P-soon', ...order });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (answer === 'whole') json(response, 200, text);
    else if (answer === 'none') response.destroy();
    else if (answer === 'silence') return;
    else if ('cut' in answer) cut(response, text, answer.cut);
    else if ('fields' in answer) json(response, 200, reportedOtherwise(text, answer.fields));
    else if ('says' in answer) json(response, 200, answer.says(text));
    else if ('wrongAmount' in answer)
      json(response, 200, text.replace(/"amt":[\d.]+/, `"amt":${answer.wrongAmount}`));
    else
      setTimeout(() => {
        void (answer.after ?? Promise.resolve()).then(() => {
          response.writeHead(answer.status, { 'content-type': answer.type ?? 'application/json' });
          response.end(answer.text);
        });
      }, answer.afterMs ?? 0);
  }

  const bank: ForeignBank = await startForeignBank({
    entries: [],
    openingBalance: '0.00',
    ...options,
    intercept: (request, response, url) => {
      if (options.intercept?.(request, response, url)) return true;
      const payee = /^\/platform\/pay\/v2\/payees(?:\/(.+))?$/.exec(url.pathname);
      if (payee && bank.isAuthorized(request)) {
        if (payees.fault) json(response, payees.fault.status, payees.fault.text);
        else json(response, 200, payeesText(payee[1], payees.details));
        return true;
      }
      if (url.pathname !== '/platform/pay/v2/orders') return false;
      if (!bank.isAuthorized(request)) return false;
      if (request.method === 'POST') take(request, response);
      else if (payments.findFault)
        json(response, payments.findFault.status, payments.findFault.text);
      else if (payments.listAs) json(response, 200, payments.listAs(url.searchParams));
      else json(response, 200, found(booked, url.searchParams.get('reference')));
      return true;
    },
  });
  const payments: PaymentBank = Object.assign(bank, {
    booked,
    orders: () => arrived,
    behave: (...behaviours: Behaviour[]) => void next.splice(0, next.length, ...behaviours),
    listAs: null,
    findFault: null,
    payees,
    paymentFile: () => fileWithPayments(bank.bankFile(), idempotency),
  });
  return payments;
}

/** The booking as it stands in the statement: a debit behind the entry before. */
function entryOf(
  { id, ref, amt, ccy }: BookedOrder,
  { before, at }: { before: BankEntry | undefined; at: number },
): BankEntry {
  return {
    id: `E-${id}`,
    amount: amt,
    currency: ccy,
    direction: 'debit',
    transactionType: 'transfer',
    transactionDate: new Date(at).toISOString(),
    narration: `Order ${id}`,
    customReference: ref,
    balance: fromUnits(toUnits(before?.balance ?? '0') - toUnits(amt)),
  };
}

function keyOf(mode: Idempotency, { headers }: IncomingMessage, { ref }: Order): string | null {
  if (mode === 'none') return null;
  return mode === 'reference' ? ref : String(headers['x-once'] ?? '');
}

function cut(response: ServerResponse, text: string, bytes: number): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  });
  response.write(text.slice(0, bytes), () => {
    response.destroy();
  });
}

/** Numbers are taken by their text, never as floats. */
function orderIn(body: string): Order {
  const { ref, ccy, payee } = JSON.parse(body) as Order;
  return { ref, ccy, payee, amt: /"amt":([^,}]+)/.exec(body)?.[1] ?? '' };
}

/** One payee, or all of them. */
const payeesText = (entityId: string | undefined, details: object): string =>
  entityId === undefined
    ? JSON.stringify({ rows: ['b-1', 'b-7', 'b-8'].map((id) => payeeOf(id, details)) })
    : JSON.stringify({ beneficiary: payeeOf(entityId, details) });

const payeeOf = (entityId: string, details: object) => ({
  entityId,
  name: `Payee ${entityId}`,
  accountName: `Payee ${entityId}`,
  accountNumber: '0123456789',
  bankBicOrCode: 'EQBLKENA',
  country: 'KEN',
  currencyIso3Code: 'USD',
  ...details,
});

export const orderText = ({ id, ref, amt, ccy, payee }: BookedOrder): string =>
  `{"id":"${id}","state":"TAKEN","ref":"${ref}","amt":${amt},"ccy":"${ccy}","payee":"${payee}"}`;

/** Written by hand, so that the digits of what is not changed stay. */
function reportedOtherwise(text: string, fields: Readonly<Record<string, unknown>>): string {
  const amount = /"amt":([^,}]+)/.exec(text)?.[1] ?? '0';
  const changed = { ...(JSON.parse(text) as object), amt: 'the amount', ...fields };
  return JSON.stringify(changed).replace('"the amount"', amount);
}

const found = (booked: readonly BookedOrder[], reference: string | null): string =>
  `{"rows":[${booked
    .filter(({ ref }) => reference === null || ref === reference)
    .map(orderText)
    .join(',')}]}`;

function fileWithPayments(text: string, idempotency: Idempotency): string {
  const file = JSON.parse(text) as { operations: Record<string, object>; idempotency: unknown };
  const response = {
    id: '/id',
    reference: '/ref',
    status: '/state',
    amount: '/amt',
    currency: '/ccy',
    beneficiaryId: '/payee',
    accountNumber: '/from',
    reason: '/why',
  };
  return JSON.stringify({
    ...file,
    idempotency: idempotency === 'header' ? { header: 'x-once' } : null,
    operations: {
      ...file.operations,
      createSingleTransfer: {
        method: 'POST',
        path: '/pay/v2/orders',
        request: {
          amt: '{amount:number}',
          ccy: '{currency}',
          ref: '{reference}',
          payee: '{beneficiaryId}',
          from: '{accountNumber}',
        },
        response,
      },
      getBeneficiary: { method: 'GET', path: '/pay/v2/payees/{entityId}' },
      findTransfers: {
        method: 'GET',
        path: '/pay/v2/orders',
        query: { reference: '{reference}' },
        items: '/rows',
        response,
      },
    },
  });
}
