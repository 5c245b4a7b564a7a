import { expect, test } from 'vitest';

import { JsonNumber } from '../../shared/json/exact-json.ts';
import { limits } from '../../shared/limits.ts';
import { readRecordings } from '../../electron/connections/recordings/exchanges/read.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const read = (name: string, text: string | Uint8Array) =>
  readRecordings([{ name, bytes: typeof text === 'string' ? bytes(text) : text }]);

const entry = (over: object = {}, response: object = {}) => ({
  request: {
    method: 'get',
    url: 'https://uat.bank.example/platform/accts?no=1',
    headers: [{ name: 'Authorization', value: 'Bearer t' }],
    ...over,
  },
  response: { status: 200, content: { text: '{"avail":12345678901234.5670}' }, ...response },
});
const har = (...entries: unknown[]): string => JSON.stringify({ log: { version: '1.2', entries } });

test('an entry of a HAR file is read as it was sent, and figures keep their digits', async () => {
  const result = await read('a.har', har(entry()));
  expect(result).toMatchObject({
    ok: true,
    value: [{ from: 'a.har entry 1', method: 'GET', status: 200, bodyKind: 'none' }],
  });
  const [exchange] = result.ok ? result.value : [];
  expect(exchange?.headers.get('authorization')).toBe('Bearer t');
  expect(exchange?.answer).toEqual({ avail: new JsonNumber('12345678901234.5670') });
});

test('answers in base64, fields of forms and files in parts are read or known for what they are', async () => {
  const coded = {
    content: { text: Buffer.from('{"a":"ä"}').toString('base64'), encoding: 'base64' },
  };
  const form = {
    mimeType: 'application/x-www-form-urlencoded',
    params: [{ name: 'u', value: 'x y' }],
  };
  const parts = { mimeType: 'multipart/form-data; boundary=b', text: '--b' };
  const result = await read(
    'a.har',
    har(
      entry({}, coded),
      entry({ method: 'POST', postData: form }),
      entry({ method: 'POST', postData: parts }),
    ),
  );
  expect(result).toMatchObject({
    value: [
      { answer: { a: 'ä' } },
      { bodyKind: 'form', body: { u: 'x y' } },
      { bodyKind: 'multipart', body: undefined },
    ],
  });
});

test('what is no exchange is passed over, and an answer that is no JSON is none', async () => {
  const result = await read(
    'a.har',
    har(
      null,
      { request: {} },
      entry({ url: 'data:text/plain,x' }),
      entry({}, { status: 0 }),
      entry({}, { content: { text: '<html>' } }),
      entry({}, { content: { text: '['.repeat(1_000) } }),
    ),
  );
  expect(result).toMatchObject({ ok: true, value: [{ answer: undefined }, { answer: undefined }] });
});

test('pairs are read as a person writes them down', async () => {
  const text = [
    'POST https://uat.bank.example/platform/auth',
    'content-type: application/json',
    '',
    '{"user":"u",',
    ' "pass":"p"}',
    '',
    'HTTP 200 OK',
    'content-type: application/json',
    '',
    '{"token":"t"}',
    '### then',
    'GET https://uat.bank.example/platform/accts',
    'HTTP/1.1 100 Continue',
    '',
    'HTTP/1.1 404',
    '',
    '{"message":"none"}',
  ].join('\r\n');
  expect(await read('session.txt', text)).toMatchObject({
    ok: true,
    value: [
      {
        from: 'session.txt pair 1',
        method: 'POST',
        body: { user: 'u', pass: 'p' },
        answer: { token: 't' },
      },
      { from: 'session.txt pair 2', method: 'GET', status: 404, answer: { message: 'none' } },
    ],
  });
});

test('the output of curl -v is a pair', async () => {
  const text = [
    '* Connected to uat.bank.example (192.0.2.1) port 443',
    '> GET /platform/accts HTTP/1.1',
    '> Host: uat.bank.example',
    '> X-Access-Token: t',
    '>',
    '< HTTP/1.1 200 OK',
    '< content-type: application/json',
    '<',
    '{ [22 bytes data]',
    '[{"no":"A-1"}]',
    '* Connection #0 to host uat.bank.example left intact',
  ].join('\n');
  const result = await read('curl.txt', text);
  expect(result).toMatchObject({ ok: true, value: [{ status: 200, answer: [{ no: 'A-1' }] }] });
  expect(result.ok && String(result.value[0]?.url)).toBe('https://uat.bank.example/platform/accts');
});

const canary = 'secret-canary-7f3a';

test.each([
  ['cut', har(entry()).slice(0, -9).replace('Bearer t', canary), 'is not whole JSON'],
  ['deep', `${'['.repeat(5_000)}"${canary}"`, 'nests deeper than 32 levels'],
  ['binary', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0, 0, 1]), 'is not UTF-8 text'],
  ['of another charset', Buffer.from(`GET https://x/ ä ${canary}`, 'latin1'), 'is not UTF-8 text'],
  ['of UTF-16', Buffer.from(har(entry()), 'utf16le'), 'is not UTF-8 text'],
  ['empty', '', 'is empty'],
  [
    'of another kind',
    `{"openapi":"3.0","x":"${canary}"}`,
    'is JSON, but not a HAR file: it has no log of entries',
  ],
  [
    'without a pair',
    `Dear colleague, ${canary}`,
    'has no pair of a request, such as “GET https://…”, and an answer, such as “HTTP 200”',
  ],
  [
    'without an address',
    `GET /accts\n\nHTTP 200\n\n{"x":"${canary}"}`,
    'has no full address at line 1',
  ],
  ['huge', new Uint8Array(limits.recordingBytesMax + 1).fill(0x20), 'is too large'],
])('a recording that is %s is refused by its name', async (_kind, text, why) => {
  expect(await read('x.har', text)).toEqual({ ok: false, error: `The recording x.har ${why}.` });
});

test('no more is read than is allowed', async () => {
  const one = bytes(har(entry()));
  const many = Array.from({ length: limits.recordingFilesMax + 1 }, (_, at) => ({
    name: `${String(at)}.har`,
    bytes: one,
  }));
  expect(await readRecordings(many)).toMatchObject({ ok: false });
  const long = har(...Array.from({ length: limits.recordedExchangesMax + 1 }, () => entry()));
  expect(await read('long.har', long)).toMatchObject({
    ok: false,
    error: `The recordings hold more than ${String(limits.recordedExchangesMax)} exchanges.`,
  });
});
