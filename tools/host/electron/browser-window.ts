import { EventEmitter } from 'node:events';

import type {
  BrowserWindow as ElectronWindow,
  BrowserWindowConstructorOptions,
  Rectangle,
} from 'electron';

import { machine } from '../machine.ts';
import { isPrevented } from './preventable.ts';
import { WebContents } from './web-contents.ts';

type Used =
  | 'id'
  | 'loadURL'
  | 'show'
  | 'focus'
  | 'restore'
  | 'maximize'
  | 'isMaximized'
  | 'isMinimized'
  | 'isDestroyed'
  | 'getNormalBounds'
  | 'close'
  | 'destroy';
type WindowBounds = {
  bounds: Partial<Rectangle & { left: number; top: number }> & { windowState?: string };
};

const open = new Set<BrowserWindow>();
let onGone: () => void = () => undefined;
let onContentsCreated: (contents: WebContents) => void = () => undefined;
let lastWindowId = 0;

/** The one visible window of Chromium, as the product has no more, or a hidden one without script. */
export class BrowserWindow extends EventEmitter implements Pick<ElectronWindow, Used> {
  readonly id = ++lastWindowId;
  readonly webContents: WebContents;
  #bounds: Rectangle;
  #state = 'normal';
  #isDestroyed = false;

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super();
    if (open.size > 0) throw new Error('the host opens one window');
    if (!options.webPreferences?.sandbox || options.webPreferences.contextIsolation === false)
      throw new Error('the host runs sandboxed, isolated pages only');
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height, ...machine().options.size };
    this.webContents = new WebContents(options.webPreferences);
    open.add(this);
    onContentsCreated(this.webContents);
    this.webContents.once('did-stop-loading', () => this.emit('ready-to-show'));
    this.webContents.on('host-resized', () => void this.#moved());
    void this.#place({ ...this.#bounds }).catch(() => undefined);
    void this.#watch().catch(() => undefined);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...open];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return [...open][0] ?? null;
  }

  static onGone(listener: () => void): void {
    onGone = listener;
  }

  static onContentsCreated(listener: (contents: WebContents) => void): void {
    onContentsCreated = listener;
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.loadURL(address);
  }

  show(): void {
    this.emit('show');
  }

  focus(): void {
    void this.#send('Page.bringToFront', {}).catch(() => undefined);
  }

  restore(): void {
    void this.#setState('normal');
  }

  maximize(): void {
    void this.#setState('maximized');
  }

  isMaximized(): boolean {
    return this.#state === 'maximized';
  }

  isMinimized(): boolean {
    return this.#state === 'minimized';
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  getNormalBounds(): Rectangle {
    return { ...this.#bounds };
  }

  close(): void {
    if (!this.#isDestroyed && !isPrevented(this, 'close')) this.destroy();
  }

  /** Without asking. */
  destroy(): void {
    if (this.#isDestroyed) return;
    void this.#send('Page.close', {}).catch(() => undefined);
    this.#destroy();
  }

  /** The window is gone without our doing: a person closed it, or Chromium ended. */
  lose(): void {
    if (this.#isDestroyed) return;
    this.emit('close', { preventDefault: () => undefined });
    this.#destroy();
  }

  #destroy(): void {
    this.#isDestroyed = true;
    open.delete(this);
    this.webContents.destroy();
    this.emit('closed');
    onGone();
  }

  async #watch(): Promise<void> {
    const { devTools, targetId } = await this.webContents.attached;
    devTools.on('Target.targetDestroyed', (gone) => {
      if (gone.targetId === targetId) this.lose();
    });
    await devTools.send('Target.setDiscoverTargets', { discover: true });
  }

  async #send(method: string, params: object): Promise<object> {
    const { devTools, sessionId } = await this.webContents.attached;
    return devTools.send(method, params, sessionId);
  }

  async #windowOf(): Promise<WindowBounds & { windowId: number }> {
    const { devTools, targetId } = await this.webContents.attached;
    return devTools.send('Browser.getWindowForTarget', { targetId });
  }

  async #place({ x: left, y: top, width, height }: Rectangle): Promise<void> {
    const { devTools } = await this.webContents.attached;
    const { windowId } = await this.#windowOf();
    await devTools.send('Browser.setWindowBounds', {
      windowId,
      bounds: { left, top, width, height },
    });
  }

  async #setState(windowState: string): Promise<void> {
    this.#state = windowState;
    const { devTools } = await this.webContents.attached;
    const { windowId } = await this.#windowOf();
    await devTools.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
  }

  async #moved(): Promise<void> {
    const { bounds } = await this.#windowOf();
    this.#state = bounds.windowState ?? 'normal';
    const { left = 0, top = 0, width = 0, height = 0 } = bounds;
    if (this.#state === 'normal') this.#bounds = { x: left, y: top, width, height };
    this.emit('resize');
  }
}
