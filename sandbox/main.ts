import { parentPort, workerData, type MessagePort } from 'node:worker_threads';

import { listen } from './server/access-check.ts';

if (parentPort) await runAsThread(parentPort);
else await import('./bank/program.ts').then(({ runAlone }) => runAlone());

/**
 * Takes its options from `workerData` and posts `{ baseUrl }` as soon as it listens. The bank itself is loaded and created at the first
 * call: before that it would only take processor time from the starting desk. Ends on the message `close`.
 */
async function runAsThread(port: MessagePort): Promise<void> {
  const listener = await listen(0);
  const closeRequest = closing(port);
  port.postMessage({ baseUrl: listener.baseUrl });
  const isCalled = await Promise.race([
    listener.knocked.then(() => true),
    closeRequest.then(() => false),
  ]);
  // A bank without a call has nothing to save.
  if (!isCalled) process.exit(0);
  const { playBehind } = await import('./bank/program.ts');
  await playBehind(listener, closeRequest, workerData);
}

function closing(port: MessagePort): Promise<null> {
  return new Promise((resolve) => {
    port.on('message', (message: unknown) => {
      if (message === 'close') resolve(null);
    });
  });
}
