import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { trialBalance } from './trial-balance.ts';
import { clientId } from '../../sandbox/server/client.ts';
import { openCaller, operating, type Answered, type Caller } from './caller.ts';

const virtual = '/platform/client-service/api/v1/accounts/virtual';
const list = '/client-service/api/v1/accounts';
const requestId = '019a9c4e-7d00-7000-8000-000000000001';

type ListedAccount = {
  accountId: string;
  clientId: string;
  entityId: string;
  uniqueRequestId: string;
  currencyIso3Code: string;
  accountName: string;
  status: string;
  accountType: string;
  availableBalance: number;
  fundingDetails: { accountNumber: string; accountName: string; bankName: string }[];
};

let caller: Caller;
beforeEach(async () => {
  caller = await openCaller({ entries: 300 });
});
afterEach(async () => {
  for (const [, sum] of trialBalance(caller.sandbox.bank.ledger)) expect(sum).toBe(0n);
  await caller.sandbox.close();
});

const order = { uniqueRequestId: requestId, currencyIso3Code: 'EUR', accountName: 'Rent Berlin' };

const open = (fields: object = {}, headers?: Record<string, string>): Promise<Answered> =>
  caller.call('POST', virtual, { ...order, ...fields }, headers);

const accountIn = ({ text }: Answered): ListedAccount =>
  (JSON.parse(text) as { account: ListedAccount }).account;

const listed = async (): Promise<ListedAccount[]> =>
  (await caller.ask<{ accounts: ListedAccount[] }>('GET', list)).accounts;

describe('a virtual account', () => {
  it('is opened at zero, echoes its request, and says how to pay into it', async () => {
    const account = accountIn(await open());
    expect(account).toMatchObject({
      accountId: '9090000001',
      clientId,
      uniqueRequestId: requestId,
      currencyIso3Code: 'EUR',
      accountName: 'Rent Berlin',
      status: 'active',
      accountType: 'virtual',
      availableBalance: 0,
    });
    expect(account.fundingDetails[0]).toMatchObject({
      accountNumber: '9090000001',
      accountName: 'Kestrel Treasury Ltd Rent Berlin',
      bankName: 'Rheinkontor Bank AG',
    });
    expect(account.fundingDetails[1]?.accountNumber).toMatch(/^DE\d{20}$/);
    expect((await listed()).map(({ accountId }) => accountId)).toContain('9090000001');
  });

  it('is the same one for the same request, and no other account under it', async () => {
    const first = accountIn(await open());
    expect(accountIn(await open())).toEqual(first);
    expect((await listed()).filter(({ accountType }) => accountType === 'virtual')).toHaveLength(1);
    const other = await open({ currencyIso3Code: 'USD' });
    expect(other.status).toBe(400);
    expect(other.text).toContain('9090000001');
  });

  it('belongs to a sub-client that is named, and to none that is unknown or deleted', async () => {
    const subClients = [...caller.sandbox.bank.subClients.values()];
    const standing = subClients.find(({ status }) => status !== 'deleted')!;
    const deleted = subClients.find(({ status }) => status === 'deleted')!;
    const owned = accountIn(await open({ ownerEntityId: standing.entityId }));
    expect(owned.clientId).toBe(standing.entityId);
    const uniqueRequestId = '019a9c4e-7d00-7000-8000-000000000002';
    for (const ownerEntityId of ['nobody', deleted.entityId]) {
      const refused = await open({ uniqueRequestId, ownerEntityId });
      expect(refused.status).toBe(400);
      expect(JSON.parse(refused.text)).toMatchObject({ errors: [{ field: 'ownerEntityId' }] });
    }
  });

  it('is refused in a currency that the bank does not offer, or that does not exist', async () => {
    for (const currencyIso3Code of ['CHF', 'ZZZ', 'EU']) {
      const refused = await open({ currencyIso3Code });
      expect(refused.status).toBe(400);
      expect(JSON.parse(refused.text)).toMatchObject({ errors: [{ field: 'currencyIso3Code' }] });
    }
    expect((await listed()).some(({ accountType }) => accountType === 'virtual')).toBe(false);
  });

  it('takes money in, and its statement proves it', async () => {
    await open();
    const inflow = { accountNumber: '9090000001', amount: 250.75, currency: 'EUR' };
    await caller.call('POST', '/platform/client-service/api/v1/accounts/simulate-inflow', inflow);
    const dates = { startDate: '2026-11-20', endDate: '2026-11-20' };
    const statement = await caller.statement(dates, '9090000001');
    expect(statement).toMatchObject({ openingBalance: 0, closingBalance: 250.75 });
    expect(statement.statement.data).toMatchObject([{ amount: 250.75, direction: 'credit' }]);
    const before = { startDate: '2026-11-01', endDate: '2026-11-19' };
    expect((await caller.statement(before, '9090000001')).statement).toMatchObject({
      totalItems: 0,
      totalPages: 0,
    });
  });

  it('is stored: the snapshot carries it with its entries, and an older one has none', async () => {
    await open();
    const inflow = { accountNumber: '9090000001', amount: 10, currency: 'EUR' };
    await caller.call('POST', '/platform/client-service/api/v1/accounts/simulate-inflow', inflow);
    const { text } = await caller.call('GET', '/sandbox/snapshot');
    const other = await openCaller({ seed: 5, entries: 120 });
    await other.call('POST', '/sandbox/restore', text);
    await other.signIn();
    const { accounts } = await other.ask<{ accounts: ListedAccount[] }>('GET', list);
    expect(accounts.find(({ accountId }) => accountId === '9090000001')).toMatchObject({
      uniqueRequestId: requestId,
      availableBalance: 10,
    });
    const old = JSON.parse(text) as { openedAccounts?: unknown; entries: unknown[] };
    delete old.openedAccounts;
    old.entries = [];
    expect((await other.call('POST', '/sandbox/restore', old)).status).toBe(200);
    expect(other.sandbox.bank.accounts.some(({ opened }) => opened)).toBe(false);
    await other.sandbox.close();
  });

  it('meets the faults like any other change: done, and never answered', async () => {
    await caller.call('PUT', '/sandbox/faults', {
      rules: [{ operation: 'createVirtualAccount', times: 1, fault: { kind: 'cut-after-commit' } }],
    });
    await expect(open()).rejects.toThrow();
    expect(
      (await listed()).filter(({ uniqueRequestId }) => uniqueRequestId === requestId),
    ).toHaveLength(1);
    expect(accountIn(await open()).accountId).toBe('9090000001');
    expect(
      caller.sandbox.bank.accounts.find(({ accountNumber }) => accountNumber === operating),
    ).toMatchObject({ opened: false });
  });
});
