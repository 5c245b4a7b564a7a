import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net';

import { onTestFinished } from 'vitest';

/** A request as it arrived, for tests to look at. */
export type ReceivedRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

export type SandboxBank = {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** Requests of one path. */
  asked(path: string): ReceivedRequest[];
};

type Handler = (
  received: ReceivedRequest,
  response: ServerResponse,
  request: IncomingMessage,
) => void | Promise<void>;

/** A small HTTP server played by the test; it is closed with the test. */
export async function playBank(handler: Handler): Promise<SandboxBank> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const entry = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('latin1'),
      };
      requests.push(entry);
      void handler(entry, response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests,
    asked: (path) => requests.filter(({ url }) => url.startsWith(path)),
  };
}

/** A server that speaks raw bytes after the request's head arrived. */
export async function playSocket(
  speak: (socket: Socket, head: string) => void,
): Promise<{ url: string; connections: () => number }> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let head = '';
    let spoken = false;
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1');
      if (spoken || !head.includes('\r\n\r\n')) return;
      spoken = true;
      speak(socket, head);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    connections: () => connections,
  };
}

export function answerJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
