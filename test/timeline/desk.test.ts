import { expect, test } from 'vitest';

import type { BankEvent } from '../../shared/ipc/review/timeline.ts';
import type { TestDesk } from '../support/desks/test-desk.ts';
import { operating, remittance, syncedDesk, controlBank } from '../support/desks/order-desk.ts';
import { approve, openFundedDesk, payment } from '../support/desks/transfers-desk.ts';
import { wallClock } from '../support/setup/time.ts';

const minute = 60_000;

/** Every event of the timeline, oldest first. */
const events = async (desk: TestDesk): Promise<BankEvent[]> =>
  (await desk.get('timeline.list', { limit: 200 })).rows.toReversed();

const fieldsOf = (event: BankEvent) => [
  event.kind,
  event.change,
  event.field,
  event.before,
  event.after,
];

/** How often the window was notified that the timeline grew. */
const announced = ({ facts }: TestDesk): number =>
  facts.filter(
    ({ event, fact }) =>
      event === 'store.changed' && (fact as { topic: string }).topic === 'timeline',
  ).length;

/** A desk whose clock goes on together with the bank's. */
async function openMovableDesk() {
  let aheadMs = 0;
  const desk = await openFundedDesk({ clock: wallClock(() => Date.now() + aheadMs) });
  await desk.sync();
  const advance = async (ms: number): Promise<void> => {
    aheadMs += ms;
    await desk.get('sandbox.advance', { ms });
  };
  return { desk, advance };
}

test('the first sync is the baseline, and a second one of unchanged data notes nothing', async () => {
  const desk = await syncedDesk();
  await desk.sync();
  await desk.sync();
  expect(await desk.get('timeline.list', { limit: 10 })).toEqual({ rows: [], hasMore: false });
  expect(announced(desk)).toBe(0);
});

test('a transfer is followed from processing to completed to returned, with its entries', async () => {
  const { desk, advance } = await openMovableDesk();
  await desk.get('payments.refresh', {});
  const entered = payment(desk, { beneficiaryId: 'beneficiary-returned' });
  await desk.get('payments.send', await approve(desk, entered));
  expect(await events(desk)).toEqual([]);
  await advance(3 * minute);
  await desk.sync();
  const completed = await events(desk);
  expect(completed.filter(({ kind }) => kind === 'transfer').map(fieldsOf)).toEqual([
    ['transfer', 'changed', 'status', 'processing', 'completed'],
  ]);
  const booked = completed.filter(({ kind }) => kind === 'entry');
  expect(booked.map(({ change, accountNumber }) => [change, accountNumber])).toEqual([
    ['appeared', desk.usd],
    ['appeared', desk.usd],
  ]);
  expect(booked[0]?.title).toBe('Debit 10.00 USD · Invoice 7');
  const notified = announced(desk);
  expect(notified).toBeGreaterThan(0);
  await desk.sync();
  expect(await events(desk)).toHaveLength(completed.length);
  expect(announced(desk)).toBe(notified);

  await advance(24 * 60 * minute);
  await desk.sync();
  const later = (await events(desk)).slice(completed.length);
  expect(later.filter(({ kind }) => kind === 'transfer').map(fieldsOf)).toEqual([
    ['transfer', 'changed', 'status', 'completed', 'returned'],
    ['transfer', 'changed', 'reason', null, 'Account closed'],
  ]);
  expect(later.find(({ kind }) => kind === 'transfer')).toMatchObject({
    placeId: entered.reference,
    accountNumber: desk.usd,
  });
  expect(later.some(({ title }) => title.startsWith('Credit 10.00 USD'))).toBe(true);
});

test('a remittance of the register is followed, and one imported for the first time is no news', async () => {
  const desk = await syncedDesk();
  await desk.get('remittances.send', { order: remittance(), acknowledged: [] });
  const [row] = (await desk.get('remittances.list', { search: '' })).rows;
  await desk.get('remittances.import', { id: row!.id });
  expect(await events(desk)).toEqual([]);
  await controlBank(desk, 'clock/advance', { ms: 70 * minute });
  await desk.get('remittances.refresh', {});
  const [event, ...others] = await events(desk);
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    kind: 'remittance',
    title: '250.00 USD to Grace Wanjiru',
    field: 'status',
    before: 'initiated',
    after: 'paid',
    subjectId: row!.id,
    placeId: row!.id,
  });
  expect(announced(desk)).toBe(1);
});

test('entries that are booked, rewritten and withdrawn are reported, a burst as one number', async () => {
  const desk = await syncedDesk();
  const book = (narration: string) =>
    controlBank(desk, 'entries', {
      account: operating,
      amount: '12.50',
      direction: 'credit',
      narration,
    }) as Promise<{ entry: { id: string } }>;
  const { entry } = await book('Rent');
  await desk.sync();
  expect((await events(desk)).map(({ title }) => title)).toEqual(['Credit 12.50 USD · Rent']);
  for (let n = 0; n < 7; n += 1) await book(`Inflow ${n}`);
  await desk.sync();
  expect((await events(desk)).at(-1)).toMatchObject({
    title: '7 new entries',
    accountNumber: operating,
    change: 'appeared',
  });
  const name = { account: operating, id: entry.id };
  await controlBank(desk, 'entries', { ...name, narration: 'Rent, May' }, 'PATCH');
  await desk.sync();
  expect(fieldsOf((await events(desk)).at(-1)!)).toEqual([
    'entry',
    'changed',
    'narration',
    'Rent',
    'Rent, May',
  ]);
  await controlBank(desk, 'entries', name, 'DELETE');
  await desk.sync();
  const gone = (await events(desk)).filter(({ change }) => change === 'gone');
  expect(gone.map(({ title }) => title)).toEqual(['Credit 12.50 USD · Rent, May']);
});

test('a beneficiary whose bank details change elsewhere is reported field by field', async () => {
  const desk = await syncedDesk();
  const [payee] = (await desk.get('beneficiaries.list', { search: '' })).rows;
  await desk.get('beneficiaries.update', {
    reference: 'CHANGE-1',
    entityId: payee!.entityId,
    change: { city: 'Mombasa' },
  });
  const [event] = await events(desk);
  expect(event).toMatchObject({
    kind: 'beneficiary',
    title: payee!.name,
    subjectId: payee!.entityId,
    field: 'city',
    after: 'Mombasa',
  });
});

test('the timeline pages backwards, and is narrowed by kind and by words', async () => {
  const desk = await syncedDesk();
  for (const narration of ['One', 'Two', 'Three'])
    await controlBank(desk, 'entries', {
      account: operating,
      amount: '1',
      direction: 'credit',
      narration,
    });
  await desk.sync();
  const first = await desk.get('timeline.list', { limit: 2 });
  expect(first.hasMore).toBe(true);
  expect(first.rows.map(({ title }) => title)).toEqual([
    'Credit 1.00 USD · Three',
    'Credit 1.00 USD · Two',
  ]);
  const before = first.rows.at(-1)!.eventId;
  const rest = await desk.get('timeline.list', { limit: 2, before });
  expect(rest).toMatchObject({ hasMore: false, rows: [{ title: 'Credit 1.00 USD · One' }] });
  expect((await desk.get('timeline.list', { limit: 9, kinds: ['transfer'] })).rows).toEqual([]);
  const found = await desk.get('timeline.list', { limit: 9, search: 'TWO usd' });
  expect(found.rows).toHaveLength(1);
  expect((await desk.refused('timeline.list', { limit: 9_999 })).code).toBe('input.invalid');
});
