import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Snapshot, takeSnapshot } from '../../sandbox/bank/snapshot.ts';
import { everyEntry, openCaller, operating, wholeYear, type Caller } from './caller.ts';
import {
  advance,
  expectPayment,
  ordersAtBank,
  lock,
  pay,
  quoteOf,
  remit,
} from './orders/order-forms.ts';

let folder: string;
let statePath: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nostro-sandbox-'));
  statePath = join(folder, 'state.json');
});
afterEach(() => rm(folder, { recursive: true }));

const inflow = '/platform/client-service/api/v1/accounts/simulate-inflow';
const wholeStatement = (caller: Caller) =>
  everyEntry(caller, (page) => ({ ...wholeYear, limit: '500', pageNumber: String(page + 1) }));

/** Changes a little of everything. */
async function liveThrough(caller: Caller): Promise<void> {
  await caller.call('POST', inflow, { accountNumber: operating, amount: 12.34, currency: 'USD' });
  const [, second, third] = await wholeStatement(caller);
  const account = operating;
  await caller.call('PATCH', '/sandbox/entries', { account, id: second?.id, amount: '77.0001' });
  await caller.call('DELETE', '/sandbox/entries', { account, id: third?.id });
  const past = { account, at: '2026-03-03T10:00:00.000Z', amount: '5', direction: 'debit' };
  await caller.call('POST', '/sandbox/entries', past);
  const [beneficiary = ''] = caller.sandbox.bank.beneficiaries.keys();
  const path = `/platform/client-service/api/v1/beneficiaries/${beneficiary}/update`;
  await caller.call('PUT', path, { city: 'Sète' });
  await caller.call('PUT', '/sandbox/dialect', { order: 'oldest-first' });
  await caller.call('PUT', '/sandbox/faults', {
    rules: [{ operation: 'getAccount', match: { nth: 3 }, fault: { kind: 'reset' } }],
  });
  await placeOrders(caller);
  await caller.call('POST', '/sandbox/clock/advance', { ms: 60_000 });
}

/** Orders of every kind, with something still to come of each. */
async function placeOrders(caller: Caller): Promise<void> {
  await caller.call('PUT', '/sandbox/idempotency', { mode: 'reference' });
  await pay(caller, { beneficiaryId: 'beneficiary-returned' });
  await pay(caller, { reference: 'PAY-2', beneficiaryId: 'beneficiary-failed' });
  await pay(caller, { reference: 'PAY-3', beneficiaryId: 'beneficiary-late' }).catch(() => null);
  await remit(caller, { recipientAccountNumber: '9900000601' });
  await remit(caller, { reference: 'REM-2' });
  await expectPayment(caller, { dueDate: '2026-11-21' });
  const { quoteId } = await quoteOf(caller);
  await lock(caller, { quoteId });
  const all = await quoteOf(caller, { sellAmount: '9000000' });
  await lock(caller, { quoteId: all.quoteId, reference: 'FX-2' });
  await quoteOf(caller);
}

describe('a snapshot', () => {
  it('restored into another sandbox gives the same state and the same answers', async () => {
    const [one, other] = [await openCaller(), await openCaller({ seed: 99, entries: 150 })];
    await liveThrough(one);
    const text = (await one.call('GET', '/sandbox/snapshot')).text;
    expect((await other.call('POST', '/sandbox/restore', text)).status).toBe(200);
    expect((await other.call('GET', '/sandbox/snapshot')).text === text).toBe(true);
    other.token = one.token;
    expect(await wholeStatement(other)).toEqual(await wholeStatement(one));
    const accounts = '/client-service/api/v1/accounts';
    expect(await other.ask('GET', accounts)).toEqual(await one.ask('GET', accounts));
    await Promise.all([one.sandbox.close(), other.sandbox.close()]);
  });

  it('lets everything still to come come alike', async () => {
    const [one, other] = [await openCaller(), await openCaller({ seed: 99, entries: 150 })];
    await liveThrough(one);
    await other.call('POST', '/sandbox/restore', (await one.call('GET', '/sandbox/snapshot')).text);
    for (const caller of [one, other]) await advance(caller, 2 * 86_400_000);
    const [text, again] = [one, other].map(
      async (caller) => (await caller.call('GET', '/sandbox/snapshot')).text,
    );
    expect((await text) === (await again)).toBe(true);
    const statuses = async (kind: 'transfers' | 'trades' | 'remittances' | 'receivables') =>
      (await ordersAtBank(other, kind)).map(({ status }) => status);
    expect(await statuses('transfers')).toEqual(['returned', 'failed', 'completed']);
    expect(await statuses('trades')).toEqual(['settled', 'expired']);
    expect(await statuses('remittances')).toEqual(['rejected', 'paid']);
    expect(await statuses('receivables')).toEqual(['expired']);
    await Promise.all([one.sandbox.close(), other.sandbox.close()]);
  });

  it('remembers the answers that were given', async () => {
    const [one, other] = [await openCaller(), await openCaller()];
    await one.call('PUT', '/sandbox/idempotency', { mode: 'reference' });
    const { text } = await pay(one);
    await other.call('POST', '/sandbox/restore', (await one.call('GET', '/sandbox/snapshot')).text);
    other.token = one.token;
    expect(await pay(other)).toMatchObject({ status: 200, text });
    expect(await ordersAtBank(other)).toHaveLength(1);
    await Promise.all([one.sandbox.close(), other.sandbox.close()]);
  });

  it('of before there were orders is restored, and the payees of today are there', async () => {
    const caller = await openCaller({ entries: 200 });
    const now = JSON.parse((await caller.call('GET', '/sandbox/snapshot')).text) as Record<
      string,
      unknown
    > & { beneficiaries: { entityId: string }[] };
    const { orders: _orders, idempotency: _idempotency, beneficiaries, ...rest } = now;
    const older = {
      ...rest,
      beneficiaries: beneficiaries.filter(({ entityId }) => entityId !== 'beneficiary-accepted'),
    };
    await pay(caller);
    expect((await caller.call('POST', '/sandbox/restore', older)).status).toBe(200);
    expect(await ordersAtBank(caller)).toEqual([]);
    expect((await pay(caller)).status).toBe(200);
    await caller.sandbox.close();
  });

  it('restored over later changes undoes them', async () => {
    const caller = await openCaller();
    const before = await wholeStatement(caller);
    const text = (await caller.call('GET', '/sandbox/snapshot')).text;
    await liveThrough(caller);
    await caller.call('POST', '/sandbox/restore', text);
    expect(await wholeStatement(caller)).toEqual(before);
    await caller.sandbox.close();
  });

  it('that is none is refused, and nothing changes', async () => {
    const caller = await openCaller({ entries: 200 });
    const text = (await caller.call('GET', '/sandbox/snapshot')).text;
    for (const wrong of ['', 'null', '{"version":1}', text.slice(0, -9)])
      expect((await caller.call('POST', '/sandbox/restore', wrong)).status).toBe(400);
    expect((await caller.call('GET', '/sandbox/snapshot')).text).toBe(text);
    await caller.sandbox.close();
  });
});

