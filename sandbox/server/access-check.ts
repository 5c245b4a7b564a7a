import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Not imported: an import would also load all its dependencies, such as HTTP/2 and WebSockets, to name its exports. */
const { createServer } = process.getBuiltinModule('node:http');

export const loopback = '127.0.0.1';

/** An address at which a bank is served; calls before the bank is ready wait for it. */
export type Listener = {
  readonly server: Server;
  readonly baseUrl: string;
  /** Resolves at the first request. */
  readonly knocked: Promise<unknown>;
  /** Serves the waiting calls, and all that come later. */
  readonly open: (serve: RequestListener) => void;
};

/**
 * How long a connection may be idle. On a busy machine more than Node's five seconds pass between two requests, and one
 * that is sent while the server closes its connection is lost.
 */
const idleMsMax = 60_000;

/**
 * Listens on this machine's loopback address; 0 takes any free port. It needs nothing of the bank, so that its address is known long before
 * the bank is ready. Throws for a taken port.
 */
export async function listen(port: number): Promise<Listener> {
  const bank = Promise.withResolvers<RequestListener>();
  const server = createServer((request, response) => {
    void bank.promise.then((serve) => {
      serve(request, response);
    });
  });
  server.keepAliveTimeout = idleMsMax;
  const knocked = once(server, 'request');
  server.listen(port, loopback);
  await once(server, 'listening');
  const baseUrl = `http://${loopback}:${(server.address() as AddressInfo).port}`;
  return { server, baseUrl, knocked, open: bank.resolve };
}

/** Ends every connection. */
export async function shut({ server }: Listener): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
