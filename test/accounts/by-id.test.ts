import { expect, test } from 'vitest';

import {
  quaysideAccount,
  quaysideClient,
  quaysideWallet,
  startQuayside,
} from '../support/banks/quayside.ts';
import { deskAtBank } from '../support/desks/desk-at-bank.ts';

const accountQuestions = ({ requests }: { readonly requests: readonly string[] }): number =>
  requests.filter((request) => request.endsWith('/accounts/by')).length;

test('an account is found by the bank’s id, stored under its number, and synced by that number', async () => {
  const { desk } = await deskAtBank(startQuayside());
  const { id, entityId, number } = quaysideAccount;
  expect(await desk.get('accounts.findById', { accountId: id })).toEqual({ accountNumber: number });
  // When no number is at hand the entity id is asked for, by the same parameter.
  expect(await desk.get('accounts.findById', { accountId: entityId })).toEqual({
    accountNumber: number,
  });
  const { rows } = await desk.get('accounts.list', {});
  expect(rows).toMatchObject([
    { accountNumber: number, accountId: id, clientId: quaysideClient, currency: 'USD' },
  ]);
  await desk.sync({ accountNumbers: [number] });
  expect(await desk.get('statements.proof', { accountNumber: number })).toMatchObject({ ok: true });
});

test('one of which the bank has no number stays known by its ID, in every refresh and sync after', async () => {
  const { desk, bank } = await deskAtBank(startQuayside());
  expect(await desk.get('accounts.findById', { accountId: quaysideWallet })).toEqual({
    accountNumber: quaysideWallet,
  });
  expect(await desk.get('accounts.refresh', {})).toEqual({ count: 1 });
  expect(await desk.get('accounts.refresh', { accountNumber: quaysideWallet })).toEqual({
    count: 1,
  });
  const progress = await desk.sync({ accountNumbers: [quaysideWallet] });
  expect(progress.accounts).toMatchObject([{ accountNumber: quaysideWallet, state: 'done' }]);
  expect(accountQuestions(bank)).toBe(1 + 2 * 3);
});

test('an unknown id shows the bank’s own message, and nothing is stored', async () => {
  const { desk, bank } = await deskAtBank(startQuayside());
  expect(await desk.refused('accounts.findById', { accountId: 'qa-9' })).toMatchObject({
    code: 'bank.refused',
    bank: { status: 400, message: 'No such account' },
  });
  expect(await desk.refused('accounts.refresh', { accountNumber: 'QS-9' })).toMatchObject({
    code: 'bank.refused',
  });
  expect((await desk.get('accounts.list', {})).rows).toEqual([]);
  expect(accountQuestions(bank)).toBe(2);
});

test('an answer about another account is not believed', async () => {
  const { desk, bank } = await deskAtBank(startQuayside());
  bank.mixesUpAccounts = true;
  expect(await desk.refused('accounts.findById', { accountId: 'qa-5' })).toMatchObject({
    code: 'bank.unexpected',
    message: expect.stringContaining('about the account qa-1, not qa-5') as string,
  });
  expect((await desk.get('accounts.list', {})).rows).toEqual([]);
});
