import { expect, test } from 'vitest';

import { answersSignIn, bankFileOf, contextOf, signedIn } from '../support/desk-client.ts';
import { playBank } from '../support/scripted-server.ts';

const input = { path: { accountNumber: '1' }, query: { startDate: '2026-01-01' } };

/** The outcome of a download from a bank that answers with these bytes and this type. */
async function downloaded(type: string, body: string | Uint8Array, disposition?: string) {
  const accepted: (string | undefined)[] = [];
  const bank = await playBank((received, response) => {
    if (answersSignIn(received, response)) return;
    accepted.push(received.headers.accept);
    response.writeHead(200, {
      'content-type': type,
      ...(disposition === undefined ? {} : { 'content-disposition': disposition }),
    });
    response.end(body);
  });
  const operations = { getToken: {}, downloadStatement: {}, getStatement: {} };
  const { client } = await signedIn(bankFileOf(bank.url, { operations }));
  return { client, accepted, outcome: await client.call('downloadStatement', input, contextOf()) };
}

test.each([
  ['application/pdf', Buffer.from([0x25, 0x50, 0x44, 0x46, 0xff, 0x00, 0x80])],
  ['text/csv; charset=utf-8', 'Id;Amount\r\na;1,50\r\n'],
  ['application/xml', '<Document/>'],
  ['application/octet-stream', ':20:A\r\n:25:1\r\n'],
  ['application/json', ' [ {"id":"a", "amount": 1.50} ]\n'],
  ['application/json', '{"statement":{"data":[]},"openingBalance":1.10}'],
])('a file of type %s keeps every byte', async (type, body) => {
  const { outcome, accepted } = await downloaded(type, body);
  expect(outcome).toMatchObject({ ok: true });
  const { file } = (outcome as { value: { file: { content: string; mimeType: string } } }).value;
  expect(Buffer.from(file.content, 'base64')).toEqual(Buffer.from(body));
  expect(file.mimeType).toBe(type.split(';')[0]);
  expect(accepted).toEqual(['application/json, */*;q=0.9']);
});

test.each([
  ['attachment; filename="../../etc/Statement 1.csv"', 'Statement 1.csv'],
  ['attachment; filename=..\\x\\a<b>.csv', 'ab.csv'],
  ['attachment', ''],
])('its name is no path: %s', async (disposition, fileName) => {
  const { outcome } = await downloaded('text/csv', 'Id;Amount', disposition);
  expect(outcome).toMatchObject({ value: { file: { fileName } } });
});

test('JSON that holds the file is opened as before', async () => {
  const file = { fileName: 'a.csv', mimeType: 'text/csv', content: 'SWQ=' };
  const { outcome } = await downloaded('application/json', JSON.stringify({ message: 'm', file }));
  expect(outcome).toMatchObject({ ok: true, value: { message: 'm', file } });
});

test.each([
  ['a page for people', 'text/html', '<p>Sign in</p>'],
  ['JSON without a list or a file', 'application/json', '{"success":false}'],
  ['what has no type', '', 'Id;Amount'],
])('%s is no file', async (_what, type, body) => {
  const { outcome } = await downloaded(type, body);
  expect(outcome).toMatchObject({ ok: false, error: { code: 'bank.unexpected' } });
});

test('only a download may be a file', async () => {
  const { client } = await downloaded('text/csv', 'Id;Amount');
  expect(await client.call('getStatement', { path: input.path }, contextOf())).toMatchObject({
    error: { code: 'bank.unexpected' },
  });
});
