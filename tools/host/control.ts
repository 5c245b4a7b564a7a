import type { EventEmitter } from 'node:events';

import { answerQuestion, answerSaveDialog } from './electron/dialog.ts';
import { powerMonitor, type PowerEvent } from './electron/power-monitor.ts';
import { machine } from './machine.ts';

/** What a test says to the host that it started. */
export type DriverWord =
  | { say: 'saveAs'; path: string | null }
  | { say: 'answer'; yes: boolean }
  | { say: 'power'; event: PowerEvent }
  | { say: 'quit' };
/** What the host says to the test: the page is there. */
export type HostReady = { endpoint: string; profileDir: string; browserPid: number };

type Quitting = EventEmitter & { quit(): void };

/** Tells the driver when the first page has loaded, and does what it says. Without a driver it does nothing. */
export function listenToDriver(app: Quitting): void {
  if (!process.send) return;
  app.once('web-contents-created', (_event: object, contents: EventEmitter) => {
    contents.once('did-stop-loading', () => void announceReady());
  });
  process.on('message', (word: DriverWord) => {
    if (word.say === 'saveAs') answerSaveDialog(word.path);
    else if (word.say === 'answer') answerQuestion(word.yes);
    else if (word.say === 'power') powerMonitor.emit(word.event);
    else app.quit();
    process.send?.('heard');
  });
  // A driver that went away leaves nobody to close the window.
  process.on('disconnect', () => {
    app.quit();
  });
}

async function announceReady(): Promise<void> {
  const { endpoint, profileDir, pid: browserPid } = await machine().chromium;
  const ready: HostReady = { endpoint: (await endpoint) ?? '', profileDir, browserPid };
  process.send?.(ready);
}
