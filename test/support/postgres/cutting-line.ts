import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { onTestFinished } from 'vitest';

/**
 * open: bytes go both ways · held: none goes · unanswered: only those to the server · cut: connections are broken, and new ones break
 * at once.
 */
type LineState = 'open' | 'held' | 'unanswered' | 'cut';

/** A line between a desk and a server on this machine, which a test breaks. */
export type CuttingLine = {
  readonly port: number;
  /** Connections that were tried so far. */
  readonly tried: number;
  become(state: LineState): void;
  /** Changes the server's bytes from now on; null leaves them. */
  rewrite(change: ((bytes: Buffer) => Buffer) | null): void;
};

export async function cuttingLine(serverPort: number): Promise<CuttingLine> {
  const sockets = new Set<Socket>();
  let state: LineState = 'open';
  let change: ((bytes: Buffer) => Buffer) | null = null;
  let tried = 0;
  // A held line does not pass on the end of a connection either, and answers none.
  const listener = createServer({ allowHalfOpen: true }, (near) => {
    tried += 1;
    if (state === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect({ port: serverPort, host: '127.0.0.1', allowHalfOpen: true });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('end', () => {
        if (state === 'open') other.end();
      });
      one.on('close', () => {
        sockets.delete(one);
        if (state !== 'held' && state !== 'unanswered') other.destroy();
      });
    }
    near.on('data', (bytes: Buffer) => {
      if (state !== 'held') far.write(bytes);
    });
    far.on('data', (bytes: Buffer) => {
      if (state === 'open') near.write(change?.(bytes) ?? bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const become = (next: LineState): void => {
    state = next;
    if (state === 'cut') for (const socket of [...sockets]) socket.destroy();
  };
  onTestFinished(() => {
    become('cut');
    listener.close();
  });
  return {
    port: (listener.address() as AddressInfo).port,
    get tried() {
      return tried;
    },
    become,
    rewrite: (next) => {
      change = next;
    },
  };
}
