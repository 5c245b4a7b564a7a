import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import type { RouteOutput } from '../../shared/ipc/contract.ts';
import { certificateFor, type KeyPair } from '../bank/support/certificates.ts';
import { openProxyServer } from '../bank/support/proxy-server.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { openTestDesk, type TestDesk } from '../support/desks/test-desk.ts';

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
  let requests = 0;
  const server = createServer(own, (_request, response) => {
    requests += 1;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"data":{"accessToken":"t","refreshToken":"r","expiresIn":900}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests: () => requests };
}

const fileIn = ({ dataDir }: TestDesk): string =>
  readFileSync(join(dataDir, 'network.json'), 'utf8');
const signIn = (desk: TestDesk) => desk.request('session.signIn', { credentials, remember: false });

test('the route to a bank is the system’s until somebody chooses another', async () => {
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
  const proxy = await openProxyServer({ leadsTo: bank.port });
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
  expect(bank.requests()).toBe(0);
  const view = await desk.get('network.save', { addCertificates: `our company:\n${own.cert}` });
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
  const storedPassword = ({ keychain }: TestDesk) => keychain.entries.get('network:proxy');

  test('lies in the keychain and nowhere else, and stays when something else is changed', async () => {
    const desk = await saved();
    expect(storedPassword(desk)).toBe('canary');
    await desk.get('network.save', { username: 'bob', address: 'http://p.example:9090' });
    expect(storedPassword(desk)).toBe('canary');
    expect(fileIn(desk)).not.toContain('canary');
  });

  test('is forgotten when a person says so, and when the proxy becomes another host', async () => {
    const one = await saved();
    expect((await one.get('network.save', { password: null })).proxy.hasPassword).toBe(false);
    expect(storedPassword(one)).toBeUndefined();
    const other = await saved();
    await other.get('network.save', { address: 'http://elsewhere.example:8080' });
    expect(storedPassword(other)).toBeUndefined();
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
  [{ addCertificates: 'hello' }, { addCertificates: /no certificate/ }],
  [{ addCertificates: ' ' }, { addCertificates: /no certificate/ }],
  [{ removeCertificate: 'AB:CD' }, { removeCertificate: /is not among/ }],
  [
    { addCertificates: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
    { addCertificates: /certificate 1 of 1 cannot be read/ },
  ],
  [
    { addCertificates: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----' },
    { addCertificates: /private key/ },
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

test('authorities are added to those that are there and removed one by one; one that has expired is shown so', async () => {
  const old = certificateFor('company.example', -1);
  const third = certificateFor('third.example');
  const desk = await openTestDesk();
  const subjects = ({ authorities }: RouteOutput<'network.get'>) =>
    authorities.map(({ subject, hasExpired }) => [subject, hasExpired]);
  const first = await desk.get('network.save', { addCertificates: `${own.cert}\n${old.cert}` });
  expect(subjects(first)).toEqual([
    ['bank.test', false],
    ['company.example', true],
  ]);
  // The same certificate again, with other line ends, is still one.
  const again = `${own.cert.replaceAll('\n', '\r\n')}${third.cert}`;
  const more = await desk.get('network.save', { addCertificates: again });
  expect(subjects(more).map(([subject]) => subject)).toEqual([
    'bank.test',
    'company.example',
    'third.example',
  ]);
  const [, expired] = more.authorities;
  const left = await desk.get('network.save', { removeCertificate: expired?.fingerprint ?? '' });
  expect(subjects(left).map(([subject]) => subject)).toEqual(['bank.test', 'third.example']);
  for (const { fingerprint } of left.authorities)
    await desk.get('network.save', { removeCertificate: fingerprint });
  expect((await desk.get('network.get', {})).authorities).toEqual([]);
});

describe('a page that was taken over', () => {
  test.each([
    [
      { kind: 'manual', address: 'http://evil.example:8080' },
      'Reach banks through evil.example:8080?',
    ],
    [
      { kind: 'manual', address: 'http://p.example:8080', username: 'what was stolen' },
      'Reach banks through p.example:8080?',
    ],
  ] as const)(
    '%j is not saved unless a person who is asked outside it says so',
    async (change, words) => {
      const desk = await openTestDesk();
      desk.saysYes = false;
      const before = await desk.get('network.get', {});
      expect((await desk.refused('network.save', change)).code).toBe('declined');
      expect(desk.questions.map(({ message }) => message)).toEqual([words]);
      expect(await desk.get('network.get', {})).toEqual(before);
    },
  );

  test('has no authority trusted without its fingerprint being shown to a person', async () => {
    const desk = await openTestDesk();
    desk.saysYes = false;
    const error = await desk.refused('network.save', { addCertificates: own.cert });
    expect(error.code).toBe('declined');
    expect((await desk.get('network.get', {})).authorities).toEqual([]);
    const [question] = desk.questions;
    expect(question?.message).toBe('Trust “bank.test” for connections to banks?');
    expect(question?.detail).toMatch(/([0-9A-F]{2}:){31}[0-9A-F]{2}/);
  });

  test('cannot have the trusted proxy’s user name become what it stole, or pile up questions', async () => {
    let answer: (yes: boolean) => void = () => undefined;
    const desk = await openTestDesk({
      confirm: () => new Promise((resolve) => (answer = resolve)),
    });
    const manual = { kind: 'manual', address: 'http://p.example:8080' } as const;
    const first = desk.get('network.save', manual);
    await expect.poll(() => desk.questions.length).toBe(1);
    const second = await desk.refused('network.save', { ...manual, username: 'stolen' });
    expect(second.code).toBe('declined');
    expect(desk.questions).toHaveLength(1);
    answer(true);
    expect((await first).proxy).toMatchObject({ address: 'http://p.example:8080', username: null });
  });

  test('asks no one for what trusts less: no proxy, an authority removed, a password forgotten', async () => {
    const desk = await openTestDesk();
    await desk.get('network.save', {
      kind: 'manual',
      address: 'http://p.example:8080',
      password: 'canary',
      addCertificates: own.cert,
    });
    expect(desk.questions).toHaveLength(2);
    const { authorities } = await desk.get('network.get', {});
    await desk.get('network.save', { removeCertificate: authorities[0]?.fingerprint ?? '' });
    await desk.get('network.save', { password: null });
    await desk.get('network.save', { kind: 'direct' });
    expect(desk.questions).toHaveLength(2);
  });
});

test('a damaged file counts as none, and the desk opens [S13]', async () => {
  const dataDir = tempFolder();
  writeFileSync(join(dataDir, 'network.json'), '{"kind":"manu');
  const desk = await openTestDesk({ dataDir });
  expect((await desk.get('network.get', {})).proxy.kind).toBe('system');
});

test.each([
  ['SOCKS5 s.example:1080', 'network.proxy-down', /only a SOCKS proxy \(s\.example:1080\)/],
  ['PROXY 127.0.0.1:1', 'network.proxy-down', /^The proxy does not answer\./],
])(
  'where the system answers “%s”, the sign-in reports what is in the way',
  async (pac, code, words) => {
    const desk = await openTestDesk({ resolveProxy: () => Promise.resolve(pac) });
    await desk.get('desk.connectBank', { bankFile });
    const error = await desk.refused('session.signIn', { credentials, remember: false });
    expect(error.code).toBe(code);
    expect(error.message).toMatch(words);
  },
);

test('the sandbox on this machine is reached whatever is set up', async () => {
  const desk = await openTestDesk({ resolveProxy: () => Promise.resolve('PROXY 127.0.0.1:1') });
  await desk.get('network.save', { kind: 'manual', address: 'http://127.0.0.1:1' });
  expect(await desk.get('desk.openSandbox', {})).toMatchObject({ signedIn: true });
});
