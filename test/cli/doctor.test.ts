import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import type { DoctorCheck, DoctorReport } from '../../shared/ipc/desk/doctor.ts';
import type { OperationRow } from '../../shared/ipc/desk/settings.ts';
import { certificateFor, secureHost } from '../doctor/support.ts';
import { runCommand } from '../support/programs/cli.ts';
import {
  foreignCredentials,
  openForeignBank,
  trueEntries,
} from '../support/simple-banks/foreign-bank.ts';
import { commandLine, expectError } from '../support/programs/command-line.ts';
import { withoutWaiting } from '../support/setup/without-waiting.ts';

type Printed = Omit<DoctorReport, 'checks' | 'operations'> & {
  readonly checks: readonly (DoctorCheck & { check: string; ok: boolean })[];
  readonly operations: readonly (OperationRow & { open: boolean; overridden: boolean })[];
  readonly written?: readonly { field: string; before: string | null; after: string }[];
};

function withFile(
  text: string,
  credentials: typeof foreignCredentials | null = foreignCredentials,
) {
  const { nostro, ...line } = commandLine(text, credentials);
  return { ...line, doctor: (...args: string[]) => nostro('doctor', ...args) };
}

/** A file as a person keeps it: notes, an order and line ends of their own. */
async function personsFile() {
  const bank = await openForeignBank({
    entries: trueEntries(60, new Date(Date.now() - 25 * 86_400_000).toISOString().slice(0, 10)),
    dates: ['from', 'to'],
    paging: ['pageOffset', 'pageSize'],
    pageUnit: 'item',
    firstPage: 0,
    pageSizeMax: 40,
  });
  const text = `// Our bank, as agreed on 2 May
{
  "baseUrl": "${bank.url}", // by the VPN
  "name": "Foreign Bank UAT",
  "environment": "uat",
  "auth": {
    "request": { "user": "{username}", "pass": "{password}" },
    "token": "/data/jwt", "header": "x-session", "scheme": "Token" /* theirs */
  },
  "statement": "auto",
  "operations": { "getToken": { "method": "POST", "path": "/iam/v3/session" } }
}
`;
  return { bank, text };
}

describe('doctor on the command line', () => {
  test('prints the report with the fields that scripts read, and writes nothing', async () => {
    const { text } = await personsFile();
    const { file, folder, doctor } = withFile(text);
    const run = await doctor('--account', '9988776655');
    expect([run.code, run.err]).toEqual([0, '']);
    const report = run.json<Printed>();
    expect(report).toMatchObject({
      ok: true,
      bank: { name: 'Foreign Bank UAT', environment: 'uat' },
      statementDialect: 'from/to pageOffset/pageSize items from 0',
      tls: { protocol: null },
    });
    expect(report.checks.find(({ check }) => check === 'sign-in')).toMatchObject({ ok: true });
    const open = report.operations.filter((operation) => operation.open);
    expect(open.map(({ name }) => name)).toContain('getStatement');
    expect(report.operations.filter(({ overridden }) => overridden)).toMatchObject([
      { name: 'getToken' },
    ]);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(report.written).toBeUndefined();
    expect(run.out + run.err).not.toContain('canary');
    expect(readdirSync(folder)).toEqual(['bank.json']);
  });

  test('--write writes what was found where it belongs, and says so; the rest stays as it was', async () => {
    const { text } = await personsFile();
    const { file, folder, doctor } = withFile(text);
    chmodSync(file, 0o640);
    const run = await doctor('--account', '9988776655', '--write');
    expect(run.code).toBe(0);
    const statement =
      '{"dates":["from","to"],"paging":["pageOffset","pageSize"],"pageUnit":"item","firstPage":0,"pageSizeMax":40}';
    expect(run.json<Printed>().written).toEqual([
      { field: 'auth.expiresIn', before: null, after: '"/data/ttl"' },
      { field: 'statement', before: '"auto"', after: statement },
    ]);
    expect(readFileSync(file, 'utf8')).toBe(
      text
        .replace(
          '"scheme": "Token" /* theirs */',
          '"scheme": "Token", "expiresIn": "/data/ttl" /* theirs */',
        )
        .replace(
          '"statement": "auto"',
          `"statement": {
    "dates": ["from", "to"],
    "paging": ["pageOffset", "pageSize"],
    "pageUnit": "item",
    "firstPage": 0,
    "pageSizeMax": 40
  }`,
        ),
    );
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(['bank.json']);

    const again = await doctor('--account', '9988776655', '--write');
    expect(again.json<Printed>()).toMatchObject({ ok: true, findings: [], written: [] });
  });

  test('--write leaves alone what lies beside the file, whatever its name', async () => {
    const { text } = await personsFile();
    const { file, folder, doctor } = withFile(text);
    const beside = [`${file}.part`, `${file}.bak`];
    for (const path of beside) writeFileSync(path, 'mine');
    expect((await doctor('--account', '9988776655', '--write')).code).toBe(0);
    for (const path of beside) expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(readdirSync(folder).toSorted()).toEqual([
      'bank.json',
      'bank.json.bak',
      'bank.json.part',
    ]);
  });

  test('--write follows a link to the file itself, and is refused where there is none', async () => {
    const { text } = await personsFile();
    const { data, env, file, folder } = withFile(text);
    const link = join(folder, 'link.json');
    symlinkSync(file, link);
    const rest = ['--data-dir', data, 'doctor', '--account', '9988776655', '--write'];
    expect((await runCommand(['--bank', link, ...rest], env)).code).toBe(0);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain('"pageSizeMax": 40');
    const misused = await runCommand(['--data-dir', folder, 'doctor', '--write'], env);
    expectError(misused, 2, 'input.invalid', '--write needs --bank FILE');
  });

  test('a dead host, a web site and an expired certificate are reported: exit 1, and never a stack', async () => {
    const site = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      site.closeAllConnections();
      site.close();
    });
    const { key, cert } = certificateFor('localhost', -2);
    const expired = await secureHost({ key, cert });
    const cases = [
      ['http://127.0.0.1:9', 'address', 'ECONNREFUSED'],
      [
        `http://127.0.0.1:${String((site.address() as AddressInfo).port)}`,
        'api',
        'web pages, not an API',
      ],
      [`https://localhost:${String(expired.port)}`, 'tls', 'expired'],
    ] as const;
    for (const [baseUrl, id, words] of cases) {
      const run = await withoutWaiting(
        withFile(JSON.stringify({ name: 'B', environment: 'uat', baseUrl })).doctor(),
      );
      expect([run.code, run.err]).toEqual([1, '']);
      const { checks, ok } = run.json<Printed>();
      expect(ok).toBe(false);
      const failed = checks.filter(({ state }) => state === 'failed');
      expect(failed).toMatchObject([
        { id, ok: false, detail: expect.stringContaining(words) as string },
      ]);
      expect(run.out).not.toMatch(/\bat .*\.ts:\d+|canary/);
    }
    expect(expired.requestCount()).toBe(0);
  });

  test('without credentials the connection to the bank is still examined', async () => {
    const { text } = await personsFile();
    const run = await withFile(text, null).doctor();
    expect([run.code, run.err]).toEqual([1, '']);
    const { checks } = run.json<Printed>();
    expect(checks.find(({ id }) => id === 'api')).toMatchObject({ state: 'ok' });
    expect(checks.find(({ id }) => id === 'sign-in')).toMatchObject({
      state: 'failed',
      advice: 'Sign in, then run this again.',
      error: { code: 'session.required' },
    });
  });
});
