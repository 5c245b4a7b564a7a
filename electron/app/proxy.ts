import { session } from 'electron';

/** The system's proxy settings for an address, in Chromium's notation: `PROXY a:1; DIRECT`. */
export const resolveProxy = (url: string): Promise<string> =>
  session.defaultSession.resolveProxy(url);
