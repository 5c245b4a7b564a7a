import { createServer, type Server } from 'node:https';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { createServer as createPlainServer } from 'node:http';
import {
  connect,
  createServer as createSocketServer,
  type AddressInfo,
  type Server as SocketServer,
} from 'node:net';

import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { connectTo, peerOf } from '../../../electron/engines/bank/transport/connect.ts';
import { failureOf, faultOfFailure } from '../../../electron/engines/bank/transport/faults.ts';
import { directNetwork, type Network } from '../../../electron/engines/bank/transport/network.ts';
import { trustOf } from '../../../electron/engines/bank/transport/trust.ts';
import { certificateFor, type KeyPair } from '../support/certificates.ts';
import {
  bankFileOf,
  codeOf,
  contextOf,
  credentials,
  openClient,
  grantOf,
} from '../support/desk-client.ts';

let own: KeyPair;
beforeAll(() => {
  own = certificateFor('localhost');
});

async function listening(server: Server | SocketServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const trusting = (...certificates: string[]): Network => ({
  ...directNetwork,
  secureContext: trustOf(certificates),
});

const signInAt = async (port: number, network = directNetwork, connectTimeoutMs = 5_000) => {
  const { client } = openClient(bankFileOf(`https://localhost:${String(port)}`), {
    timing: { connectTimeoutMs },
    network,
  });
  return client.session.signIn(credentials, contextOf());
};

function bankBehind(pair: KeyPair): Server {
  return createServer(pair, (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(grantOf(1)));
  });
}

describe('a bank behind TLS', () => {
  test('whose certificate no authority signed is not trusted, and receives nothing [H13]', async () => {
    let requestCount = 0;
    const port = await listening(createServer(own, () => (requestCount += 1)));
    const outcome = await signInAt(port);
    expect(outcome).toMatchObject({ error: { code: 'network.untrusted', retryable: false } });
    expect(outcome.ok ? '' : outcome.error.message).toBe(
      `The connection to the bank cannot be trusted: its certificate is not signed by an authority that this machine knows (it is signed by “localhost”). If your network inspects traffic, add your company’s certificate in Settings > Network. Nothing was sent. Check the address and the certificate with the bank.`,
    );
    expect(requestCount).toBe(0);
  });

  test('is not trusted even where the environment says to trust everyone [H14]', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const port = await listening(createServer(own));
    const outcome = await signInAt(port);
    vi.unstubAllEnvs();
    expect(codeOf(outcome)).toBe('network.untrusted');
  });

  test('that speaks plain http there is named so [H13]', async () => {
    const port = await listening(createPlainServer((_request, response) => response.end('hello')));
    const outcome = await signInAt(port);
    expect(codeOf(outcome)).toBe('network.untrusted');
    expect(outcome.ok ? '' : outcome.error.message).toContain('does not speak https');
  });

  test('that offers only TLS 1.1 is refused [H13]', async () => {
    const old = {
      ...own,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    } as const;
    const outcome = await signInAt(await listening(createServer(old)));
    expect(codeOf(outcome)).toBe('network.untrusted');
    expect(outcome.ok ? '' : outcome.error.message).toContain(
      'it offers only outdated encryption; TLS 1.2 or newer is needed.',
    );
  });

  test('that an added authority vouches for is let in', async () => {
    const port = await listening(bankBehind(own));
    expect(codeOf(await signInAt(port, trusting(own.cert)))).toBe('ok');
    const socket = await connectTo(
      { protocol: 'https:', hostname: 'localhost', port },
      trusting(own.cert),
      5_000,
    );
    expect(peerOf(socket as TLSSocket)).toMatchObject({
      subject: 'localhost',
      issuer: 'localhost',
    });
    socket.destroy();
  });

  test('whose certificate is for another host is named with it [H13]', async () => {
    const other = certificateFor('other.example');
    const port = await listening(bankBehind(other));
    const outcome = await signInAt(port, trusting(other.cert));
    expect(codeOf(outcome)).toBe('network.untrusted');
    expect(outcome.ok ? '' : outcome.error.message).toContain(
      'its certificate is for another host (other.example).',
    );
  });

  test('whose certificate has expired is reported with the day [H13]', async () => {
    const old = certificateFor('localhost', -1);
    const port = await listening(bankBehind(old));
    const outcome = await signInAt(port, trusting(old.cert));
    const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);
    expect(codeOf(outcome)).toBe('network.untrusted');
    expect(outcome.ok ? '' : outcome.error.message).toContain(
      `its certificate has expired on ${yesterday}.`,
    );
  });

  test('that is not trusted gets not one byte of a credential [H13]', async () => {
    const secure = await listening(bankBehind(own));
    const plain = await listening(createPlainServer((_request, response) => response.end('{}')));
    for (const port of [secure, plain]) {
      const seen: Buffer[] = [];
      const relay = createSocketServer((socket) => {
        const further = connect(port, '127.0.0.1');
        socket.on('data', (chunk: Buffer) => seen.push(chunk)).on('error', () => undefined);
        socket
          .pipe(further)
          .on('error', () => undefined)
          .pipe(socket);
      });
      expect(codeOf(await signInAt(await listening(relay)))).toBe('network.untrusted');
      const bytes = Buffer.concat(seen).toString('latin1');
      expect(bytes.length).toBeGreaterThan(100);
      expect(bytes).not.toMatch(/canary|POST|HTTP/);
    }
  });

  test('that the system vouches for stays let in when another authority is added', async () => {
    const known = getCACertificates('default');
    setDefaultCACertificates([...known, own.cert]);
    onTestFinished(() => {
      setDefaultCACertificates(known);
    });
    const port = await listening(bankBehind(own));
    expect(codeOf(await signInAt(port, trusting(certificateFor('company.example').cert)))).toBe(
      'ok',
    );
  });

  test.each([
    ['CERT_HAS_EXPIRED', 'expired'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'outdated encryption'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'not signed by an authority'],
  ])('that fails with %s is reported in words', (code, words) => {
    const failure = failureOf(Object.assign(new Error('x'), { code }), false, false);
    for (const kind of ['read', 'change'] as const)
      expect(faultOfFailure(failure, kind, 'bank.example')).toMatchObject({
        code: 'network.untrusted',
        message: expect.stringContaining(words) as string,
      });
  });

  test('that takes the connection and stays mute cannot be reached: nothing was sent', async () => {
    const port = await listening(createSocketServer(() => undefined));
    expect(codeOf(await signInAt(port, directNetwork, 400))).toBe('network.unreachable');
  });
});
