/**
 * Chromium alone knows no scheme of our own, so `desk://app` is `https://app.desk.invalid` there: an origin that exists
 * nowhere (`.invalid` never resolves), answered by the program's own protocol handler. The program sees only `desk://`.
 */
const inBrowser = /^https:\/\/([a-z0-9.-]+?)\.([a-z]+)\.invalid(?=[/?#]|$)/;
const inProgram = /^([a-z]+):\/\/([a-z0-9.-]+)(?=[/?#]|$)/;
const ordinary = new Set(['http', 'https', 'file', 'ws', 'wss', 'ftp', 'devtools', 'chrome']);

/** `https://app.desk.invalid/x` -> `desk://app/x`; everything else unchanged. */
export function toProgram(address: string): string {
  const [whole, host, scheme] = inBrowser.exec(address) ?? [];
  return whole === undefined ? address : `${scheme}://${host}${address.slice(whole.length)}`;
}

/** `desk://app/x` -> `https://app.desk.invalid/x`; everything else unchanged. */
export function toBrowser(address: string): string {
  const [whole, scheme, host] = inProgram.exec(address) ?? [];
  if (whole === undefined || ordinary.has(scheme ?? '')) return address;
  return `https://${host}.${scheme}.invalid${address.slice(whole.length)}`;
}
