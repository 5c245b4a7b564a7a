import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { BankAnswer } from '../support/banks/bank-server.ts';
import { gatehouseAccounts, startGatehouse } from '../support/banks/gatehouse.ts';
import { payingScene, payment, type Paid } from '../support/desks/paying-scene.ts';
import { commandLineAt, expectError } from '../support/programs/command-line.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

const [open, closed] = gatehouseAccounts;
const refusal: BankAnswer = { status: 401, body: { message: 'No rights to this account' } };

/** The command line at a bank that lets its user read one account and answers 401 for the other. */
async function scene() {
  let tokens = 0;
  const bank = await startGatehouse(({ path, query }) => {
    if (path === '/platform/session') return { body: { token: `t-${String((tokens += 1))}` } };
    const isClosed = path.endsWith(closed) || query.get('accountNumber') === closed;
    return isClosed ? refusal : null;
  });
  const bankFile = () =>
    bank.bankFile({ auth: { token: '/token' }, operations: { getToken: { path: '/session' } } });
  return commandLineAt(
    Promise.resolve({ ...bank, bankFile, credentials: { username: 'ada', password: 'pw-1' } }),
  );
}

test('an account that the bank answers 401 for holds back no other, and the summary names it [H21]', async () => {
  const { nostro } = await scene();
  const run = await nostro('sync', '--account', closed, '--account', open);
  expect(run.code).toBe(1);
  expect(run.json<object>()).toMatchObject({
    accounts: [{ accountNumber: open, received: 4, proof: { ok: true } }],
    failed: [{ accountNumber: closed, code: 'bank.refused', status: 401 }],
  });
  expect(run.error()).toMatchObject({
    code: 'bank.refused',
    operation: 'getStatement',
    status: 401,
    bank: 'No rights to this account',
  });
});

test('a call that the bank answers 401 to is reported with the bank’s status and message', async () => {
  const { call } = await scene();
  const run = await call('getAccountsBy', { query: { accountNumber: closed } });
  expectError(run, 1, {
    code: 'bank.refused',
    status: 401,
    bank: 'No rights to this account',
  });
});

test('an account about which the bank reported nothing is not in the local copy', async () => {
  const { nostro } = await scene();
  await nostro('sync', '--account', closed, '--account', open);
  const asked = ['--account', 'all', '--format', 'csv', '--out', join(tempFolder(), 'all.csv')];
  expect((await nostro('export', ...asked)).json<object>()).toMatchObject({
    accounts: [{ accountNumber: open }],
  });
  expect((await nostro('statement', '--account', closed)).error()).toMatchObject({
    code: 'offline.not-cached',
  });
});

const denied = { status: 401, text: '{"error":{"message":"Session is over"}}' };

test('a payment that the bank books and answers 401 to is accepted by its list, alone and as a line of a file, each sent once [P9]', async () => {
  const { bank, nostro, paymentFile } = await payingScene();
  bank.behave({ booksAfterMs: 0, answer: denied });
  const paid = await nostro(...payment());
  expect(paid.code).toBe(0);
  expect(paid.json<Paid>()).toMatchObject({ outcome: 'accepted', transferId: 'P-1' });
  const lines = ['b-7,11.00,L-1', 'b-8,12.00,L-2', 'b-1,13.00,L-3'].map((line) => {
    const [payee, amount, reference] = line.split(',');
    return `9988776655,${String(payee)},${String(amount)},USD,${String(reference)}`;
  });
  bank.behave({ booksAfterMs: 0, answer: 'whole' }, { booksAfterMs: 0, answer: denied });
  const file = paymentFile('three.csv', lines);
  const sent = await nostro('pay', '--file', file, '--account', '9988776655');
  expect(sent.code).toBe(0);
  expect(bank.booked.map(({ ref }) => ref).slice(1)).toEqual(['L-1', 'L-2', 'L-3']);
  expect(bank.orders()).toBe(4);
});

test('a line that nothing proves, answered 401, is unknown and stops its file; sending the file again sends the rest alone [P9]', async () => {
  const { bank, nostro, paymentFile } = await payingScene();
  const references = ['L-1', 'L-2', 'L-3', 'L-4', 'L-5', 'L-6'];
  const lines = references.map(
    (reference, at) =>
      `9988776655,${at % 2 === 0 ? 'b-7' : 'b-8'},1${String(at)}.00,USD,${reference}`,
  );
  const path = paymentFile('six.csv', lines);
  bank.behave({ booksAfterMs: 100, answer: denied });
  const stopped = await nostro('pay', '--file', path, '--account', '9988776655');
  expect(stopped.code).toBe(3);
  expect(stopped.json<{ stopReason: string }>().stopReason).toContain('answered 401');
  // Four leave at once; the others stay here.
  expect(bank.orders()).toBe(4);
  await expect.poll(() => bank.booked.length).toBe(4);
  const again = await nostro('pay', '--file', path, '--account', '9988776655');
  // One line is unknown until it is looked up.
  expect(again.code).toBe(3);
  expect(bank.booked.map(({ ref }) => ref).toSorted()).toEqual(references);
  expect(bank.orders()).toBe(6);
});
