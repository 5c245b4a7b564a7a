import type { decode as Decode, encode as Encode } from './structured-text.ts';
import type { bridgeEnd as BridgeEnd } from './world-bridge.ts';

/** A message of the isolated world to the host. */
export type PageMessage =
  | { is: 'invoke'; id: number; channel: string; args: string }
  | { is: 'navigate'; url: string }
  | { is: 'resize' }
  | { is: 'key'; key: string; control: boolean; meta: boolean; alt: boolean; shift: boolean };

/** A message of the host to the isolated world. */
export type HostMessage =
  | { is: 'answer'; id: number; value: string }
  | { is: 'refusal'; id: number; message: string }
  | { is: 'event'; channel: string; args: string };

export type WorldSettings = { handshake: string; binding: string; receiver: string };
type Parts = { encode: typeof Encode; decode: typeof Decode; bridgeEnd: typeof BridgeEnd };
type Require = (name: string) => unknown;

/**
 * Runs in the isolated world of a window's main frame and gives the preload what Electron gives a sandboxed one:
 * `require('electron')` with the context bridge and the renderer's end of the IPC, and nothing else.
 */
export function isolatedWorld(
  settings: WorldSettings,
  { encode, decode, bridgeEnd }: Parts,
  preload: (require: Require) => void,
): void {
  type Listener = (event: object, ...args: unknown[]) => void;
  type Binary = { fromBase64(text: string): Uint8Array };
  type Navigation = EventTarget & { currentEntry: { url: string } | null };
  type Navigate = Event & { destination: { url: string; sameDocument: boolean } };
  if (window !== window.top) return;

  const world = globalThis as unknown as Record<string, (text: string) => void>;
  const base64 = {
    from: (text: string) => (Uint8Array as unknown as Binary).fromBase64(text),
    to: (bytes: Uint8Array) => (bytes as Uint8Array & { toBase64(): string }).toBase64(),
  };
  const send = (message: PageMessage): void => world[settings.binding]?.(JSON.stringify(message));
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (cause: Error) => void }
  >();
  const listeners = new Map<string, Listener[]>();
  let lastId = 0;

  const receive = (message: HostMessage): void => {
    if (message.is === 'event') {
      const args = decode(message.args, base64) as unknown[];
      for (const listener of [...(listeners.get(message.channel) ?? [])]) listener({}, ...args);
      return;
    }
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.is === 'answer') call?.resolve(decode(message.value, base64));
    else call?.reject(new Error(message.message));
  };
  world[settings.receiver] = (text) => {
    receive(JSON.parse(text) as HostMessage);
  };

  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const text = encode(args, base64);
        waiting.set(id, { resolve, reject });
        send({ is: 'invoke', id, channel, args: text });
      }),
    on: (channel: string, listener: Listener) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
    off: (channel: string, listener: Listener) => {
      const left = (listeners.get(channel) ?? []).filter((one) => one !== listener);
      listeners.set(channel, left);
      return ipcRenderer;
    },
  };

  const line = document.createElement('i');
  document.dispatchEvent(new MouseEvent(settings.handshake, { relatedTarget: line }));
  const end = bridgeEnd(line, { incoming: 'to-preload', outgoing: 'to-page' }, () => undefined);
  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) => {
      end.send({ is: 'expose', key, api: end.pack(api) });
    },
  };

  // The host decides on network requests as they leave; other addresses can only be stopped here.
  const navigation = (window as unknown as { navigation: Navigation }).navigation;
  navigation.addEventListener('navigate', (event) => {
    const { destination } = event as Navigate;
    if (destination.sameDocument || /^https?:/.test(destination.url) || !event.cancelable) return;
    event.preventDefault();
    send({ is: 'navigate', url: destination.url });
  });
  window.addEventListener('resize', () => {
    send({ is: 'resize' });
  });
  // A menu's key counts when the page did not take it, so the page's own listeners go first.
  window.addEventListener('keydown', (event) => {
    const { key, ctrlKey: control, metaKey: meta, altKey: alt, shiftKey: shift } = event;
    if (!control && !meta && !alt) return;
    setTimeout(() => {
      if (!event.defaultPrevented) send({ is: 'key', key, control, meta, alt, shift });
    });
  });

  const electron = { ipcRenderer, contextBridge };
  preload((name) => {
    if (name === 'electron') return electron;
    throw new Error(`module not found: ${name}`);
  });
}
