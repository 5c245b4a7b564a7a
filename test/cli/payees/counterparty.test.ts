import { expect, test } from 'vitest';

import { runCommand } from '../../support/programs/cli.ts';
import { expectError } from '../../support/programs/command-line.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';
import type { Counterparty } from '../../../shared/ipc/counterparties.ts';

const beneficiaryId = 'beneficiary-accepted';

test('counterparty prints one object for a payee by its id or its name, and for a name that entries have', async () => {
  const folder = tempFolder();
  const nostro = (...args: string[]) => runCommand(['--data-dir', folder, ...args]);
  expectError(await nostro('counterparty'), 2, 'input.invalid');
  expectError(await nostro('counterparty', 'x'.repeat(301)), 2, 'input.invalid');
  const { accounts } = (await nostro('call', 'getAllAccounts')).json<{
    accounts: { accountId: string; currencyIso3Code: string }[];
  }>();
  const account = accounts.find(({ currencyIso3Code }) => currencyIso3Code === 'USD');
  const order = { accountNumber: account?.accountId, beneficiaryId, amount: '12.50' };
  const input = JSON.stringify({ ...order, currency: 'USD', reference: 'known-1' });
  expect((await nostro('pay', '--input', input)).code).toBe(0);
  expectError(await nostro('counterparty', 'Nowhere Ltd'), 1, 'offline.not-cached');
  const found = (await nostro('counterparty', beneficiaryId)).json<Counterparty>();
  expect(found.payee?.entityId).toBe(beneficiaryId);
  expect(found.payments).toMatchObject([
    { reference: 'known-1', amount: { amount: '12.50', currency: 'USD' }, state: 'accepted' },
  ]);
  const named = await nostro('counterparty', ...found.name.toUpperCase().split(' '));
  expect(named.json<Counterparty>()).toEqual(found);
  expect(Object.keys(found.entries)).toEqual([
    ...['count', 'since', 'first', 'last', 'months', 'flows', 'rhythms', 'newest'],
  ]);
});
