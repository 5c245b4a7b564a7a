import { request as plainRequest, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describe, expect, onTestFinished, test } from 'vitest';

import { openSandboxBank } from '../../electron/connections/session/sandbox-bank.ts';
import { withFindings } from '../../electron/connections/doctor/findings.ts';
import { catalogue, isOperationName } from '../../shared/bank/catalogue.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';
import {
  json,
  openForeignBank,
  trueEntries,
  type ForeignBank,
  type ForeignBankOptions,
} from '../support/simple-banks/foreign-bank.ts';
import { programs } from '../support/programs/programs.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { doctorOf, examined } from './support.ts';

const accountNumber = '9988776655';
const dayMs = 86_400_000;
const daysAgo = (days: number): string =>
  new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

const foreign = (options: Partial<ForeignBankOptions> = {}): Promise<ForeignBank> =>
  openForeignBank({ entries: trueEntries(90, daysAgo(25)), ...options });

/** The bank file with something else in it. */
const changed = (text: string, change: object): string =>
  JSON.stringify({ ...(JSON.parse(text) as object), ...change });

/** The bank’s answer to a signed-in client that asks about an account that does not exist. */
const refusing =
  (body: string): NonNullable<ForeignBankOptions['intercept']> =>
  (_request, response, url) => {
    if (!url.href.includes('NO-SUCH-ACCOUNT')) return false;
    json(response, 400, body);
    return true;
  };

describe('the statement’s dialect', () => {
  const dialects = [
    [['startDate', 'endDate'], ['pageNumber', 'limit'], 'page', 1],
    [['from', 'to'], ['pageNumber', 'pageSize'], 'page', 0],
    [['startDate', 'endDate'], ['pageOffset', 'pageSize'], 'item', 0],
    [['from', 'to'], ['pageOffset', 'pageSize'], 'item', 1],
    [['startDate', 'endDate'], ['pageOffset', 'pageSize'], 'page', 0],
    [['from', 'to'], ['pageOffset', 'pageSize'], 'page', 1],
  ] as const;

  test.each(dialects)('is found out for sure: %s %s by %s from %i', async (...dialect) => {
    const [dates, paging, pageUnit, firstPage] = dialect;
    const asked = { dates: [...dates], paging: [...paging], pageUnit, firstPage } as const;
    const bank = await foreign({ ...asked, pageSizeMax: 25 } as Partial<ForeignBankOptions>);
    const { report, check } = await examined(bank.bankFile('auto'), { accountNumber });
    expect(report.ok).toBe(true);
    expect(check('statement-dialect').state).toBe('ok');
    expect(check('page-size')).toMatchObject({
      state: 'warning',
      detail: '500 entries a page were asked for, 25 are granted.',
    });
    expect(check('first-page').detail).toBe(
      `The first ${pageUnit} is called ${String(firstPage)}.`,
    );
    const [finding] = report.findings.filter(({ field }) => field === 'statement');
    expect(finding).toMatchObject({ current: '"auto"' });
    expect(JSON.parse(finding?.found ?? '')).toEqual({ ...asked, pageSizeMax: 25 });
  });

  test('of which the file says something else fails, and the right one is found', async () => {
    const bank = await foreign({ dates: ['from', 'to'], firstPage: 0 });
    const wrong = { dates: ['startDate', 'endDate'], paging: ['pageNumber', 'limit'] };
    const { report, check } = await examined(bank.bankFile(wrong), { accountNumber });
    expect(report.ok).toBe(false);
    expect(check('statement-dialect')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining(
        'It answers as asked by from/to pageNumber/limit from 0.',
      ) as string,
      error: { code: 'bank.unexpected' },
    });
    const better = withFindings(bank.bankFile(wrong), report.findings);
    const again = await examined(better, { accountNumber });
    expect(again.report).toMatchObject({
      ok: true,
      statementDialect: 'from/to pageNumber/limit from 0',
    });
  });

  test('of which only the page size is another is not written anew', async () => {
    const bank = await foreign({ pageSizeMax: 25 });
    const file = changed(bank.bankFile(), {
      statement: {
        dates: ['startDate', 'endDate'],
        paging: ['pageNumber', 'limit'],
        pageSizeMax: 300,
      },
    });
    const { report } = await examined(file, { accountNumber });
    expect(report.findings.filter(({ field }) => field.startsWith('statement'))).toEqual([
      {
        field: 'statement.pageSizeMax',
        current: '300',
        found: '25',
        reason: 'The bank grants 25 entries a page.',
      },
    ]);
  });

  test('whose size of page the bank does not let us choose is found all the same', async () => {
    const bank = await foreign({
      paging: ['pageNumber', 'pageSize'],
      intercept: (_request, _response, url) => {
        url.searchParams.delete('pageSize');
        url.searchParams.delete('limit');
        return false;
      },
    });
    const { report, check } = await examined(bank.bankFile('auto'), { accountNumber });
    expect(check('statement-dialect').state).toBe('ok');
    expect(check('page-size').detail).toContain('20 are granted');
    expect(report.statementDialect).toBe('startDate/endDate pageNumber/limit from 1');
  });

  test('is not called sure where one page holds everything', async () => {
    const bank = await foreign({ entries: trueEntries(2, daysAgo(9)) });
    const { report, check } = await examined(bank.bankFile('auto'), { accountNumber });
    expect(report.ok).toBe(true);
    expect(check('statement-dialect')).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('2 entries in a year fit on one page') as string,
    });
    expect(report.findings.map(({ field }) => field)).not.toContain('statement');
  });

  test('of an account with few entries in a month is found by those of a year', async () => {
    const bank = await foreign({ entries: trueEntries(40, daysAgo(200)), firstPage: 0 });
    const { report, check } = await examined(bank.bankFile('auto'), { accountNumber });
    expect(check('statement-dialect').state).toBe('ok');
    expect(report.statementDialect).toBe('startDate/endDate pageNumber/limit from 0');
  });

  test('cannot be found without an account, which is asked for', async () => {
    const bank = await foreign();
    const { report, check } = await examined(bank.bankFile('auto'));
    expect(report.ok).toBe(false);
    expect(check('statement-dialect')).toMatchObject({
      state: 'failed',
      advice: 'Name one: its number, or --account on the command line.',
    });
  });
});

