import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

import type { App } from 'electron';

import { machine } from '../machine.ts';
import { BrowserWindow } from './browser-window.ts';
import { isPrevented } from './preventable.ts';

type Used =
  | 'whenReady'
  | 'isReady'
  | 'quit'
  | 'exit'
  | 'getPath'
  | 'setPath'
  | 'getVersion'
  | 'isPackaged'
  | 'enableSandbox'
  | 'setBadgeCount'
  | 'requestSingleInstanceLock';

type Manifest = { version?: string };
const closeTimeoutMs = 3_000;

class HostApp extends EventEmitter implements Pick<App, Used> {
  readonly #paths = new Map<string, string>();
  #ready: Promise<void> | undefined;
  #isReady = false;
  #isQuitting = false;

  get isPackaged(): boolean {
    return machine().options.packaged;
  }

  /** Called once by the host when the program's code was loaded, as Electron waits for it too. */
  becomeReady(): void {
    this.#ready ??= machine().chromium.then((chromium) => {
      this.#isReady = true;
      chromium.devTools.onClosed(() => {
        if (BrowserWindow.getAllWindows().length === 0) this.exit(1);
        for (const window of BrowserWindow.getAllWindows()) window.lose();
      });
      this.emit('ready', {}, {});
    });
  }

  isReady(): boolean {
    return this.#isReady;
  }

  async whenReady(): Promise<void> {
    if (this.#ready) return this.#ready;
    await new Promise((resolve) => this.once('ready', resolve));
  }

  enableSandbox(): void {
    if (this.#isReady)
      throw new Error('app.enableSandbox() can only be called before app is ready');
  }

  /** No number is shown at an icon here, as on most desktops of Linux. */
  setBadgeCount(): boolean {
    return false;
  }

  getVersion(): string {
    const text = readFileSync(join(machine().appPath, 'package.json'), 'utf8');
    return (JSON.parse(text) as Manifest).version ?? '0.0.0';
  }

  getPath(name: string): string {
    const known = this.#paths.get(name);
    if (known !== undefined) return known;
    if (name === 'userData' || name === 'sessionData') return join(this.getPath('appData'), 'host');
    const standard: Record<string, string> = {
      home: homedir(),
      temp: tmpdir(),
      appData: appDataFolder(),
      documents: join(homedir(), 'Documents'),
      downloads: join(homedir(), 'Downloads'),
    };
    const path = standard[name];
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  }

  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    if (name === 'sessionData' && this.#isReady) throw new Error('sessionData is in use already');
    this.#paths.set(name, path);
  }

  /** One process per userData folder. The lock goes with its process, however that ends. */
  requestSingleInstanceLock(): boolean {
    const address = lockAddress(this.getPath('userData'));
    const server = createServer((visitor) => {
      visitor.on('error', () => undefined).resume();
      this.emit('second-instance', {}, process.argv, process.cwd(), undefined);
    });
    server.on('error', () => undefined);
    server.listen(address).unref();
    // Pipes are bound at once; only the message of a failure comes later.
    if (server.listening) return true;
    connect(address)
      .on('error', () => undefined)
      .end();
    return false;
  }

  quit(): void {
    if (!this.#isQuitting && isPrevented(this, 'before-quit')) return;
    this.#isQuitting = true;
    for (const window of BrowserWindow.getAllWindows()) window.close();
    if (BrowserWindow.getAllWindows().length > 0) {
      this.#isQuitting = false;
      return;
    }
    if (isPrevented(this, 'will-quit')) return;
    this.emit('quit', {}, 0);
    this.exit(0);
  }

  exit(code = 0): void {
    const leave = (): never => process.exit(code);
    if (machine().options.displayless) leave();
    setTimeout(leave, closeTimeoutMs);
    void machine()
      .chromium.then((chromium) => chromium.close())
      .catch(() => undefined)
      .finally(leave);
  }

  /** After the last window: the program decides, else it quits. */
  windowGone(): void {
    if (this.#isQuitting || BrowserWindow.getAllWindows().length > 0) return;
    if (!this.emit('window-all-closed')) this.quit();
  }
}

function appDataFolder(): string {
  if (process.platform === 'win32') return process.env['APPDATA'] ?? homedir();
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
}

function lockAddress(folder: string): string {
  const name = `nostro-host-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

export const app = new HostApp();
BrowserWindow.onGone(() => {
  app.windowGone();
});
BrowserWindow.onContentsCreated((contents) => {
  app.emit('web-contents-created', {}, contents);
});
