import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

import { onTestFinished } from 'vitest';

export type CuttableLine = {
  readonly url: string;
  /** Connections that were tried so far, also while it was cut. */
  readonly tried: number;
  /** From now on every connection breaks at once, and those that are open break too. */
  cut(): void;
  restore(): void;
};

/** A line between a desk and a bank on this machine, which a test cuts and restores. */
export async function cuttableLine(bankUrl: string): Promise<CuttableLine> {
  const port = Number(new URL(bankUrl).port);
  const open = new Set<Socket>();
  let isCut = false;
  let tried = 0;
  const server = createServer((near) => {
    tried += 1;
    if (isCut) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    isCut = true;
    for (const socket of [...open]) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    get tried() {
      return tried;
    },
    cut,
    restore: () => void (isCut = false),
  };
}
