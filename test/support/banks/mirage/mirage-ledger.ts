/** What an order asks for: money that leaves, or a record that is made or changed. */
export type OrderKind = 'transfer' | 'receivable' | 'payee' | 'payee change';

/** A booking as it stands in the bank's own ledger: the truth, whatever the bank shows of it. */
export type Booking = {
  readonly id: string;
  readonly kind: OrderKind;
  /** As it was received. A payee and its change have none at the bank: it is the name that they give. */
  readonly reference: string;
  /** Minor units. */
  readonly minor: bigint;
  readonly account: string;
  readonly payee: string;
  /** A new payee as it was sent. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** By the bank's clock, milliseconds since 1970. */
  readonly at: number;
};

/** An order as it came, whether it is ever booked or not. */
export type Order = Omit<Booking, 'at'> & {
  readonly arrivedAt: number;
  /** By the bank's clock; null: never. */
  readonly booksAt: number | null;
  /** Was it turned down after it was taken? The list shows it so. */
  readonly hasFailed: boolean;
};

/** A row as it stands in an answer and in the list. */
export type Row = Readonly<Record<'id' | 'ref' | 'state' | 'ccy' | 'from' | 'to', string>> & {
  readonly amt: object | null;
};
