import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, parse } from 'node:path';

import type {
  Dialog,
  MessageBoxOptions,
  MessageBoxReturnValue,
  OpenDialogReturnValue,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron';

import { machine } from '../machine.ts';
import { BrowserWindow } from './browser-window.ts';

const scripted: (string | null)[] = [];
const scriptedAnswers: boolean[] = [];

/** Sets the answer of the next save dialog; null when the person cancels. Only a test does this. */
export function answerSaveDialog(path: string | null): void {
  scripted.push(path);
}

/**
 * Without a script there is no one to ask: nothing is chosen. With a window on the display the file goes to Downloads
 * under a name that is free, and a line says so.
 */
function showSaveDialog(...args: unknown[]): Promise<SaveDialogReturnValue> {
  const options = args.at(-1) as SaveDialogOptions;
  const next = scripted.shift();
  const path = next === undefined && machine().options.headed ? inDownloads(options) : next;
  return Promise.resolve({ canceled: (path ?? null) === null, filePath: path ?? '' });
}

/** A script of the save dialog's answers this one too; without one nothing is chosen. */
function showOpenDialog(): Promise<OpenDialogReturnValue> {
  const path = scripted.shift() ?? null;
  return Promise.resolve({ canceled: path === null, filePaths: path === null ? [] : [path] });
}

/** Sets the answer to the system's next question: yes, or cancel. Only a test does this. */
export function answerQuestion(yes: boolean): void {
  scriptedAnswers.push(yes);
}

/** Without a script there is no one to ask: the question is cancelled. With a window on the display its page asks. */
async function showMessageBox(...args: unknown[]): Promise<MessageBoxReturnValue> {
  const options = args.at(-1) as MessageBoxOptions;
  const { cancelId = 0, buttons = [] } = options;
  const yesId = buttons.findIndex((_, id) => id !== cancelId);
  const next = scriptedAnswers.shift();
  const isYes = next ?? (machine().options.headed && (await askInPage(options)));
  return { response: isYes && yesId >= 0 ? yesId : cancelId, checkboxChecked: false };
}

function askInPage({ message, detail = '' }: MessageBoxOptions): Promise<boolean> {
  const words = JSON.stringify([message, detail].filter(Boolean).join('\n\n'));
  const [window] = BrowserWindow.getAllWindows();
  return window?.webContents.evaluateApart<boolean>(`confirm(${words})`) ?? Promise.resolve(false);
}

function inDownloads(options: SaveDialogOptions): string {
  const folder = join(homedir(), 'Downloads');
  mkdirSync(folder, { recursive: true });
  const { name, ext } = parse(basename(options.defaultPath ?? 'nostro'));
  const names = Array.from({ length: 1_000 }, (_, n) => (n === 0 ? name : `${name} (${n})`));
  const free = names.find((one) => !existsSync(join(folder, one + ext))) ?? name;
  const path = join(folder, free + ext);
  process.stderr.write(`Saving to ${path}\n`);
  return path;
}

function showErrorBox(title: string, content: string): void {
  process.stderr.write(`${title}: ${content}\n`);
}

export const dialog = {
  showSaveDialog,
  showOpenDialog,
  showMessageBox,
  showErrorBox,
} satisfies Pick<Dialog, 'showSaveDialog' | 'showOpenDialog' | 'showMessageBox' | 'showErrorBox'>;
