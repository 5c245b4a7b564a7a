import { createHash, randomBytes } from 'node:crypto';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { multipartBody } from '../../../electron/engines/bank/transport/multipart.ts';
import { cleanFileName } from '../../../shared/file-name.ts';
import {
  answersSignIn,
  bankFileOf,
  codeOf,
  contextOf,
  grantOf,
  signedIn,
  tokenPath,
  done,
} from '../support/desk-client.ts';
import { answerJson, playBank, playSocket } from '../support/scripted-server.ts';

const input = {
  path: { clientId: 'c', id: 's 1' },
  body: { documentType: 'TAX_CERTIFICATE', issueDate: '2026-01-31' },
};
const document = { id: 'd1', documentType: 'TAX_CERTIFICATE' };
const fileOf = (bytes: Uint8Array, name = 'scan.pdf') => ({
  name,
  mimeType: 'application/pdf',
  bytes,
});

describe('an upload', () => {
  test('is on the wire byte for byte what the form says', async () => {
    const bank = await playBank((received, response) => {
      if (!answersSignIn(received, response)) answerJson(response, document);
    });
    const { client } = await signedIn(bankFileOf(bank.url));
    const bytes = Buffer.from([...Array(256).keys()]);
    const outcome = await client.upload(
      input,
      fileOf(bytes, 'Nostro "A"\r\n.pdf'),
      contextOf('ref-u'),
    );
    expect(outcome).toMatchObject({ ok: true, value: { id: 'd1' } });
    const request = bank.requests[1];
    const [, boundary = ''] =
      /^multipart\/form-data; boundary=(.+)$/.exec(request?.headers['content-type'] ?? '') ?? [];
    expect(request?.url).toBe(
      '/platform/client-service/api/v1/clients/c/sub-clients/s%201/upload-kyc',
    );
    expect(request?.body).toBe(
      [
        `--${boundary}`,
        'Content-Disposition: form-data; name="documentType"',
        '',
        'TAX_CERTIFICATE',
        `--${boundary}`,
        'Content-Disposition: form-data; name="issueDate"',
        '',
        '2026-01-31',
        `--${boundary}`,
        'Content-Disposition: form-data; name="file"; filename="Nostro _A_.pdf"',
        'Content-Type: application/pdf',
        '',
        bytes.toString('latin1'),
        `--${boundary}--`,
        '',
      ].join('\r\n'),
    );
    expect(request?.headers['content-length']).toBe(String(request?.body.length));
    expect(request?.headers['transfer-encoding']).toBeUndefined();
    expect(request?.headers['x-correlation-id']).toBe('ref-u');
  });

  test('of megabytes arrives whole, and its progress only rises to its size', async () => {
    const bank = await playBank((received, response) => {
      if (!answersSignIn(received, response)) answerJson(response, document);
    });
    const { client } = await signedIn(bankFileOf(bank.url));
    const bytes = randomBytes(5_000_001);
    const progress: number[] = [];
    await done(client.upload(input, fileOf(bytes), contextOf(), (sent) => progress.push(sent)));
    const body = Buffer.from(bank.requests[1]?.body ?? '', 'latin1');
    const start = body.indexOf('\r\n\r\n', body.indexOf('name="file"')) + 4;
    const digest = (part: Uint8Array): string => createHash('sha256').update(part).digest('hex');
    expect(digest(body.subarray(start, start + bytes.length))).toBe(digest(bytes));
    expect(progress.at(-1)).toBe(bytes.length);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.length).toBeGreaterThan(50);
  });

  test('that is answered 401 is unknown, and not sent again [P9]', async () => {
    let count = 0;
    const bank = await playBank((received, response) => {
      if (answersSignIn(received, response)) return;
      if (received.url.endsWith('/refresh')) answerJson(response, grantOf(2));
      else answerJson(response, document, (count += 1) === 1 ? 401 : 200);
    });
    const { client } = await signedIn(bankFileOf(bank.url));
    const outcome = await client.upload(input, fileOf(Buffer.alloc(300_000, 7)), contextOf());
    expect(outcome).toMatchObject({ error: { code: 'outcome.unknown', bank: { status: 401 } } });
    expect(bank.asked('/platform/client-service')).toHaveLength(1);
  });

  test.each([
    ['empty', fileOf(new Uint8Array()), 'file.empty'],
    ['too large', fileOf(new Uint8Array(1_001)), 'file.too-large'],
    [
      'of another type',
      { ...fileOf(new Uint8Array(5)), mimeType: 'text/html' },
      'file.type-unsupported',
    ],
  ])('that is %s is not sent', async (_what, file, code) => {
    const bank = await playBank((received, response) => void answersSignIn(received, response));
    const { client } = await signedIn(bankFileOf(bank.url, { limits: { uploadBytes: 1_000 } }));
    expect(codeOf(await client.upload(input, file, contextOf()))).toBe(code);
    expect(bank.requests).toHaveLength(1);
  });

  test('without its file is not sent', async () => {
    const bank = await playBank((received, response) => void answersSignIn(received, response));
    const { client } = await signedIn(bankFileOf(bank.url));
    const outcome = await client.call('uploadSubclientDocuments', input, contextOf());
    expect(outcome).toMatchObject({
      error: { code: 'input.invalid', fields: { file: 'is missing' } },
    });
    expect(bank.requests).toHaveLength(1);
  });

  test('that makes no progress is given up, and may have gone through', async () => {
    const grant = JSON.stringify(grantOf(1));
    const bank = await playSocket((socket, head) => {
      if (head.includes(tokenPath))
        socket.end(
          `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${String(grant.length)}\r\nConnection: close\r\n\r\n${grant}`,
        );
      else socket.pause();
    });
    const { client } = await signedIn(
      bankFileOf(bank.url, { limits: { uploadBytes: 20_000_000 } }),
      { timing: { uploadIdleTimeoutMs: 300 } },
    );
    const progress: number[] = [];
    const outcome = await client.upload(
      input,
      fileOf(Buffer.alloc(20_000_000)),
      contextOf(),
      (sent) => progress.push(sent),
    );
    expect(codeOf(outcome)).toBe('outcome.unknown');
    expect(progress.at(-1)).toBeLessThan(20_000_000);
  });

  test('that goes on slowly is not given up, however long it takes in all', async () => {
    const bank = await playBank(async (received, response) => {
      if (answersSignIn(received, response)) return;
      await new Promise((resolve) => setTimeout(resolve, 250));
      answerJson(response, document);
    });
    const timing = { uploadIdleTimeoutMs: 5_000, changeDeadlineMs: 50, changeHeadersTimeoutMs: 50 };
    const { client } = await signedIn(bankFileOf(bank.url), { timing });
    expect(codeOf(await client.upload(input, fileOf(Buffer.alloc(100)), contextOf()))).toBe('ok');
  });
});

