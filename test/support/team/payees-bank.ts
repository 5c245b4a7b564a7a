import { pageOf } from '../banks/book.ts';
import { startDelta } from '../banks/delta.ts';

/** How many payees the bank has: B-1 named Payee 1, and so on. */
const payees = 8;

const payeeOf = (n: number, accountNumber = `NL91ABNA04171643${String(n).padStart(2, '0')}`) => ({
  ...{ entityId: `B-${String(n)}`, name: `Payee ${String(n)}`, accountName: `Payee ${String(n)}` },
  ...{ accountNumber, bankBicOrCode: 'ABNANL2A', country: 'NLD', currencyIso3Code: 'EUR' },
});

/** Delta with eight payees. `changed` has the account number of a payee in the place of its first one. */
export const startPayeesBank = (changed: ReadonlyMap<number, string>) =>
  startDelta({
    instead: ({ method, path }) =>
      method === 'GET' && path.endsWith('/beneficiaries')
        ? {
            body: {
              message: 'ok',
              beneficiaries: pageOf(
                Array.from({ length: payees }, (_, at) => payeeOf(at + 1, changed.get(at + 1))),
              ),
            },
          }
        : null,
  });

/** A file of payments with the references RUN-1, RUN-2 and so on: number of the payee, and amount. */
export const suppliersCsv = (payments: readonly (readonly [number, string])[]): string =>
  [
    'account,payee,amount,currency,reference',
    ...payments.map(
      ([payee, amount], at) => `700000,Payee ${String(payee)},${amount},EUR,RUN-${String(at + 1)}`,
    ),
  ].join('\n');
