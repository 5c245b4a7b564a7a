import dns from 'node:dns';
import { createServer as createPlainServer } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import {
  connect,
  createServer as createSocketServer,
  type AddressInfo,
  type Server,
} from 'node:net';
import { networkInterfaces } from 'node:os';

import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { directNetwork } from '../../../electron/engines/bank/transport/network.ts';
import { trustOf } from '../../../electron/engines/bank/transport/trust.ts';
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
  tokenPath,
} from '../support/desk-client.ts';
import { answerJson, playBank } from '../support/scripted-server.ts';

const name = 'bank.test.example';
const read = { query: { accountNumber: '0123456789' } };
const change = { path: { clientId: 'c', id: 's' } };
/** A second address of this machine, on which another server can listen at the same port. */
const elsewhere = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)
  ? '::1'
  : '127.0.0.2';

let own: KeyPair;
let other: KeyPair;
let ended: KeyPair;
beforeAll(() => {
  own = certificateFor(name);
  other = certificateFor('other.test.example');
  ended = certificateFor(name, -1);
});

/** What a name resolves to from now on. */
function resolves(host: string, first: string): (address: string) => void {
  let address = first;
  const real = dns.lookup;
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((
    asked: string,
    options: { all?: boolean },
    found: (...answer: unknown[]) => void,
  ) => {
    const { all } = options;
    if (asked !== host) {
      (real as (...all: unknown[]) => void)(asked, options, found);
      return;
    }
    const family = address.includes(':') ? 6 : 4;
    if (all) found(null, [{ address, family }]);
    else found(null, address, family);
  }) as never);
  onTestFinished(() => {
    lookup.mockRestore();
  });
  return (next) => {
    address = next;
  };
}

async function listening(server: Server, at: { host: string; port?: number }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(at.port ?? 0, at.host, resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A server that answers as the bank does, and counts what it is asked. */
function bankServer(options: ServerOptions | null) {
  const asked: string[] = [];
  const answer: Parameters<typeof createPlainServer>[1] = (request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    request.resume();
    if (request.url === tokenPath) answerJson(response, grantOf(1));
    else answerJson(response, request.method === 'GET' ? accountAnswer() : subClientAnswer);
  };
  const server = options ? createServer(options, answer) : createPlainServer(answer);
  return { asked, server };
}

/** A server in front of another that records every byte that comes in. */
function recording(port: number) {
  const bytes: Buffer[] = [];
  const server = createSocketServer((socket) => {
    const further = connect(port, '127.0.0.1');
    socket.on('data', (chunk: Buffer) => bytes.push(chunk)).on('error', () => undefined);
    further.on('error', () => undefined);
    socket.pipe(further).pipe(socket);
  });
  return { server, text: () => Buffer.concat(bytes).toString('latin1') };
}

/** What may answer at the address to which the bank's name was moved. */
const strangers: [string, () => ServerOptions | null][] = [
  ['a certificate for another name', () => other],
  ['an expired certificate', () => ended],
  ['a certificate that no authority signed', () => certificateFor(name)],
  [
    'TLS 1.1 alone',
    () => ({ ...own, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
  ],
  ['plain http', () => null],
];

describe('a bank’s name that is moved to another address in the middle of a session', () => {
  test.each(strangers)(
    'where somebody answers with %s: nothing leaves, and the bank goes on when the name is back [H13]',
    async (_what, options) => {
      const moves = resolves(name, '127.0.0.1');
      const bank = bankServer(own);
      const port = await listening(bank.server, { host: '127.0.0.1' });
      const thief = bankServer(options());
      const behind = await listening(thief.server, { host: '127.0.0.1' });
      const seen = recording(behind);
      await listening(seen.server, { host: elsewhere, port });
      const secureContext = trustOf([own.cert, other.cert, ended.cert]);
      const { client } = openClient(bankFileOf(`https://${name}:${String(port)}`), {
        network: { ...directNetwork, secureContext },
      });
      expect(codeOf(await client.session.signIn(credentials, contextOf()))).toBe('ok');
      expect(codeOf(await client.call('submitSubclient', change, contextOf()))).toBe('ok');
      moves(elsewhere);
      const before = bank.asked.length;
      // A change goes over a connection of its own: before a byte of it left, which is "not sent".
      expect(await client.call('submitSubclient', change, contextOf())).toMatchObject({
        error: {
          code: 'network.untrusted',
          message: expect.stringContaining('Nothing was sent') as string,
        },
      });
      client.reconnect();
      for (const asked of [
        client.call('getAccountsBy', read, contextOf()),
        client.session.refresh(contextOf()),
        client.session.signIn(credentials, contextOf()),
      ])
        expect(codeOf(await asked)).toBe('network.untrusted');
      expect(thief.asked).toEqual([]);
      expect(seen.text().length).toBeGreaterThan(100);
      expect(seen.text()).not.toMatch(/canary|POST|GET|HTTP/);
      expect(bank.asked).toHaveLength(before);
      moves('127.0.0.1');
      expect(client.session.isSignedIn()).toBe(true);
      expect(codeOf(await client.call('submitSubclient', change, contextOf()))).toBe('ok');
    },
  );
});

test('localhost is this machine, whatever a resolver answers: plain http goes nowhere else [H13]', async () => {
  const bank = bankServer(null);
  const port = await listening(bank.server, { host: '127.0.0.1' });
  // An address of the documentation, which no machine has.
  resolves('localhost', '192.0.2.1');
  const { client } = openClient(bankFileOf(`http://localhost:${String(port)}`), {
    timing: { connectTimeoutMs: 400 },
  });
  expect(codeOf(await client.session.signIn(credentials, contextOf()))).toBe('ok');
  expect(bank.asked).toHaveLength(1);
});

test.each([301, 302, 303, 307, 308])(
  'a sign-in or a renewal that is answered %i to plain http is not followed: no credential leaves [H6]',
  async (status) => {
    const thief = await playBank((_received, response) => {
      answerJson(response, grantOf(1));
    });
    let isMoved = false;
    const bank = await playBank((_received, response) => {
      if (!isMoved) answerJson(response, grantOf(1));
      else response.writeHead(status, { location: `${thief.url}${tokenPath}` }).end();
    });
    const { client } = openClient(bankFileOf(bank.url));
    expect(codeOf(await client.session.signIn(credentials, contextOf()))).toBe('ok');
    isMoved = true;
    for (const asked of [
      client.session.refresh(contextOf()),
      client.session.signIn(credentials, contextOf()),
    ])
      expect(codeOf(await asked)).toBe('bank.unexpected');
    expect(thief.requests).toEqual([]);
  },
);
