import { screen, type BrowserWindow, type Rectangle } from 'electron';
import { z } from 'zod';

import { readWindowFile, writeWindowFile } from './window-file.ts';

export const smallestWindow = { width: 960, height: 640 };
const firstWindow = { width: 1440, height: 900 };
const settleMs = 500;

const pixels = z.int().min(-32_768).max(32_768);
const Saved = z.object({
  window: z.object({
    x: pixels,
    y: pixels,
    width: pixels.min(smallestWindow.width),
    height: pixels.min(smallestWindow.height),
    maximized: z.boolean(),
  }),
});
type Place = Partial<Rectangle> & { width: number; height: number; maximized: boolean };

/** Where the window was last; the first-start size when that is not known, damaged, or on a screen that is gone. */
export async function lastPlace(dataDir: string): Promise<Place> {
  const saved = Saved.safeParse(await readWindowFile(dataDir));
  if (!saved.success) return { ...firstWindow, maximized: false };
  const { window } = saved.data;
  const { width, height, maximized } = window;
  return isOnScreen(window) ? window : { width, height, maximized };
}

function isOnScreen(place: Rectangle): boolean {
  const { workArea } = screen.getDisplayMatching(place);
  const handle = 48; // enough of the title bar to be dragged back by
  return (
    place.x + place.width - handle > workArea.x &&
    place.x + handle < workArea.x + workArea.width &&
    place.y >= workArea.y &&
    place.y + handle < workArea.y + workArea.height
  );
}

/** Saves the place of the window a moment after it was moved, and when it closes. Ignores a folder that cannot be written. */
export function rememberPlace(window: BrowserWindow, dataDir: string): void {
  let timer: NodeJS.Timeout | undefined;
  const keep = (): void => {
    clearTimeout(timer);
    const place = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    void writeWindowFile(dataDir, { window: place }).catch(() => undefined);
  };
  const keepSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(keep, settleMs);
  };
  window.on('resize', keepSoon);
  window.on('move', keepSoon);
  window.on('close', keep);
}
