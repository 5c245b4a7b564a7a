import { expect, onTestFinished, test } from 'vitest';

import { gatehouseAccounts, gatehousePath, startGatehouse } from '../support/banks/gatehouse.ts';
import { openTestDesk } from '../support/desks/test-desk.ts';

test('a 401 to the list of accounts does not sign out: the accounts known here are synced, and the refused list is reported [H21]', async () => {
  let isListClosed = false;
  const bank = await startGatehouse(({ path }) => {
    if (path === '/platform/session') return { body: { token: 'canary-token' } };
    return isListClosed && path === `${gatehousePath}/accounts`
      ? { status: 401, body: { message: 'Lists are closed today' } }
      : null;
  });
  onTestFinished(() => bank.close());
  const desk = await openTestDesk();
  const operations = { getToken: { path: '/session' }, getAllAccounts: {} };
  const bankFile = bank.bankFile({ auth: { token: '/token' }, operations });
  await desk.get('desk.connectBank', { bankFile });
  const credentials = { username: 'ada', password: 'pw-1' };
  await desk.get('session.signIn', { credentials, remember: false });
  expect((await desk.sync()).error).toBeNull();
  isListClosed = true;
  const progress = await desk.sync();
  expect(progress.accounts.map(({ accountNumber, state }) => [accountNumber, state])).toEqual(
    gatehouseAccounts.map((number) => [number, 'done']),
  );
  expect(progress.error).toMatchObject({
    code: 'bank.refused',
    operation: 'getAllAccounts',
    bank: { status: 401, message: 'Lists are closed today' },
  });
  expect((await desk.get('desk.state', {})).signedIn).toBe(true);
});
