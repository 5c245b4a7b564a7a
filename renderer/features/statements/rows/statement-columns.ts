import type { Lengths } from './column-widths.ts';

/**
 * What has no room in the list as a column: nothing, the reference, then debit and credit apart, then the balance and the time beside the
 * day. A column is never cut; hidden values are in the pane.
 */
export type Fold = 'none' | 'reference' | 'apart' | 'balance';

type Columns = { readonly fold: Fold; readonly tracks: string };

/** The width of a digit in the list, in pixels: `1ch`. */
const chPx = 8.3;
const unreadPx = 8;
const gapPx = 12;
/** At both ends of a row. */
const paddingPx = 28;
/** `25 Nov 15:32`, which is wider than `26 Nov 2025`; and the same with the time below. */
const datePx = { besideTime: 98, aboveTime: 78 };
const headingPx = { debit: 48, balance: 84 };

/** The least width of a counterparty in each fold. */
const nameLeastPx: Readonly<Record<Fold, number>> = {
  none: 190,
  reference: 170,
  apart: 170,
  balance: 110,
};

type Track = { readonly css: string; readonly px: number };

const figures = (letters: number, leastPx = 0): Track => ({
  css: `max(${String(leastPx)}px, ${letters.toFixed(1)}ch)`,
  px: Math.max(leastPx, letters * chPx),
});
const pixels = (px: number): Track => ({ css: `${String(px)}px`, px });

/** Returns the columns that fit a list of this width in pixels; before it is measured, all of them. */
export function statementColumns(listPx: number, widths: Lengths): Columns {
  const folds: readonly Fold[] = ['none', 'reference', 'apart', 'balance'];
  const fold =
    listPx === 0 ? 'none' : (folds.find((one) => leastPx(one, widths) <= listPx) ?? 'balance');
  return {
    fold,
    tracks: tracksOf(fold, widths)
      .map(({ css }) => css)
      .join(' '),
  };
}

function leastPx(fold: Fold, widths: Lengths): number {
  const tracks = tracksOf(fold, widths);
  const all = tracks.reduce((sum, { px }) => sum + px, 0);
  return all + gapPx * (tracks.length - 1) + paddingPx;
}

function tracksOf(fold: Fold, { reference, amount, balance }: Lengths): Track[] {
  const name = { css: `minmax(${String(nameLeastPx[fold])}px, 1fr)`, px: nameLeastPx[fold] };
  const date = pixels(fold === 'balance' ? datePx.aboveTime : datePx.besideTime);
  const debit = figures(amount, headingPx.debit);
  // A sign comes before it.
  const signed = figures(amount + 1.4, headingPx.debit);
  const after = figures(balance, headingPx.balance);
  const amounts = {
    none: [figures(reference), debit, debit, after],
    reference: [debit, debit, after],
    apart: [signed, after],
    balance: [signed],
  }[fold];
  return [pixels(unreadPx), date, name, ...amounts];
}
