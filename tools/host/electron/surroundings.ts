import type { NativeTheme, Rectangle } from 'electron';

import { machine } from '../machine.ts';

/** Dark when the host was asked to be. */
export const nativeTheme = {
  get shouldUseDarkColors(): boolean {
    return machine().options.dark;
  },
} satisfies Pick<NativeTheme, 'shouldUseDarkColors'>;

/** One large screen, whatever place is asked about. */
const bounds: Rectangle = { x: 0, y: 0, width: 2_560, height: 1_440 };
export const screen = {
  getDisplayMatching: (): { bounds: Rectangle; workArea: Rectangle } => ({
    bounds,
    workArea: bounds,
  }),
};
