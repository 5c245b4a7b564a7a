import type { MessagePort } from 'node:worker_threads';

import { startSandbox } from '../../../sandbox/bank/sandbox.ts';
import { listen, shut } from '../../../sandbox/server/access-check.ts';
import { smallBankEntries } from './small-bank-entries.ts';
import type { InPlace } from '../setup/in-place.ts';

/** As long as the sandbox's own program waits for those who are at work at the bank. */
const guestsPatienceMs = 20_000;

/** Does what sandbox/main.ts does in a thread of its own; ends only on request. */
export const bankInPlace: InPlace = (port, data) => {
  void play(port, data as { readonly statePath: string })
    // As a thread that broke: it ends, and does not answer.
    .catch(() => undefined)
    .finally(() => {
      port.close();
    });
  return () => undefined;
};

async function play(port: MessagePort, { statePath }: { readonly statePath: string }) {
  const listener = await listen(0);
  const asked = new Promise<false>((resolve) => {
    port.once('message', () => {
      resolve(false);
    });
  });
  port.postMessage({ baseUrl: listener.baseUrl });
  try {
    const isCalled = await Promise.race([listener.knocked.then(() => true), asked]);
    if (!isCalled) return;
    const bank = await startSandbox({ entries: smallBankEntries, statePath, listener });
    await asked;
    await bank.guestsGone(guestsPatienceMs);
    await bank.close();
  } finally {
    if (listener.server.listening) await shut(listener);
  }
}
