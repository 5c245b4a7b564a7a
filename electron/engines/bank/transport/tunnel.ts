import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';

import { proxyHost, type HttpProxy } from './network.ts';

/** A fault of a proxy. Both sentences are the desk's and quote nothing from the proxy; `technical` has its address. */
export class ProxyFault extends Error {
  override name = 'ProxyFault';
  readonly kind: 'proxy-down' | 'proxy-refused' | 'unreachable';

  readonly technical: string;

  constructor(kind: ProxyFault['kind'], words: string, technical = words) {
    super(words);
    this.kind = kind;
    this.technical = technical;
  }
}

type Tunnel = {
  readonly proxy: HttpProxy;
  /** Host and port of the bank, as `bank.example:443`. */
  readonly target: string;
  readonly secureContext: () => SecureContext;
  readonly timeoutMs: number;
};

/**
 * Opens a connection to the target through the proxy, without sending anything on it. Rejects with a {@link ProxyFault}. One client
 * makes one tunnel, as it does not own the socket that it returned.
 */
export async function tunnelThrough(tunnel: Tunnel): Promise<Socket> {
  const { proxy, target, secureContext, timeoutMs } = tunnel;
  const { buildConnector, Client } = await import('./undici.ts');
  const host = proxyHost(proxy.address);
  const connect = buildConnector({
    allowH2: false,
    secureContext: secureContext(),
    timeout: timeoutMs,
    // Set explicitly: an environment variable must not switch the check off.
    rejectUnauthorized: true,
  });
  const client = new Client(proxy.address, {
    // `servername` is the bank's name, but the certificate is the proxy's, with the proxy's own name.
    connect: ({ servername: _bank, ...place }, callback) => {
      connect(place, callback);
    },
  });
  const inTime = AbortSignal.timeout(timeoutMs);
  const headers = { host: target, ...authorizationOf(proxy) };
  const answer = await client
    .connect({ path: target, headers, signal: inTime })
    .catch((cause: unknown) => {
      const why = inTime.aborted ? 'in time' : `(${codeOf(cause)})`;
      throw new ProxyFault(
        'proxy-down',
        `The proxy does not answer${inTime.aborted ? ' in time' : ''}.`,
        `The proxy ${host} does not answer ${why}.`,
      );
    })
    .finally(() => {
      void client.destroy();
    });
  const socket = answer.socket as Socket;
  if (answer.statusCode === 200) return socket;
  socket.on('error', () => undefined).destroy();
  throw refusal(answer, proxy, { host, target });
}

/** Node's own error code; undici's codes mean only that no answer came. */
function codeOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'UND_ERR';
  return code.startsWith('UND_ERR') ? 'no answer' : code;
}

function authorizationOf({ username, password }: HttpProxy): Record<string, string> {
  if (username === null) return {};
  const pair = Buffer.from(`${username}:${password ?? ''}`).toString('base64');
  return { 'proxy-authorization': `Basic ${pair}` };
}

type Answer = { readonly statusCode: number; readonly headers: IncomingHttpHeaders };

function refusal(
  { statusCode, headers }: Answer,
  { username }: HttpProxy,
  { host, target }: { host: string; target: string },
): ProxyFault {
  if (statusCode >= 500)
    return new ProxyFault(
      'unreachable',
      `No connection to the bank: the proxy does not reach it (${String(statusCode)}).`,
      `No connection to ${target}: the proxy ${host} does not reach it (${String(statusCode)}).`,
    );
  if (statusCode !== 407)
    return new ProxyFault(
      'proxy-refused',
      `The proxy refuses the connection to the bank (${String(statusCode)}).`,
      `The proxy ${host} refuses the connection to ${target} (${String(statusCode)}).`,
    );
  const wanted = [headers['proxy-authenticate'] ?? []].flat().join(', ');
  const sentence =
    wanted !== '' && !/\bbasic\b/i.test(wanted)
      ? `requires a kind of sign-in that Nostro does not support; it supports user name and password (407).`
      : username === null
        ? 'asks for a user name and a password (407).'
        : 'does not accept this user name and password (407).';
  return new ProxyFault('proxy-refused', `The proxy ${sentence}`, `The proxy ${host} ${sentence}`);
}
