import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { listenToDriver } from './control.ts';
import { startMachine } from './machine.ts';
import { readHostOptions } from './options.ts';

// `node tools/host/run.ts out/main/main.js`: runs the product's bundle where Electron's binary cannot be had.
const options = readHostOptions(process.argv.slice(2));
const host = startMachine(options);
host.chromium.catch((cause: unknown) => {
  process.stderr.write(`The host has no browser: ${String(cause)}\n`);
  process.exit(1);
});

const electron = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: electron, shortCircuit: true } : next(specifier, context),
});

const { app } = await import('./electron/app.ts');
const { Menu } = await import('./electron/menu.ts');
Menu.onRole = (role) => {
  if (role === 'quit' || role === 'close') app.quit();
};
let mainBeganAt = 0;
listenToDriver(app, () => mainBeganAt);
process.on('SIGTERM', () => {
  app.quit();
});
process.on('SIGINT', () => {
  app.quit();
});

process.argv = [process.execPath, ...(options.packaged ? [] : [host.appPath]), ...options.words];
mainBeganAt = Date.now();
await import(pathToFileURL(resolve(options.main)).href);
// Electron's order: the program is loaded to its end, whatever it waits for, and only then a display is asked for.
if (options.displayless) {
  process.stderr.write('Missing X server or $DISPLAY\n');
  process.exit(1);
}
app.becomeReady();
