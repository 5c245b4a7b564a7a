import type { EventEmitter } from 'node:events';

import { answerQuestion, answerSaveDialog } from './electron/dialog.ts';
import { powerMonitor, type PowerEvent } from './electron/power-monitor.ts';
import { machine } from './machine.ts';

/** A message of a test to the host that it started. */
export type DriverMessage =
  | { is: 'saveAs'; path: string | null }
  | { is: 'answer'; yes: boolean }
  | { is: 'power'; event: PowerEvent }
  | { is: 'quit' };
/** The message of the host to the test: the page is there. */
export type HostReady = {
  endpoint: string;
  profileDir: string;
  browserPid: number;
  /** When the first line of the bundle ran, in ms since 1970: the host's own start is over by then. */
  mainBeganAt: number;
};

type Quitting = EventEmitter & { quit(): void };

/** Reports the first loaded page to the driver and carries out its messages. Does nothing without a driver. */
export function listenToDriver(app: Quitting, mainBeganAt: () => number): void {
  if (!process.send) return;
  app.once('web-contents-created', (_event: object, contents: EventEmitter) => {
    contents.once('did-stop-loading', () => void announceReady(mainBeganAt()));
  });
  process.on('message', (message: DriverMessage) => {
    if (message.is === 'saveAs') answerSaveDialog(message.path);
    else if (message.is === 'answer') answerQuestion(message.yes);
    else if (message.is === 'power') powerMonitor.emit(message.event);
    else app.quit();
    process.send?.('done');
  });
  // Without a driver no one else closes the window.
  process.on('disconnect', () => {
    app.quit();
  });
}

async function announceReady(mainBeganAt: number): Promise<void> {
  const { endpoint, profileDir, pid: browserPid } = await machine().chromium;
  const ready: HostReady = {
    endpoint: (await endpoint) ?? '',
    ...{ profileDir, browserPid, mainBeganAt },
  };
  process.send?.(ready);
}
