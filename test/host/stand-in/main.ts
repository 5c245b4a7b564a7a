import { join } from 'node:path';

import { app, session } from 'electron';

import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { copyText } from '../../../electron/app/clipboard.ts';
import { saveAs } from '../../../electron/app/dialogs.ts';
import { installMenu } from '../../../electron/app/menu.ts';
import { keepInside, refusePermissions } from '../../../electron/app/permissions.ts';
import { declareScheme, serveFiles } from '../../../electron/app/protocol.ts';
import { announce, serve } from '../../../electron/app/transport.ts';
import { focusFirstWindow, openWindow, windowPartition } from '../../../electron/app/window.ts';

// The shell of the product around a desk that only echoes. `OPEN_DOORS` leaves the guards away, so that a test can
// show that its attacks work where nothing stops them.
const dataDir = process.env['NOSTRO_DATA_DIR'] ?? '';
const bundle = process.env['STAND_IN_BUNDLE'] ?? '';
const isGuarded = process.env['OPEN_DOORS'] === undefined;

app.setPath('userData', dataDir);
if (!app.requestSingleInstanceLock()) app.exit(3);
else void run();

async function run(): Promise<void> {
  app.enableSandbox();
  declareScheme();
  app.on('second-instance', () => {
    console.log('second instance');
    focusFirstWindow();
  });
  if (isGuarded) app.on('web-contents-created', (_event, contents) => keepInside(contents));
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', () => console.log('will quit'));
  await app.whenReady();
  const pages = session.fromPartition(windowPartition);
  if (isGuarded) refusePermissions(pages);
  serveFiles(pages, join(bundle, 'renderer'));
  serve(answer);
  installMenu((what) => announce('window.asked', { for: what }));
  openWindow(join(bundle, 'preload.cjs'), dataDir);
}

async function answer(route: string, input: unknown): Promise<unknown> {
  if (route === 'echo') return ok(input);
  if (route === 'saveAs') return ok((await saveAs('statement.csv')) ?? null);
  if (route === 'copy') return ok(copyText(String(input)));
  if (route === 'unclonable') return ok(() => 1);
  if (route === 'announce') return ok(announce('store.changed', { topic: 'accounts' }));
  return fail('input.invalid', 'stand-in', { message: `No route ${route}.` });
}
