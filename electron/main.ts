import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { app, session, shell } from 'electron';

import { limits } from '../shared/limits.ts';
import { teamTrial } from '../shared/ipc/desk/team-trial.ts';
import { systemSigns } from './app/attention.ts';
import { copyText } from './app/clipboard.ts';
import { confirm, openFile, openFolder, saveAs, showStartFailure } from './app/dialogs.ts';
import { installMenu } from './app/menu.ts';
import { keepInside, refusePermissions } from './app/permissions.ts';
import { watchPower } from './app/power.ts';
import { declareScheme, serveFiles } from './app/protocol.ts';
import { resolveProxy } from './app/proxy.ts';
import { refusedSwitch } from './app/switches.ts';
import { announce, serve } from './app/transport.ts';
import { pageMarks } from './app/page-marks.ts';
import { focusFirstWindow, openWindow, windowPartition, zoom } from './app/window.ts';
import { createDesk, type Desk } from './desk/desk.ts';
import type { TeamTrial } from './desk/session/team-trial.ts';
import { keepHeapSmall } from './engines/machine/small-heap.ts';
import { readAppearance } from './connections/session/appearance-settings.ts';

/** The path of a file that threads load. In the package it is outside the archive, which native code cannot read. */
const besideArchive = (name: string): URL =>
  new URL(new URL(name, import.meta.url).href.replace('/app.asar/', '/app.asar.unpacked/'));

const programs = {
  storeWorker: besideArchive('./worker.mjs'),
  sandbox: besideArchive('./sandbox.mjs'),
};
const preload = join(import.meta.dirname, '../preload/preload.cjs');
const rendererFiles = join(import.meta.dirname, '../renderer');

/** The folder of all data: the system's own place for Nostro, or the one that `NOSTRO_DATA_DIR` names. */
function chooseDataDir(): string {
  const dataDir = resolve(process.env['NOSTRO_DATA_DIR'] ?? join(app.getPath('appData'), 'Nostro'));
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  app.setPath('userData', dataDir);
  app.setPath('sessionData', join(dataDir, 'window'));
  return dataDir;
}

/** Opens the window at once. Its requests wait until the desk is ready, which a slow keychain can delay. */
async function openDesk(dataDir: string): Promise<void> {
  await app.whenReady();
  const windowSession = session.fromPartition(windowPartition);
  refusePermissions(windowSession);
  refusePermissions(session.defaultSession);
  serveFiles(windowSession, rendererFiles, () => pageMarks(readAppearance(dataDir)));
  const version = app.getVersion();
  const ports = { dataDir, programs, version, program: 'window' as const };
  const desk = createDesk({
    ...ports,
    announce,
    saveAs,
    openFile,
    openFolder,
    confirm,
    openSaved: async (path) => (await shell.openPath(path)) === '',
    copyText,
    signs: systemSigns((place) => {
      announce('window.requested', { for: place });
    }),
    resolveProxy,
    zoom,
    teamTrial: offeredTrial(),
  });
  serve(async (route, input) => (await desk).handle(route, input));
  installMenu((what) => {
    announce('window.requested', { for: what });
  });
  await openWindow(preload, { dataDir, appearance: readAppearance(dataDir) });
  watchPower(await desk);
  closeBeforeQuit(await desk);
}

/** The code with which the process ends. */
let exitCode = 0;

/** The team trial that `npm start` offers in addition to the single window. Undefined in the package. */
function offeredTrial(): TeamTrial | undefined {
  const missing = process.env[teamTrial.variable];
  if (app.isPackaged || missing === undefined) return undefined;
  const start = (): void => {
    exitCode = teamTrial.exitCode;
    app.quit();
  };
  return { missing: missing === '' ? null : missing, start };
}

/**
 * Lets the desk finish writing before the process ends, without delaying a logout or shutdown: what has no answer by then is unknown, and
 * the next start looks it up.
 */
function closeBeforeQuit(desk: Desk): void {
  let isClosing = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    const end = (): void => {
      app.exit(exitCode);
    };
    setTimeout(end, limits.closingMs);
    void desk.close().then(end, end);
  });
}

function runWindow(dataDir: string): void {
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  app.on('second-instance', focusFirstWindow);
  app.on('web-contents-created', (_event, contents) => {
    keepInside(contents);
  });
  app.on('window-all-closed', () => {
    app.quit();
  });
  openDesk(dataDir).catch((cause: unknown) => {
    showStartFailure(cause);
    app.exit(1);
  });
}

/** Answers a word of the command line without a window, as `nostro` does; anything else opens the window. */
async function start(words: readonly string[]): Promise<void> {
  const isCliRequested = words.some((word) => !word.startsWith('-') || word === '--help');
  const cli = isCliRequested ? await import('./cli.ts') : null;
  if (cli && words.some(cli.isAnswered)) app.exit(await cli.runCli(words, cli.processIo(programs)));
  else runWindow(chooseDataDir());
}

keepHeapSmall();
const words = process.argv.slice(app.isPackaged ? 1 : 2);
const refused = app.isPackaged ? refusedSwitch(words) : undefined;
if (refused === undefined) {
  // Both must be called before Electron is ready, so before anything is awaited.
  app.enableSandbox();
  declareScheme();
  // Awaited: Electron needs a display once this module is loaded, and by then a command line has ended.
  await start(words);
} else {
  process.stderr.write(`Nostro does not start with ${refused}.\n`);
  app.exit(1);
}
