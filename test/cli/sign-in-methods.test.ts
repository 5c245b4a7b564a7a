import type { ServerOptions } from 'node:https';

import { describe, expect, onTestFinished, test } from 'vitest';

import { writeNetworkSettings } from '../../electron/connections/session/network-settings.ts';
import { certificateFor, lockedKeyOf, pkcs12Of } from '../bank/support/certificates.ts';
import type { BankAnswer } from '../support/banks/bank-server.ts';
import { gatehouseAccounts, startGatehouse, type Gate } from '../support/banks/gatehouse.ts';
import { commandLine, expectError } from '../support/programs/command-line.ts';

const [account] = gatehouseAccounts;
const no = (message: string): BankAnswer => ({ status: 401, body: { message } });

type Scene = {
  readonly auth: object;
  readonly gate: Gate;
  readonly operations?: object;
  readonly tls?: ServerOptions;
  /** The certificate of an authority that this machine trusts too. */
  readonly trusted?: string;
};

/** The command line at a bank whose gate is the test's. */
async function scene({ auth, gate, operations = {}, tls, trusted }: Scene) {
  const bank = await startGatehouse(gate, tls);
  onTestFinished(() => bank.close());
  const { data, over } = commandLine(bank.bankFile({ auth, operations }), null);
  const certificates = trusted === undefined ? [] : [trusted];
  writeNetworkSettings(data, { kind: 'direct', address: null, username: null, certificates });
  const nostro = (credentials: Readonly<Record<string, string>>, ...args: string[]) =>
    over(data, credentials)(...args);
  /** Syncs and examines: both must be whole. Answers all that was printed. */
  const works = async (credentials: Readonly<Record<string, string>>): Promise<string> => {
    const synced = await nostro(credentials, 'sync', '--account', account);
    expect(synced.err).toBe('');
    expect(synced.json<object>()).toMatchObject({
      accounts: [{ accountNumber: account, received: 4, proof: { ok: true } }],
    });
    const examined = await nostro(credentials, 'doctor', '--account', account);
    expect(examined.json<{ checks: { id: string }[] }>().checks).toContainEqual(
      expect.objectContaining({ id: 'sign-in', state: 'ok' }),
    );
    return [synced.out, examined.out, examined.err].join('\n');
  };
  return { bank, nostro, works };
}

describe('an API key', () => {
  const key = 'canary-key-51';
  const gate: Gate = ({ headers }) => (headers['x-api-key'] === key ? null : no('Which key?'));
  const auth = { way: 'api-key', credentials: { key: '{customerNumber}' } };

  test('goes with every call and nothing is asked to sign in', async () => {
    const { bank, works } = await scene({ auth, gate });
    expect(await works({ customerNumber: key })).not.toContain(key);
    expect(bank.requests.filter((line) => line.includes('token'))).toEqual([]);
  });

  test('that the bank does not take is refused at the sign-in, in its words and without the key', async () => {
    const wordy: Gate = ({ headers }) => no(`No such key: ${String(headers['x-api-key'])}`);
    const { nostro } = await scene({ auth, gate: wordy });
    const run = await nostro({ customerNumber: key }, 'sync', '--account', account);
    expectError(run, 1, {
      code: 'session.refused',
      status: 401,
      bank: 'No such key: •••',
    });
    expect(run.out + run.err).not.toContain(key);
  });

  test('goes under a scheme and beside other headers where the bank file says so', async () => {
    const { bank, works } = await scene({
      auth: {
        way: 'api-key',
        header: 'Authorization',
        scheme: 'ApiKey',
        headers: { 'X-Partner': '{partner}', 'X-Channel': 'treasury' },
      },
      gate: ({ headers }) => (headers.authorization === `ApiKey ${key}` ? null : no('No')),
    });
    const printed = await works({ apiKey: key, partner: 'canary-partner' });
    expect(printed).not.toMatch(/canary/);
    const seen = bank.authorized.map(({ headers }) => [headers['x-partner'], headers['x-channel']]);
    expect(new Set(seen.map(String))).toEqual(new Set(['canary-partner,treasury']));
  });

  test('with a line end in it is refused at its field, and nothing is sent', async () => {
    const { bank, nostro } = await scene({ auth, gate });
    const run = await nostro({ customerNumber: 'a\r\nX-Evil: 1' }, 'sync', '--account', account);
    expect(run.error()).toMatchObject({
      code: 'input.invalid',
      fields: { customerNumber: expect.any(String) as string },
    });
    expect(bank.requests).toEqual([]);
  });
});

