import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';

import { toUnits } from '../../../shared/money/decimal.ts';
import { csvRows } from '../../e2e/support/csv.ts';
import { openSyncedSandbox } from '../../support/desks/test-desk.ts';

const oneFile = {
  accountNumbers: null,
  filePerAccount: false,
  filePerDay: false,
  profile: '',
  place: 'ask' as const,
  print: false,
};

test('every entry that was found is written, of all accounts and beyond those that are listed, and no other', async () => {
  const desk = await openSyncedSandbox();
  const { rows: accounts } = await desk.get('accounts.list', {});
  const digits = accounts[0]?.accountNumber.slice(-4) ?? '';
  for (const search of ['>10 out', 'payment', `${digits} supplier pay`, 'nothinglikeit 1.00']) {
    desk.saveTo = join(desk.dataDir, 'found.csv');
    const asked = { ...oneFile, format: 'csv', withMarks: false, search };
    const written = await desk.get('handOver.write', asked);
    const { found } = await desk.get('find.entries', { text: search, limit: 100 });
    const ids = csvRows(readFileSync(desk.saveTo, 'utf8')).map((row) => row['id'] ?? '');
    expect([search, written]).toMatchObject([search, { saved: true, entries: ids.length }]);
    expect(ids).toEqual(expect.arrayContaining(found.all.map(({ id }) => id)));
    if (!found.hasMore) expect(ids).toHaveLength(found.all.length);
  }
  // Where it was saved is no profile's folder.
  expect((await desk.get('handOver.choices', {})).folders).toEqual([]);
});

test('as Excel and as JSON stand the same entries as in the CSV, over all accounts in one table, each with its sign and account', async () => {
  const desk = await openSyncedSandbox();
  const { rows: accounts } = await desk.get('accounts.list', {});
  const names = new Map(accounts.map((one) => [one.accountNumber, one.accountName]));
  for (const search of ['payment', '>10 out', `${accounts[0]?.accountNumber.slice(-4) ?? ''} in`]) {
    const write = async (format: string): Promise<Buffer> => {
      desk.saveTo = join(desk.dataDir, `found.${format}`);
      await desk.get('handOver.write', { ...oneFile, format, withMarks: false, search });
      return readFileSync(desk.saveTo);
    };
    const written = csvRows((await write('csv')).toString()).map((row) => ({
      account: row['accountNumber'],
      id: row['id'],
      units: toUnits(row['amount'] ?? '') * (row['direction'] === 'debit' ? -1n : 1n),
      narration: row['narration'],
    }));
    expect(written.length).toBeGreaterThan(10);
    expect(new Set(written.map(({ account }) => account)).size).toBeGreaterThan(
      search.endsWith(' in') ? 0 : 1,
    );
    const inJson = JSON.parse((await write('json')).toString()) as Record<string, string>[];
    expect(inJson.map(({ id, accountNumber }) => [accountNumber, id])).toEqual(
      written.map(({ account, id }) => [account, id]),
    );
    const { sheets } = await readXlsx(await write('xlsx'));
    expect(sheets.map(({ name }) => name)).toEqual(['Accounts', 'Entries']);
    const [perAccount = [], entries = []] = sheets.map(({ rows }) => {
      const [head = [], ...below] = rows;
      return below.map((row) =>
        Object.fromEntries(head.map((cell, at) => [String(cell), row[at] ?? ''])),
      );
    });
    expect(
      entries.map((row) => ({
        account: row['Account'],
        id: row['Bank reference'],
        units: toUnits(String(row['Amount'])),
        narration: row['Narration'],
      })),
    ).toEqual(written);
    expect(entries.map((row) => row['Account name'])).toEqual(
      written.map(({ account }) => names.get(account ?? '')),
    );
    // What was found says nothing of balances and proof.
    expect(Object.keys(perAccount[0] ?? {})).not.toContain('Opening balance');
    expect(perAccount.map((row) => [row['Account'], row['Searched for']])).toEqual(
      [...new Set(written.map(({ account }) => account))].map((account) => [account, search]),
    );
    const counted = perAccount.map(
      (row) => Number(row['Number of credits']) + Number(row['Number of debits']),
    );
    expect(counted.reduce((sum, one) => sum + one, 0)).toBe(written.length);
  }
});

test('what can only be a whole statement is refused with its reason; the writing says how far it is, and stopped it leaves no file', async () => {
  const desk = await openSyncedSandbox();
  const asked = { ...oneFile, withMarks: false, search: 'payment' };
  desk.saveTo = join(desk.dataDir, 'found.out');
  for (const format of ['camt053', 'camt053.02', 'mt940', 'bai2', 'pdf'])
    expect(await desk.refused('handOver.write', { ...asked, format })).toMatchObject({
      code: 'input.invalid',
      message: expect.stringContaining('whose balances follow from their entries') as string,
    });
  for (const format of ['xlsx', 'csv', 'json']) {
    const writing = desk.request('handOver.write', { ...asked, format });
    expect(await desk.get('handOver.cancel', {})).toEqual({ stopped: true });
    expect([format, await writing]).toMatchObject([
      format,
      { ok: false, error: { code: 'cancelled' } },
    ]);
    expect(readdirSync(desk.dataDir).filter((name) => name.startsWith('found.out'))).toEqual([]);
    desk.facts.length = 0;
    const written = await desk.get('handOver.write', { ...asked, format });
    const progress = desk.facts.filter(({ event }) => event === 'handOver.progressed');
    expect(progress.at(-1)?.fact).toEqual({
      files: 1,
      filesDone: 1,
      entries: written.saved ? written.entries : 0,
    });
    rmSync(desk.saveTo);
  }
});
