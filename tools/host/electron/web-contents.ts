import { EventEmitter } from 'node:events';

import type { WebContents as ElectronWebContents, WebPreferences } from 'electron';

import { toBrowser, toProgram } from '../address.ts';
import type { DevTools, EventName, EventParams } from '../devtools.ts';
import { machine } from '../machine.ts';
import type { HostMessage, PageMessage } from '../page/isolated-world.ts';
import { encode } from '../page/structured-text.ts';
import {
  isolatedWorldName,
  isolatedWorldSource,
  mainWorldSource,
  worldSettings,
} from '../page/source.ts';
import { ipcMain, nodeBase64 } from './ipc-main.ts';
import { pressMenuKey } from './menu.ts';
import { forgetRequests, watchRequests } from './network.ts';
import { takePage } from './pages.ts';
import { applyPermissions } from './permission-names.ts';
import { isPrevented } from './preventable.ts';
import { session, type Session } from './session.ts';
import { WebFrame } from './web-frame.ts';

type Used =
  | 'id'
  | 'send'
  | 'reload'
  | 'loadURL'
  | 'getURL'
  | 'isDestroyed'
  | 'setWindowOpenHandler'
  | 'setZoomFactor';
type OpenHandler = Parameters<ElectronWebContents['setWindowOpenHandler']>[0];
type Context = EventParams<'Runtime.executionContextCreated'>['context'];
type Connection = { devTools: DevTools; targetId: string; sessionId: string };

let lastContentsId = 0;

/** A page in Chromium, with the program's preload in an isolated world of its main frame. */
export class WebContents extends EventEmitter implements Pick<ElectronWebContents, Used> {
  readonly id = ++lastContentsId;
  readonly session: Session;
  readonly preferences: WebPreferences;
  readonly attached: Promise<Connection>;
  readonly #settings = worldSettings();
  readonly #frames = new Map<string, WebFrame>();
  readonly #frameOfContext = new Map<number, string>();
  #mainFrame = new WebFrame('', null);
  #isolatedContext: number | undefined;
  #openHandler: OpenHandler | undefined;
  #ownNavigation: string | undefined;
  #isDestroyed = false;

  constructor(preferences: WebPreferences) {
    super();
    this.preferences = preferences;
    this.session = session.fromPartition(preferences.partition ?? '');
    this.attached = this.#attach();
    this.attached.catch(() => undefined); // loadURL reports it
  }

  get mainFrame(): WebFrame {
    return this.#mainFrame;
  }

