import { createServer as createSecureServer } from 'node:https';
import {
  createServer as createSocketServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { inspect } from 'node:util';

import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import type { Network, Route } from '../../../electron/engines/bank/transport/network.ts';
import { trustOf } from '../../../electron/engines/bank/transport/trust.ts';
import { tunnelThrough } from '../../../electron/engines/bank/transport/tunnel.ts';
import { certificateFor, type KeyPair } from '../support/certificates.ts';
import {
  accountAnswer,
  bankFileOf,
  codeOf,
  contextOf,
  credentials,
  grantOf,
  openClient,
  subClientAnswer,
} from '../support/desk-client.ts';
import { answerJson, playBank } from '../support/scripted-server.ts';
import { openProxyServer } from '../support/proxy-server.ts';

const host = 'bank.test';
const read = { query: { accountNumber: '0123456789' } };
const change = { path: { clientId: 'c', id: 's' } };
let own: KeyPair;
beforeAll(() => {
  own = certificateFor(host);
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A bank that only a proxy leads to: its name is known nowhere. */
async function hiddenBank() {
  const requests: string[] = [];
  const bank = { port: 0, requests, onChange: undefined as (() => void) | undefined };
  const server = createSecureServer(own, (request, response) => {
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url}`);
    if (bank.onChange && method !== 'GET') {
      bank.onChange();
      return;
    }
    if (url.endsWith('/token')) answerJson(response, grantOf(1));
    else answerJson(response, method === 'GET' ? accountAnswer() : subClientAnswer);
  });
  bank.port = await listening(server);
  return bank;
}

const networkBy = (route: Route): Network => ({
  routeTo: () => Promise.resolve(route),
  secureContext: trustOf([own.cert]),
});

const over = (address: string, username: string | null = null): Route => ({
  kind: 'proxy',
  proxy: { address, username, password: username === null ? null : 'canary-proxy-password' },
});

const clientOver = (route: Route, timing = { connectTimeoutMs: 1_000 }) =>
  openClient(bankFileOf(`https://${host}`), { network: networkBy(route), timing });

describe('a proxy', () => {
  test('carries every call, reads and changes alike, each by a tunnel to the bank', async () => {
    const bank = await hiddenBank();
    const proxy = await openProxyServer({ leadsTo: bank.port });
    const { client } = clientOver(over(proxy.address, 'ada'));
    expect(codeOf(await client.session.signIn(credentials, contextOf()))).toBe('ok');
    expect(codeOf(await client.call('getAccountsBy', read, contextOf()))).toBe('ok');
    expect(codeOf(await client.call('submitSubclient', change, contextOf()))).toBe('ok');
    expect(bank.requests).toHaveLength(3);
    expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set(['bank.test:443']));
    const pair = Buffer.from('ada:canary-proxy-password').toString('base64');
    expect(proxy.asked[0]?.authorization).toBe(`Basic ${pair}`);
  });

  test('is never used for an address on this machine', async () => {
    const bank = await playBank((_received, response) => {
      answerJson(response, grantOf(1));
    });
    const proxy = await openProxyServer({});
    const { client } = openClient(bankFileOf(bank.url), {
      network: networkBy(over(proxy.address)),
    });
    expect(codeOf(await client.session.signIn(credentials, contextOf()))).toBe('ok');
    expect(proxy.asked).toEqual([]);
  });

  describe('that is not there', () => {
    const dead = 'http://127.0.0.1:1';
    const both = (first: Route, otherwise: Route): Route =>
      first.kind === 'none' || otherwise.kind === 'none' ? first : { ...first, otherwise };

    test('gives way to the next, for reads and changes alike', async () => {
      const bank = await hiddenBank();
      const proxy = await openProxyServer({ leadsTo: bank.port });
      const { client } = clientOver(both(over(dead), over(proxy.address)));
      expect(codeOf(await client.session.signIn(credentials, contextOf()))).toBe('ok');
      expect(codeOf(await client.call('getAccountsBy', read, contextOf()))).toBe('ok');
      expect(codeOf(await client.call('submitSubclient', change, contextOf()))).toBe('ok');
      expect(bank.requests).toHaveLength(3);
    });

    test('shows its own failure where nothing listens on the next route', async () => {
      const { client } = clientOver(both(over(dead), { kind: 'direct' }));
      const signedIn = await client.session.signIn(credentials, contextOf());
      expect(codeOf(signedIn)).toBe('network.proxy-down');
    });

    test('shows the refusal of the next proxy where that one refuses', async () => {
      const next = await openProxyServer({ says: () => 'HTTP/1.1 403 No' });
      const { client } = clientOver(both(over(dead), over(next.address)));
      const signedIn = await client.session.signIn(credentials, contextOf());
      expect(codeOf(signedIn)).toBe('network.proxy-refused');
    });
  });

  test('that refuses is final: the next one is not asked', async () => {
    const [first, next] = [
      await openProxyServer({ says: () => 'HTTP/1.1 403 No' }),
      await openProxyServer({}),
    ];
    const route = { ...over(first.address), otherwise: over(next.address) } as Route;
    const signedIn = await clientOver(route).client.session.signIn(credentials, contextOf());
    expect(codeOf(signedIn)).toBe('network.proxy-refused');
    expect(next.asked).toEqual([]);
  });

  test('that dies during a change leaves its outcome unknown: the next proxy does not send it again', async () => {
    const bank = await hiddenBank();
    const [first, next] = [
      await openProxyServer({ leadsTo: bank.port }),
      await openProxyServer({ leadsTo: bank.port }),
    ];
    const route = { ...over(first.address), otherwise: over(next.address) } as Route;
    const { client } = clientOver(route);
    await client.session.signIn(credentials, contextOf()).then(codeOf);
    bank.onChange = () => {
      first.die();
    };
    const changed = await client.call('submitSubclient', change, contextOf());
    expect(codeOf(changed)).toBe('outcome.unknown');
    expect(
      bank.requests.filter((line) => line.startsWith('POST') && !line.endsWith('/token')),
    ).toHaveLength(1);
    expect(next.asked).toEqual([]);
  });

  test('is left for another one at once, and what is under way ends as it began', async () => {
    const bank = await hiddenBank();
    const [first, second] = [
      await openProxyServer({ leadsTo: bank.port }),
      await openProxyServer({ leadsTo: bank.port }),
    ];
    let route = over(first.address);
    const network = { ...networkBy(route), routeTo: () => Promise.resolve(route) };
    const { client } = openClient(bankFileOf(`https://${host}`), { network });
    await client.session.signIn(credentials, contextOf()).then(codeOf);
    const flying = client.call('getAccountsBy', read, contextOf());
    route = over(second.address);
    client.reconnect();
    expect(codeOf(await client.call('getAccountsBy', read, contextOf()))).toBe('ok');
    expect(codeOf(await flying)).toBe('ok');
    expect(first.asked).toHaveLength(1);
    expect(second.asked.length).toBeGreaterThan(0);
  });

  test.each<[string, string, string, RegExp]>([
    ['asks for a sign-in', 'HTTP/1.1 407 No', 'network.proxy-refused', /asks for a user name/],
    [
      'knows only another kind of sign-in',
      'HTTP/1.1 407 No\r\nProxy-Authenticate: Negotiate\r\nProxy-Authenticate: NTLM',
      'network.proxy-refused',
      /a kind of sign-in that Nostro does not support/,
    ],
    [
      'forbids the bank',
      'HTTP/1.1 403 No',
      'network.proxy-refused',
      /refuses the connection to the bank \(403\)/,
    ],
    [
      'does not reach the bank',
      'HTTP/1.1 502 No',
      'network.unreachable',
      /does not reach it \(502\)/,
    ],
    ['speaks no HTTP', '220 mail.example ESMTP', 'network.proxy-down', /does not answer/],
  ])(
    'that %s: nothing was sent, for reads and changes alike',
    async (_what, answer, code, words) => {
      const bank = await hiddenBank();
      let isOpen = true;
      const proxy = await openProxyServer({
        leadsTo: bank.port,
        says: () => (isOpen ? null : answer),
      });
      const { client } = clientOver(over(proxy.address));
      await client.session.signIn(credentials, contextOf()).then(codeOf);
      const before = bank.requests.length;
      isOpen = false;
      client.reconnect();
      const reading = await client.call('getAccountsBy', read, contextOf());
      const changing = await client.call('submitSubclient', change, contextOf());
      expect([codeOf(reading), codeOf(changing)]).toEqual([code, code]);
      expect(changing.ok ? '' : changing.error.message).toMatch(words);
      expect(bank.requests).toHaveLength(before);
    },
  );

  test('is spoken to over TLS where its address says so, and only with a certificate that is known', async () => {
    const bank = await hiddenBank();
    const keys = certificateFor('localhost');
    const proxy = await openProxyServer({ leadsTo: bank.port, keys });
    const route = over(proxy.address, 'ada');
    const signIn = (authorities: string[]) => {
      const network = { ...networkBy(route), secureContext: trustOf(authorities) };
      return openClient(bankFileOf(`https://${host}`), { network }).client.session.signIn(
        credentials,
        contextOf(),
      );
    };
    expect(codeOf(await signIn([own.cert]))).toBe('network.proxy-down');
    expect(proxy.asked).toEqual([]);
    const known = await signIn([own.cert, keys.cert]);
    expect(known.ok ? '' : known.error.message).toBe('');
    expect(proxy.asked.map(({ target }) => target)).toEqual(['bank.test:443']);
  });

  test('that closes without an answer is reported, asked once for each try, and keeps no connection open', async () => {
    const open = new Set<Socket>();
    let connections = 0;
    const closing = createSocketServer((socket) => {
      connections += 1;
      open.add(socket.on('close', () => open.delete(socket)).on('error', () => undefined));
      socket.once('data', () => socket.end());
    });
    const address = `http://127.0.0.1:${String(await listening(closing))}`;
    await expect(
      tunnelThrough({
        proxy: { address, username: null, password: null },
        target: 'bank.test:443',
        secureContext: trustOf(),
        timeoutMs: 1_000,
      }),
    ).rejects.toMatchObject({
      message: 'The proxy does not answer.',
      technical: expect.stringMatching(/does not answer \((ECONNRESET|no answer)\)/) as string,
    });
    expect(connections).toBe(1);
    await expect.poll(() => open.size).toBe(0);
  });

  test('that stays mute is left: its connection is closed when the time is over', async () => {
    const open = new Set<Socket>();
    const mute = createSocketServer((socket) => {
      open.add(socket.on('close', () => open.delete(socket)).on('error', () => undefined));
      socket.resume();
    });
    const address = `http://127.0.0.1:${String(await listening(mute))}`;
    await expect(
      tunnelThrough({
        proxy: { address, username: null, password: null },
        target: 'bank.test:443',
        secureContext: trustOf(),
        timeoutMs: 200,
      }),
    ).rejects.toThrow(/does not answer in time/);
    await expect.poll(() => open.size).toBe(0);
  });

  test('that does not accept the password is reported so, and the password appears nowhere [H15]', async () => {
    const proxy = await openProxyServer({
      says: () => 'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic',
    });
    const { client, records } = clientOver(over(proxy.address, 'ada'));
    const outcome = await client.session.signIn(credentials, contextOf());
    expect(outcome).toMatchObject({ error: { code: 'network.proxy-refused', retryable: false } });
    expect(outcome.ok ? '' : outcome.error.message).toContain('does not accept this user name');
    const seen = inspect([client, outcome, records], { depth: 20, showHidden: true });
    expect(seen).not.toMatch(/canary|Y2FuYXJ5/);
  });

  test('that is down, or accepts the connection and stays mute, is named in the error [H15]', async () => {
    const mute = await listening(createSocketServer(() => undefined));
    for (const port of [1, mute]) {
      const { client } = clientOver(over(`http://127.0.0.1:${String(port)}`), {
        connectTimeoutMs: 300,
      });
      const outcome = await client.session.signIn(credentials, contextOf());
      expect(outcome).toMatchObject({ error: { code: 'network.proxy-down', retryable: true } });
      expect(outcome.ok ? '' : outcome.error.message).toMatch(
        /^The proxy does not answer( in time)?\./,
      );
      expect(outcome.ok ? '' : outcome.error.technical).toContain(
        `The proxy 127.0.0.1:${String(port)} does not answer`,
      );
    }
  });

  test('that the system names in no usable form ends in its sentence', async () => {
    const { client } = clientOver({ kind: 'none', words: 'The system names only a SOCKS proxy.' });
    expect(await client.session.signIn(credentials, contextOf())).toMatchObject({
      error: {
        code: 'network.proxy-down',
        message: expect.stringMatching(
          /^The system names only a SOCKS proxy\. Nothing was sent/,
        ) as string,
      },
    });
  });

  test('cannot stand in for the bank: an unknown certificate is refused through it too', async () => {
    const bank = await hiddenBank();
    const proxy = await openProxyServer({ leadsTo: bank.port });
    const network = { ...networkBy(over(proxy.address)), secureContext: trustOf() };
    const { client } = openClient(bankFileOf(`https://${host}`), { network });
    const outcome = await client.session.signIn(credentials, contextOf());
    expect(codeOf(outcome)).toBe('network.untrusted');
    expect(bank.requests).toEqual([]);
  });
});
