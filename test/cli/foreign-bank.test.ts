import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runCommand, type CliRun } from '../support/cli.ts';
import {
  foreignCredentials,
  json,
  startForeignBank,
  trueEntries,
  type BankEntry,
  type ForeignBank,
  type ForeignBankOptions,
} from '../support/foreign-bank.ts';
import { tempFolder } from '../support/temp-folder.ts';

type Scene = {
  bank: ForeignBank;
  folder: string;
  nostro: (...args: string[]) => Promise<CliRun>;
};

async function scene(
  options: Partial<ForeignBankOptions> = {},
  statement?: object | 'auto',
): Promise<Scene> {
  const bank = await startForeignBank({
    entries: trueEntries(90, '2026-10-01'),
    openingBalance: '1000.0000',
    pageSizeMax: 25,
    ...options,
  });
  onTestFinished(() => bank.close());
  const folder = tempFolder();
  const file = join(folder, 'bank.json');
  writeFileSync(file, bank.bankFile(statement));
  const env = { NOSTRO_CREDENTIALS: JSON.stringify(foreignCredentials) };
  const nostro = (...args: string[]) =>
    runCommand(['--bank', file, '--data-dir', join(folder, 'data'), ...args], env);
  return { bank, folder, nostro };
}

const range = ['--account', '9988776655', '--from', '2026-10-01', '--to', '2026-10-31'];
type Summary = {
  accounts: { received: number; inserted: number; unchanged: number; proof: object }[];
};

test('a bank described only by its file is synced, proven, read and exported to the last digit', async () => {
  const { bank, folder, nostro } = await scene({
    dates: ['from', 'to'],
    paging: ['pageOffset', 'pageSize'],
    pageUnit: 'item',
    firstPage: 0,
    newestFirst: false,
  });
  const { entries } = bank.options;
  const first = await nostro('sync', ...range);
  expect(first.err).toBe('');
  expect(first.code).toBe(0);
  expect(first.json<Summary>().accounts).toEqual([
    {
      accountNumber: '9988776655',
      from: '2026-10-01',
      to: '2026-10-31',
      pages: 4,
      received: 90,
      inserted: 90,
      changed: 0,
      unchanged: 0,
      withdrawn: 0,
      proof: {
        ok: true,
        openingBalance: '1000.00',
        closingBalance: cents(entries.at(-1)!.balance),
        entries: 90,
        brokenAt: null,
      },
    },
  ]);

  const again = await nostro('sync', ...range);
  expect(again.json<Summary>().accounts[0]).toMatchObject({ inserted: 0, unchanged: 90 });

  await bank.close();
  const lines = (await nostro('statement', ...range)).out.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as BankEntry)).toEqual(
    entries.map((entry) => ({
      ...entry,
      amount: cents(entry.amount),
      balance: cents(entry.balance),
    })),
  );
  const found = await nostro(
    'statement',
    '--account',
    '9988776655',
    '--search',
    'invoice 1042',
    '--direction',
    'credit',
  );
  expect(found.out.trim().split('\n')).toHaveLength(1);
  expect((await nostro('proof', ...range)).json<object>()).toMatchObject({ ok: true, entries: 90 });
  const file = join(folder, 'out.json');
  expect(
    (await nostro('export', ...range, '--format', 'json', '--out', file)).json(),
  ).toMatchObject({
    entries: 90,
  });
});

test('a bank that tells nothing of the account but its statement is synced and proven all the same', async () => {
  const { bank, nostro } = await scene({
    intercept: (_request, response, url) => {
      if (!url.pathname.endsWith('/accounts/by')) return false;
      json(response, 400, '{"error":{"message":"No such account here"}}');
      return true;
    },
  });
  const synced = await nostro('sync', ...range);
  expect(synced.err).toBe('');
  expect(synced.json<Summary>().accounts[0]?.proof).toMatchObject({ ok: true, entries: 90 });
  expect((await nostro('proof', ...range)).json<object>()).toMatchObject({
    ok: true,
    openingBalance: '1000.00',
    closingBalance: cents(bank.options.entries.at(-1)!.balance),
  });
});

