import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

import { onTestFinished } from 'vitest';

/**
 * What becomes of a call. cut-before: it does not reach the server, and the connection breaks · answer-lost: the server has done it, its
 * answer is lost, and the connection breaks · answer-held: the server has done it, and its answer never comes · cut-after: the desk has
 * its answer, then the line is cut.
 */
type Fate = 'cut-before' | 'answer-lost' | 'answer-held' | 'cut-after';

type Watch = {
  readonly text: string;
  readonly fate: Fate | 'waits';
  /** The call waits for it on its way to the server. */
  readonly until: Promise<unknown>;
  readonly done: () => void;
};

/** A line between desks and a PostgreSQL server on this machine, which loses what a test says. It reads no TLS. */
export type LosingLine = {
  readonly port: number;
  /** Every connection breaks, and new ones break at once. */
  cut(): void;
  restore(): void;
  /** Has every message of a desk wait. */
  delay(ms: number): void;
  /** Deals so with the next call of a function of the record. Resolves when that has happened. */
  next(name: string, fate: Fate): Promise<void>;
  /** Holds the next call of a function back. `reached` resolves when it is made; `release` lets it go on. */
  hold(name: string): { readonly reached: Promise<unknown>; readonly release: () => void };
};

/** ReadyForQuery: the server has done what it was asked, and committed it. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5]);

export async function losingLine(serverPort: number): Promise<LosingLine> {
  const open = new Set<Socket>();
  const watches: Watch[] = [];
  let isCut = false;
  let delayMs = 0;
  const cut = (): void => {
    isCut = true;
    for (const socket of [...open]) socket.destroy();
  };
  const watchIn = (asked: Buffer): Watch | null => {
    const at = watches.findIndex(({ text }) => asked.includes(text));
    return at < 0 ? null : (watches.splice(at, 1)[0] ?? null);
  };

  /** Carries both ways; a call that is watched for meets its fate. */
  function carry(near: Socket, far: Socket): void {
    let met: Watch | null = null;
    let answer = Buffer.alloc(0);
    let inOrder: Promise<unknown> = Promise.resolve();
    near.on('data', (asked: Buffer) => {
      const watch = watchIn(asked);
      if (watch !== null && watch.fate !== 'waits') met = watch;
      if (watch?.fate === 'cut-before') near.destroy();
      if (watch?.fate === 'cut-before' || watch?.fate === 'waits') watch.done();
      if (watch?.fate === 'cut-before') return;
      inOrder = inOrder.then(() => (delayMs > 0 ? setTimeout(delayMs) : watch?.until));
      void inOrder.then(() => far.write(asked));
    });
    far.on('data', (answered: Buffer) => {
      if (met === null || met.fate === 'cut-after') near.write(answered);
      if (met === null) return;
      answer = Buffer.concat([answer, answered]);
      if (!answer.includes(ready)) return;
      if (met.fate === 'answer-lost') near.destroy();
      if (met.fate === 'cut-after') near.end(cut);
      met.done();
    });
  }

  const listener = createServer((near) => {
    if (isCut) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(serverPort, '127.0.0.1');
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
    }
    carry(near, far);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => {
    cut();
    listener.close();
  });
  const watch = (name: string, rest: Omit<Watch, 'text'>): void => {
    watches.push({ text: `nostro.${name}(`, ...rest });
  };
  return {
    port: (listener.address() as AddressInfo).port,
    cut,
    restore: () => {
      isCut = false;
    },
    delay: (ms) => {
      delayMs = ms;
    },
    next: (name, fate) =>
      new Promise((done) => {
        watch(name, { fate, until: Promise.resolve(), done });
      }),
    hold: (name) => {
      const [reached, until] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
      const done = (): void => reached.resolve(null);
      watch(name, { fate: 'waits', until: until.promise, done });
      return {
        reached: reached.promise,
        release: () => {
          until.resolve(null);
        },
      };
    },
  };
}
