import { BrowserWindow, ipcMain, type IpcMainInvokeEvent } from 'electron';

import { eventChannel, requestChannel } from '../../shared/ipc/contract.ts';
import type { DeskEvent, DeskEvents } from '../../shared/ipc/events.ts';
import { appOrigin, isAppAddress } from './address.ts';

/**
 * The only ear of the main process. A request of any other sender than our own page's main frame is rejected
 * without a word about why; what is trusted goes to the desk, which judges route and input.
 */
export function serve(handle: (route: string, input: unknown) => Promise<unknown>): void {
  ipcMain.handle(requestChannel, (event, route: unknown, input: unknown) => {
    if (!isTrusted(event) || typeof route !== 'string') throw new Error('refused');
    return handle(route, input);
  });
}

/** Tells every window a fact. */
export function announce<E extends DeskEvent>(event: E, fact: DeskEvents[E]): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed()) window.webContents.send(eventChannel(event), fact);
  }
}

/** The frame is null when it went away meanwhile. Only the main frame, only the exact origin. */
function isTrusted({ sender, senderFrame }: IpcMainInvokeEvent): boolean {
  return (
    senderFrame !== null &&
    senderFrame === sender.mainFrame &&
    senderFrame.parent === null &&
    senderFrame.origin === appOrigin &&
    isAppAddress(senderFrame.url)
  );
}
