import { createServer, request as forward, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Header = { readonly name: string; readonly value: string };

/** One entry of a HAR 1.2 file. */
export type HarEntry = {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly headers: readonly Header[];
    readonly queryString: readonly Header[];
    readonly cookies: readonly [];
    readonly headersSize: -1;
    readonly bodySize: number;
    readonly postData?: { readonly mimeType: string; readonly text: string };
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: readonly Header[];
    readonly content: { readonly size: number; readonly mimeType: string; readonly text: string };
  };
};

export type RecordingProxy = {
  readonly url: string;
  readonly entries: HarEntry[];
  /** Everything so far as a HAR 1.2 file. */
  har(): string;
  /** The bank takes the next request for one of a session that ended. */
  endSession(): void;
  close(): Promise<void>;
};

/** Stands between a client and a bank of the tests, passes everything on as it is, and writes it down as browsers and proxies do. */
export async function startRecordingProxy(bankUrl: string): Promise<RecordingProxy> {
  const entries: HarEntry[] = [];
  let ends = false;
  const server = createServer((asked, answer) => {
    void bytesOf(asked).then((body) => {
      const { method = 'GET', url: path = '/', headers } = asked;
      const isEnded = ends && headers.authorization !== undefined;
      if (isEnded) ends = false;
      const passed = isEnded
        ? { ...headers, authorization: 'Bearer of-a-session-that-ended' }
        : headers;
      const onward = forward(new URL(path, bankUrl), { method, headers: passed }, (received) => {
        void bytesOf(received).then((bytes) => {
          entries.push(
            entryOf({ asked, body: body.toString(), url: `${url()}${path}` }, received, bytes),
          );
          answer.writeHead(received.statusCode ?? 502, received.headers).end(bytes);
        });
      });
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = (): string => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const address = url();
  return {
    url: address,
    entries,
    har: () =>
      JSON.stringify({
        log: { version: '1.2', creator: { name: 'proxy', version: '1' }, entries },
      }),
    endSession: () => {
      ends = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

type Sent = { readonly asked: IncomingMessage; readonly body: string; readonly url: string };

function entryOf({ asked, body, url }: Sent, received: IncomingMessage, bytes: Buffer): HarEntry {
  const mimeType = asked.headers['content-type'] ?? '';
  return {
    startedDateTime: new Date().toISOString(),
    time: 1,
    request: {
      method: asked.method ?? 'GET',
      url,
      httpVersion: 'HTTP/1.1',
      headers: headersOf(asked),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      cookies: [],
      headersSize: -1,
      bodySize: body.length,
      ...(body === '' ? {} : { postData: { mimeType, text: body } }),
    },
    response: {
      status: received.statusCode ?? 0,
      statusText: received.statusMessage ?? '',
      headers: headersOf(received),
      content: {
        size: bytes.length,
        mimeType: received.headers['content-type'] ?? '',
        text: bytes.toString(),
      },
    },
  };
}

function headersOf({ rawHeaders }: IncomingMessage): Header[] {
  return rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [{ name, value: rawHeaders[at + 1] ?? '' }] : [],
  );
}
