/**
 * One end of the line between the page's own world and the isolated world, with the rules of Electron's contextBridge: functions and
 * promises are proxied, everything else is copied, prototypes are lost, symbols and cycles are refused. The two ends meet on an element
 * that is in no document, so that the page never holds it. Calls are synchronous. The function is self-contained, because its source runs
 * inside the page.
 */
type Packed =
  | { is: 'value'; value: unknown }
  | { is: 'list'; parts: Packed[] }
  | { is: 'record'; parts: [string, Packed][] }
  | { is: 'function'; id: number }
  | { is: 'promise'; id: number };

type Packet =
  | { is: 'expose'; key: string; api: Packed }
  | { is: 'call'; id: number; args: Packed[] }
  | { is: 'answer'; value: Packed }
  | { is: 'settled'; id: number; ok: boolean; value: Packed }
  | { is: 'thrown'; message: string };

export type BridgeEnd = {
  pack(value: unknown): Packed;
  send(packet: Packet): void;
};

export function bridgeEnd(
  line: EventTarget,
  names: { incoming: string; outgoing: string },
  onExpose: (key: string, api: unknown) => void,
): BridgeEnd {
  type Callable = (...args: unknown[]) => unknown;
  const deepest = 100;
  const held = new Map<number, Callable>();
  const waiting = new Map<number, { resolve: Callable; reject: Callable }>();
  let lastId = 0;
  let answer: Packet | undefined;

  const send = (packet: Packet): void => {
    line.dispatchEvent(new CustomEvent(names.outgoing, { detail: packet }));
  };
  const wordsOf = (cause: unknown): string =>
    cause instanceof Error ? cause.message : String(cause);
  const settle = (id: number, ok: boolean, value: unknown): void => {
    send({ is: 'settled', id, ok, value: pack(value) });
  };

  const packPromise = (promise: Promise<unknown>): Packed => {
    const id = ++lastId;
    promise.then(
      (value) => {
        settle(id, true, value);
      },
      (cause: unknown) => {
        settle(id, false, wordsOf(cause));
      },
    );
    return { is: 'promise', id };
  };
  const packFunction = (fn: Callable): Packed => {
    held.set(++lastId, fn);
    return { is: 'function', id: lastId };
  };
  const isRecord = (value: object): boolean =>
    Object.prototype.toString.call(value) === '[object Object]';
  const pack = (value: unknown, depth = 0): Packed => {
    if (depth > deepest) throw new TypeError('nested too deeply to cross the context bridge');
    if (typeof value === 'function') return packFunction(value as Callable);
    if (typeof value !== 'object' || value === null)
      return { is: 'value', value: structuredClone(value) };
    if (value instanceof Promise) return packPromise(value);
    if (Array.isArray(value))
      return { is: 'list', parts: value.map((part) => pack(part, depth + 1)) };
    if (!isRecord(value)) return { is: 'value', value: structuredClone(value) };
    const parts = Object.entries(value).map(([key, part]): [string, Packed] => [
      key,
      pack(part, depth + 1),
    ]);
    return { is: 'record', parts };
  };

  const call = (id: number, args: unknown[]): unknown => {
    answer = undefined;
    send({ is: 'call', id, args: args.map((arg) => pack(arg)) });
    const response = answer as Packet | undefined;
    if (response?.is === 'answer') return unpack(response.value);
    throw new Error(response?.is === 'thrown' ? response.message : 'the bridge did not answer');
  };
  const unpack = (packed: Packed): unknown => {
    if (packed.is === 'value') return packed.value;
    if (packed.is === 'list') return packed.parts.map(unpack);
    if (packed.is === 'function') return (...args: unknown[]) => call(packed.id, args);
    if (packed.is === 'promise')
      return new Promise((resolve, reject) => waiting.set(packed.id, { resolve, reject }));
    const record = {};
    const settings = { writable: true, enumerable: true, configurable: true };
    for (const [key, part] of packed.parts)
      Object.defineProperty(record, key, { ...settings, value: unpack(part) });
    return record;
  };

  const run = (id: number, args: Packed[]): Packet => {
    try {
      return { is: 'answer', value: pack(held.get(id)?.(...args.map(unpack))) };
    } catch (cause) {
      return { is: 'thrown', message: wordsOf(cause) };
    }
  };
  const receive = (packet: Packet): void => {
    if (packet.is === 'expose') onExpose(packet.key, unpack(packet.api));
    else if (packet.is === 'call') send(run(packet.id, packet.args));
    else if (packet.is === 'settled') {
      const promise = waiting.get(packet.id);
      waiting.delete(packet.id);
      if (packet.ok) promise?.resolve(unpack(packet.value));
      else promise?.reject(new Error(String(unpack(packet.value))));
    } else answer = packet;
  };
  line.addEventListener(names.incoming, (event) => {
    receive((event as CustomEvent<Packet>).detail);
  });
  return { pack, send };
}
