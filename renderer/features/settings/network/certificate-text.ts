/** The first byte of a certificate that is not text, as Windows saves it. */
const binaryBegin = 0x30;
const lineLength = 64;

/** A dropped certificate as PEM text: text stays as it is, a binary one is written out. */
export function pemOf(bytes: Uint8Array): string {
  if (bytes[0] !== binaryBegin) return new TextDecoder().decode(bytes);
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const lines = text.match(new RegExp(`.{1,${String(lineLength)}}`, 'g')) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