describe('the sign-in', () => {
  test('whose token is elsewhere is reported by its place, never by its content', async () => {
    const bank = await foreign();
    const { auth } = JSON.parse(bank.bankFile()) as { auth: object };
    const file = changed(bank.bankFile(), { auth: { ...auth, token: '/token', expiresIn: null } });
    const { report, check } = await examined(file, { accountNumber });
    expect(report.ok).toBe(false);
    expect(check('sign-in')).toMatchObject({
      state: 'failed',
      detail:
        'The answer to the sign-in has no token at “/token”; what looks like one is at “/data/jwt”.',
      error: { code: 'bank.unexpected' },
    });
    expect(report.findings).toMatchObject([
      { field: 'auth.token', current: '"/token"', found: '"/data/jwt"' },
      { field: 'auth.expiresIn', current: null, found: '"/data/ttl"' },
    ]);
    for (const id of ['user', 'accounts', 'statement-dialect'])
      expect(check(id).state).toBe('skipped');
    expect(JSON.stringify(report)).not.toContain('canary');
    const again = await examined(withFindings(file, report.findings), { accountNumber });
    expect(again.check('sign-in').state).toBe('ok');
    expect(again.report.ok).toBe(true);
  });

  test('that the bank refuses is reported in the bank’s own words, without the credential', async () => {
    const bank = await foreign();
    const credentials = { username: 'treasury', password: 'canary-wrong' };
    const { report, check } = await examined(bank.bankFile(), { credentials });
    expect(check('sign-in')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('Unknown user or pass phrase') as string,
      error: { code: 'session.refused' },
    });
    expect(JSON.stringify(report)).not.toContain('canary');
  });

  test('that has another path must have it written at its operation', async () => {
    const bank = await foreign();
    const file = changed(bank.bankFile(), { operations: { getToken: { path: '/elsewhere' } } });
    const { check } = await examined(file);
    expect(check('sign-in').state).toBe('failed');
    expect(check('api').state).toBe('ok');
  });
});

