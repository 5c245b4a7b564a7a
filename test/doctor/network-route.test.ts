import { createServer as createPlainServer } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';

import { describe, expect, onTestFinished, test } from 'vitest';

import { playBank } from '../bank/support/scripted-server.ts';
import { certificateFor, examined, secureHost } from './support.ts';
import { withoutWaiting } from '../support/setup/without-waiting.ts';

const fileFor = (baseUrl: string): string =>
  JSON.stringify({ name: 'Example Bank', environment: 'uat', baseUrl });

const unasked = ['sign-in', 'user', 'accounts', 'statement-dialect', 'error-message', 'clock'];

describe('a host that does not answer', () => {
  test('is reported within the deadlines, and nothing else is asked', async () => {
    const server = createSocketServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { report, check } = await withoutWaiting(
      examined(fileFor(`http://127.0.0.1:${String(port)}`)),
    );
    expect(report).toMatchObject({ ok: false, tls: null, clockOffsetMs: null, findings: [] });
    expect(check('address')).toEqual({
      id: 'address',
      title: 'The bank’s address answers',
      state: 'failed',
      detail: `No connection to 127.0.0.1:${String(port)} (ECONNREFUSED).`,
      advice: 'Nothing listens there: ask the bank whether host and port in baseUrl are right.',
      error: expect.objectContaining({ code: 'network.unreachable' }) as object,
    });
    for (const id of ['tls', 'api', ...unasked]) expect(check(id).state).toBe('skipped');
    expect(check('operations').detail).toContain('6 specified, 0 confirmed');
  });

  test('under an unknown name is reported as a possible mistake in baseUrl', async () => {
    const { check } = await examined(fileFor('https://no-such-bank.invalid'));
    expect(check('address')).toMatchObject({
      state: 'failed',
      advice: expect.stringContaining('mistake in baseUrl') as string,
    });
  });

  test('but takes the connection and stays mute is given up in time', async () => {
    const server = createSocketServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { check } = await withoutWaiting(examined(fileFor(`https://localhost:${String(port)}`)));
    expect(check('address').detail).toBe(
      `No connection to localhost:${String(port)} could be made in time.`,
    );
  });
});

