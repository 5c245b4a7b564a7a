import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { lagoonDay, startLagoon } from '../support/banks/lagoon.ts';
import { commandLineAt } from '../support/programs/command-line.ts';

const scene = () => commandLineAt(startLagoon());

test('call prints fields beyond the catalogue, digit for digit, and no secret', async () => {
  const { bank, nostro } = await scene();
  bank.says.around = '"requestId":"r-1"';
  bank.says.account =
    '"overdraftLimit":12345678901234567890.10,"holder":{"since":"2020-01-01"},"viewToken":"canary-lagoon-token"';
  const query = { accountNumber: bank.accountNumber };
  const called = await nostro('call', 'getAccountsBy', '--input', JSON.stringify({ query }));
  expect([called.code, called.err]).toEqual([0, '']);
  expect(called.out).toContain(
    '"extras":{"holder":{"since":"2020-01-01"},"overdraftLimit":12345678901234567890.10},"extrasOmitted":["viewToken"]},"extras":{"requestId":"r-1"}}',
  );
  expect(called.out).not.toContain('canary-lagoon-token');
  bank.says.entries['L1'] = '"valueDate":"2026-10-02"';
  const path = { accountNumber: bank.accountNumber };
  const asked = { path, query: { startDate: lagoonDay, endDate: lagoonDay } };
  const statement = await nostro('call', 'getStatement', '--input', JSON.stringify(asked));
  expect(statement.out).toContain('"balance":"1100.10","extras":{"valueDate":"2026-10-02"}}');
});

type Line = { id: string; extras?: Record<string, unknown> };

test('extra fields of an entry are in the statement, its search and the JSON export', async () => {
  const { bank, nostro, folder } = await scene();
  bank.says.entries['L1'] =
    '"counterparty":{"name":"Ada Obi"},"limit":12345678901234567890.10,"valueDate":"2026-10-02"';
  const account = ['--account', bank.accountNumber];
  const period = ['--from', lagoonDay, '--to', lagoonDay];
  const synced = await nostro('sync', ...account, ...period);
  expect([synced.code, synced.err]).toEqual([0, '']);
  const text =
    '"extras":{"counterparty":{"name":"Ada Obi"},"limit":12345678901234567890.10,"valueDate":"2026-10-02"}}';
  const printed = await nostro('statement', ...account);
  const lines = printed.out.trim().split('\n');
  expect(lines[0]).toContain(text);
  expect((JSON.parse(lines[1] ?? '') as Line).extras).toBeUndefined();
  const found = await nostro('statement', ...account, '--search', 'ada obi');
  expect(found.json<Line>().id).toBe('L1');
  const out = join(folder, 'statement.json');
  await nostro('export', ...account, '--format', 'json', '--out', out);
  expect(readFileSync(out, 'utf8')).toContain(text);
});

test('an entry with another extra field is changed and stays proven; one with a new extra field is not changed', async () => {
  const { bank, nostro } = await scene();
  const sync = async () => {
    const account = ['--account', bank.accountNumber];
    const run = await nostro('sync', ...account, '--from', lagoonDay, '--to', lagoonDay);
    return run.json<{ accounts: { changed: number; proof: { ok: boolean } }[] }>().accounts[0];
  };
  await sync();
  bank.says.entries['L1'] = '"valueDate":"2026-10-02"';
  expect(await sync()).toMatchObject({ changed: 0, unchanged: 2, proof: { ok: true } });
  bank.says.entries['L1'] = '"valueDate":"2026-10-03"';
  expect(await sync()).toMatchObject({ changed: 1, unchanged: 1, proof: { ok: true } });
});

test('the bank file maps an extra field, also of entries fetched before, and no entry changes', async () => {
  const { bank, nostro, folder, write } = await scene();
  bank.says.entries['L1'] = '"counterparty":{"name":"Ada Obi"},"valueDate":"2026-10-02"';
  bank.says.entries['L2'] = '"valueDate":"tomorrow"';
  const account = ['--account', bank.accountNumber];
  const sync = () => nostro('sync', ...account, '--from', lagoonDay, '--to', lagoonDay);
  await sync();
  const response = { valueDate: '/valueDate', counterparty: '/counterparty/name' };
  write('bank.json', bank.bankFile({ getStatement: { response } }));
  const lines = async () =>
    (await nostro('statement', ...account)).out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
  const expected = [
    {
      valueDate: '2026-10-02',
      counterparty: 'Ada Obi',
      extras: { counterparty: { name: 'Ada Obi' }, valueDate: '2026-10-02' },
    },
    { extras: { valueDate: 'tomorrow' } },
  ];
  expect(await lines()).toMatchObject(expected);
  const again = await sync();
  expect(again.json<object>()).toMatchObject({
    accounts: [{ changed: 0, unchanged: 2, proof: { ok: true } }],
  });
  expect(await lines()).toMatchObject(expected);
  const out = join(folder, 'statement.csv');
  await nostro('export', ...account, '--format', 'csv', '--out', out);
  expect(readFileSync(out, 'utf8')).toMatch(
    /"1100.10","2026-10-02","Ada Obi"\r\n.*"1100.05","",""\r\n/,
  );
});
