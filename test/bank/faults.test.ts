import { gzipSync } from 'node:zlib';

import { Agent } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';

import { failureOf, faultOfFailure } from '../../electron/engines/bank/transport/faults.ts';
import { ProxyFault } from '../../electron/engines/bank/transport/tunnel.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import {
  accountAnswer,
  answersSignIn,
  bankFileOf,
  codeOf,
  contextOf,
  grantOf,
  openClient,
  signedIn,
  subClientAnswer,
  tokenPath,
  done,
} from './support/desk-client.ts';
import { answerJson, playBank, playSocket } from './support/scripted-server.ts';

const read = { query: { accountNumber: '0123456789' } };
const change = { path: { clientId: 'c', id: 's' } };

type Reply = { status?: number; headers?: Record<string, string>; body?: string };

/** One reading and one changing call against a bank that always answers the same. */
async function clientAgainst(reply: Reply) {
  const bank = await playBank((received, response) => {
    if (answersSignIn(received, response)) return;
    response.writeHead(reply.status ?? 200, {
      'content-type': 'application/json',
      ...reply.headers,
    });
    response.end(reply.body ?? '');
  });
  return { ...(await signedIn(bankFileOf(bank.url))), bank };
}

async function bothAgainst(reply: Reply) {
  const { bank, client, waits } = await clientAgainst(reply);
  const reading = await client.call('getAccountsBy', read, contextOf());
  const reads = bank.requests.length - 1;
  const changing = await client.call('submitSubclient', change, contextOf());
  return { reading, changing, reads, changes: bank.requests.length - 1 - reads, waits, bank };
}

const html = { headers: { 'content-type': 'text/html' }, body: '<h1>Log in</h1>' };
const no = '{"message":"no"}';

describe('an answer that is no success', () => {
  test.each<[string, Reply, ErrorCode, ErrorCode, number]>([
    ['400 with reason', { status: 400, body: no }, 'bank.refused', 'bank.refused', 1],
    ['403 with reason', { status: 403, body: no }, 'bank.refused', 'bank.refused', 1],
    ['404 with reason', { status: 404, body: no }, 'bank.refused', 'bank.refused', 1],
    ['422 with reason', { status: 422, body: no }, 'bank.refused', 'bank.refused', 1],
    ['400 as a page', { ...html, status: 400 }, 'bank.unexpected', 'bank.refused', 1],
    ['400 with broken JSON', { status: 400, body: '{"mess' }, 'bank.unexpected', 'bank.refused', 1],
    ['408', { status: 408, body: no }, 'network.timeout', 'outcome.unknown', 4],
    ['409', { status: 409, body: no }, 'bank.refused', 'bank.refused', 1],
    ['429', { status: 429, body: no }, 'bank.busy', 'bank.busy', 4],
    ['500', { status: 500, body: no }, 'bank.unavailable', 'outcome.unknown', 4],
    [
      '502 as a page of a proxy',
      { ...html, status: 502 },
      'bank.unavailable',
      'outcome.unknown',
      4,
    ],
    ['503', { status: 503, body: no }, 'bank.unavailable', 'outcome.unknown', 4],
    ['504', { status: 504, body: '' }, 'bank.unavailable', 'outcome.unknown', 4],
    ['200 as a page of a captive portal', html, 'bank.unexpected', 'outcome.unknown', 1],
    [
      '200 without a type',
      { headers: { 'content-type': '' }, body: accountAnswer() },
      'bank.unexpected',
      'outcome.unknown',
      1,
    ],
    ['200 with nothing', {}, 'bank.unexpected', 'outcome.unknown', 1],
    [
      '200 with half a record',
      { body: '{"message":"ok"}' },
      'bank.unexpected',
      'outcome.unknown',
      1,
    ],
    [
      '200 with bytes that are no text',
      { body: '"\u{fffd}\xff"' },
      'bank.unexpected',
      'outcome.unknown',
      1,
    ],
    ['304', { status: 304 }, 'bank.unexpected', 'outcome.unknown', 1],
  ])(
    '%s: a read and a change each get their own error code',
    async (_what, reply, forRead, forChange, reads) => {
      const seen = await bothAgainst(reply);
      expect([codeOf(seen.reading), codeOf(seen.changing)]).toEqual([forRead, forChange]);
      // What changes the bank is sent once, whatever comes back.
      expect([seen.reads, seen.changes]).toEqual([reads, 1]);
    },
  );

  test('of a captive portal says that a page came; the host is in the details [H5]', async () => {
    const { reading, bank } = await bothAgainst(html);
    const { host } = new URL(bank.url);
    expect(reading).toMatchObject({
      error: {
        message:
          'The answer of the bank is text/html, not JSON. Nothing of it was stored. The details name the place.',
        technical: `The answer of ${host} is text/html, not JSON.`,
      },
    });
  });

  test('says what came instead of JSON; the host is in the details [H5]', async () => {
    const { reading, bank } = await bothAgainst({ ...html, status: 502 });
    expect(reading).toMatchObject({ error: { bank: { status: 502 } } });
    const { host } = new URL(bank.url);
    expect(reading).toMatchObject({
      error: {
        message: expect.stringMatching(/^The bank answered 502 with text\/html/) as string,
        technical: `${host} answered 502 with text/html instead of JSON.`,
      },
    });
  });
});

