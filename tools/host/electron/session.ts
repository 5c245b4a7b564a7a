import { EventEmitter } from 'node:events';

import type { Session as ElectronSession, WebRequest } from 'electron';

import { protocol, type SchemeHandler } from './protocol.ts';

type Listener = NonNullable<Parameters<WebRequest['onBeforeRequest']>[0]>;
type RequestHandler = Parameters<ElectronSession['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<ElectronSession['setPermissionCheckHandler']>[0];
type DeviceHandler = Parameters<ElectronSession['setDevicePermissionHandler']>[0];
type MediaHandler = Parameters<ElectronSession['setDisplayMediaRequestHandler']>[0];
type Used =
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'resolveProxy';

/** What the program set up for a page's session. The host asks it wherever Electron would. */
export class Session extends EventEmitter implements Pick<ElectronSession, Used> {
  readonly #schemes = new Map<string, SchemeHandler>();
  #onRequest: Listener | null = null;
  #requestHandler: RequestHandler = null;
  #checkHandler: CheckHandler = null;
  #deviceHandler: DeviceHandler = null;
  #mediaHandler: MediaHandler = null;

  readonly protocol = {
    handle: (scheme: string, handler: SchemeHandler): void => {
      if (!protocol.isDeclared(scheme))
        throw new Error(`${scheme} was not registered as privileged`);
      if (this.#schemes.has(scheme)) throw new Error(`The scheme ${scheme} has been registered`);
      this.#schemes.set(scheme, handler);
    },
  };

  readonly webRequest = {
    onBeforeRequest: (listener: Listener | null): void => {
      this.#onRequest = listener;
    },
  };

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#requestHandler = handler;
  }
  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#checkHandler = handler;
  }
  setDevicePermissionHandler(handler: DeviceHandler): void {
    this.#deviceHandler = handler;
  }
  setDisplayMediaRequestHandler(handler: MediaHandler): void {
    this.#mediaHandler = handler;
  }

  /** As Chromium goes on a system without a setting of its own: by the environment's variables. */
  resolveProxy(url: string): Promise<string> {
    const { protocol } = new URL(url);
    const named = protocol === 'https:' ? process.env['HTTPS_PROXY'] : process.env['HTTP_PROXY'];
    const proxy = named === undefined ? null : URL.parse(named);
    return Promise.resolve(proxy ? `PROXY ${proxy.host}` : 'DIRECT');
  }

  schemeHandler(address: string): SchemeHandler | undefined {
    return this.#schemes.get(URL.parse(address)?.protocol.slice(0, -1) ?? '');
  }

  /** Does the program let this request go? Without a listener: yes, as in Electron. */
  allows(url: string, method: string, resourceType: string): Promise<boolean> {
    const listener = this.#onRequest;
    if (!listener) return Promise.resolve(true);
    return new Promise((resolve) => {
      const details = { id: 0, url, method, resourceType, timestamp: Date.now(), uploadData: [] };
      listener(details as unknown as Parameters<Listener>[0], ({ cancel }) => {
        resolve(cancel !== true);
      });
    });
  }

  /** Both handlers are asked. Where there is none, Electron says yes, and so does this. */
  async grants(contents: object, permission: string, origin: string): Promise<boolean> {
    const ask = [contents as never, permission as never] as const;
    if (this.#checkHandler && !this.#checkHandler(...ask, origin, {} as never)) return false;
    const handler = this.#requestHandler;
    if (!handler) return true;
    return new Promise((resolve) => {
      handler(...ask, resolve, {} as never);
    });
  }

  /** A device or a screen is handed out only by a handler that says so. */
  async grantsDevices(): Promise<boolean> {
    const device = this.#deviceHandler?.({ deviceType: 'usb', origin: '' } as never) ?? false;
    const media = this.#mediaHandler;
    if (device || !media) return device;
    return new Promise((resolve) => {
      media({} as never, (streams) => {
        resolve(streams !== null);
      });
    });
  }
}

const sessions = new Map<string, Session>();

function fromPartition(partition: string): Session {
  const known = sessions.get(partition) ?? new Session();
  sessions.set(partition, known);
  return known;
}

export const session = {
  fromPartition,
  defaultSession: fromPartition(''),
};