describe('HTTP Basic', () => {
  const credentials = { username: 'adaé', password: 'canary:pass' };
  const expected = `Basic ${Buffer.from('adaé:canary:pass').toString('base64')}`;

  test('goes with every call (RFC 7617)', async () => {
    const gate: Gate = ({ headers }) => (headers.authorization === expected ? null : no('No'));
    const { works } = await scene({ auth: { way: 'basic' }, gate });
    const printed = await works(credentials);
    expect(printed).not.toContain('canary');
    expect(printed).not.toContain(expected.slice(6));
  });

  test('is left out of the error where the bank repeats it', async () => {
    const { nostro } = await scene({
      auth: { way: 'basic' },
      gate: ({ headers }) => no(`I got ${String(headers.authorization)}`),
    });
    const run = await nostro(credentials, 'sync', '--account', account);
    expect(run.error()).toMatchObject({ code: 'session.refused', bank: 'I got Basic •••' });
  });

  test('takes no colon in the user name', async () => {
    const { bank, nostro } = await scene({ auth: { way: 'basic' }, gate: () => null });
    const run = await nostro({ username: 'a:b', password: 'x' }, 'sync', '--account', account);
    expect(run.error()).toMatchObject({ fields: { username: 'must not contain a colon' } });
    expect(bank.requests).toEqual([]);
  });
});

/** A bank that gives tokens by RFC 6749, 4.4, and takes the newest only. */
function tokenBank(isClient: (headers: Record<string, unknown>, form: URLSearchParams) => boolean) {
  const forms: URLSearchParams[] = [];
  let issued = 0;
  const gate: Gate = ({ path, text, headers }) => {
    if (path !== '/platform/oauth/token')
      return headers.authorization === `Bearer canary-token-${String(issued)}` ? null : no('No');
    const form = new URLSearchParams(text);
    forms.push(form);
    if (headers['content-type'] !== 'application/x-www-form-urlencoded' || !isClient(headers, form))
      return { status: 400, body: { error: 'invalid_client' } };
    issued += 1;
    const body = {
      access_token: `canary-token-${String(issued)}`,
      token_type: 'Bearer',
      expires_in: 600,
    };
    return { body };
  };
  return { forms, gate, expire: () => (issued += 1) };
}
const oauth = { getToken: { path: '/oauth/token' } };

describe('OAuth 2 client credentials', () => {
  const credentials = { clientId: 'desk one', clientSecret: 'canary+secret/%' };

  test('are sent as client_secret_basic, written as in a form (RFC 6749, 2.3.1)', async () => {
    const pair = Buffer.from('desk+one:canary%2Bsecret%2F%25').toString('base64');
    const { gate, forms } = tokenBank(({ authorization }) => authorization === `Basic ${pair}`);
    const auth = {
      way: 'client-credentials',
      scope: 'accounts payments',
      request: { audience: 'bank' },
    };
    const { works } = await scene({ auth, gate, operations: oauth });
    expect(await works(credentials)).not.toMatch(/canary/);
    expect(Object.fromEntries(forms[0] ?? [])).toEqual({
      grant_type: 'client_credentials',
      scope: 'accounts payments',
      audience: 'bank',
    });
  });

  test('are sent as client_secret_post where the bank file says so', async () => {
    const { gate, forms } = tokenBank(
      ({ authorization }, form) =>
        authorization === undefined && form.get('client_secret') === credentials.clientSecret,
    );
    const auth = { way: 'client-credentials', clientAuthentication: 'client_secret_post' };
    const { works } = await scene({ auth, gate, operations: oauth });
    await works(credentials);
    expect(Object.fromEntries(forms[0] ?? [])).toEqual({
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    });
  });

  test('that the bank refuses are reported as refused', async () => {
    const { gate } = tokenBank(() => false);
    const { nostro } = await scene({
      auth: { way: 'client-credentials' },
      gate,
      operations: oauth,
    });
    const run = await nostro(credentials, 'sync', '--account', account);
    expect(run.error()).toMatchObject({
      code: 'session.refused',
      status: 400,
      bank: 'invalid_client',
    });
  });
});

