import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { connect as secureConnect, type SecureContext } from 'node:tls';

import { proxyHost, type HttpProxy } from './network.ts';

/** A proxy that is in the way. `words` is a sentence of ours: nothing that the proxy said stands in it. */
export class ProxyFault extends Error {
  override name = 'ProxyFault';
  readonly kind: 'proxy-down' | 'proxy-refused' | 'unreachable';

  constructor(kind: ProxyFault['kind'], words: string) {
    super(words);
    this.kind = kind;
  }
}

type Tunnel = {
  readonly proxy: HttpProxy;
  /** Host and port of the bank, as `bank.example:443`. */
  readonly target: string;
  readonly secureContext: () => SecureContext;
  readonly timeoutMs: number;
};

/** A connection to the target through the proxy, over which nothing was sent yet. Rejects with a {@link ProxyFault}. */
export function tunnelThrough(tunnel: Tunnel): Promise<Socket> {
  const { proxy, target, timeoutMs } = tunnel;
  const host = proxyHost(proxy.address);
  return new Promise((resolve, reject) => {
    const asked = askFor(tunnel);
    const timer = setTimeout(() => {
      asked.destroy(new Error('timeout'));
    }, timeoutMs);
    asked.once('connect', (response: IncomingMessage, socket: Socket, head: Buffer) => {
      clearTimeout(timer);
      if (response.statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.on('error', () => undefined).destroy();
      reject(refusal(response, proxy, { host, target }));
    });
    asked.on('error', (cause: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      const why = cause.message === 'timeout' ? 'in time' : `(${cause.code ?? 'no answer'})`;
      reject(new ProxyFault('proxy-down', `The proxy ${host} does not answer ${why}.`));
    });
    asked.end();
  });
}

function askFor({ proxy, target, secureContext }: Tunnel): ClientRequest {
  const { protocol, hostname, port } = new URL(proxy.address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const place = { host, port: Number(port || (protocol === 'https:' ? 443 : 80)) };
  return request({
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...authorizationOf(proxy) },
    createConnection: () =>
      protocol === 'https:'
        ? secureConnect({
            ...place,
            servername: isIP(host) === 0 ? host : '',
            secureContext: secureContext(),
            rejectUnauthorized: true,
          })
        : connect(place),
  });
}

function authorizationOf({ username, password }: HttpProxy): Record<string, string> {
  if (username === null) return {};
  const pair = Buffer.from(`${username}:${password ?? ''}`).toString('base64');
  return { 'proxy-authorization': `Basic ${pair}` };
}

function refusal(
  { statusCode = 0, headers }: IncomingMessage,
  { username }: HttpProxy,
  { host, target }: { host: string; target: string },
): ProxyFault {
  if (statusCode >= 500)
    return new ProxyFault(
      'unreachable',
      `No connection to ${target}: the proxy ${host} does not reach it (${String(statusCode)}).`,
    );
  if (statusCode !== 407)
    return new ProxyFault(
      'proxy-refused',
      `The proxy ${host} refuses the way to ${target} (${String(statusCode)}).`,
    );
  const wanted = [headers['proxy-authenticate'] ?? []].flat().join(', ');
  const sentence =
    wanted !== '' && !/\bbasic\b/i.test(wanted)
      ? `wants a kind of sign-in that Nostro does not know; it knows user name and password (407).`
      : username === null
        ? 'asks for a user name and a password (407).'
        : 'does not take this user name and password (407).';
  return new ProxyFault('proxy-refused', `The proxy ${host} ${sentence}`);
}
