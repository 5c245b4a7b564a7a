import type { Clipboard } from 'electron';

import { machine } from '../machine.ts';
import { BrowserWindow } from './browser-window.ts';
import { setPermission } from './permission-names.ts';

/** Chromium's own clipboard, reached from the window's isolated world, which is permitted it for that moment only. */
async function ask<T>(permission: string, expression: string): Promise<T> {
  const { devTools } = await machine().chromium;
  const window = BrowserWindow.getAllWindows()[0];
  if (!window) throw new Error('the host has a clipboard only while a window is open');
  await setPermission(devTools, permission, true);
  try {
    return await window.webContents.evaluateApart<T>(expression);
  } finally {
    await setPermission(devTools, permission, false);
  }
}

export const clipboard = {
  writeText: (text) =>
    ask<undefined>('clipboard-write', `navigator.clipboard.writeText(${JSON.stringify(text)})`),
  readText: () => ask<string>('clipboard-read', 'navigator.clipboard.readText()'),
} satisfies Pick<Clipboard, 'writeText' | 'readText'>;
