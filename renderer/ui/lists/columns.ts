import type { Snippet } from 'svelte';

import type { Money } from '../../../shared/money/money.ts';

/** A column of a list: its heading, its width and its contents, in one place. */
export type Column<Row> = {
  readonly title: string;
  /**
   * A track of grid-template-columns. Each row is a grid of its own: an amount is aligned by `minmax(PX, max-content)`, which grows only
   * for one wider than PX.
   */
  readonly width: string;
  /** The same where the list is narrow; without it the column is left out there. */
  readonly narrow?: string;
  /** Where it is narrower still: below 700 pixels; null where it is left out there. */
  readonly least?: string | null;
  /** Classes of its cells, such as “muted small”. */
  readonly look?: string;
  /** Figures: heading and cells are right-aligned. */
  readonly isFigure?: boolean;
  readonly text?: (row: Row) => string;
  /** An amount; null where the bank gave none. */
  readonly money?: (row: Row) => Money | null | undefined;
  /** The replacement for a missing amount. */
  readonly none?: (row: Row) => string;
  readonly direction?: 'debit' | 'credit';
  /** Draws the cell; `title` has the full text if it may be cut. */
  readonly cell?: Snippet<[row: Row]>;
  readonly hint?: (row: Row) => string | undefined;
  /** The number of columns that this row’s cell spans. */
  readonly span?: (row: Row) => number;
};

/** The grid's tracks, in full and narrow. */
export const tracksOf = <Row>(columns: readonly Column<Row>[]) => ({
  wide: columns.map(({ width }) => width).join(' '),
  narrow: columns.flatMap(({ narrow }) => narrow ?? []).join(' '),
  least: columns.flatMap(({ narrow, least = narrow }) => least ?? []).join(' '),
});
