import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { onTestFinished } from 'vitest';

import type { KeyPair } from './certificates.ts';

export type ProxyServer = {
  /** As http://127.0.0.1:1234. */
  readonly address: string;
  /** What it was asked to reach, and the sign-in that came along. */
  readonly asked: { target: string; authorization: string | undefined }[];
  /** Closes every tunnel through it. */
  die(): void;
};

type Rules = {
  /** Every tunnel leads to this port of this machine. */
  readonly leadsTo?: number;
  /** Answered instead of a tunnel, head only. */
  readonly says?: (request: IncomingMessage) => string | null;
  /** Spoken to over TLS, as localhost. */
  readonly keys?: KeyPair;
};

/** A proxy played by the test, closed with it. */
export async function openProxyServer({ leadsTo = 1, says, keys }: Rules): Promise<ProxyServer> {
  const asked: ProxyServer['asked'] = [];
  const sockets = new Set<Socket>();
  const server = keys ? createSecureServer(keys) : createServer();
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push({
      target: request.url ?? '',
      authorization: request.headers['proxy-authorization'],
    });
    sockets.add(socket);
    socket.on('error', () => undefined);
    const no = says?.(request) ?? null;
    if (no !== null) {
      socket.end(`${no}\r\n\r\n`);
      return;
    }
    const further = connect(leadsTo, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(further).pipe(socket);
    });
    sockets.add(further);
    further.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    address: `${keys ? 'https://localhost' : 'http://127.0.0.1'}:${String((server.address() as AddressInfo).port)}`,
    asked,
    die: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
