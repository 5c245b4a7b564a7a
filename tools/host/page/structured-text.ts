/**
 * Structured clone as text, for the line between the page's isolated world and the host: it carries what Electron's IPC carries (bytes,
 * dates, maps, bigints, undefined, cycles) and refuses what Electron refuses. Both functions are self-contained, because their source also
 * runs inside the page.
 */
type Base64 = { from(text: string): Uint8Array; to(bytes: Uint8Array): string };

/** Throws a DataCloneError for functions, promises and the like, as Electron does. */
export function encode(value: unknown, base64: Base64): string {
  const seen = new Map<object, number>();
  const views = ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array'];
  const wide = ['Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array'];
  const viewNames = new Set([...views, ...wide, 'BigUint64Array', 'DataView']);

  const primitive = (item: unknown): unknown => {
    if (typeof item === 'number' && (!Number.isFinite(item) || Object.is(item, -0)))
      return ['n', Object.is(item, -0) ? '-0' : String(item)];
    if (typeof item === 'bigint') return ['b', String(item)];
    return item === undefined ? ['u'] : item;
  };
  const bytesOf = (item: ArrayBuffer | ArrayBufferView): Uint8Array =>
    ArrayBuffer.isView(item)
      ? new Uint8Array(item.buffer, item.byteOffset, item.byteLength)
      : new Uint8Array(item);
  const composite = (item: object): unknown => {
    const kind = Object.prototype.toString.call(item).slice(8, -1);
    if (kind === 'ArrayBuffer' || viewNames.has(kind))
      return ['y', kind, base64.to(bytesOf(item as ArrayBuffer))];
    if (item instanceof Date) return ['d', primitive(item.getTime())];
    if (item instanceof Error) return ['e', item.name, item.message];
    if (Array.isArray(item)) return ['a', item.map(walk)];
    if (item instanceof Map) return ['m', [...item].map(([key, part]) => [walk(key), walk(part)])];
    if (item instanceof Set) return ['s', [...item].map(walk)];
    return ['o', Object.entries(item).map(([key, part]) => [key, walk(part)])];
  };
  const walk = (item: unknown): unknown => {
    if (typeof item !== 'object' || item === null) return primitive(item);
    const known = seen.get(item);
    if (known !== undefined) return ['r', known];
    seen.set(item, seen.size);
    return composite(item);
  };
  return JSON.stringify(walk(structuredClone(value)));
}

export function decode(text: string, base64: Base64): unknown {
  type Tagged = [string, ...never[]];
  const seen: unknown[] = [];
  const remember = <T>(item: T): T => {
    seen.push(item);
    return item;
  };
  const view = (kind: string, bytes: Uint8Array): unknown => {
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    if (kind === 'ArrayBuffer') return buffer;
    const make = (globalThis as unknown as Record<string, new (from: unknown) => unknown>)[kind];
    return make ? new make(buffer) : buffer;
  };
  const error = (name: string, message: string): Error =>
    Object.assign(new Error(message), { name });
  const readers: Record<string, (first: never, second: never) => unknown> = {
    n: Number,
    b: (digits: string) => BigInt(digits),
    u: () => undefined,
    r: (index: number) => seen[index],
    y: (kind: string, content: string) => remember(view(kind, base64.from(content))),
    d: (time: unknown) => remember(new Date(walk(time) as number)),
    e: (name: string, message: string) => remember(error(name, message)),
    a: (parts: unknown[]) => fill(remember([]), parts),
    m: (pairs: [unknown, unknown][]) => {
      const map = remember(new Map());
      for (const [key, part] of pairs) map.set(walk(key), walk(part));
      return map;
    },
    s: (parts: unknown[]) => {
      const set = remember(new Set());
      for (const part of parts) set.add(walk(part));
      return set;
    },
    o: (entries: [string, unknown][]) => {
      const object = remember({});
      const settings = { writable: true, enumerable: true, configurable: true };
      // Defined, not assigned: `__proto__` is a key like any other here.
      for (const [key, part] of entries)
        Object.defineProperty(object, key, { ...settings, value: walk(part) });
      return object;
    },
  };
  const fill = (list: unknown[], parts: unknown[]): unknown[] => {
    for (const part of parts) list.push(walk(part));
    return list;
  };
  const walk = (item: unknown): unknown => {
    if (!Array.isArray(item)) return item;
    const [tag, first, second] = item as Tagged;
    return readers[tag]?.(first as never, second as never);
  };
  return walk(JSON.parse(text));
}