test('a sign-in can be a form, and its token goes on as ever', async () => {
  const gate: Gate = ({ path, text, headers }) => {
    if (path === '/platform/login')
      return text === 'user=ada+l&pin=1%262' ? { body: { t: 'canary-token' } } : no('No');
    return headers.authorization === 'Bearer canary-token' ? null : no('No');
  };
  const auth = { encoding: 'form', request: { user: '{username}', pin: '{pin}' }, token: '/t' };
  const { works } = await scene({ auth, gate, operations: { getToken: { path: '/login' } } });
  expect(await works({ username: 'ada l', pin: '1&2' })).not.toContain('canary');
});

describe('a client certificate', () => {
  const server = certificateFor('localhost');
  const ours = certificateFor('nostro-desk');
  const strange = certificateFor('somebody-else');
  const tls = (extra: ServerOptions = {}): ServerOptions => ({
    ...server,
    ca: [ours.cert],
    requestCert: true,
    rejectUnauthorized: true,
    ...extra,
  });
  const gate: Gate = ({ shown }) => (shown === 'nostro-desk' ? null : no(`Who is ${shown}?`));
  const alone = { auth: { way: 'certificate' }, gate, trusted: server.cert };
  const named = (pair: { cert: string; key: string }, more: object = {}) => ({
    'tls:certificate': pair.cert,
    'tls:key': pair.key,
    ...more,
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'alone lets every call in, over %s',
    async (version) => {
      const { works } = await scene({ ...alone, tls: tls({ maxVersion: version }) });
      const printed = await works(named(ours));
      expect(printed).not.toContain('PRIVATE KEY');
    },
  );

  test.each([
    ['one PEM text', { 'tls:certificate': `${ours.cert}${ours.key}` }],
    [
      'PEM with a locked key',
      named(
        { ...ours, key: lockedKeyOf(ours, 'canary-phrase') },
        { 'tls:passphrase': 'canary-phrase' },
      ),
    ],
    [
      'PKCS#12',
      {
        'tls:pkcs12': pkcs12Of(ours, 'canary-phrase').toString('base64'),
        'tls:passphrase': 'canary-phrase',
      },
    ],
  ])('is taken from %s', async (_what, credentials) => {
    const { works } = await scene({ ...alone, tls: tls() });
    expect(await works(credentials)).not.toMatch(/canary-phrase|PRIVATE KEY/);
  });

  test('stands beside an API key where the bank wants both', async () => {
    const both: Gate = (asked) =>
      gate(asked) ?? (asked.headers['x-api-key'] === 'canary-key' ? null : no('Key?'));
    const auth = { way: 'api-key', clientCertificate: true };
    const { works } = await scene({ ...alone, auth, gate: both, tls: tls() });
    expect(await works({ ...named(ours), apiKey: 'canary-key' })).not.toMatch(/canary-key/);
  });

  test.each([
    ['none', {}, 'input.invalid', 'tls:certificate: is missing'],
    [
      'the key of another',
      named({ ...ours, key: strange.key }),
      'input.invalid',
      'do not belong together',
    ],
    [
      'a locked key without its passphrase',
      named({ ...ours, key: lockedKeyOf(ours, 'canary-phrase') }),
      'input.invalid',
      'does not open the key',
    ],
    [
      'a PKCS#12 file under another passphrase',
      { 'tls:pkcs12': pkcs12Of(ours, 'canary-phrase').toString('base64'), 'tls:passphrase': 'no' },
      'input.invalid',
      'does not open the key',
    ],
    [
      'one that has ended',
      named(certificateFor('nostro-desk', -1)),
      'input.invalid',
      'has ended on',
    ],
    [
      'one that the bank does not know',
      named(strange),
      'bank.unavailable',
      'It may not accept the client certificate it was shown.',
    ],
  ])('%s is explained in words, and no call is made', async (_what, credentials, code, words) => {
    const { bank, nostro } = await scene({ ...alone, tls: tls() });
    const run = await nostro(credentials, 'sync', '--account', account);
    expect(run.code).toBe(1);
    const { fields = {}, ...error } = run.error();
    expect(error.code).toBe(code);
    const fieldErrors = Object.entries(fields as Record<string, string>).map(
      ([name, why]) => `${name}: ${why}`,
    );
    expect(`${error.message} ${fieldErrors.join(' ')}`).toContain(words);
    expect(run.out + run.err).not.toMatch(/canary|PRIVATE KEY|BEGIN/);
    expect(bank.requests).toEqual([]);
  });
});