test.each([302, 307, 308])(
  'a redirect %i is never followed: the other host receives nothing [H6]',
  async (status) => {
    const thief = await playBank((_received, response) => {
      answerJson(response, accountAnswer());
    });
    const { reading, changing } = await bothAgainst({
      status,
      headers: { location: `${thief.url}/x?secret=1` },
    });
    expect([codeOf(reading), codeOf(changing)]).toEqual(['bank.unexpected', 'outcome.unknown']);
    expect(reading.ok ? '' : reading.error.technical).toContain(new URL(thief.url).host);
    expect(thief.requests).toEqual([]);
  },
);

test('a packed answer is refused, not unpacked [H3]', async () => {
  const body = gzipSync('x'.repeat(5_000_000)).toString('latin1');
  const { reading, changing } = await bothAgainst({
    headers: { 'content-encoding': 'gzip' },
    body,
  });
  expect([codeOf(reading), codeOf(changing)]).toEqual(['bank.unexpected', 'outcome.unknown']);
  expect(reading.ok ? '' : reading.error.message).toContain('packed');
});

test('retries wait longer each time, with jitter, at most three times', async () => {
  const { reads, waits } = await bothAgainst({ status: 503, body: no });
  expect({ reads, waits }).toEqual({ reads: 4, waits: [250, 500, 1_000] });
});

describe('Retry-After [H9]', () => {
  const inThirtySeconds = new Date(Date.now() + 30_000).toUTCString();
  test.each<[string, string, (waits: number[]) => boolean]>([
    ['in seconds is honoured', '1', (waits) => waits.join() === '1000,1000,1000'],
    [
      'as a date is honoured',
      inThirtySeconds,
      (waits) => waits.length === 3 && waits.every((ms) => ms > 15_000 && ms <= 30_000),
    ],
    ['in the past means now', 'Thu, 01 Jan 2015 00:00:00 GMT', (waits) => waits.length === 0],
    [
      'that is garbage falls back to our own waits',
      'soon!',
      (waits) => waits.join() === '250,500,1000',
    ],
    ['negative falls back to our own waits', '-5', (waits) => waits.join() === '250,500,1000'],
    ['of an hour ends the tries at once', '3600', (waits) => waits.length === 0],
    ['of a billion seconds ends the tries at once', '1000000000', (waits) => waits.length === 0],
  ])('%s', async (_what, value, holds) => {
    const { reading, waits } = await bothAgainst({
      status: 503,
      headers: { 'retry-after': value },
      body: no,
    });
    expect(codeOf(reading)).toBe('bank.unavailable');
    expect(waits).toSatisfy(holds);
  });

  test('on 429 makes a read wait and a change stop, unsent twice', async () => {
    const { changing, reads, changes, waits } = await bothAgainst({
      status: 429,
      headers: { 'retry-after': '2' },
      body: no,
    });
    expect(changing.ok ? '' : changing.error.message).toContain('asks to wait 2 seconds');
    expect({ reads, changes, waits }).toEqual({
      reads: 4,
      changes: 1,
      waits: [2_000, 2_000, 2_000],
    });
  });
});

