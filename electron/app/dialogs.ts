import { basename, join } from 'node:path';

import { app, BrowserWindow, dialog } from 'electron';

/**
 * Asks a person where to save; undefined when they cancel. The path never reaches the window. Only the last part of the suggested name is
 * used, so that it names a file and never a folder.
 */
export async function saveAs(suggestedName: string): Promise<string | undefined> {
  const options = {
    title: 'Save',
    defaultPath: join(app.getPath('documents'), basename(suggestedName)),
    properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const],
  };
  const owner = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  const answer = await (owner
    ? dialog.showSaveDialog(owner, options)
    : dialog.showSaveDialog(options));
  return answer.canceled || answer.filePath === '' ? undefined : answer.filePath;
}

/** Asks a person for one existing file; undefined when they cancel. Its path never reaches the window. */
export const openFile = (): Promise<string | undefined> => openOne('openFile');

/** The same for a folder. */
export const openFolder = (): Promise<string | undefined> => openOne('openDirectory');

async function openOne(kind: 'openFile' | 'openDirectory'): Promise<string | undefined> {
  const options = { title: 'Open', defaultPath: app.getPath('documents'), properties: [kind] };
  const owner = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  const answer = await (owner
    ? dialog.showOpenDialog(owner, options)
    : dialog.showOpenDialog(options));
  return answer.canceled ? undefined : answer.filePaths[0];
}

/** A question in a dialog of the operating system, where no page can press a button. */
type Question = { readonly message: string; readonly detail: string; readonly yes: string };

/** Asks a person in a dialog of the system. Cancel has the focus, so that no key that was meant for the page confirms. */
export async function confirm({ message, detail, yes }: Question): Promise<boolean> {
  const options = {
    type: 'warning' as const,
    title: 'Nostro',
    message,
    detail,
    buttons: ['Cancel', yes],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  const owner = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  const { response } = await (owner
    ? dialog.showMessageBox(owner, options)
    : dialog.showMessageBox(options));
  return response === 1;
}

/** Shows why Nostro cannot start, in a dialog of the system: there is no window yet. */
export function showStartFailure(cause: unknown): void {
  const reason = cause instanceof Error ? cause.message : String(cause);
  dialog.showErrorBox('Nostro could not start', `Nothing was changed. ${reason}`);
}
