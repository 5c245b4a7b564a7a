import type { Appearance } from '../../../shared/ipc/desk/appearance.ts';

/** As `--row` of `tokens.css`. */
const heights = { compact: 34, comfortable: 42 };

let height = heights.compact;

export function drawRowsAs(density: Appearance['density']): void {
  height = heights[density];
}

/** Pixels of a plain row of a list. */
export const rowHeight = (): number => height;
