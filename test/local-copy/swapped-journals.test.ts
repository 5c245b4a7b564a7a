import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { startDelta } from '../support/banks/delta.ts';
import { runCommand } from '../support/programs/cli.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

/** Two banks in one data folder, a payment sent at each. */
async function scene() {
  const folder = tempFolder();
  const data = join(folder, 'data');
  const banks = await Promise.all(
    ['one', 'other'].map(async (name) => {
      const bank = await startDelta();
      onTestFinished(() => bank.close());
      const file = join(folder, `${name}.json`);
      writeFileSync(file, bank.bankFile);
      const env = { NOSTRO_CREDENTIALS: JSON.stringify(bank.credentials) };
      const nostro = (...args: string[]) =>
        runCommand(['--bank', file, '--data-dir', data, ...args], env);
      const pay = (reference: string, amount: string) =>
        nostro(
          'pay',
          '--input',
          JSON.stringify({
            ...{ accountNumber: '700000', beneficiaryId: 'B-1', reference },
            ...{ amount, currency: 'EUR' },
          }),
        );
      return { bank, name, nostro, pay };
    }),
  );
  for (const { name, pay } of banks) expect((await pay(`${name}-1`, '1.50')).code).toBe(0);
  return { data, banks };
}

/** Exchanges a file of the two banks' folders, with what SQLite stores beside it. */
function swap(data: string, names: readonly string[]): void {
  const [one = '', other = ''] = readdirSync(join(data, 'banks')).map((id) =>
    join(data, 'banks', id),
  );
  const aside = mkdtempSync(join(data, 'swap-'));
  for (const name of names) {
    rmSync(join(one, `${name}-wal`), { force: true });
    rmSync(join(other, `${name}-wal`), { force: true });
    renameSync(join(one, name), join(aside, name));
    renameSync(join(other, name), join(one, name));
    renameSync(join(aside, name), join(other, name));
  }
  rmSync(aside, { recursive: true });
}

test.each([
  ['the journals alone', ['journal.db']],
  ['the journals with their keys', ['journal.db', 'keyinfo.json', 'cache.db']],
])(
  'where %s of two banks were exchanged both close sending, and nothing is sent',
  async (_what, names) => {
    const { data, banks } = await scene();
    swap(data, names);
    for (const { bank, name, pay, nostro } of banks) {
      // The reference of the other bank's journal, and a new one.
      for (const reference of ['one-1', 'other-1', `${name}-2`]) {
        const refused = await pay(reference, '2.50');
        expect([reference, refused.code]).toEqual([reference, 1]);
        expect(refused.error().code).toMatch(/^(journal\.|vault\.)/);
      }
      expect(bank.orders).toHaveLength(1);
      const listed = await nostro('submissions');
      expect(listed.out.includes(name === 'one' ? 'other-1' : 'one-1')).toBe(false);
    }
  },
  120_000,
);

test('put back where they were, both open again', async () => {
  const { data, banks } = await scene();
  swap(data, ['journal.db']);
  swap(data, ['journal.db']);
  for (const { bank, name, pay } of banks) {
    expect((await pay(`${name}-2`, '2.50')).code).toBe(0);
    expect(bank.orders).toHaveLength(2);
  }
}, 120_000);
