import { join } from 'node:path';

import { app, BrowserWindow, dialog } from 'electron';

/** Asks a person where to save; undefined when they think better of it. The path never reaches the window. */
export async function saveAs(suggestedName: string): Promise<string | undefined> {
  const options = {
    title: 'Save',
    defaultPath: join(app.getPath('documents'), suggestedName),
    properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const],
  };
  const owner = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  const answer = await (owner
    ? dialog.showSaveDialog(owner, options)
    : dialog.showSaveDialog(options));
  return answer.canceled || answer.filePath === '' ? undefined : answer.filePath;
}

/** Tells why Nostro cannot start, in a box of the system: there is no window yet. */
export function tellStartFailed(cause: unknown): void {
  const reason = cause instanceof Error ? cause.message : String(cause);
  dialog.showErrorBox('Nostro could not start', `Nothing was changed. ${reason}`);
}
