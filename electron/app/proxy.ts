import { session } from 'electron';

/** What the system has set up for an address, as Chromium would go: `PROXY a:1; DIRECT`. */
export const resolveProxy = (url: string): Promise<string> =>
  session.defaultSession.resolveProxy(url);
