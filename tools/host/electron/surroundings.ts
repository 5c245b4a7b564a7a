import type { NativeTheme, Rectangle } from 'electron';

import { machine } from '../machine.ts';

/** Dark when the host was asked to be. */
export const nativeTheme = {
  get shouldUseDarkColors(): boolean {
    return machine().options.dark;
  },
} satisfies Pick<NativeTheme, 'shouldUseDarkColors'>;

/** One large screen. */
const bounds: Rectangle = { x: 0, y: 0, width: 2_560, height: 1_440 };
export const screen = {
  getDisplayMatching: (_place: Rectangle): { bounds: Rectangle; workArea: Rectangle } => ({
    bounds,
    workArea: bounds,
  }),
};
