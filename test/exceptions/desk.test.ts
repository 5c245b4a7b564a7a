import { expect, onTestFinished, test } from 'vitest';

import { bankDetailsOf, fingerprintOf } from '../../electron/nouns/beneficiaries/fingerprint.ts';
import { add } from '../../shared/money/money.ts';
import { newReference } from '../../shared/reference.ts';
import {
  advance,
  calm,
  dayMs,
  elsewhere,
  minuteMs,
  openExceptionsDesk,
  strike,
} from './exceptions-desk.ts';
import { orderDesk, receivable, remittance } from '../support/desks/order-desk.ts';

test('after a sync of a bank at peace, nothing but documents that expire needs a person', async () => {
  const desk = await openExceptionsDesk();
  const kinds = new Set((await desk.exceptions()).map(({ kind }) => kind));
  for (const kind of ['expiring-document', 'expired-document'] as const) kinds.delete(kind);
  expect([...kinds]).toEqual([]);
});

test('a payment without an answer is watched first, needs a person after ten minutes, and leaves when it is found', async () => {
  const desk = await openExceptionsDesk();
  await strike(desk, 'createSingleTransfer', 'cut-after-commit');
  const { submissionId, reference } = await desk.pay();
  await calm(desk);
  const watched = await desk.only('unknown');
  expect(watched).toMatchObject({
    exceptionId: `unknown:${submissionId}`,
    urgency: 'watch',
    title: expect.stringContaining('Sandbox payee, accepted') as string,
    amount: { amount: '10.00', currency: 'USD' },
    place: { view: 'payments', reference },
    submissionId,
    mayClose: false,
  });
  desk.wait(11 * minuteMs);
  expect(await desk.only('unknown')).toMatchObject({
    exceptionId: watched.exceptionId,
    urgency: 'now',
  });
  expect(await desk.get('submissions.lookUp', { submissionId })).toMatchObject({
    state: 'accepted',
  });
  expect((await desk.exceptions()).map(({ kind }) => kind)).not.toContain('unknown');
});

test('what the bank has twice stands first, names both, and cannot be dismissed', async () => {
  const desk = await openExceptionsDesk();
  await desk.bank('PUT', 'idempotency', { mode: 'none' });
  await strike(desk, 'createSingleTransfer', 'cut-after-commit');
  const { submissionId, reference } = await desk.pay();
  await calm(desk);
  const other = await elsewhere(desk);
  onTestFinished(() => other.close());
  const order = {
    accountNumber: desk.usd,
    beneficiaryId: 'beneficiary-accepted',
    amount: '10',
    currency: 'USD',
    reference,
  };
  const second = await other.call(
    'createSingleTransfer',
    { body: order },
    { correlationId: 'twice' },
  );
  expect(second.ok).toBe(true);
  await desk.get('submissions.lookUp', { submissionId });
  const [first] = await desk.exceptions();
  expect(first).toMatchObject({ kind: 'duplicated', urgency: 'now', mayClose: false });
  expect(first?.detail).toMatch(/2 times under one reference: \S+ and \S+\.$/);
  const { exceptionId } = first!;
  expect(await desk.get('exceptions.close', { exceptionIds: [exceptionId] })).toMatchObject({
    changed: 0,
    skipped: [{ at: 0, reason: 'changed' }],
  });
});

test('what the bank does not have is an exception once that is certain, and is sent again from there', async () => {
  const desk = await openExceptionsDesk();
  await strike(desk, 'createSingleTransfer', 'reset');
  const { submissionId } = await desk.pay();
  await calm(desk);
  await desk.sync();
  await desk.timePasses(11 * minuteMs);
  await desk.sync();
  const item = await desk.only('not-found');
  expect(item).toMatchObject({ urgency: 'now', submissionId, mayClose: true });
  expect(await desk.get('submissions.sendAgain', { submissionId })).toMatchObject({
    state: 'accepted',
  });
  expect((await desk.exceptions()).map(({ kind }) => kind)).not.toContain('not-found');
});

