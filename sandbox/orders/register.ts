import { uuidOf } from '../seed/random.ts';
import { timestampOf } from '../server/clock.ts';
import type { Common } from '../server/noun.ts';
import { notFound } from '../server/refusal.ts';
import type { SandboxApp } from '../server/request.ts';

type Order = { readonly id: string; readonly reference: string; readonly isBooked: boolean };

/** Orders of one kind in the order in which they came, found by id and by reference without a search. */
export type Register<T extends Order> = {
  /** The name of an order of this kind. */
  readonly title: string;
  readonly byId: Map<string, T>;
  readonly idsByReference: Map<string, string[]>;
};

export function createRegister<T extends Order>(
  title: string,
  orders: readonly T[] = [],
): Register<T> {
  const register: Register<T> = { title, byId: new Map(), idsByReference: new Map() };
  for (const order of orders) saveOrder(register, order);
  return register;
}

export const ordersIn = <T extends Order>({ byId }: Register<T>): T[] => [...byId.values()];

/** What every new order begins with. */
export const newOrder = <T extends Order>(
  { clock, parameters }: Common,
  { title, byId }: Register<T>,
  reference: string,
) => ({
  id: uuidOf(`${title.toLowerCase()} ${parameters.seed} ${byId.size + 1}`),
  reference,
  isBooked: false,
  reason: '',
  createdAt: timestampOf(clock),
});

/** Enters an order, or replaces the one that is stored under its id. */
export function saveOrder<T extends Order>(register: Register<T>, order: T): void {
  const { byId, idsByReference } = register;
  if (!byId.has(order.id)) {
    const ids = idsByReference.get(order.reference);
    if (ids) ids.push(order.id);
    else idsByReference.set(order.reference, [order.id]);
  }
  byId.set(order.id, order);
}

/** An order of the register, even if it is not visible yet. Throws Refusal 404. */
export function orderIn<T extends Order>({ byId, title }: Register<T>, id: string): T {
  const order = byId.get(id);
  if (!order) throw notFound(`${title} ${id}`);
  return order;
}

/** Changes fields of an order and returns the changed order. Throws Refusal 404. */
export function changeOrder<T extends Order>(
  register: Register<T>,
  id: string,
  fields: Partial<T>,
): T {
  const order = { ...orderIn(register, id), ...fields };
  saveOrder(register, order);
  return order;
}

/** The order if it is visible: one that is booked late is not there yet. Throws Refusal 404. */
export function seenOrder<T extends Order>(register: Register<T>, id: string): T {
  const order = orderIn(register, id);
  if (!order.isBooked) throw notFound(`${register.title} ${id}`);
  return order;
}

/** All visible orders, newest first; with a reference only those that carry it. */
export function seenOrders<T extends Order>(register: Register<T>, reference?: string): T[] {
  return withReference(register, reference)
    .filter(({ isBooked }) => isBooked)
    .reverse();
}

function withReference<T extends Order>(register: Register<T>, reference?: string): T[] {
  if (reference === undefined) return ordersIn(register);
  const ids = register.idsByReference.get(reference) ?? [];
  return ids.flatMap((id) => register.byId.get(id) ?? []);
}

/** Serves every order that the bank has accepted, also those not visible yet; `?reference=` asks for one reference. */
export function mountOrders<Name extends string>(
  app: SandboxApp,
  bank: Readonly<Record<Name, Register<Order>>>,
  name: Name,
): void {
  app.get(`/${name}`, (context) => {
    const orders = withReference(bank[name], context.req.query('reference'));
    return context.json({ [name]: orders });
  });
}
