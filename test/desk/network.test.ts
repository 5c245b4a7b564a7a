import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { certificateFor, type KeyPair } from '../bank/support/certificates.ts';
import { playProxy } from '../bank/support/played-proxy.ts';
import { memoryKeychain } from '../support/memory-keychain.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openTestDesk, type TestDesk } from '../support/test-desk.ts';

let own: KeyPair;
beforeAll(() => {
  own = certificateFor('bank.test');
});

const bankFile = JSON.stringify({
  name: 'Hidden Bank',
  environment: 'uat',
  baseUrl: 'https://bank.test',
  operations: { getToken: {} },
});
const credentials = { username: 'ada', password: 'canary-password' };

/** A bank that only a proxy leads to. */
async function hiddenBank() {
  let heard = 0;
  const server = createServer(own, (_request, response) => {
    heard += 1;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"data":{"accessToken":"t","refreshToken":"r","expiresIn":900}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, heard: () => heard };
}

const fileIn = ({ dataDir }: TestDesk): string =>
  readFileSync(join(dataDir, 'network.json'), 'utf8');
const signIn = (desk: TestDesk) => desk.request('session.signIn', { credentials, remember: false });

test('the way to a bank is the system’s until somebody chooses another', async () => {
  const resolveProxy = (url: string) =>
    Promise.resolve(
      url.startsWith('https://bank.test') ? 'PROXY p.example:3128; DIRECT' : 'DIRECT',
    );
  const desk = await openTestDesk({ resolveProxy });
  expect(await desk.get('network.get', {})).toEqual({
    proxy: { kind: 'system', address: null, username: null, hasPassword: false },
    systemProxy: null,
    authorities: [],
  });
  await desk.get('desk.connectBank', { bankFile });
  expect((await desk.get('network.get', {})).systemProxy).toBe('http://p.example:3128');
});

test('a proxy with its sign-in and an added authority lead to the bank at once, and are known at the next start', async () => {
  const bank = await hiddenBank();
  const proxy = await playProxy({ leadsTo: bank.port });
  const options = { dataDir: tempFolder(), keychain: memoryKeychain() };
  const desk = await openTestDesk(options);
  await desk.get('desk.connectBank', { bankFile });
  expect(await signIn(desk)).toMatchObject({ error: { code: 'network.unreachable' } });
  const { address } = proxy;
  await desk.get('network.save', {
    kind: 'manual',
    address,
    username: 'ada',
    password: 'canary-pw',
  });
  expect(await signIn(desk)).toMatchObject({ error: { code: 'network.untrusted' } });
  expect(bank.heard()).toBe(0);
  const view = await desk.get('network.save', { certificates: `our company:\n${own.cert}` });
  expect(view).toMatchObject({
    proxy: { kind: 'manual', address, username: 'ada', hasPassword: true },
    authorities: [{ subject: 'bank.test', issuer: 'bank.test', hasExpired: false }],
  });
  expect(view.authorities[0]?.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  expect(await signIn(desk)).toMatchObject({ value: { signedIn: true } });
  expect(proxy.asked.at(-1)).toEqual({
    target: 'bank.test:443',
    authorization: `Basic ${Buffer.from('ada:canary-pw').toString('base64')}`,
  });
  expect(fileIn(desk)).not.toContain('canary');
  expect(JSON.stringify(desk.facts)).not.toContain('canary-pw');
  await desk.close();
  const next = await openTestDesk(options);
  expect(await next.get('network.get', {})).toEqual({ ...view, systemProxy: null });
  expect(await signIn(next)).toMatchObject({ value: { signedIn: true } });
});

describe('the proxy’s password', () => {
  const saved = async () => {
    const desk = await openTestDesk();
    const address = 'http://p.example:8080';
    await desk.get('network.save', {
      kind: 'manual',
      address,
      username: 'ada',
      password: 'canary',
    });
    return desk;
  };
  const kept = ({ keychain }: TestDesk) => keychain.entries.get('network:proxy');

  test('lies in the keychain and nowhere else, and stays when something else is changed', async () => {
    const desk = await saved();
    expect(kept(desk)).toBe('canary');
    await desk.get('network.save', { username: 'bob', address: 'http://p.example:9090' });
    expect(kept(desk)).toBe('canary');
    expect(fileIn(desk)).not.toContain('canary');
  });

  test('is forgotten when a person says so, and when the proxy becomes another host', async () => {
    const one = await saved();
    expect((await one.get('network.save', { password: null })).proxy.hasPassword).toBe(false);
    expect(kept(one)).toBeUndefined();
    const other = await saved();
    await other.get('network.save', { address: 'http://elsewhere.example:8080' });
    expect(kept(other)).toBeUndefined();
  });
});

test.each([
  [{ kind: 'manual' }, { address: /is missing/ }],
  [{ address: 'socks5://p.example:1080' }, { address: /SOCKS.*HTTP proxy/ }],
  [{ address: 'http://ada:canary@p.example' }, { address: /fields of their own/ }],
  [{ address: 'ftp://p.example' }, { address: /http:\/\/ or https/ }],
  [{ address: 'http://p.example/proxy.pac' }, { address: /must end after/ }],
  [{ address: 'two words' }, { address: /like http/ }],
  [{ username: 'a:b' }, { username: /colon/ }],
  [{ certificates: 'hello' }, { certificates: /no certificate/ }],
  [
    { certificates: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
    { certificates: /certificate 1 of 1 cannot be read/ },
  ],
  [
    { certificates: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----' },
    { certificates: /private key/ },
  ],
] as const)('%j is refused by its field, and nothing is saved', async (change, fields) => {
  const desk = await openTestDesk();
  const before = await desk.get('network.get', {});
  const error = await desk.refused('network.save', change);
  expect(error.code).toBe('input.invalid');
  expect(Object.keys(error.fields ?? {})).toEqual(Object.keys(fields));
  const [[field, words]] = Object.entries(fields) as [[string, RegExp]];
  expect(error.fields?.[field]).toMatch(words);
  expect(JSON.stringify(error)).not.toContain('canary');
  expect(await desk.get('network.get', {})).toEqual(before);
});

test('an authority that has expired is shown so; empty text removes them all', async () => {
  const old = certificateFor('company.example', -1);
  const desk = await openTestDesk();
  const view = await desk.get('network.save', { certificates: `${own.cert}\n${old.cert}` });
  expect(view.authorities.map(({ subject, hasExpired }) => [subject, hasExpired])).toEqual([
    ['bank.test', false],
    ['company.example', true],
  ]);
  expect((await desk.get('network.save', { certificates: ' ' })).authorities).toEqual([]);
});

test('a damaged file counts as none, and the desk opens', async () => {
  const dataDir = tempFolder();
  writeFileSync(join(dataDir, 'network.json'), '{"kind":"manu');
  const desk = await openTestDesk({ dataDir });
  expect((await desk.get('network.get', {})).proxy.kind).toBe('system');
});

test.each([
  ['SOCKS5 s.example:1080', 'network.proxy-down', /only a SOCKS proxy \(s\.example:1080\)/],
  ['PROXY 127.0.0.1:1', 'network.proxy-down', /The proxy 127\.0\.0\.1:1 does not answer/],
])(
  'where the system answers “%s”, the sign-in tells what is in the way',
  async (pac, code, words) => {
    const desk = await openTestDesk({ resolveProxy: () => Promise.resolve(pac) });
    await desk.get('desk.connectBank', { bankFile });
    const error = await desk.refused('session.signIn', { credentials, remember: false });
    expect(error.code).toBe(code);
    expect(error.message).toMatch(words);
  },
);

test('the practice bank on this machine is reached whatever is set up', async () => {
  const desk = await openTestDesk({ resolveProxy: () => Promise.resolve('PROXY 127.0.0.1:1') });
  await desk.get('network.save', { kind: 'manual', address: 'http://127.0.0.1:1' });
  expect(await desk.get('desk.openSandbox', {})).toMatchObject({ signedIn: true });
});