test('what never left and what was refused are dismissed, and come back when they happen again', async () => {
  const desk = await openExceptionsDesk();
  const { submissionId } = await desk.pay({ beneficiaryId: 'beneficiary-busy' });
  await desk.pay({ beneficiaryId: 'beneficiary-blocked' });
  const refused = await desk.only('refused');
  expect(refused).toMatchObject({ urgency: 'nothing', mayClose: true });
  expect(refused.detail).toMatch(/^The bank said no: “.*compliance.*”\.$/i);
  const first = await desk.only('not-sent');
  expect(first.detail).toMatch(/^It never left this desk\. /);
  const exceptionIds = [refused.exceptionId, 'gone', first.exceptionId];
  const done = await desk.get('exceptions.close', { exceptionIds });
  expect(done).toMatchObject({ changed: 2, skipped: [{ at: 1, reason: 'missing' }] });
  expect((await desk.exceptions()).filter(({ urgency }) => urgency === 'nothing')).toEqual([]);
  // One undo puts both back, and another act lays them aside anew.
  expect(await desk.get('exceptions.putBack', { act: done.act })).toEqual({
    changed: 2,
    skipped: [],
  });
  expect(await desk.only('refused')).toEqual(refused);
  await desk.get('exceptions.close', { exceptionIds });
  expect((await desk.refused('exceptions.putBack', { act: done.act })).code).toBe('undo.overtaken');
  expect(await desk.get('exceptions.close', { exceptionIds })).toMatchObject({
    changed: 0,
    skipped: [{}, {}, {}],
  });
  desk.wait(minuteMs);
  await desk.get('submissions.sendAgain', { submissionId });
  const again = await desk.only('not-sent');
  expect(again.submissionId).toBe(submissionId);
  expect(again.exceptionId).not.toBe(first.exceptionId);
  desk.wait(8 * dayMs);
  expect((await desk.exceptions()).filter(({ urgency }) => urgency === 'nothing')).toEqual([]);
});

test('a refused change of a record moves no money and stays out of the exceptions', async () => {
  const desk = await openExceptionsDesk();
  const change = {
    reference: newReference(),
    entityId: 'beneficiary-refused',
    change: { city: 'Kisumu' },
  };
  expect(await desk.get('beneficiaries.update', change)).toMatchObject({ state: 'refused' });
  expect((await desk.exceptions()).map(({ kind }) => kind)).not.toContain('refused');
});

test('transfers that fail or come back are shown in the bank’s words', async () => {
  const desk = await openExceptionsDesk();
  const failed = await desk.pay({ beneficiaryId: 'beneficiary-failed' });
  const returned = await desk.pay({ beneficiaryId: 'beneficiary-returned', amount: '25' });
  await advance(desk, dayMs + 5 * minuteMs);
  await desk.get('payments.refresh', {});
  expect(await desk.only('failed')).toMatchObject({
    urgency: 'now',
    status: 'failed',
    detail: 'The bank says “failed”: The beneficiary’s bank does not know the account.',
    place: { view: 'payments', reference: failed.reference },
    mayClose: true,
  });
  const item = await desk.only('returned');
  expect(item).toMatchObject({
    status: 'returned',
    detail: 'The bank says “returned”: Account closed.',
    amount: { amount: '25.00', currency: 'USD' },
    place: { view: 'payments', reference: returned.reference },
    submissionId: null,
  });
  const { exceptionId } = item;
  const { act } = await desk.get('exceptions.close', { exceptionIds: [exceptionId] });
  expect((await desk.exceptions()).map(({ kind }) => kind)).not.toContain('returned');
  // What was dismissed by mistake stands where it stood.
  await desk.get('exceptions.putBack', { act });
  expect(await desk.only('returned')).toEqual(item);
  await desk.get('exceptions.close', { exceptionIds: [exceptionId] });
  expect((await desk.exceptions()).map(({ kind }) => kind)).not.toContain('returned');
});

