import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import {
  builtInBankFile,
  isConfirmed,
  parseBankFile,
  profileIdOf,
} from '../../../electron/engines/bank/file/bank-file.ts';
import { credentialFieldsOf } from '../../../electron/engines/bank/session/credential-fields.ts';
import { operationNames } from '../../../shared/bank/catalogue.ts';

const example = `{
  "name": "Example Bank UAT",
  "environment": "uat",                       // sandbox | uat | production; shown in colour everywhere
  "baseUrl": "https://uat.example.com",       // https only, except loopback
  "auth": {
    "operation": "getToken",
    "request": { "user": "{username}", "pass": "{password}" },
    "token": "/data/jwt", "refreshToken": "/data/renew", "expiresIn": "/data/ttl",
    "header": "authorization", "scheme": "Bearer"
  },
  "statement": {                              /* or "auto" */
    "dates": ["startDate", "endDate"], "paging": ["pageNumber", "limit"], "pageUnit": "page", "firstPage": 1, "pageSizeMax": 500
  },
  "errorMessage": ["/message", "/error/message", "/error"],
  "idempotency": { "header": "idempotency-key" },
  "operations": {
    "getToken": { "method": "POST", "path": "/auth-service/api/v1/token" },
    "createSingleTransfer": {
      "method": "POST", "path": "/…",
      "request": { "amt": "{amount:number}", "ref": "{reference}" },
      "response": { "id": "/id", "status": "/status" }
    },
    "findTransfers": { "method": "GET", "path": "/…", "query": { "reference": "{reference}" },
      "items": "/data", "response": { "id": "/id", "reference": "/reference", "status": "/status", "amount": "/amount" } }
  },
  "limits": { "requestsPerSecond": 10, "uploadBytes": 10485760, "uploadTypes": ["application/pdf", "image/jpeg", "image/png"] }
}`;
const plainExample = example.replace(/\/\/ .*$/gm, '').replace(/\/\*.*?\*\//g, '');

/** As BANKS.md shows one. */
const shown =
  /```json\n([\s\S]*?)\n```/.exec(
    readFileSync(new URL('../../../docs/BANKS.md', import.meta.url), 'utf8'),
  )?.[1] ?? '';

const smallest = { name: 'B', environment: 'uat', baseUrl: 'https://bank.example' };

const parse = (extra: Record<string, unknown> = {}) =>
  parseBankFile(JSON.stringify({ ...smallest, ...extra }));

function bankFileWith(extra: Record<string, unknown> = {}) {
  const parsed = parse(extra);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

function mistakes(extra: Record<string, unknown>): Record<string, string> {
  const parsed = parse(extra);
  return parsed.ok ? {} : parsed.error.fields;
}

describe('a bank file', () => {
  test('is read as BANKS.md shows it', () => {
    expect(parseBankFile(shown)).toMatchObject({
      ok: true,
      value: { name: 'Example Bank UAT', operations: { createSingleTransfer: {} } },
    });
  });

  test.each([
    ['with comments', example],
    ['as plain JSON', plainExample],
  ])('of the contract is understood in full, %s', (_how, text) => {
    const parsed = parseBankFile(text);
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        auth: { token: '/data/jwt', refreshToken: '/data/renew', scheme: 'Bearer' },
        statement: { dates: ['startDate', 'endDate'], firstPage: 1, pageSizeMax: 500 },
        idempotency: { header: 'idempotency-key' },
        operations: { createSingleTransfer: { request: { amt: '{amount:number}' } } },
      },
    });
  });

  test('needs only a name, an environment and an address', () => {
    expect(bankFileWith()).toMatchObject({
      statement: 'auto',
      idempotency: null,
      errorMessage: ['/message', '/error/message', '/error'],
      auth: {
        operation: 'getToken',
        request: { username: '{username}', password: '{password}' },
        token: '/data/accessToken',
        refreshToken: '/data/refreshToken',
        header: 'authorization',
        scheme: 'Bearer',
      },
      limits: { requestsPerSecond: 10, uploadBytes: 10_485_760 },
    });
  });

  test('that names only the place of the token has no refresh token and no lifetime', () => {
    const { auth } = bankFileWith({ auth: { token: '/jwt' } });
    expect(auth).toMatchObject({ token: '/jwt', refreshToken: null, expiresIn: null });
  });

  test('may say that the bank knows no idempotency', () => {
    expect(bankFileWith({ idempotency: null }).idempotency).toBeNull();
  });

  test('may list the types of documents that the bank takes, each once', () => {
    const type = 'UBO_DECLARATION';
    expect(bankFileWith({ documentTypes: [{ type }] }).documentTypes).toEqual([
      { type, needs: [] },
    ]);
    expect(bankFileWith().documentTypes.map((one) => one.type)).toContain(
      'REGISTRATION_CERTIFICATE',
    );
    expect(mistakes({ documentTypes: [{ type }, { type }] })).toMatchObject({
      documentTypes: expect.stringContaining('twice') as string,
    });
    expect(Object.keys(mistakes({ documentTypes: [{ type, needs: ['birthday'] }] }))).toEqual([
      'documentTypes.0.needs.0',
    ]);
  });

  test('loses the slash at the end of the address', () => {
    expect(bankFileWith({ baseUrl: 'https://Bank.example/api/' }).baseUrl).toBe(
      'https://bank.example/api',
    );
  });

  test.each([
    ['an unknown field', { baseURL: 'x' }, 'baseURL', /“baseUrl”/],
    ['an unknown field inside', { auth: { tokn: '/a' } }, 'auth.tokn', /“token”/],
    ['a wrong type', { name: 3 }, 'name', /text/],
    ['a missing name', { name: undefined }, 'name', /missing/],
    ['an unknown environment', { environment: 'prod' }, 'environment', /"production"/],
    [
      'a number as text',
      { limits: { requestsPerSecond: '10' } },
      'limits.requestsPerSecond',
      /number/,
    ],
    ['http to a public host', { baseUrl: 'http://bank.example' }, 'baseUrl', /https/],
    ['an address by numbers', { baseUrl: 'https://10.1.2.3' }, 'baseUrl', /host name/],
    [
      'letters that look like others',
      { baseUrl: 'https://bаnk.example' },
      'baseUrl',
      /plain letters/,
    ],
    ['an address with a query', { baseUrl: 'https://bank.example/?a=1' }, 'baseUrl', /before any/],
    [
      'an address that ends in /platform',
      { baseUrl: 'https://bank.example/platform' },
      'baseUrl',
      /the desk adds/,
    ],
    ['another scheme', { baseUrl: 'ftp://bank.example' }, 'baseUrl', /https/],
    ['no address at all', { baseUrl: 'bank.example' }, 'baseUrl', /full address/],
    ['a sandbox elsewhere', { environment: 'sandbox' }, 'environment', /“uat”/],
    ['an unknown statement word', { statement: 'guess' }, 'statement', /"auto"/],
    [
      'an impossible pair of dates',
      { statement: { dates: ['from', 'endDate'], paging: ['pageNumber', 'limit'] } },
      'statement.dates',
      /must be one of/,
    ],
    [
      'a first page 2',
      { statement: { dates: ['from', 'to'], paging: ['pageNumber', 'limit'], firstPage: 2 } },
      'statement.firstPage',
      /0 or 1/,
    ],
    ['a pointer without its slash', { auth: { token: 'data/jwt' } }, 'auth.token', /“\/data\/jwt”/],
    ['a pointer with a bad tilde', { errorMessage: ['/a~2'] }, 'errorMessage.0', /~0/],
    ['a header that is not ours to set', { auth: { header: 'Host' } }, 'auth.header', /header/],
    [
      'an unknown kind of value',
      { auth: { request: { user: '{user:int}' } } },
      'auth.request.user',
      /\{name:number\}/,
    ],
    [
      'a secret written down',
      { auth: { request: { user: '{u}', password: 'hunter2' } } },
      'auth.request.password',
      /in braces/,
    ],
    [
      'a sign-in that asks for nothing',
      { auth: { request: { grant: 'x' } } },
      'auth.request',
      /credential/,
    ],
    [
      'a misspelt operation',
      { operations: { getStatment: {} } },
      'operations.getStatment',
      /“getStatement”/,
    ],
    [
      'a foreign path parameter',
      { operations: { getStatement: { path: '/s/{iban}' } } },
      'operations.getStatement.path',
      /accountNumber/,
    ],
    [
      'a path that names no record',
      { operations: { getSubclient: { path: '/s' } } },
      'operations.getSubclient.path',
      /\{id\}/,
    ],
    [
      'a path that climbs',
      { operations: { getStatement: { path: '/../{accountNumber}' } } },
      'operations.getStatement.path',
      /“\.\.”/,
    ],
    [
      'a path that climbs in disguise',
      { operations: { getStatement: { path: '/%2E%2e/{accountNumber}' } } },
      'operations.getStatement.path',
      /“\.\.”/,
    ],
    [
      'a path with an empty segment',
      { operations: { getAllAccounts: { path: '/a//b' } } },
      'operations.getAllAccounts.path',
      /empty/,
    ],
    [
      'a path with a query',
      { operations: { getAllAccounts: { path: '/a?b=1' } } },
      'operations.getAllAccounts.path',
      /path only/,
    ],
    [
      'a change by GET',
      { operations: { deleteSubclient: { method: 'GET' } } },
      'operations.deleteSubclient.method',
      /GET/,
    ],
    [
      'a body for a GET',
      { operations: { getAllAccounts: { request: { a: 'b' } } } },
      'operations.getAllAccounts.request',
      /query/,
    ],
    [
      'a value the operation does not have',
      { operations: { updateBeneficiary: { request: { n: '{nick}' } } } },
      'operations.updateBeneficiary.request',
      /nick/,
    ],
    [
      'a field the answer does not have',
      { operations: { getAccount: { response: { iban: '/i' } } } },
      'operations.getAccount.response.iban',
      /accountId/,
    ],
    [
      'items of a single record',
      { operations: { getAccount: { items: '/x' } } },
      'operations.getAccount.items',
      /lists/,
    ],
    [
      'a brace left open',
      { operations: { updateBeneficiary: { request: { n: ['{name'] } } } },
      'operations.updateBeneficiary.request.n.0',
      /brace/,
    ],
  ])('with %s is refused, naming the field and the fix [H16]', (_what, extra, field, fix) => {
    expect(mistakes(extra)[field]).toMatch(fix);
  });

  test('with a password in its address is refused without repeating it [H16]', () => {
    const parsed = parse({ baseUrl: 'https://ada:canary@bank.example' });
    expect(parsed).toMatchObject({
      ok: false,
      error: { fields: { baseUrl: expect.stringContaining('credentials') as string } },
    });
    expect(JSON.stringify(parsed)).not.toContain('canary');
  });

  test.each(['http://127.0.0.1:8080', 'http://localhost:1', 'http://[::1]:9'])(
    'may use plain http on this machine: %s',
    (baseUrl) => {
      expect(parse({ baseUrl }).ok).toBe(true);
    },
  );

  test.each([
    ['{\n  "name": "x"\n  "b": 1 }', 'line 3, column 3'],
    ['{"a": 1,', 'line 1, column 9'],
    ['', 'line 1, column 1'],
    ['{\n"a": tru }', 'line 2'],
  ])('with broken JSON names the place: %j', (text, place) => {
    const parsed = parseBankFile(text);
    expect(parsed).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining(place) as string },
    });
  });

  test('that is no record, or far too large, is refused', () => {
    expect(parseBankFile('[]').ok).toBe(false);
    expect(parseBankFile(`{"name":"${'x'.repeat(300_000)}"}`)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('too large') as string },
    });
  });

  test('reports every mistake at once', () => {
    const fields = mistakes({ baseUrl: 'http://bank.example', errorMessage: ['x'], nmae: 'y' });
    expect(Object.keys(fields).toSorted()).toEqual(['baseUrl', 'errorMessage.0', 'nmae']);
  });
});

