import { fromUnits } from '../../../shared/money/decimal.ts';
import type { Dice } from '../../../test/laboratory/dice.ts';

/** The currency of everything that is paid, the account that pays, and the one that conversions buy into. */
export const currency = 'EUR';
export const payingAccount = '3020017345';
export const buyingAccount = '2010044871';

/** The amount that the rules of a set begin at. Decimal text. */
export const limit = '10000';

/** From and to, in cents: most invoices are small, some are above the limit. */
const invoiceSizes: readonly (readonly [weight: number, size: readonly [number, number]])[] = [
  [60, [20_000, 300_000]],
  [30, [300_000, 950_000]],
  [10, [1_050_000, 4_000_000]],
];

export const centsText = (cents: number): string => fromUnits(BigInt(cents) * 100n, 2);

export const drawInvoice = (dice: Dice): string => {
  const [from, to] = dice.weighted(invoiceSizes);
  return drawBetween(dice, from, to);
};

/** Between two amounts in cents. */
export const drawBetween = (dice: Dice, from: number, to: number): string =>
  centsText(dice.between(from, to));
