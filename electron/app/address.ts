/** The window's own scheme and the one origin that it may ever show. */
export const appScheme = 'desk';
export const appOrigin = `${appScheme}://app`;
export const startAddress = `${appOrigin}/index.html`;

/** Whether an address is one of our own files. Checks the parsed address, so that `desk://app@evil` and `desk://app.evil` fail. */
export function isAppAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === `${appScheme}:` && url.host === 'app' && !url.username && !url.password;
}
