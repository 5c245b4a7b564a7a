import { expect, test } from 'vitest';

import { runCommand } from '../../support/programs/cli.ts';
import {
  json,
  trueEntries,
  type BankEntry,
  type ForeignBankOptions,
} from '../../support/simple-banks/foreign-bank.ts';
import { atForeignBank, expectError } from '../../support/programs/command-line.ts';

const scene = (options: Partial<ForeignBankOptions> = {}, statement?: object | 'auto') =>
  atForeignBank({ entries: trueEntries(90, '2026-10-01'), pageSizeMax: 25, ...options }, statement);
const byItem = {
  ...{ dates: ['from', 'to'], paging: ['pageOffset', 'pageSize'], pageUnit: 'item', firstPage: 0 },
} satisfies Partial<ForeignBankOptions>;

const range = ['--account', '9988776655', '--from', '2026-10-01', '--to', '2026-10-31'];
type Summary = {
  accounts: { received: number; inserted: number; unchanged: number; proof: object }[];
};

test('a bank described only by its file is synced, proven, read and exported to the last digit', async () => {
  const { bank, at, nostro } = await scene({ ...byItem, newestFirst: false });
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
  const wanted = ['--search', 'invoice 1042', '--direction', 'credit'];
  const found = await nostro('statement', '--account', '9988776655', ...wanted);
  expect(found.out.trim().split('\n')).toHaveLength(1);
  expect((await nostro('proof', ...range)).json<object>()).toMatchObject({ ok: true, entries: 90 });
  const exported = await nostro('export', ...range, '--format', 'json', '--out', at('out.json'));
  expect(exported.json()).toMatchObject({ entries: 90 });
});

test('a bank that has only the statement of an account is still synced and proven', async () => {
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

test('the dialect of a bank file with auto is found and saved', async () => {
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

test('entries that a wrong dialect fetched first are still reported as new', async () => {
  const { nostro } = await scene(byItem, 'auto');
  const synced = await nostro('sync', ...range);
  expect(synced.err).toBe('');
  expect(synced.json<Summary>().accounts).toMatchObject([
    { received: 90, inserted: 90, unchanged: 0, proof: { ok: true } },
  ]);
});

test('the six specified operations work at a bank that is not ours', async () => {
  const { bank, call, done, write } = await scene();
  const path = { clientId: 'fc-1', id: 'fs-1' };

  const statement = await call('getStatement', {
    path: { accountNumber: '9988776655' },
    query: { startDate: '2026-10-01', endDate: '2026-10-02', pageNumber: 1, limit: 5 },
  });
  const answer = statement.json<{ statement: { data: BankEntry[]; totalItems: number } }>();
  expect(answer.statement.totalItems).toBe(12);
  expect(answer.statement.data[0]?.balance).toBe(bank.options.entries[11]!.balance);
  expect(bank.calls.at(-1)).toContain(
    'startDate=2026-10-01&endDate=2026-10-02&limit=5&pageNumber=1',
  );

  const account = await call('getAccountsBy', { query: { accountNumber: '9988776655' } });
  expect(account.json<{ account: object }>().account).toMatchObject({
    accountId: 'fa-1',
    availableBalance: bank.options.entries.at(-1)!.balance,
  });

  const update = await call('updateBeneficiary', {
    path: { entityId: 'fb-1' },
    body: { name: 'Oduya Foods Ltd', postCode: '00200', intermediaryBank: { anything: 'goes' } },
  });
  expect(update.json<object>()).toMatchObject({
    name: 'Oduya Foods Ltd',
    postcode: '00200',
    paymentMethod: 'swift',
  });

  const submitted = { status: 'draft', approvalComments: 'Received' };
  expect((await call('submitSubclient', { path })).json<object>()).toMatchObject(submitted);
  const deleted = await call('deleteSubclient', { path });
  expect(deleted.json<object>()).toMatchObject({ status: 'deleted' });
  expect(bank.bodies.slice(-1)).toEqual(['']);

  const file = write('certificate.pdf', '%PDF-1.7\n1 0 obj << >> endobj\n%%EOF\n');
  const whose = ['--client', 'fc-1', '--sub-client', 'fs-1', '--business-user', 'bu-9'];
  const days = ['--issue-date', '2024-01-31', '--expiry-date', '2027-01-31'];
  const upload = await done(
    ...['upload', ...whose, '--type', 'REGISTRATION_CERTIFICATE', ...days, file],
  );
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
  expectError(await nostro('call', 'getAllAccounts'), 1, 'operation.closed', 'getAllAccounts');
  expect(bank.calls.filter((call) => !call.includes('/iam/'))).toEqual([]);
});

test('wrong credentials, a refused request and wrong use have their own exit codes and sentences', async () => {
  const { bank, call, folder, nostro, over } = await scene();
  const stranger = over(folder, { username: 'treasury', password: 'nope' });
  expectError(await stranger('sync', ...range), 1, {
    code: 'session.refused',
    bank: 'Unknown user or pass phrase',
  });
  const elsewhere = { path: { entityId: 'other' }, body: { city: 'Nairobi' } };
  expectError(await call('updateBeneficiary', elsewhere), 1, {
    ...{ code: 'bank.refused', status: 400, bank: 'This bank has no such path' },
  });

  for (const args of [
    ['sync'],
    ['nonsense'],
    ['call', 'nothing'],
    ['statement', '--account', '1', '--from', '2026-02-30'],
  ]) {
    const misused = await nostro(...args);
    expectError(misused, 2, 'input.invalid');
    expect(misused.out).toBe('');
  }
  expectError(await nostro('statement', '--account', '404'), 1, 'offline.not-cached');
  expect(bank.calls.length).toBeGreaterThan(0);
});

test('a change without an answer ends with exit 3, and is not sent again while it is open', async () => {
  const { bank, call } = await scene({
    intercept: (request) => {
      if (request.method !== 'PUT') return false;
      request.socket.destroy();
      return true;
    },
  });
  const update = { path: { entityId: 'fb-1' }, body: { city: 'Mombasa' } };
  for (const run of [
    await call('updateBeneficiary', update),
    await call('updateBeneficiary', update),
  ])
    expectError(run, 3, 'outcome.unknown');
  expect(bank.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
});

test('a bank file with a mistake names the field, and nothing is asked', async () => {
  const { bank, folder, write } = await scene();
  const bad: [string, string][] = [
    [bank.bankFile().replace('"idempotency":null', '"idempotency":null,"colour":"red"'), 'colour'],
    [bank.bankFile().replace('"environment":"uat"', '"environment":7'), 'environment'],
    [bank.bankFile().replace(/"baseUrl":"[^"]*"/, '"baseUrl":"http://bank.example"'), 'baseUrl'],
    ['{ "name": ', ''],
  ];
  for (const [text, field] of bad) {
    const args = ['--bank', write('bad.json', text), '--data-dir', folder, 'doctor'];
    const run = await runCommand(args);
    expectError(run, 1, 'bank-file.invalid');
    expect(run.err).toContain(field);
  }
  expect(bank.calls).toEqual([]);
});

/** As the store writes an amount: the currency's two digits at least. */
const cents = (text: string): string => text.replace(/(\.\d\d)(\d*?)0+$/, '$1$2');
