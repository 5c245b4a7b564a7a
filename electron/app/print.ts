import { BrowserWindow, session } from 'electron';

import { refusePermissions } from './permissions.ts';
import { pagePreferences } from './window.ts';

/** A session of its own, in memory, in which nothing but the page itself can be had. */
const printPartition = 'print';

const isThePage = (address: string): boolean => address.startsWith('data:text/html;');

let isClosed = false;

/** Once: what listens to a session stays with it. */
function closeSession(): void {
  if (isClosed) return;
  isClosed = true;
  refusePermissions(session.fromPartition(printPartition), isThePage);
}

/**
 * Draws a page of ours in a hidden, sandboxed window without script or preload, and answers it as a PDF. The window is
 * gone when this returns, whatever happened.
 */
export async function printPdf(html: string): Promise<Uint8Array> {
  closeSession();
  const window = new BrowserWindow({
    show: false,
    webPreferences: { ...pagePreferences, partition: printPartition, javascript: false },
  });
  const page = Buffer.from(html, 'utf8').toString('base64');
  return window
    .loadURL(`data:text/html;charset=utf-8;base64,${page}`)
    .then(() => window.webContents.printToPDF({ printBackground: true, preferCSSPageSize: true }))
    .finally(() => {
      window.destroy();
    });
}