test('a conversion waits for funds, and expires when none come', async () => {
  const desk = await openExceptionsDesk();
  const { currencies } = await desk.get('accounts.position', {});
  const euros = currencies
    .flatMap(({ accounts }) => accounts)
    .find(({ currency }) => currency === 'EUR');
  const quote = await desk.get('conversions.quote', {
    sellAccountNumber: euros!.accountNumber,
    buyAccountNumber: desk.usd,
    sellAmount: add(euros!.available!, { amount: '1', currency: 'EUR' }).amount,
  });
  await desk.get('conversions.lock', { reference: newReference(), quoteId: quote.quoteId });
  await desk.get('conversions.refresh', {});
  const waiting = await desk.only('awaiting-funds');
  expect(waiting).toMatchObject({ urgency: 'now', next: 'Fund the account', mayClose: false });
  expect(waiting.detail).toContain('the rate is held until');
  await advance(desk, dayMs);
  await desk.get('conversions.refresh', {});
  expect(await desk.only('expired')).toMatchObject({ urgency: 'nothing', mayClose: true });
  expect((await desk.exceptions()).map(({ kind }) => kind)).not.toContain('awaiting-funds');
});

test('a rejected remittance and an unpaid receivable are exceptions from our own register', async () => {
  const desk = await orderDesk();
  const order = remittance({ recipientAccountNumber: '9900000601' });
  await desk.get('remittances.send', { order, acknowledged: [] });
  const dueDate = new Date(Date.now() + dayMs).toISOString().slice(0, 10);
  await desk.get('receivables.create', { order: receivable({ dueDate }) });
  await advance(desk, 3 * dayMs);
  await desk.get('remittances.refresh', {});
  await desk.get('receivables.refresh', {});
  const { items } = await desk.get('exceptions.list', {});
  const ofOrders = items.filter(({ kind }) => !kind.endsWith('-document'));
  expect(ofOrders.map(({ kind, title, status }) => ({ kind, title, status }))).toEqual([
    { kind: 'failed', title: 'Remittance to Grace Wanjiru', status: 'rejected' },
    { kind: 'expired', title: 'Receivable from Harmattan Foods Ltd', status: 'expired' },
  ]);
});

test('days that do not hold are one exception per account, with the first of them', async () => {
  const desk = await openExceptionsDesk();
  await desk.sync();
  await strike(desk, 'getStatement', 'lying-closing');
  await desk.sync();
  const red = (await desk.exceptions()).filter(({ kind }) => kind === 'red-day');
  expect(new Set(red.map(({ exceptionId }) => exceptionId)).size).toBe(red.length);
  const operating = red.find(({ exceptionId }) => exceptionId === `red-day:${desk.usd}`);
  expect(operating).toMatchObject({
    urgency: 'check',
    title: expect.stringMatching(/^\d+ days? of .+ do(es)? not hold$/) as string,
    detail: expect.stringMatching(/^The first of them is \d+ [A-Z][a-z]{2} \d{4}/) as string,
    place: { view: 'statements', accountNumber: desk.usd },
    mayClose: false,
  });
  await calm(desk);
  await desk.sync();
  expect((await desk.exceptions()).map(({ kind }) => kind)).not.toContain('red-day');
});

test('a payee whose account number changed since it was paid waits until a person has looked', async () => {
  const desk = await openExceptionsDesk();
  await desk.pay();
  expect((await desk.exceptions()).map(({ kind }) => kind)).not.toContain('changed-payee');
  const change = { accountNumber: '000123456789' };
  const entityId = 'beneficiary-accepted';
  await desk.get('beneficiaries.update', { reference: newReference(), entityId, change });
  const item = await desk.only('changed-payee');
  expect(item).toMatchObject({
    exceptionId: `changed-payee:${entityId}`,
    urgency: 'check',
    title: 'Bank details of Sandbox payee, accepted changed',
    place: { view: 'beneficiaries', entityId },
    mayClose: false,
  });
  expect(item.detail).toContain('the account number changed');
  const { beneficiary } = await desk.get('beneficiaries.get', { entityId });
  const fingerprint = fingerprintOf(bankDetailsOf(beneficiary));
  await desk.get('beneficiaries.release', { entityId, fingerprint });
  expect((await desk.exceptions()).map(({ kind }) => kind)).not.toContain('changed-payee');
});

