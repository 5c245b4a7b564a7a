/** Node and Chromium have it; the types available to this folder do not. */
const { crypto } = globalThis as unknown as {
  readonly crypto: { readonly getRandomValues: (bytes: Uint8Array) => Uint8Array };
};

/**
 * A new reference of a submission: a UUID of version 7 without its hyphens. It sorts by the time it was made, and its
 * 32 characters fit where payment messages allow 35. `nowMs` is milliseconds since 1970.
 */
export function newReference(nowMs: number = Date.now()): string {
  const bytes = new Uint8Array(16);
  crypto.getRandomValues(bytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Math.floor(nowMs / 0x1_0000));
  view.setUint16(4, nowMs % 0x1_0000);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