test('a bank file that says auto is found out, and the finding is kept', async () => {
  const { bank, nostro } = await scene(
    { dates: ['from', 'to'], paging: ['pageNumber', 'pageSize'], firstPage: 0, pageSizeMax: 500 },
    'auto',
  );
  expect((await nostro('sync', ...range)).json<Summary>().accounts[0]?.proof).toMatchObject({
    ok: true,
  });
  const tried = bank.calls.length;
  await nostro('sync', ...range);
  expect(bank.calls.length - tried).toBeLessThan(tried);
});

test('what a wrong dialect brought first is told as new all the same', async () => {
  const { nostro } = await scene(
    {
      dates: ['from', 'to'],
      paging: ['pageOffset', 'pageSize'],
      pageUnit: 'item',
      firstPage: 0,
      pageSizeMax: 25,
    },
    'auto',
  );
  const synced = await nostro('sync', ...range);
  expect(synced.err).toBe('');
  expect(synced.json<Summary>().accounts).toMatchObject([
    { received: 90, inserted: 90, unchanged: 0, proof: { ok: true } },
  ]);
});

test('the six specified operations work at a bank that is not ours', async () => {
  const { bank, folder, nostro } = await scene();
  const input = (value: object) => ['--input', JSON.stringify(value)];
  const path = { clientId: 'fc-1', id: 'fs-1' };

  const statement = await nostro(
    'call',
    'getStatement',
    ...input({
      path: { accountNumber: '9988776655' },
      query: { startDate: '2026-10-01', endDate: '2026-10-02', pageNumber: 1, limit: 5 },
    }),
  );
  const answer = statement.json<{ statement: { data: BankEntry[]; totalItems: number } }>();
  expect(answer.statement.totalItems).toBe(12);
  expect(answer.statement.data[0]?.balance).toBe(bank.options.entries[11]!.balance);
  expect(bank.calls.at(-1)).toContain(
    'startDate=2026-10-01&endDate=2026-10-02&limit=5&pageNumber=1',
  );

  const account = await nostro(
    'call',
    'getAccountsBy',
    ...input({ query: { accountNumber: '9988776655' } }),
  );
  expect(account.json<{ account: object }>().account).toMatchObject({
    accountId: 'fa-1',
    availableBalance: bank.options.entries.at(-1)!.balance,
  });

  const update = await nostro(
    'call',
    'updateBeneficiary',
    ...input({
      path: { entityId: 'fb-1' },
      body: { name: 'Oduya Foods Ltd', postCode: '00200', intermediaryBank: { anything: 'goes' } },
    }),
  );
  expect(update.json<object>()).toMatchObject({
    name: 'Oduya Foods Ltd',
    postcode: '00200',
    paymentMethod: 'swift',
  });

  expect(
    (await nostro('call', 'submitSubclient', ...input({ path }))).json<object>(),
  ).toMatchObject({
    status: 'draft',
    approvalComments: 'Received',
  });
  expect(
    (await nostro('call', 'deleteSubclient', ...input({ path }))).json<object>(),
  ).toMatchObject({
    status: 'deleted',
  });
  expect(bank.bodies.slice(-1)).toEqual(['']);

  const file = join(folder, 'certificate.pdf');
  writeFileSync(file, '%PDF-1.7\n1 0 obj << >> endobj\n%%EOF\n');
  const upload = await nostro(
    'upload',
    '--client',
    'fc-1',
    '--sub-client',
    'fs-1',
    '--type',
    'REGISTRATION_CERTIFICATE',
    '--business-user',
    'bu-9',
    '--issue-date',
    '2024-01-31',
    '--expiry-date',
    '2027-01-31',
    file,
  );
  expect(upload.err).toBe('');
  expect(upload.json<{ documents: object[] }>().documents).toMatchObject([
    {
      outcome: 'accepted',
      document: {
        documentType: 'REGISTRATION_CERTIFICATE',
        description: 'bu-9',
        issueDate: '2024-01-31',
        expiryDate: '2027-01-31',
        mimeType: 'application/pdf',
      },
    },
  ]);
  expect(bank.bodies.at(-1)).toContain('%PDF-1.7');
});

