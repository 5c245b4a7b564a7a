import { describe, expect, test } from 'vitest';

import { parseBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import { credentialFieldsOf } from '../../../electron/engines/bank/session/credential-fields.ts';
import { signInDoorOf } from '../../../electron/engines/bank/session/sign-in-endpoint.ts';

const file = (auth: object, more: object = {}) =>
  parseBankFile(
    JSON.stringify({
      name: 'Ways Bank',
      environment: 'uat',
      baseUrl: 'https://ways.example',
      auth,
      ...more,
    }),
  );

function read(auth: object, more: object = {}) {
  const parsed = file(auth, more);
  if (!parsed.ok) expect.fail(parsed.error.message);
  return parsed.value;
}

describe('a bank file that names no way of signing in', () => {
  test('means what it meant before there was another', () => {
    const { auth } = read({ request: { u: '{user}', p: '{pass}' }, token: '/jwt' });
    expect(auth).toEqual({
      way: 'token',
      operation: 'getToken',
      request: { u: '{user}', p: '{pass}' },
      encoding: 'json',
      credentials: {},
      clientAuthentication: 'client_secret_basic',
      scope: null,
      token: '/jwt',
      refreshToken: null,
      expiresIn: null,
      header: 'authorization',
      scheme: 'Bearer',
      headers: {},
      clientCertificate: false,
    });
  });

  test('finds what was remembered for it before', () => {
    const old = parseBankFile(
      JSON.stringify({
        name: 'Old Bank',
        environment: 'uat',
        baseUrl: 'https://old.example',
        auth: {
          request: { user: '{username}', pass: '{password}' },
          token: '/jwt',
          header: 'x-session',
          scheme: '',
        },
        operations: { getToken: { path: '/login' } },
      }),
    );
    expect(old.ok && signInDoorOf(old.value)).toBe('JSFAK9HgHJpSU2Q4qkX9VLrswETP_M0Aux43zx02xvs');
  });
});

test('what was typed for one way of signing in is asked for again for another', () => {
  const doors = [
    {},
    { encoding: 'form' },
    { clientCertificate: true },
    { headers: { 'x-key': '{key}' } },
    { way: 'api-key' },
    { way: 'api-key', header: 'x-other' },
    { way: 'basic' },
    { way: 'client-credentials' },
    { way: 'client-credentials', clientAuthentication: 'client_secret_post' },
  ].map((auth) => signInDoorOf(read(auth)));
  expect(new Set(doors).size).toBe(doors.length);
});

test('what goes with every call is secret whatever its name; a user name and a client id are not', () => {
  const fieldsOf = (auth: object) =>
    credentialFieldsOf(read(auth)).map(({ name, secret }) => `${name}${secret ? ' •' : ''}`);
  expect(fieldsOf({ way: 'api-key', credentials: { key: '{customer}' } })).toEqual(['customer •']);
  expect(
    fieldsOf({ way: 'basic', credentials: { password: '{pin code}'.replace(' ', '-') } }),
  ).toEqual(['username', 'pin-code •']);
  expect(fieldsOf({ way: 'client-credentials', headers: { 'x-bank': '{bankNo}' } })).toEqual([
    'clientId',
    'clientSecret •',
    'bankNo •',
  ]);
  expect(fieldsOf({ way: 'certificate' })).toEqual([]);
});

test.each<[string, object, string, RegExp]>([
  ['an unknown way', { way: 'oauth1' }, 'auth.way', /must be one of "token"/],
  [
    'a pointer where no token comes',
    { way: 'api-key', token: '/t' },
    'auth.token',
    /does not go with "way": "api-key"/,
  ],
  ['a body of Basic', { way: 'basic', request: { a: '{b}' } }, 'auth.request', /does not go with/],
  ['a scope of a plain token', { scope: 'a' }, 'auth.scope', /does not go with "way": "token"/],
  ['a scope of two lines', { way: 'client-credentials', scope: 'a\nb' }, 'auth.scope', /one blank/],
  [
    'a key in the file',
    { way: 'api-key', credentials: { key: 'k-123' } },
    'auth.credentials.key',
    /in braces, like “\{apiKey\}”/,
  ],
  [
    'a strange credential',
    { way: 'basic', credentials: { pass: '{p}' } },
    'auth.credentials.pass',
    /known are username, password/,
  ],
  [
    'a secret header in the file',
    { headers: { 'X-Api-Key': 'k-123' } },
    'auth.headers.X-Api-Key',
    /in braces/,
  ],
  [
    'a second authorization',
    { headers: { Authorization: '{x}' } },
    'auth.headers.Authorization',
    /of the sign-in itself/,
  ],
  [
    'the key’s own header twice',
    { way: 'api-key', headers: { 'X-API-Key': '{x}' } },
    'auth.headers.X-API-Key',
    /of the sign-in itself/,
  ],
  [
    'one header in two writings',
    { headers: { 'x-a': '{x}', 'X-A': '{y}' } },
    'auth.headers.X-A',
    /written twice/,
  ],
  [
    'a header of the proxy',
    { headers: { 'Proxy-Authorization': '{x}' } },
    'auth.headers.Proxy-Authorization',
    /name of a header/,
  ],
  [
    'a list in a form',
    { encoding: 'form', request: { a: ['{b}'] } },
    'auth.request.a',
    /no records or lists/,
  ],
  [
    'a grant type of one’s own',
    { way: 'client-credentials', request: { grant_type: 'password' } },
    'auth.request.grant_type',
    /by the desk itself/,
  ],
  [
    'a certificate that is none',
    { way: 'certificate', clientCertificate: false },
    'auth.clientCertificate',
    /must be true/,
  ],
  [
    'tls_client_auth without one',
    { way: 'client-credentials', clientAuthentication: 'tls_client_auth' },
    'auth.clientCertificate',
    /must be true/,
  ],
])('%s is a mistake that names its place', (_what, auth, field, problem) => {
  const parsed = file(auth);
  expect(parsed.ok).toBe(false);
  expect(parsed.ok ? {} : parsed.error.fields).toHaveProperty(
    [field],
    expect.stringMatching(problem),
  );
});

test.each([
  [{ way: 'api-key', header: 'Idempotency-Key' }],
  [{ headers: { 'IDEMPOTENCY-KEY': '{x}' } }],
])('no header of the sign-in is the one under which a change is known', (auth) => {
  const parsed = file(auth, { idempotency: { header: 'idempotency-key' } });
  expect(parsed.ok ? {} : parsed.error.fields).toHaveProperty(['idempotency.header']);
});
