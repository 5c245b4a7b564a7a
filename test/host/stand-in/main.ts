import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { app, session, type Session } from 'electron';

import { copyText } from '../../../electron/app/clipboard.ts';
import { confirm, saveAs } from '../../../electron/app/dialogs.ts';
import { installMenu } from '../../../electron/app/menu.ts';
import { keepInside, refusePermissions } from '../../../electron/app/permissions.ts';
import { watchPower } from '../../../electron/app/power.ts';
import { plainAppearance } from '../../../shared/ipc/desk/appearance.ts';
import { declareScheme, serveFiles } from '../../../electron/app/protocol.ts';
import { resolveProxy } from '../../../electron/app/proxy.ts';
import { announce, serve } from '../../../electron/app/transport.ts';
import { focusFirstWindow, openWindow, windowPartition } from '../../../electron/app/window.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';

// The shell of the product around a desk that only echoes. `OPEN_DOORS=all` leaves the policy and the guards away, so
// that a test can show that its attacks work where nothing stops them; `OPEN_DOORS=network` leaves away only the guard
// of the network, to see what the policy alone lets through. Then what asks to leave is reported, and goes nowhere.
const dataDir = process.env['NOSTRO_DATA_DIR'] ?? '';
const bundle = process.env['STAND_IN_BUNDLE'] ?? '';
const openDoors = process.env['OPEN_DOORS'];
const isGuarded = openDoors !== 'all';
const print = (line: string): void => void process.stdout.write(`${line}\n`);

app.setPath('userData', dataDir);
if (app.requestSingleInstanceLock()) run();
else app.exit(3);

function run(): void {
  app.enableSandbox();
  declareScheme();
  app.on('second-instance', () => {
    print('second instance');
    focusFirstWindow();
  });
  app.on('web-contents-created', (_event, contents) => {
    if (isGuarded) keepInside(contents);
    contents.on('will-frame-navigate', ({ url }) => {
      print(`will navigate ${url}`);
    });
  });
  app.on('window-all-closed', () => {
    app.quit();
  });
  app.on('will-quit', () => {
    print('will quit');
  });
  void app.whenReady().then(open);
}

function open(): void {
  const pages = session.fromPartition(windowPartition);
  const files = join(bundle, 'renderer');
  if (openDoors === undefined) refusePermissions(pages);
  else reportRequests(pages);
  if (isGuarded) serveFiles(pages, files, () => '');
  else serveOpenly(pages, files);
  serve(answer);
  installMenu((what) => {
    announce('window.requested', { for: what });
  });
  watchPower({
    lock: () => {
      print('to be locked');
    },
    woke: () => {
      print('woke up');
    },
  });
  void openWindow(join(bundle, 'preload.cjs'), { dataDir, appearance: plainAppearance });
}

function reportRequests(pages: Session): void {
  pages.webRequest.onBeforeRequest(({ url }, callback) => {
    const isOurs = url.startsWith('desk:');
    if (!isOurs) print(`asks ${url}`);
    callback({ cancel: !isOurs });
  });
}

function serveOpenly(pages: Session, files: string): void {
  pages.protocol.handle('desk', async ({ url }) => {
    const name = new URL(url).pathname;
    const body = await readFile(join(files, name), 'utf8').catch(() => null);
    const type = name.endsWith('.js') ? 'text/javascript' : 'text/html';
    return new Response(body, {
      status: body === null ? 404 : 200,
      headers: { 'content-type': type },
    });
  });
}

async function answer(route: string, input: unknown): Promise<unknown> {
  switch (route) {
    case 'echo':
      return ok(input);
    case 'saveAs':
      return ok((await saveAs('statement.csv')) ?? null);
    case 'confirm':
      return ok(await confirm({ message: 'Go on?', detail: 'It cannot be undone.', yes: 'Go on' }));
    case 'copy':
      return ok(await copyText(String(input)));
    case 'proxy':
      return ok(await resolveProxy(String(input)));
    case 'unclonable':
      return ok(() => 1);
    case 'announce':
      announce('store.changed', { topic: 'accounts' });
      return ok(null);
    default:
      return fail('input.invalid', 'stand-in', { message: `No route ${route}.` });
  }
}