describe('a host that is no API', () => {
  const page = { 'content-type': 'text/html; charset=utf-8' };

  test.each([200, 404])(
    'and answers a web page (%i) is reported as such; it receives no credential',
    async (status) => {
      const bank = await playBank((_received, response) => {
        response.writeHead(status, page).end('<h1>Welcome</h1>');
      });
      const { report, check } = await examined(fileFor(bank.url));
      expect(report.ok).toBe(false);
      expect(check('address').state).toBe('ok');
      expect(check('api')).toMatchObject({
        state: 'failed',
        detail: `${new URL(bank.url).host} answers web pages, not an API (${String(status)} text/html).`,
        advice: expect.stringContaining('No credential was sent') as string,
      });
      for (const id of unasked) expect(check(id).state).toBe('skipped');
      expect(bank.requests).toHaveLength(1);
      expect(bank.requests[0]).toMatchObject({ method: 'GET', body: '' });
      expect(JSON.stringify(bank.requests)).not.toMatch(/canary|authorization/i);
    },
  );

  test.each(['', '{"message":'])('and promises JSON, but sends %j, is reported', async (text) => {
    const bank = await playBank((_received, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    });
    const { check } = await examined(fileFor(bank.url));
    expect(check('api')).toMatchObject({
      state: 'failed',
      detail: `${new URL(bank.url).host} says that it answers in JSON, but the answer is empty or not whole (200).`,
    });
    expect(bank.requests).toHaveLength(1);
  });

  test('and answers anything with an empty record is asked where the token is', async () => {
    const bank = await playBank((_received, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const closed = await examined(fileFor(bank.url));
    expect(closed.check('sign-in')).toMatchObject({
      state: 'failed',
      advice: expect.stringContaining('own path and method in the bank file') as string,
      error: { code: 'operation.closed' },
    });
    const operations = { getToken: {} };
    const file = JSON.parse(fileFor(bank.url)) as object;
    const { check } = await examined(JSON.stringify({ ...file, operations }));
    expect(check('sign-in')).toMatchObject({
      state: 'failed',
      advice: expect.stringContaining('write that place at auth.token') as string,
    });
  });

  test('and points elsewhere is not followed', async () => {
    const elsewhere = await playBank((_received, response) => {
      response.end();
    });
    const bank = await playBank((_received, response) => {
      response.writeHead(302, { location: `${elsewhere.url}/login` }).end();
    });
    const { check } = await examined(fileFor(bank.url));
    expect(check('api')).toMatchObject({
      state: 'failed',
      detail: `${new URL(bank.url).host} answers 302 and points to ${new URL(elsewhere.url).host}.`,
    });
    expect(elsewhere.requests).toEqual([]);
  });

  test('and refuses by a gateway’s web page is warned of, and the sign-in shows', async () => {
    const bank = await playBank((_received, response) => {
      response.writeHead(401, page).end('<h1>401</h1>');
    });
    const { check } = await examined(fileFor(bank.url));
    expect(check('api')).toMatchObject({ state: 'warning' });
    expect(check('sign-in').state).toBe('failed');
  });
});

describe('a certificate', () => {
  const at = (port: number, host = 'localhost'): string =>
    fileFor(`https://${host}:${String(port)}`);

  test('that is valid shows protocol, issuer and the days left', async () => {
    const { authority, ...own } = certificateFor('localhost', 90);
    const host = await secureHost(own);
    const { report, check } = await examined(at(host.port), { authority });
    expect(check('tls').state).toBe('ok');
    expect(check('tls').detail).toMatch(
      /^TLSv1\.3, its certificate issued by Test Authority and valid until \d{4}-\d\d-\d\d: (89|90) days left\.$/,
    );
    expect(report.tls).toMatchObject({ protocol: 'TLSv1.3', issuer: 'Test Authority' });
    expect(Date.parse(report.tls?.validTo ?? '') - Date.now()).toBeGreaterThan(88 * 86_400_000);
    expect(check('api').state).toBe('ok');
  });

  test('that ends soon is pointed out', async () => {
    const { authority, ...own } = certificateFor('localhost', 12);
    const host = await secureHost(own);
    const { check } = await examined(at(host.port), { authority });
    expect(check('tls')).toMatchObject({
      state: 'warning',
      advice: expect.stringContaining('renews') as string,
    });
  });

  test.each([
    ['has expired', -3, 'localhost', 'has expired on', 'renew its certificate'],
    ['is for another host', 90, 'bank.example', 'is for another host (bank.example)', 'host name'],
  ])('that %s is named so, and not one byte is sent', async (_how, days, name, words, advice) => {
    const { authority, ...own } = certificateFor(name, days);
    const host = await secureHost(own);
    const { report, check } = await examined(at(host.port), { authority });
    expect(report.ok).toBe(false);
    expect(check('tls')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining(words) as string,
      advice: expect.stringContaining(advice) as string,
      error: { code: 'network.untrusted' },
    });
    expect(report.tls).toMatchObject({ protocol: null, issuer: 'Test Authority' });
    for (const id of ['api', ...unasked]) expect(check(id).state).toBe('skipped');
    expect(host.requestCount()).toBe(0);
  });

  test('of an unknown authority is reported with its name, expired or not', async () => {
    const fresh = certificateFor('localhost', 90);
    const old = certificateFor('localhost', -3);
    for (const { certificate, expired } of [
      { certificate: fresh, expired: false },
      { certificate: old, expired: true },
    ]) {
      const host = await secureHost({ key: certificate.key, cert: certificate.cert });
      const { check } = await examined(at(host.port));
      expect(check('tls').state).toBe('failed');
      expect(check('tls').detail.includes('expired')).toBe(expired);
      expect(check('tls').advice).toContain(expired ? 'renew' : 'who signs its certificate');
      expect(host.requestCount()).toBe(0);
    }
  });

  test('is missing where plain http is spoken', async () => {
    const server = createPlainServer((_request, response) => response.end('hello'));
    // By default node resets the connection, and the reset may be read before the answer.
    server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { check } = await examined(at((server.address() as AddressInfo).port));
    expect(check('tls')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('does not speak https') as string,
    });
  });
});
