import { BrowserWindow, nativeTheme } from 'electron';

import type { Appearance } from '../../shared/ipc/desk/appearance.ts';
import { startAddress } from './address.ts';
import { lastPlace, rememberPlace, smallestWindow } from './bounds.ts';

/** The name of the window's session. Without `persist:` nothing of the page is written to the disk. */
export const windowPartition = 'desk';

/** The web preferences of every page; all others have Electron's safe defaults. */
export const pagePreferences = Object.freeze({
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
  partition: windowPartition,
});

/** The colour before the first frame is drawn: the page's own paper, light or dark. */
function paper({ theme }: Appearance): string {
  const isDark = theme === 'dark' || (theme !== 'light' && nativeTheme.shouldUseDarkColors);
  if (theme === 'contrast') return isDark ? '#000000' : '#ffffff';
  return isDark ? '#121715' : '#fbfaf7';
}

type Look = { readonly dataDir: string; readonly appearance: Appearance };

/** Opens the window at its last place and with its last appearance, and shows it once its first frame is ready. */
export async function openWindow(
  preload: string,
  { dataDir, appearance }: Look,
): Promise<BrowserWindow> {
  const { maximized, ...place } = await lastPlace(dataDir);
  const window = new BrowserWindow({
    ...place,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    title: 'Nostro',
    backgroundColor: paper(appearance),
    show: false,
    webPreferences: { ...pagePreferences, preload, zoomFactor: appearance.textPercent / 100 },
  });
  window.once('ready-to-show', () => {
    if (maximized) window.maximize();
    window.show();
  });
  rememberPlace(window, dataDir);
  reviveAfterCrash(window);
  // A load that is cut short, such as by closing the window, is not reported.
  window.loadURL(startAddress).catch(() => undefined);
  return window;
}

/**
 * Reloads a page that crashed, from the state in the main process; nothing is sent again. A second crash within a minute is left alone. A
 * page that hangs, which the system notices after half a minute, is ended and reloaded too.
 */
function reviveAfterCrash(window: BrowserWindow): void {
  const restMs = 60_000;
  let diedAt = -restMs;
  window.webContents.on('render-process-gone', () => {
    const now = performance.now();
    if (now - diedAt > restMs) window.webContents.reload();
    diedAt = now;
  });
  window.on('unresponsive', () => {
    window.webContents.forcefullyCrashRenderer();
  });
}

/** Sets the zoom of the page in percent: its layout gets that much less room. */
export function zoom(percent: number): void {
  for (const { webContents } of BrowserWindow.getAllWindows())
    webContents.setZoomFactor(percent / 100);
}

/** Brings the window to the front, as when a second Nostro was started. */
export function focusFirstWindow(): void {
  const window = BrowserWindow.getAllWindows()[0];
  if (!window) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