  getURL(): string {
    return this.#mainFrame.url;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  /** Taken and not drawn: the size of a page under a test is the test's to say. */
  setZoomFactor(factor: number): void {
    if (!(factor > 0)) throw new Error("'zoomFactor' must be a double greater than 0.0");
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  async loadURL(address: string): Promise<void> {
    const { devTools, sessionId } = await this.attached;
    const url = toBrowser(address);
    // Loading also stops without having finished: a page may ask to leave before it is complete.
    const loaded = new Promise((resolve) => this.once('did-stop-loading', resolve));
    this.#ownNavigation = url;
    const answer = await devTools.send<{ errorText?: string }>('Page.navigate', { url }, sessionId);
    if (answer.errorText !== undefined) throw new Error(`${answer.errorText} loading '${address}'`);
    await loaded;
  }

  reload(): void {
    void this.attached
      .then(({ devTools, sessionId }) => {
        this.#ownNavigation = toBrowser(this.getURL());
        return devTools.send('Page.reload', {}, sessionId);
      })
      .catch(() => undefined);
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
    this.#post({ is: 'event', channel, args: encode(args, nodeBase64) });
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    for (const frame of this.#frames.values()) frame.detached = true;
    forgetRequests(this);
    this.emit('destroyed');
  }

  frame(frameId: string): WebFrame | undefined {
    return this.#frames.get(frameId);
  }

  /** Runs an expression in the isolated world, as if a person had just acted. */
  async evaluateApart<T>(expression: string): Promise<T> {
    const { devTools, sessionId } = await this.attached;
    const answer = await devTools.send<{ result: { value: T } }>(
      'Runtime.evaluate',
      {
        expression,
        contextId: this.#isolatedContext,
        awaitPromise: true,
        returnByValue: true,
        userGesture: true,
      },
      sessionId,
    );
    return answer.result.value;
  }

  /** May this frame go there? The program's listeners decide, as in Electron. */
  mayNavigate(frame: WebFrame, address: string, isRedirect: boolean): boolean {
    const isMainFrame = frame.parent === null;
    if (isMainFrame && this.#ownNavigation === toBrowser(address)) {
      this.#ownNavigation = undefined;
      return true;
    }
    const url = toProgram(address);
    const fields = { url, isSameDocument: false, isMainFrame, frame, initiator: frame };
    if (isRedirect) return !isPrevented(this, 'will-redirect', fields, url);
    if (isPrevented(this, 'will-frame-navigate', fields)) return false;
    return !isMainFrame || !isPrevented(this, 'will-navigate', fields, url);
  }

  async #attach(): Promise<Connection> {
    const { devTools } = await machine().chromium;
    const { targetId, sessionId } = await takePage(devTools);
    const send = (method: string, params?: object) => devTools.send(method, params, sessionId);
    this.#mainFrame = new WebFrame(targetId, null);
    this.#frames.set(targetId, this.#mainFrame);
    this.#listen(devTools, sessionId);
    const executionContextName = isolatedWorldName;
    const worldName = isolatedWorldName;
    const source = mainWorldSource(this.#settings);
    await watchRequests(devTools, this);
    await send('Page.enable');
    await send('Inspector.enable');
    await applyPermissions(devTools, this);
    await send('Runtime.addBinding', { name: this.#settings.binding, executionContextName });
    await send('Runtime.enable');
    await send('Page.addScriptToEvaluateOnNewDocument', { source });
    if (this.preferences.preload !== undefined) {
      const preload = isolatedWorldSource(this.#settings, this.preferences.preload);
      await send('Page.addScriptToEvaluateOnNewDocument', { source: preload, worldName });
    }
    return { devTools, targetId, sessionId };
  }

  #listen(devTools: DevTools, sessionId: string): void {
    const on = <E extends EventName>(
      event: E,
      listener: (params: EventParams<E>) => void,
    ): void => {
      devTools.on(event, (params, from) => {
        if (from === sessionId) listener(params);
      });
    };
    on('Page.frameAttached', ({ frameId, parentFrameId }) => {
      const parent = this.#frames.get(parentFrameId) ?? this.#mainFrame;
      this.#frames.set(frameId, new WebFrame(frameId, parent));
    });
    on('Page.frameDetached', ({ frameId, reason }) => {
      if (reason === 'swap') return;
      const frame = this.#frames.get(frameId);
      if (frame) frame.detached = true;
      this.#frames.delete(frameId);
    });
    on('Page.frameNavigated', ({ frame }) => {
      this.#frames.get(frame.id)?.moveTo(frame.url);
    });
    on('Runtime.executionContextCreated', ({ context }) => {
      this.#contextMade(context);
    });
    on('Runtime.executionContextsCleared', () => {
      this.#frameOfContext.clear();
      this.#isolatedContext = undefined;
    });
    on('Runtime.bindingCalled', (call) => {
      this.#receive(JSON.parse(call.payload) as PageMessage, call.executionContextId);
    });
    on('Page.domContentEventFired', () => this.emit('dom-ready', {}));
    on('Page.loadEventFired', () => {
      if (this.#hasOwnPage()) this.emit('did-finish-load', {});
    });
    on('Page.frameStoppedLoading', ({ frameId }) => {
      const isMainFrame = frameId === this.#mainFrame.frameToken;
      if (isMainFrame && this.#hasOwnPage()) this.emit('did-stop-loading', {});
    });
    on('Page.windowOpen', ({ url, windowName }) => {
      this.#askToOpen(url, windowName);
    });
    on('Inspector.targetCrashed', () => {
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    });
  }

  #contextMade({ id, name, auxData }: Context): void {
    this.#frameOfContext.set(id, auxData.frameId);
    const isOurs = name === isolatedWorldName && auxData.frameId === this.#mainFrame.frameToken;
    if (isOurs) this.#isolatedContext = id;
  }

  /** Chromium's own first page does not count. */
  #hasOwnPage(): boolean {
    return !/^(?:|about:.*|data:.*)$/.test(this.getURL());
  }

  #askToOpen(address: string, frameName: string): void {
    const details = { url: toProgram(address), frameName, features: '', disposition: 'new-window' };
    const answer = this.#openHandler?.(details as unknown as Electron.HandlerDetails);
    if (answer?.action !== 'deny') process.stderr.write('The host opens no second window.\n');
  }

  #receive(message: PageMessage, contextId: number): void {
    const frame = this.#frames.get(this.#frameOfContext.get(contextId) ?? '');
    if (message.is === 'invoke') void this.#answer(message, frame);
    else if (message.is === 'resize') this.emit('host-resized');
    else if (message.is === 'key') pressMenuKey(message);
    else if (frame && this.mayNavigate(frame, message.url, false)) void this.loadURL(message.url);
  }

  async #answer(message: Extract<PageMessage, { is: 'invoke' }>, frame?: WebFrame): Promise<void> {
    const senderFrame = frame?.detached === false ? frame : null;
    const event = { sender: this, senderFrame, frameId: 1, processId: 1, type: 'frame' };
    this.#post(await ipcMain.answer(event, message));
  }

  #post(message: HostMessage): void {
    const executionContextId = this.#isolatedContext;
    if (executionContextId === undefined) return;
    const functionDeclaration = `function (text) { globalThis.${this.#settings.receiver}?.(text); }`;
    const call = {
      functionDeclaration,
      executionContextId,
      arguments: [{ value: JSON.stringify(message) }],
    };
    void this.attached
      .then(({ devTools, sessionId }) => devTools.send('Runtime.callFunctionOn', call, sessionId))
      .catch(() => undefined); // the page went away meanwhile, as it may in Electron
  }
}
