import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { advance, expectPayment, keptOrders, lock, pay, quoteOf, remit } from './order-forms.ts';
import { everyEntry, openTeller, operating, wholeYear, type Teller } from './teller.ts';

let folder: string;
let statePath: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nostro-sandbox-'));
  statePath = join(folder, 'state.json');
});
afterEach(() => rm(folder, { recursive: true }));

const inflow = '/platform/client-service/api/v1/accounts/simulate-inflow';
const wholeStatement = (teller: Teller) =>
  everyEntry(teller, (page) => ({ ...wholeYear, limit: '500', pageNumber: String(page + 1) }));

/** Changes a little of everything. */
async function liveThrough(teller: Teller): Promise<void> {
  await teller.call('POST', inflow, { accountNumber: operating, amount: 12.34, currency: 'USD' });
  const [, second, third] = await wholeStatement(teller);
  const account = operating;
  await teller.call('PATCH', '/sandbox/entries', { account, id: second?.id, amount: '77.0001' });
  await teller.call('DELETE', '/sandbox/entries', { account, id: third?.id });
  const past = { account, at: '2026-03-03T10:00:00.000Z', amount: '5', direction: 'debit' };
  await teller.call('POST', '/sandbox/entries', past);
  const [beneficiary = ''] = teller.sandbox.bank.beneficiaries.keys();
  const path = `/platform/client-service/api/v1/beneficiaries/${beneficiary}/update`;
  await teller.call('PUT', path, { city: 'Sète' });
  await teller.call('PUT', '/sandbox/dialect', { order: 'oldest-first' });
  await teller.call('PUT', '/sandbox/faults', {
    rules: [{ operation: 'getAccount', match: { nth: 3 }, fault: { kind: 'reset' } }],
  });
  await placeOrders(teller);
  await teller.call('POST', '/sandbox/clock/advance', { ms: 60_000 });
}

/** Orders of every kind, with something still to come of each. */
async function placeOrders(teller: Teller): Promise<void> {
  await teller.call('PUT', '/sandbox/idempotency', { mode: 'reference' });
  await pay(teller, { beneficiaryId: 'beneficiary-returned' });
  await pay(teller, { reference: 'PAY-2', beneficiaryId: 'beneficiary-failed' });
  await pay(teller, { reference: 'PAY-3', beneficiaryId: 'beneficiary-late' }).catch(() => null);
  await remit(teller, { recipientAccountNumber: '9900000601' });
  await remit(teller, { reference: 'REM-2' });
  await expectPayment(teller, { dueDate: '2026-11-21' });
  const { quoteId } = await quoteOf(teller);
  await lock(teller, { quoteId });
  const all = await quoteOf(teller, { sellAmount: '9000000' });
  await lock(teller, { quoteId: all.quoteId, reference: 'FX-2' });
  await quoteOf(teller);
}

