import type { Readable, Writable } from 'node:stream';

/** One message of the DevTools protocol. */
type Message = {
  id?: number;
  method?: string;
  params?: object;
  sessionId?: string;
  result?: object;
  error?: { message: string };
};
type Settle = { resolve: (result: object) => void; reject: (cause: Error) => void };

/** The events that the host listens to, and what it reads of each. */
type Events = {
  'Fetch.requestPaused': {
    requestId: string;
    request: { url: string; method: string; headers: Record<string, string> };
    frameId?: string;
    resourceType: string;
    redirectedRequestId?: string;
  };
  'Inspector.targetCrashed': object;
  'Page.domContentEventFired': object;
  'Page.frameAttached': { frameId: string; parentFrameId: string };
  'Page.frameDetached': { frameId: string; reason: string };
  'Page.frameNavigated': { frame: { id: string; url: string } };
  'Page.frameStoppedLoading': { frameId: string };
  'Page.loadEventFired': object;
  'Page.windowOpen': { url: string; windowName: string };
  'Runtime.bindingCalled': { payload: string; executionContextId: number };
  'Runtime.executionContextCreated': {
    context: { id: number; name: string; auxData: { frameId: string } };
  };
  'Runtime.executionContextsCleared': object;
  'Target.targetDestroyed': { targetId: string };
};
export type EventParams<E extends keyof Events> = Events[E];
export type EventName = keyof Events;
type Listener<E extends keyof Events> = (params: Events[E], sessionId: string | undefined) => void;
type AnyListener = (params: never, sessionId: string | undefined) => void;

/** The DevTools protocol over Chromium's pipe. When this end closes, as after kill -9, Chromium ends itself. */
export type DevTools = {
  send<T = object>(method: string, params?: object, sessionId?: string): Promise<T>;
  on<E extends keyof Events>(event: E, listener: Listener<E>): void;
  onClosed(listener: () => void): void;
};

export function connectDevTools(input: Writable, output: Readable): DevTools {
  const waiting = new Map<number, Settle>();
  const listeners = new Map<string, AnyListener[]>();
  const closed: (() => void)[] = [];
  let lastId = 0;
  let isOpen = true;

  const settle = (id: number, message: Message): void => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (message.error) call?.reject(new Error(message.error.message));
    else call?.resolve(message.result ?? {});
  };
  const receive = (message: Message): void => {
    if (message.id !== undefined) settle(message.id, message);
    for (const listener of listeners.get(message.method ?? '') ?? [])
      listener((message.params ?? {}) as never, message.sessionId);
  };
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    for (const call of waiting.values()) call.reject(new Error('Chromium has ended'));
    waiting.clear();
    for (const listener of closed) listener();
  };

  readMessages(output, receive);
  output.on('close', close);
  input.on('error', close);
  return {
    send: <T>(method: string, params: object = {}, sessionId?: string) =>
      new Promise<T>((resolve, reject) => {
        if (!isOpen) {
          reject(new Error('Chromium has ended'));
          return;
        }
        const id = ++lastId;
        waiting.set(id, { resolve: resolve as Settle['resolve'], reject });
        input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      }),
    on: (event, listener) => {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    },
    onClosed: (listener) => {
      closed.push(listener);
    },
  };
}

/** Messages end with NUL; one may come in many pieces. */
function readMessages(output: Readable, receive: (message: Message) => void): void {
  let pieces: string[] = [];
  output.setEncoding('utf8');
  output.on('data', (chunk: string) => {
    const parts = chunk.split('\0');
    for (const part of parts.slice(0, -1)) {
      receive(JSON.parse([...pieces, part].join('')) as Message);
      pieces = [];
    }
    pieces.push(parts.at(-1) ?? '');
  });
}
