import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';

/** What a bank of the tests is asked. */
export type BankRequest = {
  readonly method: string;
  /** Below the bank's address. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The JSON body; numbers as JavaScript reads them, `text` as they came. Empty for any other. */
  readonly body: Record<string, unknown>;
  readonly text: string;
  /** The name in the client certificate that was shown; empty where none was. */
  readonly shown: string;
};

/** A part of a form of several parts; `fileName` is the file's, where it is one. */
type FormPart = { readonly name: string; readonly fileName?: string; readonly text: string };

/** The parts of multipart/form-data, in their order; read by its rules, not by the desk's. */
export function formParts({ headers, text }: BankRequest): FormPart[] {
  const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n');
      const fileName = /filename="([^"]*)"/.exec(head)?.[1];
      return {
        name: /[ ;]name="([^"]*)"/.exec(head)?.[1] ?? '',
        ...(fileName === undefined ? {} : { fileName }),
        text: rest.join('\r\n\r\n').replace(/\r\n$/, ''),
      };
    });
}

/** What it answers; 200 and JSON where nothing else is said. */
export type BankAnswer = {
  readonly status?: number;
  readonly body: unknown;
  /** Sent instead of the body, as it stands. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** none: the connection is closed without a word; cut: in the middle of the answer. */
  readonly ends?: 'none' | 'cut';
};

export type RunningBank = {
  readonly baseUrl: string;
  /** Every request so far, as `GET /path`. */
  readonly requests: string[];
  close(): Promise<void>;
};

/** A bank that a desk knows by its file. */
export type FiledBank = RunningBank & {
  readonly bankFile: string;
  readonly credentials: Readonly<Record<string, string>>;
};

/** Serves one function as a bank on a port of this machine, a free one for 0; over TLS, as localhost, where `tls` says how. */
export async function serveBank(
  answer: (asked: BankRequest) => BankAnswer,
  tls?: ServerOptions,
  port = 0,
): Promise<RunningBank> {
  const requests: string[] = [];
  const receive = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const url = new URL(request.url ?? '/', 'http://bank');
      const method = request.method ?? '';
      requests.push(`${method} ${url.pathname}`);
      const answered = answer({
        method,
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: isJson(request.headers) ? (JSON.parse(text) as Record<string, unknown>) : {},
        text,
        shown: shownBy(request),
      });
      send(response, answered);
    });
  };
  const server = tls ? createSecureServer(tls, receive) : createServer(receive);
  // A caller without a certificate is disconnected; the server goes on.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    baseUrl: `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${String((server.address() as AddressInfo).port)}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function shownBy({ socket }: IncomingMessage): string {
  const { subject } = socket instanceof TLSSocket ? socket.getPeerCertificate() : {};
  return [subject?.CN ?? ''].flat().join();
}

const isJson = (headers: IncomingHttpHeaders): boolean =>
  (headers['content-type'] ?? '').startsWith('application/json');

function send(
  response: ServerResponse,
  { status = 200, body, text, headers, ends }: BankAnswer,
): void {
  if (ends === 'none') {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(text ?? JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    ...headers,
  });
  if (ends === 'cut')
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
  else response.end(bytes);
}

/** A number in JSON, digit by digit as given; the type library does not know the function yet. */
export const exactly = (text: string): object =>
  (JSON as unknown as { rawJSON(text: string): object }).rawJSON(text);
