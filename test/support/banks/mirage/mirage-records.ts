import { exactly, type BankRequest } from '../bank-server.ts';
import { decimalOf, minorOf } from '../book.ts';
import type { Booking, Order, OrderKind } from './mirage-ledger.ts';

export const mirageCurrency = 'USD';
export const miragePayees = ['B-301', 'B-302', 'B-303'] as const;
/** A payee that is changed and never paid. */
export const changedPayee = 'B-309';

type OrderContent = Pick<Order, 'kind' | 'reference' | 'minor' | 'account' | 'payee' | 'details'>;

/** What an order asks for. `entityId`: the payee in the path of a change. */
export function orderIn(
  kind: OrderKind,
  { body, text }: BankRequest,
  entityId: string,
): OrderContent {
  const field = (name: string): string => {
    const value = body[name];
    return typeof value === 'string' ? value : '';
  };
  // The exact digits, before any reader made a double of them.
  const minor = minorOf(/"(?:amt|amount)":\s*"?([\d.]+)/.exec(text)?.[1] ?? '0');
  switch (kind) {
    case 'transfer':
      return { kind, reference: field('ref'), minor, account: field('from'), payee: field('to') };
    case 'receivable':
      return {
        ...{ kind, reference: field('reference'), minor },
        ...{ account: field('accountNumber'), payee: field('payerName') },
      };
    case 'payee':
      return {
        ...{ kind, reference: field('name'), minor },
        ...{ account: field('accountNumber'), payee: '', details: body },
      };
    case 'payee change':
      return { kind, reference: field('accountName'), minor, account: '', payee: entityId };
  }
}

/** The whole answer to an order that moves no money. */
export function recordOf(order: Order): object {
  const { id, kind, reference, minor, account, payee } = order;
  if (kind === 'payee') return { message: '', beneficiary: createdPayee(order) };
  if (kind === 'payee change') return { ...firstPayee(payee), accountName: reference };
  return {
    message: '',
    receivable: {
      ...{ id, reference, status: 'PENDING', amount: exactly(decimalOf(minor)) },
      ...{ currency: mirageCurrency, accountNumber: account, payerName: payee },
    },
  };
}

/** All payees as the bank has them after these bookings. */
export const payeesIn = (bookings: readonly Booking[]): object[] => [
  ...[...miragePayees, changedPayee].map((entityId) => payeeIn(bookings, entityId)),
  ...bookings.filter(({ kind }) => kind === 'payee').map(createdPayee),
];

/** One payee as the bank has it after these bookings. */
export function payeeIn(bookings: readonly Booking[], entityId: string): object {
  const created = bookings.find(({ id, kind }) => kind === 'payee' && id === entityId);
  const change = bookings.findLast(
    ({ kind, payee }) => kind === 'payee change' && payee === entityId,
  );
  return {
    ...(created ? createdPayee(created) : firstPayee(entityId)),
    ...(change ? { accountName: change.reference } : {}),
  };
}

const createdPayee = ({ id, details }: Booking | Order) => ({ ...details, entityId: id });

export const firstPayee = (entityId: string) => ({
  entityId,
  name: `Payee ${entityId}`,
  accountName: `Payee ${entityId}`,
  accountNumber: `00010${entityId.slice(2)}4455`,
  bankBicOrCode: 'MIRAUS33',
  bankName: 'Oasis Bank',
  country: 'USA',
  currencyIso3Code: mirageCurrency,
});
