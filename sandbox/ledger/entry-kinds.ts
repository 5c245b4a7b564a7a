import type { Random } from '../seed/random.ts';
import { charges, offices, parties, taxes } from '../seed/words.ts';

/** A kind of entry: its frequency among what comes in or goes out, its type, its range of amounts in dollars, and what is written about it. */
export type EntryKind = {
  readonly frequency: number;
  readonly transactionType: string;
  readonly from: number;
  readonly to: number;
  readonly text: (random: Random, atMs: number) => readonly [narration: string, reference: string];
};

const serial = (random: Random, digits: number): string =>
  String(random.below(10 ** digits)).padStart(digits, '0');
const year = (atMs: number): number => new Date(atMs).getUTCFullYear();
const month = (atMs: number): string => new Date(atMs).toISOString().slice(0, 7);

const invoice = (random: Random, atMs: number): string => `INV-${year(atMs)}-${serial(random, 5)}`;

const fxText = (random: Random, side: 'bought' | 'sold'): readonly [string, string] => {
  const deal = serial(random, 7);
  return [`FX trade ${side}, spot, deal ${deal}`, `FX-${deal}`];
};

const openingKind: EntryKind = {
  frequency: 0,
  transactionType: 'transfer',
  from: 1,
  to: 1,
  text: () => ['Balance brought forward', ''],
};

/** What comes in, most frequent first. */
export const creditKinds: readonly EntryKind[] = [
  {
    frequency: 0.6,
    transactionType: 'transfer',
    from: 400,
    to: 180_000,
    text: (random, atMs) => {
      const number = invoice(random, atMs);
      return [`Inward payment ${random.pick(parties)} invoice ${number}`, number];
    },
  },
  {
    frequency: 0.2,
    transactionType: 'collection',
    from: 50,
    to: 9_000,
    text: (random, atMs) => [
      `Card collections ${random.pick(offices)} batch ${serial(random, 4)}`,
      `COL-${month(atMs)}-${serial(random, 4)}`,
    ],
  },
  {
    frequency: 0.1,
    transactionType: 'trade',
    from: 20_000,
    to: 750_000,
    text: (random) => fxText(random, 'bought'),
  },
  {
    frequency: 0.05,
    transactionType: 'refund',
    from: 20,
    to: 12_000,
    text: (random, atMs) => [
      `Refund from ${random.pick(parties)}, credit note CN-${serial(random, 5)}`,
      invoice(random, atMs),
    ],
  },
  {
    frequency: 0.03,
    transactionType: 'return',
    from: 200,
    to: 40_000,
    text: (random) => [
      `Payment returned by ${random.pick(parties)}: account closed`,
      `PAY-${serial(random, 6)}`,
    ],
  },
  {
    frequency: 0.02,
    transactionType: 'interest',
    from: 5,
    to: 900,
    text: (_random, atMs) => [`Credit interest ${month(atMs)}`, ''],
  },
];

/** What goes out, most frequent first. */
export const debitKinds: readonly EntryKind[] = [
  {
    frequency: 0.58,
    transactionType: 'transfer',
    from: 300,
    to: 150_000,
    text: (random, atMs) => {
      const number = invoice(random, atMs);
      return [`Supplier payment ${random.pick(parties)} ${number}`, `PAY-${serial(random, 6)}`];
    },
  },
  {
    frequency: 0.17,
    transactionType: 'fee',
    from: 2,
    to: 60,
    text: (random) => [random.pick(charges), ''],
  },
  {
    frequency: 0.12,
    transactionType: 'trade',
    from: 20_000,
    to: 750_000,
    text: (random) => fxText(random, 'sold'),
  },
  {
    frequency: 0.08,
    transactionType: 'transfer',
    from: 15_000,
    to: 320_000,
    text: (random, atMs) => [
      `Payroll ${month(atMs)} ${random.pick(offices)} office batch ${serial(random, 3)}`,
      `PAYROLL-${month(atMs)}`,
    ],
  },
  {
    frequency: 0.05,
    transactionType: 'transfer',
    from: 3_000,
    to: 90_000,
    text: (random, atMs) => [
      `${random.pick(taxes)} ${year(atMs)}/${serial(random, 2)}`,
      `TAX-${serial(random, 6)}`,
    ],
  },
];

/** A kind that recurs every month, on this day of it or the working day after. */
type RegularKind = EntryKind & { readonly day: number; readonly sign: 1 | -1 };

/** Together they leave the balance about where it was. */
export const regularKinds: readonly RegularKind[] = [
  {
    ...{ day: 1, sign: -1, frequency: 0, transactionType: 'transfer', from: 18_400, to: 18_400 },
    text: (_random, atMs) => [`Rent Quayside House ${month(atMs)}`, `RENT-${month(atMs)}`],
  },
  {
    ...{ day: 15, sign: 1, frequency: 0, transactionType: 'transfer', from: 236_000, to: 242_000 },
    text: (_random, atMs) => [
      `Licence income Tern Software AB ${month(atMs)}`,
      `LIC-${month(atMs)}`,
    ],
  },
  {
    ...{ day: 25, sign: -1, frequency: 0, transactionType: 'transfer', from: 214_000, to: 219_000 },
    text: (_random, atMs) => [`Salaries head office ${month(atMs)}`, `SALARIES-${month(atMs)}`],
  },
];

/** All kinds; a history stores their index. */
export const entryKinds: readonly EntryKind[] = [
  openingKind,
  ...creditKinds,
  ...debitKinds,
  ...regularKinds,
];

/** The rough value of a dollar in each currency; it only makes the amounts plausible. */
export const perDollar: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 0.9,
  GBP: 0.8,
  NGN: 1500,
  KES: 129,
  JPY: 150,
  KWD: 0.31,
};