test('a read that does better in a moment is answered', async () => {
  let count = 0;
  const bank = await playBank((received, response) => {
    if (answersSignIn(received, response)) return;
    count += 1;
    if (count < 3) answerJson(response, no, 503);
    else answerJson(response, accountAnswer());
  });
  const { client, records } = await signedIn(bankFileOf(bank.url));
  expect(codeOf(await client.call('getAccountsBy', read, contextOf()))).toBe('ok');
  expect(records).toMatchObject([{ attempts: 3, outcome: 'ok', status: 200 }]);
});

test('no more than twenty retries a minute are made over all calls', async () => {
  const bank = await playBank((received, response) => {
    if (!answersSignIn(received, response)) answerJson(response, no, 503);
  });
  const { client } = await signedIn(bankFileOf(bank.url));
  for (let call = 0; call < 10; call += 1)
    await done(client.call('getAccountsBy', read, contextOf()));
  expect(bank.requests.length - 1).toBe(10 + 20);
});

describe('a bank that does not answer properly', () => {
  const shortTimes = {
    connectTimeoutMs: 300,
    readHeadersTimeoutMs: 200,
    changeHeadersTimeoutMs: 200,
    bodyIdleTimeoutMs: 200,
    readDeadlineMs: 500,
    changeDeadlineMs: 500,
  };
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
  const grant = JSON.stringify(grantOf(1));

  /** Signs in properly, then speaks raw bytes; only where time itself is in question is it short. */
  async function againstSocket(speak: Parameters<typeof playSocket>[0], timing = {}) {
    const bank = await playSocket((socket, asked) => {
      if (asked.includes(tokenPath))
        socket.end(
          `${head}Content-Length: ${String(grant.length)}\r\nConnection: close\r\n\r\n${grant}`,
        );
      else speak(socket, asked);
    });
    const { client } = await signedIn(bankFileOf(bank.url), { timing });
    const reading = await client.call('getAccountsBy', read, contextOf());
    const afterRead = bank.connections();
    const changing = await client.call('submitSubclient', change, contextOf());
    return {
      codes: [codeOf(reading), codeOf(changing)],
      changes: bank.connections() - afterRead,
      reading,
      changing,
    };
  }

  test('that never answers is given up at the deadline [H1]', async () => {
    const begin = performance.now();
    const { codes, changes } = await againstSocket(() => undefined, shortTimes);
    expect({ codes, changes }).toEqual({
      codes: ['network.timeout', 'outcome.unknown'],
      changes: 1,
    });
    // A read's deadline of half a second and a change's: those handed in, not the product's own.
    const tookMs = performance.now() - begin;
    expect(tookMs).toBeGreaterThan(900);
    expect(tookMs).toBeLessThan(limits.readHeadersTimeoutMs);
  });

  test('that drips its head is given up at the deadline [H1]', async () => {
    const { codes } = await againstSocket((socket) => {
      const drops = `${head}X-Slow: ${'x'.repeat(500)}`.split('');
      const drip = setInterval(() => {
        socket.write(drops.shift() ?? 'x');
      }, 20);
      socket.on('close', () => {
        clearInterval(drip);
      });
    }, shortTimes);
    expect(codes).toEqual(['network.timeout', 'outcome.unknown']);
  });

  test('that drips its body is given up at the deadline [H1]', async () => {
    const { codes } = await againstSocket((socket) => {
      socket.write(`${head}Content-Length: 100000\r\n\r\n`);
      const drip = setInterval(() => {
        socket.write(' ');
      }, 20);
      socket.on('close', () => {
        clearInterval(drip);
      });
    }, shortTimes);
    expect(codes).toEqual(['network.timeout', 'outcome.unknown']);
  });

  test('that never ends its body is cut off at ten mebibytes, and memory stays small [H2]', async () => {
    const chunk = Buffer.alloc(256 * 1024, 0x20);
    let written = 0;
    let held = 0;
    const before = process.memoryUsage().arrayBuffers;
    const watch = setInterval(() => {
      held = Math.max(held, process.memoryUsage().arrayBuffers - before);
    }, 1);
    onTestFinished(() => {
      clearInterval(watch);
    });
    const { codes } = await againstSocket((socket) => {
      socket.write(`${head}\r\n`);
      const pour = (): void => {
        while (!socket.destroyed && socket.write(chunk)) written += chunk.length;
        written += chunk.length;
      };
      socket.on('drain', pour);
      pour();
    });
    expect(codes).toEqual(['bank.unexpected', 'outcome.unknown']);
    expect(written).toBeLessThan(80 * 1024 * 1024);
    // Both ends of the line are in this process: the bank's unsent bytes count here too.
    expect(held).toBeLessThan(60 * 1024 * 1024);
  });

  test.each([
    ['before its announced end', `${head}Content-Length: 5000\r\n\r\n{"message":`],
    ['within its pieces', `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"mes\r\n`],
    ['where only the closing marks the end', `${head}\r\n{"message":"ok","acc`],
  ])('that cuts its answer off %s: none of it is used [H7]', async (_where, bytes) => {
    const { codes, changes } = await againstSocket((socket) => {
      socket.end(bytes);
    });
    expect({ codes, changes }).toEqual({
      codes: ['bank.unexpected', 'outcome.unknown'],
      changes: 1,
    });
  });

  test('that closes without an answer', async () => {
    const { codes, changes } = await againstSocket((socket) => {
      socket.end();
    });
    expect({ codes, changes }).toEqual({
      codes: ['bank.unavailable', 'outcome.unknown'],
      changes: 1,
    });
  });

  test('that resets the connection', async () => {
    const { codes, changes } = await againstSocket((socket) => {
      socket.resetAndDestroy();
    });
    expect({ codes, changes }).toEqual({
      codes: ['bank.unavailable', 'outcome.unknown'],
      changes: 1,
    });
  });

  test.each([
    [
      'two lengths',
      `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    ['a banner of something else', '220 mail.example ESMTP ready\r\n'],
    ['a head of forty kilobytes', `${head}X-Big: ${'x'.repeat(40_000)}\r\n\r\n{}`],
  ])('that speaks no proper HTTP: %s [H8]', async (_what, bytes) => {
    const { codes } = await againstSocket((socket) => {
      socket.end(bytes);
    });
    expect(codes).toEqual(['bank.unexpected', 'outcome.unknown']);
  });
});

describe('JSON made to hurt', () => {
  test('nested 200,000 deep is refused before it is followed [H4]', async () => {
    const { reading } = await bothAgainst({ body: '['.repeat(200_000) + ']'.repeat(200_000) });
    expect(codeOf(reading)).toBe('bank.unexpected');
    expect(reading.ok ? '' : reading.error.message).toContain('nests deeper than 32');
  });

  test('with brackets inside of texts is not deep', async () => {
    const narration = `"${'[{\\"'.repeat(100)}"`;
    const { reading } = await bothAgainst({ body: accountAnswer().replace('"ok"', narration) });
    expect(codeOf(reading)).toBe('ok');
  });

  test('with 700,000 keys is survived [H4]', async () => {
    const keys = Array.from({ length: 700_000 }, (_, index) => `"k${String(index)}":1`).join();
    const { client } = await clientAgainst({ body: `{${keys}}` });
    const reading = await client.call('getAccountsBy', read, contextOf());
    expect(codeOf(reading)).toBe('bank.unexpected');
  });

  test('of eleven mebibytes is too large [H2]', async () => {
    const { reading } = await bothAgainst({ body: `{"a":"${'x'.repeat(11 * 1024 * 1024)}"}` });
    expect(reading).toMatchObject({
      error: { code: 'bank.unexpected', message: expect.stringContaining('larger') as string },
    });
  });
});

describe('no connection', () => {
  test('is "not sent" for reads and changes alike', async () => {
    const bank = await playBank((received, response) => void answersSignIn(received, response));
    const down = new Agent({ connect: { timeout: 300 } });
    const dispatcher = down.compose((dispatch) => (options, handler) => {
      const elsewhere = options.path === tokenPath ? {} : { origin: 'http://127.0.0.1:1' };
      return dispatch({ ...options, ...elsewhere }, handler);
    });
    const { client } = await signedIn(bankFileOf(bank.url), { dispatcher });
    const outcomes = [
      await client.call('getAccountsBy', read, contextOf()),
      await client.call('submitSubclient', change, contextOf()),
    ];
    await down.close();
    expect(outcomes.map(codeOf)).toEqual(['network.unreachable', 'network.unreachable']);
  });

  test.each(['http://127.0.0.1:1', 'https://no-such-bank.invalid'])(
    'to %s: not sent, and the sign-in says so',
    async (url) => {
      const { client, records } = openClient(bankFileOf(url));
      const outcome = await client.session.signIn({ username: 'a', password: 'b' }, contextOf());
      expect(outcome).toMatchObject({ error: { code: 'network.unreachable', retryable: true } });
      expect(records).toMatchObject([{ operation: 'getToken', status: null, attempts: 1 }]);
    },
  );
});

test('a change goes over a fresh connection each time, reads share theirs', async () => {
  const ports: number[] = [];
  const bank = await playBank((received, response, request) => {
    if (answersSignIn(received, response)) return;
    ports.push(request.socket.remotePort ?? 0);
    answerJson(response, received.method === 'GET' ? accountAnswer() : subClientAnswer);
  });
  const { client } = await signedIn(bankFileOf(bank.url));
  for (let count = 0; count < 12; count += 1) {
    await done(client.call('submitSubclient', change, contextOf()));
    await done(client.call('getAccountsBy', read, contextOf()));
  }
  const of = (parity: number): number[] => ports.filter((_port, index) => index % 2 === parity);
  expect(new Set(of(0)).size).toBe(12);
  expect(new Set(of(1)).size).toBeLessThanOrEqual(4);
});

test('a call that the desk gives up: a read is stopped, a change may have gone through', async () => {
  const controller = new AbortController();
  const bank = await playBank((received, response) => {
    if (answersSignIn(received, response)) return;
    if (bank.requests.length === 3) controller.abort();
  });
  const { client } = await signedIn(bankFileOf(bank.url));
  const outcomes = await Promise.all([
    client.call('getAccountsBy', read, contextOf('a', controller.signal)),
    client.call('submitSubclient', change, contextOf('b', controller.signal)),
  ]);
  expect(outcomes.map(codeOf)).toEqual(['cancelled', 'outcome.unknown']);
  expect(
    codeOf(await client.call('submitSubclient', change, contextOf('c', controller.signal))),
  ).toBe('cancelled');
  expect(bank.requests).toHaveLength(3);
});

test('no message of a transport failure contains an address or a system error code', () => {
  const host = '127.0.0.1:37245';
  const thrown = [
    ...[
      'ECONNREFUSED',
      'ENOTFOUND',
      'EPROTO',
      'ETIMEDOUT',
      'HPE_INVALID',
      'CERT_WEIRD',
      'ECONNRESET',
    ].map((code) => Object.assign(new Error(code), { code })),
    new ProxyFault('proxy-down', 'The proxy does not answer.', `The proxy ${host} is down.`),
  ];
  for (const cause of thrown)
    for (const started of [true, false])
      for (const inBody of [true, false]) {
        const fault = faultOfFailure(failureOf(cause, started, inBody), 'read', host);
        expect(fault.message).not.toMatch(/127\.0\.0\.1|[A-Z]{4,}_|E[A-Z]{4,}/);
        expect(fault.message).toMatch(/^[A-Z].*\.$/);
        expect(fault.technical).toContain(host);
      }
});
