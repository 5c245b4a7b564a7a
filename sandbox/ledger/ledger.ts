import { z } from 'zod';

import type { Direction } from '../../shared/bank/direction.ts';
import type { StatementEntry } from '../../shared/bank/statements.ts';
import { TimestampText } from '../../shared/calendar/calendar-schemas.ts';
import { minorDigits, type Currency } from '../../shared/money/currencies.ts';
import { fromUnits, isDecimal, toUnits } from '../../shared/money/decimal.ts';
import { notFound } from '../server/refusal.ts';
import { balanceBefore, type Book, type ContraName } from './book.ts';

/** The part of a bank that is the book. */
export type WithLedger = { readonly ledger: Ledger };

/** The texts of an entry, without its figures. */
export type EntryText = {
  id: string;
  transactionType: string;
  narration: string;
  customReference: string;
};

/** A client's account in the book. */
export type LedgerAccount = {
  readonly number: string;
  readonly currency: Currency;
  readonly book: Book;
  /** The text of an entry of the seeded history; it is made when asked for, not stored. */
  readonly seededText: (ordinal: number) => EntryText;
  /** The place of an id in the seeded history; undefined where it is not of that history. */
  readonly seededOrdinal: (id: string) => number | undefined;
  /** Texts of entries posted or rewritten later. */
  readonly added: EntryText[];
};

/**
 * A double-entry book: every entry of a client's account is posted against an account of the bank's own in the same currency, so that all
 * balances of a currency sum to zero.
 */
export type Ledger = {
  readonly accounts: Map<string, LedgerAccount>;
  /** Balances of the bank's own accounts by {@link contraKey}, in units of 10^-4. */
  readonly contra: Map<string, bigint>;
  /** Everything done since the seed, in order: replayed over the seed it gives the same book. */
  readonly changes: LedgerChange[];
};

const PositiveDecimal = z
  .string()
  .refine((text) => isDecimal(text) && toUnits(text) > 0n, 'must be a decimal text above zero');

const entryFields = {
  amount: PositiveDecimal,
  direction: z.enum(['debit', 'credit']),
  transactionType: z.string(),
  narration: z.string(),
  customReference: z.string(),
};

export const LedgerChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('post'),
    account: z.string(),
    id: z.string(),
    at: TimestampText,
    ...entryFields,
  }),
  z.strictObject({
    kind: z.literal('rewrite'),
    account: z.string(),
    id: z.string(),
    ...z.object(entryFields).partial().shape,
  }),
  z.strictObject({ kind: z.literal('withdraw'), account: z.string(), id: z.string() }),
]);
export type LedgerChange = z.output<typeof LedgerChange>;
export type Post = Extract<LedgerChange, { kind: 'post' }>;

export const createLedger = (): Ledger => ({
  accounts: new Map(),
  contra: new Map(),
  changes: [],
});

export const contraKey = (name: ContraName, currency: Currency): string => `${name}:${currency}`;

export function ledgerAccount(ledger: Ledger, number: string): LedgerAccount {
  const account = ledger.accounts.get(number);
  if (!account) throw notFound(`Account ${number}`);
  return account;
}

type LedgerEntry = StatementEntry & { readonly direction: Direction };

/** The entry at a place of the account's book. */
export function entryAt(account: LedgerAccount, index: number): LedgerEntry {
  const { book, currency } = account;
  const units = book.units[index] ?? 0n;
  const digits = minorDigits(currency);
  const { id, transactionType, narration, customReference } = textAt(account, index);
  return {
    id,
    amount: fromUnits(units < 0n ? -units : units, digits),
    currency,
    direction: units < 0n ? 'debit' : 'credit',
    transactionType,
    transactionDate: new Date(book.at[index] ?? 0).toISOString(),
    narration,
    customReference,
    balance: fromUnits(book.balance[index] ?? 0n, digits),
  };
}

/** Units of 10^-4. */
export const balanceOf = ({ book }: LedgerAccount): bigint => balanceBefore(book, book.length);

/** The place of an entry in the account's book. Throws Refusal 404 when there is none of that id. */
export function indexOfEntry(account: LedgerAccount, id: string): number {
  const place = account.added.findLastIndex((text) => text.id === id);
  const ordinal = place >= 0 ? -(place + 1) : account.seededOrdinal(id);
  const index =
    ordinal === undefined
      ? -1
      : account.book.origin.subarray(0, account.book.length).indexOf(ordinal);
  if (index < 0) throw notFound(`Entry ${id}`);
  return index;
}

function textAt(account: LedgerAccount, index: number): EntryText {
  const origin = account.book.origin[index] ?? 0;
  const text = origin < 0 ? account.added[-origin - 1] : account.seededText(origin);
  if (!text) throw new RangeError(`entry ${index} of ${account.number} has no text`);
  return text;
}

/** Adds to one of the bank's own accounts, in units of 10^-4. */
export const bookContra = (ledger: Ledger, key: string, units: bigint): void =>
  void ledger.contra.set(key, (ledger.contra.get(key) ?? 0n) + units);

/** The bank's own account against which entries of a type are posted. */
export const contraOf = (transactionType: string): ContraName =>
  transactionType === 'fee'
    ? 'fees'
    : transactionType === 'trade'
      ? 'fx'
      : transactionType === 'interest'
        ? 'interest'
        : 'clearing';