test('documents that have expired need a person, those that expire within a month come last; both may be dismissed', async () => {
  const desk = await openExceptionsDesk();
  await desk.get('subClients.refresh', {});
  const { rows } = await desk.get('subClients.list', { search: '' });
  const withDocuments = rows.filter(({ status }) => status !== 'deleted').slice(0, 6);
  for (const { entityId } of withDocuments) await desk.get('subClients.refresh', { entityId });
  const items = await desk.exceptions();
  expect(items.length).toBeGreaterThan(0);
  const wordsOf = (wanted: string): string[] =>
    items.filter(({ urgency }) => urgency === wanted).map(({ detail }) => detail);
  expect(wordsOf('check')).toContainEqual(
    expect.stringMatching(/^It expired on \d+ \w{3} \d{4}\.$/),
  );
  expect(wordsOf('check').join(' ')).not.toContain('It expires');
  expect(wordsOf('ahead')).toContainEqual(expect.stringMatching(/^It expires in 3 days, on /));
  const words = [...wordsOf('check'), ...wordsOf('ahead')];
  expect(words).toHaveLength(items.length);
  expect(words.join(' ')).not.toMatch(/in (45|400) days/);
  const { exceptionId, place } = items[0]!;
  expect(place).toMatchObject({ view: 'sub-clients' });
  await desk.get('exceptions.close', { exceptionIds: [exceptionId] });
  expect((await desk.exceptions()).map((item) => item.exceptionId)).not.toContain(exceptionId);
});

test('an exception that does not exist cannot be dismissed', async () => {
  const desk = await openExceptionsDesk();
  const exceptionIds = ['refused:nobody:2026-11-20'];
  expect(await desk.get('exceptions.close', { exceptionIds })).toMatchObject({
    changed: 0,
    skipped: [{ at: 0, reason: 'missing' }],
  });
  const tooMany = Array.from({ length: 1_001 }, (_, at) => `refused:${String(at)}`);
  for (const ids of [[], tooMany])
    expect((await desk.refused('exceptions.close', { exceptionIds: ids })).code).toBe(
      'input.invalid',
    );
});

test('a payment that another program made is an unexpected debit once it is synced, an own payment is none', async () => {
  const desk = await openExceptionsDesk();
  await desk.sync();
  await desk.pay();
  await desk.sync();
  const unexpected = async () =>
    (await desk.exceptions()).filter(({ kind }) => kind === 'unexpected-debit');
  expect(await unexpected()).toEqual([]);
  const other = await elsewhere(desk);
  onTestFinished(() => other.close());
  const order = {
    ...{ accountNumber: desk.usd, beneficiaryId: 'beneficiary-accepted', amount: '77.00' },
    ...{ currency: 'USD', reference: newReference(), narration: 'From elsewhere' },
  };
  const paid = await other.call(
    'createSingleTransfer',
    { body: order },
    { correlationId: 'other' },
  );
  expect(paid.ok).toBe(true);
  await desk.sync();
  const found = await unexpected();
  expect(found.map(({ amount }) => amount)).toContainEqual({ amount: '77.00', currency: 'USD' });
  expect(found[0]).toMatchObject({
    urgency: 'check',
    place: { view: 'statements', accountNumber: desk.usd },
  });
  await desk.get('exceptions.close', { exceptionIds: found.map(({ exceptionId }) => exceptionId) });
  expect(await unexpected()).toEqual([]);
});
