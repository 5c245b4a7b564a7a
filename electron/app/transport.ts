import { BrowserWindow, ipcMain, type IpcMainInvokeEvent } from 'electron';

import { eventChannel, requestChannel } from '../../shared/ipc/contract.ts';
import type { DeskEvent, DeskEvents } from '../../shared/ipc/events.ts';
import { appOrigin, isAppAddress } from './address.ts';

/**
 * Registers the only IPC handler of the main process. Rejects every sender except our own page's main frame, without a reason. The desk
 * validates route and input of the rest.
 */
export function serve(handle: (route: string, input: unknown) => Promise<unknown>): void {
  ipcMain.handle(requestChannel, (event, route: unknown, input: unknown) => {
    if (!isTrusted(event) || typeof route !== 'string') throw new Error('refused');
    return handle(route, input);
  });
}

/** Sends an event to every window. */
export function announce<E extends DeskEvent>(event: E, fact: DeskEvents[E]): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed()) window.webContents.send(eventChannel(event), fact);
  }
}

/** Accepts only the main frame at the exact origin. The frame is null when it was closed in between. */
function isTrusted({ sender, senderFrame }: IpcMainInvokeEvent): boolean {
  return (
    senderFrame !== null &&
    senderFrame === sender.mainFrame &&
    senderFrame.parent === null &&
    senderFrame.origin === appOrigin &&
    isAppAddress(senderFrame.url)
  );
}
