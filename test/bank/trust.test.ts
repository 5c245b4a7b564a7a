import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { createServer as createPlainServer } from 'node:http';
import {
  createServer as createSocketServer,
  type AddressInfo,
  type Server as SocketServer,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { failureOf, faultOfFailure } from '../../electron/bank/faults.ts';
import {
  bankFileOf,
  codeOf,
  contextOf,
  credentials,
  openClient,
  grantOf,
} from './support/desk-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'nostro-tls-'));
const file = (name: string): string => join(folder, name);

function makeCertificate(
  name: string,
  subject: string,
  days: string,
): { key: Buffer; cert: Buffer } {
  const request = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    days,
    '-subj',
    `/CN=${subject}`,
    '-addext',
    `subjectAltName=DNS:${subject}`,
  ];
  execFileSync(
    'openssl',
    [...request, '-keyout', file(`${name}.key`), '-out', file(`${name}.pem`)],
    { stdio: 'ignore' },
  );
  return { key: readFileSync(file(`${name}.key`)), cert: readFileSync(file(`${name}.pem`)) };
}

let own: { key: Buffer; cert: Buffer };
beforeAll(() => {
  own = makeCertificate('own', 'localhost', '2');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function listening(server: Server | SocketServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const signInAt = async (port: number) => {
  const { client } = openClient(bankFileOf(`https://localhost:${String(port)}`), {
    timing: { connectTimeoutMs: 400 },
  });
  return client.session.signIn(credentials, contextOf());
};

describe('a bank behind TLS', () => {
  test('whose certificate no authority signed is not trusted, and hears nothing', async () => {
    let heard = 0;
    const port = await listening(createServer(own, () => (heard += 1)));
    const outcome = await signInAt(port);
    expect(outcome).toMatchObject({ error: { code: 'network.untrusted', retryable: false } });
    expect(outcome.ok ? '' : outcome.error.message).toContain('not signed by an authority');
    expect(heard).toBe(0);
  });

  test('is not trusted even where the environment says to trust everyone', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const port = await listening(createServer(own));
    const outcome = await signInAt(port);
    vi.unstubAllEnvs();
    expect(codeOf(outcome)).toBe('network.untrusted');
  });

  test('that speaks plain http there is named so', async () => {
    const port = await listening(createPlainServer((_request, response) => response.end('hello')));
    const outcome = await signInAt(port);
    expect(codeOf(outcome)).toBe('network.untrusted');
    expect(outcome.ok ? '' : outcome.error.message).toContain('does not speak https');
  });

  test('that offers only TLS 1.1 is refused', async () => {
    const old = {
      ...own,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    } as const;
    const outcome = await signInAt(await listening(createServer(old)));
    expect(codeOf(outcome)).toBe('network.untrusted');
  });

  test('that a known authority vouches for is let in, but only under its own name', async () => {
    const answer = JSON.stringify(grantOf(1));
    const server = createServer(own, (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(answer);
    });
    const port = await listening(server);
    const dispatcher = new Agent({ connect: { ca: own.cert } });
    onTestFinished(() => dispatcher.close());
    const outcomes = [];
    for (const host of ['localhost', '127.0.0.1']) {
      const { client } = openClient(bankFileOf(`https://${host}:${String(port)}`), { dispatcher });
      outcomes.push(await client.session.signIn(credentials, contextOf()));
    }
    expect(outcomes.map(codeOf)).toEqual(['ok', 'network.untrusted']);
    expect(JSON.stringify(outcomes)).toContain('for another host');
  });

  test.each([
    ['CERT_HAS_EXPIRED', 'expired'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'outdated encryption'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'not signed by an authority'],
  ])('that fails with %s is told in words', (code, words) => {
    const failure = failureOf(Object.assign(new Error('x'), { code }), false, false);
    for (const manner of ['read', 'change'] as const)
      expect(faultOfFailure(failure, manner, 'bank.example')).toMatchObject({
        code: 'network.untrusted',
        message: expect.stringContaining(words) as string,
      });
  });

  test('that takes the connection and stays mute cannot be reached: nothing was sent', async () => {
    const port = await listening(createSocketServer(() => undefined));
    expect(codeOf(await signInAt(port))).toBe('network.unreachable');
  });
});
