import { expect, test } from 'vitest';

import type { OwnGroup, ReviewRow } from '../../shared/ipc/review/review.ts';
import { different, drop, linesOf, send } from '../payments/file/batches-desk.ts';
import {
  approve,
  openFundedDesk,
  payment,
  type PayingDesk,
} from '../support/desks/transfers-desk.ts';

/** A desk that has synced once, so that what is booked from now on is unread. */
async function openSynced(): Promise<PayingDesk> {
  const desk = await openFundedDesk();
  await desk.sync();
  return desk;
}

const page = (desk: PayingDesk) => desk.get('review.page', { filter: 'unread', limit: 200 });
const namesOf = (rows: readonly ReviewRow[]) =>
  rows.map(({ accountNumber, id }) => `${accountNumber} ${id}`);

async function onlyGroup(desk: PayingDesk): Promise<OwnGroup> {
  const { groups } = await page(desk);
  expect(groups).toHaveLength(1);
  return groups[0] ?? expect.fail();
}

async function sendFile(desk: PayingDesk, count: number): Promise<void> {
  const { batchId } = await drop(desk, [...different(count), { amount: 'nothing' }]);
  await send(desk, batchId);
  expect((await linesOf(desk, batchId, 'sent')).length).toBe(count);
  await desk.sync();
}

test('the payments of a file and their fees are one group, read by one act, and undone by one', async () => {
  const desk = await openSynced();
  const before = await page(desk);
  await sendFile(desk, 3);
  const after = await page(desk);
  const [group] = after.groups;
  expect(group).toMatchObject({
    operation: 'createSingleTransfer',
    file: { fileName: 'payroll.csv' },
    orders: 3,
    fees: 3,
    others: [{ state: 'invalid', lines: 1 }],
  });
  expect(group?.entries).toHaveLength(6);
  expect(group?.sums.map(({ isFee, entries, difference }) => [isFee, entries, difference])).toEqual(
    [
      [false, 3, { amount: '0.00', currency: 'USD' }],
      [true, 3, { amount: '0.00', currency: 'USD' }],
    ],
  );
  expect(group?.sums[0]).toMatchObject({ ordered: { amount: '6.00' }, booked: { amount: '6.00' } });
  // None of them is a row of its own.
  const grouped = new Set(group?.entries.map(({ accountNumber, id }) => `${accountNumber} ${id}`));
  expect(namesOf(after.rows).filter((name) => grouped.has(name))).toEqual([]);

  const { rows } = await desk.get('review.groupRows', { entries: [...(group?.entries ?? [])] });
  expect(new Set(namesOf(rows))).toEqual(grouped);
  const payments = rows.filter(({ transactionType }) => transactionType !== 'fee');
  expect(payments.every(({ counterparty }) => counterparty === payments[0]?.counterparty)).toBe(
    true,
  );
  expect(payments[0]?.counterparty).not.toBeNull();

  const unread = (await desk.get('review.counts', {})).unread;
  const done = await desk.get('review.readOwn', { entries: [...(group?.entries ?? [])] });
  expect(done).toMatchObject({ read: 6, left: 0 });
  expect((await desk.get('review.counts', {})).unread).toBe(unread - 6);
  expect((await page(desk)).groups).toEqual(before.groups);
  expect(await desk.get('review.takeBack', { act: done.act })).toEqual({ unread: 6 });
  expect((await onlyGroup(desk)).entries).toHaveLength(6);
});

test('single payments are grouped by day, with the fee of their review', async () => {
  const desk = await openSynced();
  for (const amount of ['10', '11'])
    await desk.get('payments.send', await approve(desk, payment(desk, { amount })));
  await desk.sync();
  expect(await onlyGroup(desk)).toMatchObject({ file: null, orders: 2, fees: 2, others: [] });
});

test('an entry that the bank changes while the group is looked at stays unread, with its order', async () => {
  const desk = await openSynced();
  await sendFile(desk, 3);
  const seen = await onlyGroup(desk);
  const [first] = seen.entries;
  const detail = await desk.get('statements.entry', {
    accountNumber: desk.usd,
    entryId: first?.id ?? '',
  });
  await desk.bank('PATCH', 'entries', {
    account: desk.usd,
    id: detail.id,
    narration: 'Worded otherwise',
  });
  await desk.sync();
  const done = await desk.get('review.readOwn', { entries: [...seen.entries] });
  // The payment and its fee: the whole order is out.
  expect(done).toMatchObject({ read: 4, left: 2 });
  const { rows } = await page(desk);
  const { customReference } = detail;
  expect(rows.filter((row) => row.customReference === customReference)).toHaveLength(2);
});

test('what joins a group by a sync is not read with what was seen', async () => {
  const desk = await openSynced();
  const pay = async (amount: string) =>
    desk.get('payments.send', await approve(desk, payment(desk, { amount })));
  await pay('10');
  await desk.sync();
  const seen = await onlyGroup(desk);
  await pay('11');
  await desk.sync();
  expect((await onlyGroup(desk)).entries).toHaveLength(4);
  expect(await desk.get('review.readOwn', { entries: [...seen.entries] })).toMatchObject({
    read: 2,
    left: 0,
  });
  expect((await onlyGroup(desk)).entries).toHaveLength(2);
});

test('entries that equal no own order are never marked by the act, whatever a window sends', async () => {
  const desk = await openSynced();
  await desk.bank('POST', 'entries', {
    account: desk.usd,
    amount: '5.00',
    direction: 'debit',
    narration: 'Another’s debit',
  });
  await desk.sync();
  const { rows } = await page(desk);
  const entries = rows.map(({ accountNumber, id, version }) => ({ accountNumber, id, version }));
  expect(entries.length).toBeGreaterThan(0);
  expect(await desk.get('review.readOwn', { entries })).toMatchObject({
    read: 0,
    left: entries.length,
  });
});

test('a second booking under a reference takes its order out of the group', async () => {
  const desk = await openSynced();
  const sent = await approve(desk, payment(desk));
  await desk.get('payments.send', sent);
  await desk.bank('POST', 'entries', {
    account: desk.usd,
    amount: '10.00',
    direction: 'debit',
    narration: 'Booked again',
    customReference: sent.reference,
  });
  await desk.sync();
  const { groups, rows } = await page(desk);
  expect(groups).toEqual([]);
  expect(rows.filter(({ customReference }) => customReference === sent.reference)).toHaveLength(3);
});

test('all shows read entries too, and counts as many as it shows', async () => {
  const desk = await openSynced();
  await desk.get('payments.send', await approve(desk, payment(desk)));
  await desk.sync();
  const counts = await desk.get('review.counts', {});
  expect(counts.since.isAfterClose).toBe(false);
  const all: ReviewRow[] = [];
  for (let after: string | undefined; ;) {
    const part = await desk.get('review.page', {
      filter: 'all',
      limit: 200,
      ...(after !== undefined && { after }),
    });
    expect(part.groups).toEqual([]);
    all.push(...part.rows);
    if (part.next === null) break;
    after = part.next;
  }
  expect(all).toHaveLength(counts.all);
  expect(new Set(namesOf(all)).size).toBe(counts.all);
  expect(all.filter(({ read }) => !read)).toHaveLength(counts.unread);
  expect(all.every(({ day, read }) => !read || day >= counts.since.day)).toBe(true);
});