describe('the bank’s own words', () => {
  test('that the file knows are reported with their place', async () => {
    const bank = await foreign({ intercept: refusing('{"error":{"message":"No such account"}}') });
    const { check } = await examined(bank.bankFile(), { accountNumber });
    expect(check('error-message')).toMatchObject({
      state: 'ok',
      detail: 'Its own words are at “/error/message”.',
    });
  });

  test.each([
    ['{"fault":{"text":"No account of that number","code":"E17"}}', '/fault/text'],
    ['{"errors":[{"code":"E17","detail":"No account of that number"}]}', '/errors/0/detail'],
    ['{"error":"NOT_FOUND","error_description":"No account of that number"}', '/error_description'],
    ['{"trace":"a-b-c","reasons":["No account of that number"]}', '/reasons'],
  ])('elsewhere are found: %s', async (body, place) => {
    const bank = await foreign({ intercept: refusing(body) });
    const file = changed(bank.bankFile(), { errorMessage: ['/error/message', '/error'] });
    const { report, check } = await examined(file, { accountNumber });
    expect(check('error-message').state).toBe('warning');
    expect(report.ok).toBe(true);
    expect(report.findings.find(({ field }) => field === 'errorMessage')).toMatchObject({
      current: '["/error/message","/error"]',
      found: JSON.stringify([place, '/error/message', '/error']),
      reason: `The bank’s own words are at “${place}” when it refuses.`,
    });
    const again = await examined(withFindings(file, report.findings), { accountNumber });
    expect(again.check('error-message')).toMatchObject({
      state: 'ok',
      detail: `Its own words are at “${place}”.`,
    });
  });

  test('are read from the refusal without a sign-in where nothing else is refused', async () => {
    const bank = await foreign();
    const { check } = await examined(bank.bankFile(), { accountNumber });
    expect(check('error-message').detail).toBe('Its own words are at “/error/message”.');
  });
});

test('an answer of another shape is reported with the field, and where to write it', async () => {
  const bank = await foreign({
    intercept: (request, response, url) => {
      if (!url.pathname.endsWith('/accounts/by') || !bank.isAuthorized(request)) return false;
      json(response, 200, '{"account":{"number":"9988776655"}}');
      return true;
    },
  });
  const { report, check } = await examined(bank.bankFile(), { accountNumber });
  expect(report.ok).toBe(false);
  expect(check('operation:getAccountsBy')).toMatchObject({
    state: 'failed',
    advice: expect.stringContaining('operations.getAccountsBy.response') as string,
    error: {
      code: 'bank.unexpected',
      fields: { 'account.accountId': expect.any(String) as string },
    },
  });
});

test('a clock that is apart is warned of, by the bank’s Date', async () => {
  const bank = await foreign({
    intercept: (_request, response) => {
      response.setHeader('date', new Date(Date.now() + 300_000).toUTCString());
      return false;
    },
  });
  const { report, check } = await examined(bank.bankFile(), { accountNumber });
  expect(check('clock').state).toBe('warning');
  expect(check('clock').detail).toMatch(/^The bank’s clock is (299|300) seconds ahead/);
  expect(Math.abs((report.clockOffsetMs ?? 0) - 300_000)).toBeLessThan(2_000);
});

test('a clock that is off by a time zone is reported in hours too', async () => {
  const bank = await foreign({
    intercept: (_request, response) => {
      response.setHeader('date', new Date(Date.now() - 7 * 3_600_000).toUTCString());
      return false;
    },
  });
  const { check } = await examined(bank.bankFile(), { accountNumber });
  expect(check('clock').detail).toMatch(
    /^The bank’s clock is 2520\d seconds \(about 7 hours\) behind/,
  );
});

test('a bank that dies during the examination is reported once, and the rest is not asked', async () => {
  const bank = await foreign({
    intercept: (request, _response, url) => {
      if (!url.pathname.endsWith('/accounts/by') || !bank.isAuthorized(request)) return false;
      bank.die();
      return true;
    },
  });
  const { report, check } = await examined(bank.bankFile(), { accountNumber });
  expect(report.ok).toBe(false);
  expect(check('operation:getAccountsBy').state).toBe('failed');
  for (const id of ['statement-dialect', 'error-message']) expect(check(id).state).toBe('skipped');
});

