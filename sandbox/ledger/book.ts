/**
 * One account's entries in columns, oldest first: a million of them take 30 MB and a page costs a binary search.
 * `units` are signed, in 10^-4 of the currency: credit positive, debit negative.
 */
export type Book = {
  length: number;
  /** Milliseconds since 1970, never falling. */
  at: Float64Array;
  units: BigInt64Array;
  /** Running balance, after the entry. */
  balance: BigInt64Array;
  /** The other side of the posting, by its place in `contraNames`. */
  contra: Uint8Array;
  /** 0 and up: the entry of the seeded history; below 0: -(place in the added texts + 1). */
  origin: Int32Array;
};

export type BookRow = { at: number; units: bigint; contra: number; origin: number };

/** The bank's own accounts, one of each per currency, that every client entry is posted against. */
export const contraNames = ['clearing', 'fees', 'fx', 'interest', 'brought-forward'] as const;
export type ContraName = (typeof contraNames)[number];

export const createBook = (capacity = 64): Book => ({
  length: 0,
  at: new Float64Array(capacity),
  units: new BigInt64Array(capacity),
  balance: new BigInt64Array(capacity),
  contra: new Uint8Array(capacity),
  origin: new Int32Array(capacity),
});

/** Inserts a row after all rows that are not later, and updates the running balances after it. */
export function insertRow(book: Book, row: BookRow): number {
  if (book.length === book.at.length) grow(book);
  const index = firstAfter(book, row.at);
  for (const column of columnsOf(book)) column.copyWithin(index + 1, index, book.length);
  book.length += 1;
  writeRow(book, index, row);
  rebalance(book, index);
  return index;
}

export function removeRow(book: Book, index: number): void {
  for (const column of columnsOf(book)) column.copyWithin(index, index + 1, book.length);
  book.length -= 1;
  rebalance(book, index);
}

/** Writes without ordering or balances; the seed calls it in order and calls {@link rebalance} once. */
export function writeRow(book: Book, index: number, row: BookRow): void {
  book.at[index] = row.at;
  book.units[index] = row.units;
  book.contra[index] = row.contra;
  book.origin[index] = row.origin;
}

/** Recomputes the running balances from a place on. */
export function rebalance(book: Book, from: number): void {
  let balance = balanceBefore(book, from);
  for (let index = from; index < book.length; index += 1) {
    balance += book.units[index] ?? 0n;
    book.balance[index] = balance;
  }
}

/** The balance before the entry at a place; after the last one it is the account's balance. */
export const balanceBefore = (book: Book, index: number): bigint =>
  index <= 0 ? 0n : (book.balance[index - 1] ?? 0n);

/** The first place whose entry is at `ms` or later. */
export const firstNotBefore = (book: Book, ms: number): number => search(book, (at) => at >= ms);

const firstAfter = (book: Book, ms: number): number => search(book, (at) => at > ms);

function search(book: Book, holds: (at: number) => boolean): number {
  let low = 0;
  let high = book.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(book.at[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const columnsOf = (book: Book) =>
  [book.at, book.units, book.balance, book.contra, book.origin] as const;

function grow(book: Book): void {
  const wider = createBook(book.at.length * 2);
  wider.at.set(book.at);
  wider.units.set(book.units);
  wider.balance.set(book.balance);
  wider.contra.set(book.contra);
  wider.origin.set(book.origin);
  Object.assign(book, { ...wider, length: book.length });
}