const oddLetter = fc.oneof(
  fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
  fc.constantFrom(
    '/',
    '\\',
    '"',
    '.',
    ':',
    ' ',
    '\r\n',
    '\0',
    '*',
    '\u202e',
    '\ud800',
    'e\u0301',
    'CON',
    'a',
  ),
);

describe('a file’s name', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\tax.pdf', 'tax.pdf'],
    ['a\u202Efdp.exe', 'afdp.exe'],
    ['a\u0000b\r\nc.pdf', 'abc.pdf'],
    ['  ..hidden.pdf. ', 'hidden.pdf'],
    ['CON', '_CON'],
    ['com1.pdf', '_com1.pdf'],
    ['..', 'document'],
    ['', 'document'],
    ['e\u0301te\u0301.pdf', 'été.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(96)}.pdf`],
  ])('%j is sent as %j [U5]', (given, sent) => {
    expect(cleanFileName(given)).toBe(sent);
  });

  test('is always safe for a header and never longer than a hundred characters [U5]', () => {
    fc.assert(
      fc.property(fc.string({ unit: oddLetter, maxLength: 400 }), (given) => {
        const name = cleanFileName(given);
        expect(Array.from(name).length).toBeLessThanOrEqual(100);
        expect(name).toMatch(/^[^\p{Cc}/\\"]+$/u);
        expect(cleanFileName(name)).toBe(name);
      }),
    );
  });

  test('cannot end the header it stands in, and the stated length is the length sent', () => {
    const form = multipartBody({ 'a"\r\nX: y': 'v' }, fileOf(Buffer.from('abc'), 'ü"\r\n.pdf'));
    const chunks: Uint8Array[] = [];
    for (const chunk of form.stream(() => undefined)) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    expect(body.length).toBe(form.contentLength);
    expect(body.toString()).toContain('name="a%22%0D%0AX: y"\r\n');
  });
});
