import type { Snippet } from 'svelte';

import type { Money } from '../../../shared/money/money.ts';

/** A column of a list: its heading, how wide it is and what stands in it, in one place. */
export type Column<Row> = {
  readonly title: string;
  /**
   * A track of grid-template-columns. Each row is a grid of its own: an amount keeps its place in `minmax(PX, max-content)`,
   * which gives way only to one longer than PX.
   */
  readonly width: string;
  /** The same where the list is narrow; without it the column is left out there. */
  readonly narrow?: string;
  /** Where it is narrower still: below 700 pixels; null where it is left out there. */
  readonly least?: string | null;
  /** Classes of its cells, such as “muted small”. */
  readonly look?: string;
  /** Figures: heading and cells end at the right. */
  readonly isFigure?: boolean;
  readonly text?: (row: Row) => string;
  /** An amount; null where the bank gave none. */
  readonly money?: (row: Row) => Money | null | undefined;
  /** What stands for an amount that was not given. */
  readonly none?: (row: Row) => string;
  readonly direction?: 'debit' | 'credit';
  /** Draws the cell itself, with `title` in full where it may be cut. */
  readonly cell?: Snippet<[row: Row]>;
  readonly hint?: (row: Row) => string | undefined;
  /** Over how many columns this row’s cell goes. */
  readonly span?: (row: Row) => number;
};

/** The grid's tracks, in full and narrow. */
export const tracksOf = <Row>(columns: readonly Column<Row>[]) => ({
  wide: columns.map(({ width }) => width).join(' '),
  narrow: columns.flatMap(({ narrow }) => narrow ?? []).join(' '),
  least: columns.flatMap(({ narrow, least = narrow }) => least ?? []).join(' '),
});
