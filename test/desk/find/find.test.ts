import { expect, test } from 'vitest';

import type { HitNoun } from '../../../shared/ipc/accounts/find.ts';
import { newReference } from '../../../shared/reference.ts';
import { approve, openFundedDesk, payment } from '../../support/desks/transfers-desk.ts';

test('payees, payments, notes and the filled payment are found without a word to the bank; the same payment before is said', async () => {
  const desk = await openFundedDesk();
  await desk.get('beneficiaries.refresh', {});
  const { rows } = await desk.get('beneficiaries.list', { search: '' });
  const payee = rows.find(
    ({ currencyIso3Code, name }) => currencyIso3Code === 'USD' && name !== '',
  );
  if (!payee) expect.fail('the sandbox has no payee in USD');
  const [word = ''] = payee.name.split(' ');

  const text = `pay ${word.toUpperCase()} 12.34 usd ref INV-77`;
  const before = await desk.get('find.records', { text });
  const draft = before.pay.find(({ beneficiaryId }) => beneficiaryId === payee.entityId);
  expect(draft).toMatchObject({
    name: payee.name,
    amount: { amount: '12.34', currency: 'USD' },
    narration: 'INV-77',
    sameOn: null,
  });
  expect(draft?.accountNumber).toEqual(expect.any(String));
  expect(await desk.posts()).toBe(0);
  const asked = await desk.get('find.entries', { text, limit: 10 });
  expect(asked.chips.map(({ start, end }) => text.slice(start, end))).toEqual([
    word.toUpperCase(),
    '12.34 usd',
  ]);

  // More decimals than the currency has are no payment.
  const half = await desk.get('find.records', { text: `pay ${word} 12.3456 usd` });
  expect(half).toMatchObject({
    pay: [],
    unpayable: expect.stringContaining('This amount cannot be paid in USD') as string,
  });
  const noPayee = await desk.get('find.records', { text: 'pay nobodylikeit 12500 eur' });
  expect(noPayee).toMatchObject({
    pay: [],
    unpayable: expect.stringContaining('No saved payee has “nobodylikeit”') as string,
  });
  // Nothing is said of a payment that was not asked for by a word.
  expect((await desk.get('find.records', { text: 'nobodylikeit 12500 eur' })).unpayable).toBeNull();
  const foreign = await desk.get('find.records', { text: `pay ${word} 12 jpy` });
  expect(foreign.pay.find(({ beneficiaryId }) => beneficiaryId === payee.entityId)).toMatchObject({
    paidIn: 'USD',
    payee: expect.stringContaining('USD') as string,
  });

  const reference = newReference();
  const order = payment(desk, { beneficiaryId: payee.entityId, amount: '12.34', reference });
  await desk.get('payments.send', await approve(desk, order));
  await desk.get('payments.refresh', {});
  const after = await desk.get('find.records', { text });
  const [same] = after.pay.filter(({ beneficiaryId }) => beneficiaryId === payee.entityId);
  expect(same?.sameOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);

  const nounsOf = async (found: string): Promise<Partial<Record<HitNoun, string[]>>> => {
    const { groups } = await desk.get('find.records', { text: found });
    return Object.fromEntries(groups.map(({ noun, hits }) => [noun, hits.map(({ id }) => id)]));
  };
  expect((await nounsOf(word)).payees).toContain(payee.entityId);
  expect((await nounsOf(`12.34 ${word}`)).payments).toEqual([reference]);
  // Any part of a reference.
  expect((await nounsOf(reference.slice(3, -2))).payments).toEqual([reference]);
  expect((await nounsOf(`12.35 ${word}`)).payments).toBeUndefined();
  expect(await nounsOf('out 12.34 2001-01-01')).toEqual({});

  await desk.sync();
  const { found, total } = await desk.get('find.entries', { text: '>0', limit: 1 });
  expect(total).toBeGreaterThan(0);
  const [entry] = found.all;
  if (!entry) expect.fail('nothing was booked');
  const marked = { accountNumber: entry.accountNumber, entryIds: [entry.id] };
  await desk.get('statements.mark', { ...marked, flagged: true, note: 'Ask Ada about this' });
  for (const marks of ['flagged', 'noted', 'note:ada', 'flagged noted'])
    expect([
      marks,
      (await desk.get('find.entries', { text: marks, limit: 5 })).found.all.map(({ id }) => id),
    ]).toEqual([marks, [entry.id]]);
  expect((await nounsOf('ada')).notes).toEqual([entry.id]);
  const none = await desk.get('find.entries', { text: 'flagged nothinglikeit', limit: 5 });
  expect([none.found.all, none.found.drops]).toEqual([[], [0, 1]]);
});

test('a payee is filled in where exactly one has the name; else the form without one comes first, with those that come near', async () => {
  const desk = await openFundedDesk();
  await desk.get('beneficiaries.refresh', {});
  const { rows } = await desk.get('beneficiaries.list', { search: '' });
  const ask = (text: string) => desk.get('find.records', { text });
  const only = rows.find(
    ({ name }) => rows.filter((one) => one.name.startsWith(name.split(' ')[0] ?? '')).length === 1,
  );
  if (!only) expect.fail('every name is there twice');
  const exact = await ask(`pay ${only.name} 12 ${only.currencyIso3Code}`);
  expect(exact.isPayment).toBe(true);
  expect(exact.pay.map(({ beneficiaryId }) => beneficiaryId)).toEqual([only.entityId]);

  // A letter is missing at the end of a longer word.
  const [word = ''] = only.name.split(' ').toSorted((a, b) => b.length - a.length);
  const mistyped = `${word.slice(0, 2)}${word.slice(3)}`;
  const near = await ask(`pay ${mistyped} 12 ${only.currencyIso3Code} ref A-1`);
  expect(near.unpayable).toBeNull();
  expect(near.pay[0]).toMatchObject({
    ...{ beneficiaryId: null, narration: 'A-1', sameOn: null },
    amount: { amount: '12.00', currency: only.currencyIso3Code },
  });
  expect(near.pay.slice(1).map(({ beneficiaryId }) => beneficiaryId)).toContain(only.entityId);

  const both = rows
    .map(({ name }) => name.slice(0, 1))
    .find((letter) => rows.filter(({ name }) => name.startsWith(letter)).length > 1);
  if (both === undefined) expect.fail('no two names begin alike');
  const several = await ask(`pay ${both} 12 usd`);
  expect(several.pay[0]).toMatchObject({ beneficiaryId: null, name: both, payee: '' });
  expect(several.pay.length).toBeGreaterThan(2);
  expect((await ask(`pay ${only.name} 12 xyz`)).unpayable).toContain(
    '“xyz” is not a known currency',
  );
  expect((await ask(`${only.name} 12`)).isPayment).toBe(false);
  expect(await desk.posts()).toBe(0);
});