test('the report shows what the file declares about changes sent twice and about its operations', async () => {
  const bank = await foreign();
  const { check, report } = await examined(bank.bankFile(), { accountNumber });
  expect(check('idempotency').state).toBe('warning');
  expect(check('operations').detail).toBe(
    '6 specified, 1 confirmed by the bank file, 39 closed; 1 described in the bank’s own way.',
  );
  expect(report.operations.find(({ name }) => name === 'getToken')).toMatchObject({
    state: 'confirmed',
    path: '/iam/v3/session',
    isOverridden: true,
  });
  const { check: other } = await examined(
    changed(bank.bankFile(), { idempotency: { header: 'x-once' } }),
    { accountNumber },
  );
  expect(other('idempotency')).toMatchObject({ state: 'ok' });
  expect(other('idempotency').detail).toContain('x-once');
});

test('every check is reported as it comes, in one order, and the report is stored', async () => {
  const bank = await foreign();
  const { runner, reports, question } = doctorOf(bank.bankFile(), { accountNumber });
  expect(runner.last).toBeNull();
  const both = [1, 2].map(() => runner.run(question, { correlationId: 'd' }));
  const [first, second] = await Promise.all(both);
  expect(first).toBe(second);
  expect(reports.map(({ checks }) => checks.length)).toEqual(
    [...reports.keys()].map((index) => Math.min(index + 1, reports.length - 1)),
  );
  expect(reports.slice(0, -1).every(({ finishedAt }) => finishedAt === null)).toBe(true);
  expect(first).toEqual({ ok: true, value: reports.at(-1) });
  expect(runner.last).toBe(reports.at(-1));
});

test('an examination ends at once when its bank is closed, and reports nothing afterwards', async () => {
  const held = await foreign({
    intercept: (request, _response, url) =>
      url.pathname.includes('/clientStatement/') && held.isAuthorized(request),
  });
  const { runner, reports, question } = doctorOf(held.bankFile(), { accountNumber });
  const running = runner.run(question, { correlationId: 'd' });
  await expect.poll(() => held.calls.some((call) => call.includes('clientStatement'))).toBe(true);
  const count = reports.length;
  runner.stop();
  expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(reports).toHaveLength(count);
  expect(runner.last).toBeNull();
  expect(await runner.run(question, { correlationId: 'd' })).toMatchObject({ ok: false });
});

test('an examination that is ended before it begins asks the bank nothing', async () => {
  const bank = await foreign();
  const { runner, reports, question } = doctorOf(bank.bankFile(), { accountNumber });
  const running = runner.run(question, { correlationId: 'd' });
  runner.stop();
  expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect([bank.calls, reports]).toEqual([[], []]);
});

test('nothing but the sign-in and reads is ever sent, at a bank where everything is open', async () => {
  const sandbox = await openSandboxBank(programs.sandbox, tempFolder());
  onTestFinished(() => sandbox.close());
  const wire: string[] = [];
  const between = createServer((request, response) => {
    wire.push(`${request.method ?? ''} ${(request.url ?? '').split('?')[0] ?? ''}`);
    const { url, method, headers } = request;
    const onward = plainRequest(`${sandbox.baseUrl}${url ?? ''}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    between.closeAllConnections();
    between.close();
  });
  const { port } = between.address() as AddressInfo;
  const operations = new Set<string>();
  const file = JSON.stringify({
    name: 'Everything',
    environment: 'sandbox',
    baseUrl: `http://127.0.0.1:${String(port)}`,
  });
  const { report } = await examined(file, {
    credentials: sandboxSignIn,
    onCall: ({ operation, method }) => operations.add(`${method} ${operation}`),
  });
  expect(report.checks.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(report.operations.filter(({ state }) => state === 'closed')).toEqual([]);
  const reads = [...operations].filter((call) => call !== 'POST getToken');
  expect(reads.length).toBeGreaterThan(15);
  for (const call of reads) {
    const [method, name = ''] = call.split(' ');
    expect([call, method]).toEqual([call, 'GET']);
    expect(isOperationName(name) && catalogue[name].effect).toBe('read');
  }
  const changing = wire.filter((line) => !line.startsWith('GET /platform/'));
  expect(changing).toEqual([`POST /platform${catalogue.getToken.path}`]);
});
