import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';

import { expect, onTestFinished, test } from 'vitest';

import { trustOf } from '../../../electron/engines/bank/transport/trust.ts';
import { certificateFor } from '../support/certificates.ts';

/** The protocol of the connection, or the system’s error code where there is none. */
function spoken(port: number, secureContext: tls.SecureContext): Promise<string> {
  return new Promise((resolve) => {
    const socket = tls.connect({ port, host: '127.0.0.1', servername: 'localhost', secureContext });
    socket.once('secureConnect', () => {
      resolve(socket.getProtocol() ?? '');
      socket.destroy();
    });
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => {
      resolve(code);
    });
  });
}

test('a bank that speaks TLS 1.1 only is not spoken to, also where this machine would allow it', async () => {
  const { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS } = tls;
  onTestFinished(() => void Object.assign(tls, { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS }));
  Object.assign(tls, { DEFAULT_MIN_VERSION: 'TLSv1', DEFAULT_CIPHERS: 'DEFAULT@SECLEVEL=0' });
  const pair = certificateFor('localhost');
  const server = createServer({ ...pair, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await spoken(port, tls.createSecureContext({ ca: pair.cert }))).toBe('TLSv1.1');
  expect(await spoken(port, trustOf([pair.cert])())).toMatch(/^E(RR_SSL|PROTO|CONN)/);
});
