type Order = { readonly id: string; readonly reference: string; readonly isBooked: boolean };

/** Orders of one kind in the order in which they came, found by id and by reference without a search. */
export type Register<T extends Order> = {
  readonly byId: Map<string, T>;
  readonly idsByReference: Map<string, string[]>;
};

export function createRegister<T extends Order>(orders: readonly T[] = []): Register<T> {
  const register: Register<T> = { byId: new Map(), idsByReference: new Map() };
  for (const order of orders) keepOrder(register, order);
  return register;
}

/** Enters an order, or replaces what is kept under its id. */
export function keepOrder<T extends Order>(register: Register<T>, order: T): void {
  const { byId, idsByReference } = register;
  if (!byId.has(order.id)) {
    const ids = idsByReference.get(order.reference);
    if (ids) ids.push(order.id);
    else idsByReference.set(order.reference, [order.id]);
  }
  byId.set(order.id, order);
}

/** The order as it may be seen: one that is booked late is not there yet. */
export function seenOrder<T extends Order>({ byId }: Register<T>, id: string): T | undefined {
  const order = byId.get(id);
  return order?.isBooked ? order : undefined;
}

/** All that may be seen, newest first; with a reference only those that carry it. */
export function seenOrders<T extends Order>(
  { byId, idsByReference }: Register<T>,
  reference?: string,
): T[] {
  const orders =
    reference === undefined
      ? [...byId.values()]
      : (idsByReference.get(reference) ?? []).flatMap((id) => byId.get(id) ?? []);
  return orders.filter(({ isBooked }) => isBooked).reverse();
}
