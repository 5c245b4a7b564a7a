import { connect as plainConnect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as secureConnect, type TLSSocket } from 'node:tls';

import type { buildConnector } from 'undici';

import { isLoopback } from '../file/base-url.ts';
import type { ClientIdentity } from './client-certificate.ts';
import type { Network, Passable, Route } from './network.ts';
import { ProxyFault, tunnelThrough } from './tunnel.ts';

/** The contents of a peer's certificate. Its texts are untrusted and shortened. */
export type PeerCertificate = {
  readonly subject: string;
  readonly issuer: string;
  readonly validFrom: string;
  readonly validTo: string;
};

/** A failed TLS connection, with the certificate that the peer showed. */
export class ConnectionRefused extends Error {
  override name = 'ConnectionRefused';
  readonly code: string;
  readonly certificate: PeerCertificate | null;

  constructor(cause: NodeJS.ErrnoException, certificate: PeerCertificate | null) {
    super(cause.message, { cause });
    this.code = cause.code ?? '';
    this.certificate = certificate;
  }
}

class NotInTime extends Error {
  override name = 'NotInTime';
  readonly code = 'ETIMEDOUT';
}

export type Target = {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: number;
};

/** The client identity shown at each new connection; null for none. */
export type Shown = () => ClientIdentity | null;
const noIdentity: Shown = () => null;

/** Creates the connector for undici, over the network's proxy where there is one, always with TLS verification. */
export function connectorOf(
  network: Network,
  timeoutMs: number,
  shown: Shown,
): buildConnector.connector {
  return ({ protocol, hostname, port }, callback) => {
    const standard = protocol === 'https:' ? 443 : 80;
    const target = { protocol, hostname, port: port === '' ? standard : Number(port) };
    connectTo(target, network, timeoutMs, shown).then(
      (socket) => {
        callback(null, socket);
      },
      (cause: unknown) => {
        callback(cause instanceof Error ? cause : new Error('no connection'), null);
      },
    );
  };
}

/** Opens a connection without sending anything on it. Rejects with a {@link ProxyFault}, or with Node's error. */
export async function connectTo(
  target: Target,
  network: Network,
  timeoutMs: number,
  shown: Shown = noIdentity,
): Promise<Socket | TLSSocket> {
  const bounds = { network, timeoutMs, shown };
  const socket = await socketOver(await routeOf(target, network), target, bounds);
  return target.protocol === 'https:' ? secured(socket, target, bounds) : socket;
}

type Bounds = { readonly network: Network; readonly timeoutMs: number; readonly shown: Shown };

function routeOf({ protocol, hostname, port }: Target, network: Network): Route | Promise<Route> {
  const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  const url = `${protocol}//${host}:${String(port)}`;
  return isLoopback(url) ? { kind: 'direct' } : network.routeTo(url);
}

/**
 * Tries the routes in order. The next one is tried only where no connection was made, so nothing meant for the bank has been sent
 * by then. A proxy that answers, even with a refusal, is final. Rejects with the first route's error.
 */
function socketOver(route: Route, target: Target, bounds: Bounds): Promise<Socket> {
  if (route.kind === 'none') return Promise.reject(new ProxyFault('proxy-down', route.words));
  const { otherwise } = route;
  return socketBy(route, target, bounds).catch((cause: unknown) => {
    if (!otherwise || (cause instanceof ProxyFault && cause.kind !== 'proxy-down')) throw cause;
    return socketOver(otherwise, target, bounds).catch((next: unknown) => {
      throw next instanceof ProxyFault && next.kind !== 'proxy-down' ? next : cause;
    });
  });
}

function socketBy(
  route: Passable,
  target: Target,
  { network, timeoutMs }: Bounds,
): Promise<Socket> {
  const { hostname, port } = target;
  if (route.kind === 'proxy')
    return tunnelThrough({
      proxy: route.proxy,
      target: `${hostname}:${String(port)}`,
      secureContext: () => network.secureContext(),
      timeoutMs,
    });
  const named = hostname === 'localhost' ? { lookup: thisMachine } : {};
  const socket = plainConnect({ host: hostname, port, keepAlive: true, noDelay: true, ...named });
  return arrival(socket, 'connect', timeoutMs, (cause) => cause);
}

/** Resolves `localhost` to this machine without a resolver, as plain http is allowed nowhere else. */
const thisMachine: LookupFunction = (_name, { all }, found) => {
  if (all) found(null, [...ownAddresses]);
  else found(null, ownAddresses[0].address, ownAddresses[0].family);
};

const ownAddresses = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
] as const;

function secured(
  plain: Socket,
  { hostname }: Target,
  { network, timeoutMs, shown: identity }: Bounds,
): Promise<TLSSocket> {
  const socket = secureConnect({
    socket: plain,
    host: hostname,
    servername: isIP(hostname) === 0 ? hostname : '',
    // The identity is never shown to a proxy.
    secureContext: network.secureContext(identity()),
    // Set explicitly: an environment variable must not switch it off.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  });
  let shown: PeerCertificate | null = null;
  // Runs before Node's own check: after a refusal the certificate can no longer be read.
  socket.prependOnceListener('secure', () => {
    shown = peerOf(socket);
  });
  return arrival(
    socket,
    'secureConnect',
    timeoutMs,
    (cause) => new ConnectionRefused(cause, shown),
  );
}

/** Reads the peer's certificate from a TLS connection; null when it is not readable. */
export function peerOf(socket: TLSSocket): PeerCertificate | null {
  const { subject, issuer, valid_from: from, valid_to: to } = socket.getPeerCertificate();
  const validFrom = new Date(from);
  const validTo = new Date(to);
  if (Number.isNaN(validFrom.getTime()) || Number.isNaN(validTo.getTime())) return null;
  return {
    subject: plainName(subject),
    issuer: plainName(issuer),
    validFrom: validFrom.toISOString(),
    validTo: validTo.toISOString(),
  };
}

/** The parts of a name, some of which a certificate may leave out. */
type Name = Partial<Record<'CN' | 'O', string | string[]>>;

const plainName = ({ CN, O }: Name): string =>
  [CN ?? O ?? '']
    .flat()
    .join(', ')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, 100);

function arrival<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  timeoutMs: number,
  explained: (cause: NodeJS.ErrnoException) => Error,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy(new NotInTime());
    }, timeoutMs);
    // Never removed: an error before the next owner attaches needs a listener.
    socket.on('error', (cause: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(cause instanceof NotInTime ? cause : explained(cause));
    });
    socket.once(event, () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}
