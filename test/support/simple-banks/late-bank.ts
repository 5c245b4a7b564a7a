import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * A sandbox that reports its address only once the desk holds its journal, and answers no request. It ends on
 * the message `close`.
 */
const { statePath } = workerData as { statePath: string };
const held = join(dirname(dirname(statePath)), 'banks/sandbox/writer.json');

const server = createServer(() => undefined);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  const looking = setInterval(() => {
    if (!existsSync(held)) return;
    clearInterval(looking);
    parentPort?.postMessage({ baseUrl: `http://127.0.0.1:${String(port)}` });
  }, 5);
});
parentPort?.on('message', () => process.exit(0));