describe('what follows from a bank file', () => {
  test('the profile is one per address and environment; the built-in bank is always the sandbox', () => {
    const ids = [
      bankFileWith(),
      bankFileWith({ environment: 'production' }),
      bankFileWith({ baseUrl: 'https://other.example' }),
    ].map(profileIdOf);
    expect(new Set(ids).size).toBe(3);
    expect(ids.every((id) => /^[0-9a-f]{12}$/.test(id))).toBe(true);
    expect(profileIdOf(bankFileWith({ name: 'Renamed', baseUrl: 'https://BANK.example/' }))).toBe(
      ids[0],
    );
    expect(profileIdOf(builtInBankFile('http://127.0.0.1:1'))).toBe('sandbox');
    expect(
      profileIdOf(bankFileWith({ environment: 'sandbox', baseUrl: 'http://127.0.0.1:1' })),
    ).not.toBe('sandbox');
  });

  test('the sign-in asks for the names in braces, and masks those that sound secret', () => {
    const request = {
      a: '{user}',
      b: { c: '{apiKey}', d: '{PIN}' },
      e: 'x-{user}-{company}',
      f: '{passphrase}',
    };
    expect(credentialFieldsOf(bankFileWith({ auth: { request } }))).toEqual([
      { name: 'user', secret: false },
      { name: 'apiKey', secret: true },
      { name: 'PIN', secret: true },
      { name: 'company', secret: false },
      { name: 'passphrase', secret: true },
    ]);
  });

  test('specified operations are open everywhere, assumed ones where the file names them or at the sandbox', () => {
    const bankFile = bankFileWith({ operations: { getAllAccounts: {} } });
    expect(isConfirmed(bankFile, 'getStatement')).toBe(true);
    expect(isConfirmed(bankFile, 'getAllAccounts')).toBe(true);
    expect(isConfirmed(bankFile, 'getAllSubclients')).toBe(false);
    expect(isConfirmed(bankFile, 'toString')).toBe(false);
    expect(isConfirmed(builtInBankFile('http://127.0.0.1:1'), 'getAllSubclients')).toBe(true);
  });

  test('the catalogue holds the 46 operations of the specification', () => {
    expect(operationNames).toHaveLength(46);
  });
});