describe('a snapshot', () => {
  it('restored into another sandbox gives the same state and the same answers', async () => {
    const [one, other] = [await openTeller(), await openTeller({ seed: 99, entries: 150 })];
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
    const [one, other] = [await openTeller(), await openTeller({ seed: 99, entries: 150 })];
    await liveThrough(one);
    await other.call('POST', '/sandbox/restore', (await one.call('GET', '/sandbox/snapshot')).text);
    for (const teller of [one, other]) await advance(teller, 2 * 86_400_000);
    const [text, again] = [one, other].map(
      async (teller) => (await teller.call('GET', '/sandbox/snapshot')).text,
    );
    expect((await text) === (await again)).toBe(true);
    const statuses = async (kind: 'transfers' | 'trades' | 'remittances' | 'receivables') =>
      (await keptOrders(other, kind)).map(({ status }) => status);
    expect(await statuses('transfers')).toEqual(['returned', 'failed', 'completed']);
    expect(await statuses('trades')).toEqual(['settled', 'expired']);
    expect(await statuses('remittances')).toEqual(['rejected', 'paid']);
    expect(await statuses('receivables')).toEqual(['expired']);
    await Promise.all([one.sandbox.close(), other.sandbox.close()]);
  });

  it('remembers the answers that were given', async () => {
    const [one, other] = [await openTeller(), await openTeller()];
    await one.call('PUT', '/sandbox/idempotency', { mode: 'reference' });
    const { text } = await pay(one);
    await other.call('POST', '/sandbox/restore', (await one.call('GET', '/sandbox/snapshot')).text);
    other.token = one.token;
    expect(await pay(other)).toMatchObject({ status: 200, text });
    expect(await keptOrders(other)).toHaveLength(1);
    await Promise.all([one.sandbox.close(), other.sandbox.close()]);
  });

  it('of before there were orders is restored, and the payees of today are there', async () => {
    const teller = await openTeller({ entries: 200 });
    const now = JSON.parse((await teller.call('GET', '/sandbox/snapshot')).text) as Record<
      string,
      unknown
    > & { beneficiaries: { entityId: string }[] };
    const { orders: _orders, idempotency: _idempotency, beneficiaries, ...rest } = now;
    const older = {
      ...rest,
      beneficiaries: beneficiaries.filter(({ entityId }) => entityId !== 'beneficiary-accepted'),
    };
    await pay(teller);
    expect((await teller.call('POST', '/sandbox/restore', older)).status).toBe(200);
    expect(await keptOrders(teller)).toEqual([]);
    expect((await pay(teller)).status).toBe(200);
    await teller.sandbox.close();
  });

  it('restored over later changes undoes them', async () => {
    const teller = await openTeller();
    const before = await wholeStatement(teller);
    const text = (await teller.call('GET', '/sandbox/snapshot')).text;
    await liveThrough(teller);
    await teller.call('POST', '/sandbox/restore', text);
    expect(await wholeStatement(teller)).toEqual(before);
    await teller.sandbox.close();
  });

  it('that is none is refused, and nothing changes', async () => {
    const teller = await openTeller({ entries: 200 });
    const text = (await teller.call('GET', '/sandbox/snapshot')).text;
    for (const wrong of ['', 'null', '{"version":1}', text.slice(0, -9)])
      expect((await teller.call('POST', '/sandbox/restore', wrong)).status).toBe(400);
    expect((await teller.call('GET', '/sandbox/snapshot')).text).toBe(text);
    await teller.sandbox.close();
  });
});

describe('the state file', () => {
  it('carries the state from one run to the next, and the session with it', async () => {
    const first = await openTeller({ statePath });
    await liveThrough(first);
    const entries = await wholeStatement(first);
    await first.sandbox.close();
    const second = await openTeller({ statePath });
    expect(second.sandbox.stateFound).toBe('restored');
    second.token = first.token;
    expect(await wholeStatement(second)).toEqual(entries);
    await second.sandbox.close();
  });

  it('stays small beside a large history, and only its owner may read it', async () => {
    const teller = await openTeller({ statePath, entries: 100_000 });
    await liveThrough(teller);
    await teller.sandbox.close();
    const { size, mode } = await stat(statePath);
    expect(size).toBeLessThan(300_000);
    expect(mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  it('is written soon after a change, not only at the end', async () => {
    const teller = await openTeller({ statePath, entries: 200 });
    await teller.call('POST', inflow, { accountNumber: operating, amount: 4321, currency: 'USD' });
    await expect
      .poll(() => readFile(statePath, 'utf8').catch(() => ''), { timeout: 5_000 })
      .toContain('4321');
    await teller.sandbox.close();
  });

  it('that is damaged is set aside, and the bank starts as seeded', async () => {
    await writeFile(statePath, '{"version":1,"par');
    const teller = await openTeller({ statePath, entries: 200 });
    expect(teller.sandbox.stateFound).toBe('damaged');
    await teller.sandbox.close();
    expect((await readdir(folder)).toSorted()).toEqual(['state.json', 'state.json.damaged']);
    expect(await readFile(`${statePath}.damaged`, 'utf8')).toBe('{"version":1,"par');
  });

  it('of another seed than asked for is set aside', async () => {
    await (await openTeller({ statePath, entries: 200, seed: 3 })).sandbox.close();
    const teller = await openTeller({ statePath, entries: 200, seed: 4 });
    expect(teller.sandbox.stateFound).toBe('other-seed');
    expect(teller.sandbox.bank.parameters.seed).toBe(4);
    await teller.sandbox.close();
  });
});
