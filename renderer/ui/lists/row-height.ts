import type { Appearance } from '../../../shared/ipc/desk/appearance.ts';

/** The same values as `--row` of `tokens.css`. */
const heights = { compact: 34, comfortable: 42 };

/** The same of rows with two lines. */
const twoLineHeights = { compact: 40, comfortable: 48 };

let density: Appearance['density'] = 'compact';

export function drawRowsAs(chosen: Appearance['density']): void {
  density = chosen;
}

/** Pixels of a plain row of a list. */
export const rowHeight = (): number => heights[density];

/** Pixels of a row with a name and a second line. */
export const twoLineRowHeight = (): number => twoLineHeights[density];
