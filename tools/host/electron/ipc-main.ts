import type { IpcMain } from 'electron';

import { decode, encode } from '../page/structured-text.ts';
import type { HostMessage, PageMessage } from '../page/isolated-world.ts';

type Handler = (event: never, ...args: unknown[]) => unknown;
type Invocation = Extract<PageMessage, { is: 'invoke' }>;

export const nodeBase64 = {
  from: (text: string): Uint8Array => Buffer.from(text, 'base64'),
  to: (bytes: Uint8Array): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
};

class HostIpcMain {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, listener: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, listener);
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** Answers one `ipcRenderer.invoke`, with the words Electron has for what goes wrong. */
  async answer(event: object, { id, channel, args }: Invocation): Promise<HostMessage> {
    try {
      const handler = this.#handlers.get(channel);
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      const value = await handler(event as never, ...(decode(args, nodeBase64) as unknown[]));
      return { is: 'answer', id, value: encode(value, nodeBase64) };
    } catch (cause) {
      const message = `Error invoking remote method '${channel}': ${String(cause)}`;
      return { is: 'refusal', id, message };
    }
  }
}

export const ipcMain = new HostIpcMain() satisfies Pick<IpcMain, 'removeHandler'> & {
  handle: (...args: Parameters<IpcMain['handle']>) => void;
};
