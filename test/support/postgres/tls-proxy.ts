import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';

import { onTestFinished } from 'vitest';

/** The request for TLS with which a connection to PostgreSQL begins. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/**
 * Stands between a desk and a server with a certificate of its own, and sees all bytes: a pooler, or an attacker. Reaches the server with
 * TLS or without. Returns its port.
 */
export async function tlsProxy(
  serverPort: number,
  certificate: { readonly cert: string; readonly key: string },
  { usesTls }: { readonly usesTls: boolean },
): Promise<number> {
  const pass = async (near: Socket): Promise<void> => {
    await once(near, 'data');
    near.write('S');
    const inside = new TLSSocket(near, { isServer: true, ...certificate });
    const outside = await reach(serverPort, usesTls);
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  };
  const listener = createServer((near) => {
    near.on('error', () => undefined);
    onTestFinished(() => void near.destroy());
    void pass(near);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => void listener.close());
  return (listener.address() as AddressInfo).port;
}

async function reach(port: number, usesTls: boolean): Promise<Socket> {
  const far = connect(port, '127.0.0.1');
  if (!usesTls) return far;
  far.write(tlsRequest);
  await once(far, 'data');
  return connectTls({ socket: far, rejectUnauthorized: false });
}
