import { pageOf } from '../banks/book.ts';
import { startDelta, type Delta } from '../banks/delta.ts';

type Manners = {
  /** References that its list leaves out. */
  readonly unlisted?: ReadonlySet<string>;
  /** References of which it takes the order and loses the answer. */
  readonly losesAnswersOf?: ReadonlySet<string>;
};

const none: ReadonlySet<string> = new Set();

/** A Delta whose list of transfers has what it was sent. */
export async function startListingDelta({
  unlisted = none,
  losesAnswersOf = none,
}: Manners = {}): Promise<Delta> {
  const bank: Delta = await startDelta({
    instead: ({ method, path, body }) => {
      if (!path.endsWith('/transfers')) return null;
      if (method === 'GET')
        return { body: { message: 'ok', transfers: pageOf(listed(bank.orders, unlisted)) } };
      if (!losesAnswersOf.has(String(body['reference']))) return null;
      (bank.orders as Record<string, unknown>[]).push(body);
      return { body: null, ends: 'none' };
    },
  });
  return bank;
}

const listed = (orders: Delta['orders'], unlisted: ReadonlySet<string>): object[] =>
  orders
    .filter(({ reference }) => !unlisted.has(String(reference)))
    .map((order, at) => ({ ...order, id: `T-${at + 1}`, status: 'BOOKED' }));