test('an assumed operation is closed at a bank whose file does not name it, and nothing is sent', async () => {
  const { bank, nostro } = await scene();
  const refused = await nostro('call', 'getAllAccounts');
  expect(refused.code).toBe(1);
  expect(refused.error().code).toBe('operation.closed');
  expect(refused.error().message).toContain('getAllAccounts');
  expect(bank.calls.filter((call) => !call.includes('/iam/'))).toEqual([]);
});

test('wrong credentials, a refused request and wrong use have their own exit codes and sentences', async () => {
  const { bank, folder, nostro } = await scene();
  const file = join(folder, 'bank.json');
  const wrong = await runCommand(['--bank', file, '--data-dir', folder, 'sync', ...range], {
    NOSTRO_CREDENTIALS: JSON.stringify({ username: 'treasury', password: 'nope' }),
  });
  expect(wrong.code).toBe(1);
  expect(wrong.error()).toMatchObject({
    code: 'session.refused',
    bank: 'Unknown user or pass phrase',
  });

  const refused = await nostro(
    'call',
    'updateBeneficiary',
    '--input',
    '{"path":{"entityId":"other"},"body":{"city":"Nairobi"}}',
  );
  expect(refused.code).toBe(1);
  expect(refused.error()).toMatchObject({
    code: 'bank.refused',
    status: 400,
    bank: 'This bank has no such path',
  });

  for (const args of [
    ['sync'],
    ['nonsense'],
    ['call', 'nothing'],
    ['statement', '--account', '1', '--from', '2026-02-30'],
  ]) {
    const misused = await nostro(...args);
    expect(misused.code).toBe(2);
    expect(misused.error().code).toBe('input.invalid');
    expect(misused.out).toBe('');
  }
  const unknown = await nostro('statement', '--account', '404');
  expect([unknown.code, unknown.error().code]).toEqual([1, 'offline.not-cached']);
  expect(bank.calls.length).toBeGreaterThan(0);
});

test('a change without an answer ends with exit 3, and is not sent again while it is open', async () => {
  const { bank, nostro } = await scene({
    intercept: (request) => {
      if (request.method !== 'PUT') return false;
      request.socket.destroy();
      return true;
    },
  });
  const update = [
    'call',
    'updateBeneficiary',
    '--input',
    '{"path":{"entityId":"fb-1"},"body":{"city":"Mombasa"}}',
  ];
  const first = await nostro(...update);
  expect([first.code, first.error().code]).toEqual([3, 'outcome.unknown']);
  const second = await nostro(...update);
  expect([second.code, second.error().code]).toEqual([3, 'outcome.unknown']);
  expect(bank.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
});

test('a bank file with a mistake names the field, and nothing is asked', async () => {
  const { bank, folder } = await scene();
  const bad: [string, string][] = [
    [bank.bankFile().replace('"idempotency":null', '"idempotency":null,"colour":"red"'), 'colour'],
    [bank.bankFile().replace('"environment":"uat"', '"environment":7'), 'environment'],
    [bank.bankFile().replace(/"baseUrl":"[^"]*"/, '"baseUrl":"http://bank.example"'), 'baseUrl'],
    ['{ "name": ', ''],
  ];
  const file = join(folder, 'bad.json');
  for (const [text, field] of bad) {
    writeFileSync(file, text);
    const run = await runCommand(['--bank', file, '--data-dir', folder, 'doctor'], {});
    expect(run.code).toBe(1);
    expect(run.error().code).toBe('bank-file.invalid');
    expect(run.err).toContain(field);
  }
  expect(bank.calls).toEqual([]);
});

/** As the store writes an amount: the currency's two digits at least. */
const cents = (text: string): string => text.replace(/(\.\d\d)(\d*?)0+$/, '$1$2');