describe('the state file', () => {
  it('carries the state from one run to the next, and the session with it', async () => {
    const first = await openCaller({ statePath });
    await liveThrough(first);
    const entries = await wholeStatement(first);
    await first.sandbox.close();
    const second = await openCaller({ statePath });
    expect(second.sandbox.stateFound).toBe('restored');
    second.token = first.token;
    expect(await wholeStatement(second)).toEqual(entries);
    await second.sandbox.close();
  });

  it('stays small beside a large history, and only its owner may read it', async () => {
    const caller = await openCaller({ statePath, entries: 100_000 });
    await liveThrough(caller);
    await caller.sandbox.close();
    const { size, mode } = await stat(statePath);
    expect(size).toBeLessThan(300_000);
    expect(mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  it('is written soon after a change, not only at the end', async () => {
    const caller = await openCaller({ statePath, entries: 200 });
    await caller.call('POST', inflow, { accountNumber: operating, amount: 4321, currency: 'USD' });
    await expect
      .poll(() => readFile(statePath, 'utf8').catch(() => ''), { timeout: 5_000 })
      .toContain('4321');
    await caller.sandbox.close();
  });

  it('that is damaged is set aside, and the bank starts as seeded', async () => {
    await writeFile(statePath, '{"version":1,"par');
    const caller = await openCaller({ statePath, entries: 200 });
    expect(caller.sandbox.stateFound).toBe('damaged');
    await caller.sandbox.close();
    expect((await readdir(folder)).toSorted()).toEqual(['state.json', 'state.json.damaged']);
    expect(await readFile(`${statePath}.damaged`, 'utf8')).toBe('{"version":1,"par');
  });

  it('of another seed than asked for is set aside', async () => {
    await (await openCaller({ statePath, entries: 200, seed: 3 })).sandbox.close();
    const caller = await openCaller({ statePath, entries: 200, seed: 4 });
    expect(caller.sandbox.stateFound).toBe('other-seed');
    expect(caller.sandbox.bank.parameters.seed).toBe(4);
    await caller.sandbox.close();
  });
});

describe('the text of a state', () => {
  const plainly = (text: string): string => JSON.stringify(Snapshot.parse(JSON.parse(text)));

  it('is as its schema writes it, also of records that were written before', async () => {
    const caller = await openCaller();
    const { bank } = caller.sandbox;
    const first = takeSnapshot(bank);
    await liveThrough(caller);
    const second = takeSnapshot(bank);
    const [{ id = '' } = {}] = bank.transfers.byId.values();
    expect([plainly(first), plainly(second)]).toEqual([first, second]);
    expect([first.includes(id), second.includes(id), second.includes('Sète')]).toEqual([
      false,
      true,
      true,
    ]);
    // What is changed is another record: the one that was written stays as it was.
    await caller.call('POST', '/sandbox/clock/advance', { ms: 24 * 3_600_000 });
    expect(takeSnapshot(bank)).not.toBe(second);
    expect(plainly(takeSnapshot(bank))).toBe(takeSnapshot(bank));
  });
});
