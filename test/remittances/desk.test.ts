import { expect, test } from 'vitest';

import {
  orderDesk,
  orderedElsewhere,
  ordersAtBank,
  readStatements,
  remittance,
  controlBank,
} from '../support/desks/order-desk.ts';

test('a remittance is sent once, stored in the register, and read anew as the bank carries it out', async () => {
  const desk = await orderDesk();
  const order = remittance();
  const sent = await desk.get('remittances.send', { order, acknowledged: [] });
  expect(sent).toMatchObject({
    state: 'accepted',
    operation: 'initiateRemittance',
    about: { title: 'Remittance to Grace Wanjiru', amount: { amount: '250.00', currency: 'USD' } },
  });
  expect(await desk.get('remittances.send', { order, acknowledged: [] })).toMatchObject({
    submissionId: sent.submissionId,
  });
  expect(await ordersAtBank(desk, 'remittances', order.reference)).toHaveLength(1);
  const { rows, open } = await desk.get('remittances.list', { search: 'wanjiru' });
  expect(open).toEqual([]);
  expect(rows).toMatchObject([
    { origin: 'made', record: { status: 'initiated', reference: order.reference } },
  ]);
  await controlBank(desk, 'clock/advance', { ms: 3_700_000 });
  expect(await desk.get('remittances.refresh', {})).toEqual({ count: 1 });
  const { id } = rows[0]!;
  expect((await desk.get('remittances.get', { id })).record.status).toBe('paid');
  expect(await desk.get('remittances.refresh', {})).toEqual({ count: 0 });
  expect((await desk.get('remittances.list', { search: 'nobody' })).rows).toEqual([]);
});

test('one that looks like another, or that the account does not cover, must be confirmed first', async () => {
  const desk = await orderDesk();
  const first = remittance();
  await desk.get('remittances.send', { order: first, acknowledged: [] });
  const twin = remittance();
  const asked = await desk.refused('remittances.send', { order: twin, acknowledged: [] });
  expect(asked).toMatchObject({ code: 'confirmation.required' });
  expect(Object.keys(asked.fields ?? {})).toEqual(['duplicate']);
  expect(asked.fields?.['duplicate']).toContain(`reference ${first.reference}`);
  expect(await ordersAtBank(desk, 'remittances', twin.reference)).toEqual([]);
  expect(
    await desk.get('remittances.send', { order: twin, acknowledged: ['duplicate'] }),
  ).toMatchObject({ state: 'accepted' });
  const large = remittance({ amount: '9,900,000.00', recipientAccountNumber: '77' });
  const short = await desk.refused('remittances.send', { order: large, acknowledged: [] });
  expect(Object.keys(short.fields ?? {})).toEqual(['insufficient']);
});

test('what cannot be sent is refused at its field, and nothing leaves', async () => {
  const desk = await orderDesk();
  const wrong = [
    [{ amount: '1e3' }, 'amount'],
    [{ amount: '0' }, 'amount'],
    [{ amount: '-5' }, 'amount'],
    [{ amount: '2.505' }, 'amount'],
    [{ amount: '１００' }, 'amount'],
    [{ amount: '10000000000000000' }, 'amount'],
    [{ currency: 'EUR' }, 'currency'],
    [{ accountNumber: '1' }, 'accountNumber'],
    [{ recipientCountry: 'ken' }, 'recipientCountry'],
    [{ senderCountry: 'G1R' }, 'senderCountry'],
  ] as const;
  for (const [given, field] of wrong) {
    const order = remittance(given);
    const error = await desk.refused('remittances.send', { order, acknowledged: [] });
    expect(error.code).toBe('input.invalid');
    expect(Object.keys(error.fields ?? {})).toContain(field);
  }
  expect((await desk.get('submissions.list', { limit: 10 })).rows).toEqual([]);
});

test('a refusal shows the bank’s own message and stays in sight', async () => {
  const desk = await orderDesk();
  const order = remittance({ recipientAccountNumber: '9900000602' });
  const refused = await desk.get('remittances.send', { order, acknowledged: [] });
  expect(refused).toMatchObject({ state: 'refused', error: { code: 'bank.refused' } });
  expect(refused.error?.bank?.message).toBeTruthy();
  const { rows, open } = await desk.get('remittances.list', { search: '' });
  expect(rows).toEqual([]);
  expect(open).toMatchObject([{ submission: { state: 'refused', reference: order.reference } }]);
});

test('without an answer it is unknown, its twin is warned of, and the statement settles it', async () => {
  const desk = await orderDesk();
  const order = remittance({ recipientAccountNumber: '9900000603' });
  expect(await desk.get('remittances.send', { order, acknowledged: [] })).toMatchObject({
    state: 'unknown',
  });
  const twin = { ...order, reference: 'TWIN-1' };
  const warned = await desk.refused('remittances.send', { order: twin, acknowledged: [] });
  expect(Object.keys(warned.fields ?? {})).toEqual(['open-twin']);
  await readStatements(desk);
  const [settled] = (await desk.get('remittances.list', { search: '' })).open;
  const { submissionId } = settled!.submission;
  expect(await desk.get('submissions.lookUp', { submissionId })).toMatchObject({
    state: 'accepted',
    recordId: null,
  });
  const [{ id }] = (await ordersAtBank(desk, 'remittances', order.reference)) as [{ id: string }];
  const stillShown = await desk.get('remittances.list', { search: '' });
  expect(stillShown.open).toMatchObject([{ submission: { state: 'accepted', recordId: null } }]);
  expect(await desk.get('remittances.import', { id })).toMatchObject({ origin: 'made', id });
  const { rows, open } = await desk.get('remittances.list', { search: '' });
  expect(open).toEqual([]);
  expect(rows).toHaveLength(1);
  expect(await desk.get('submissions.get', { submissionId })).toMatchObject({ recordId: id });
  expect(await ordersAtBank(desk, 'remittances', order.reference)).toHaveLength(1);
});

test('an answer that states another amount settles nothing, and an import of the right one does', async () => {
  const desk = await orderDesk();
  const order = remittance({ recipientAccountNumber: '9900000605' });
  const sent = await desk.get('remittances.send', { order, acknowledged: [] });
  expect(sent.state).toBe('unknown');
  const [{ id }] = (await ordersAtBank(desk, 'remittances', order.reference)) as [{ id: string }];
  await desk.get('remittances.import', { id });
  expect(await desk.get('submissions.get', { submissionId: sent.submissionId })).toMatchObject({
    state: 'accepted',
    recordId: id,
    history: [{ event: 'attempt' }, { event: 'lookup' }],
  });
});

test('one made elsewhere is imported by its id, and a second import reads it anew', async () => {
  const desk = await orderDesk();
  const missing = await desk.refused('remittances.import', { id: 'none' });
  expect(missing).toMatchObject({ code: 'bank.refused', bank: { status: 404 } });
  const made = await orderedElsewhere<{ remittance: { id: string } }>(
    desk,
    'remittances',
    remittance(),
  );
  const { id } = made.remittance;
  expect(await desk.get('remittances.import', { id: ` ${id} ` })).toMatchObject({
    origin: 'imported',
    record: { status: 'initiated' },
  });
  await controlBank(desk, 'clock/advance', { ms: 300_000 });
  expect(await desk.get('remittances.import', { id })).toMatchObject({
    origin: 'imported',
    record: { status: 'in_transit' },
  });
  expect((await desk.get('remittances.list', { search: '' })).rows).toHaveLength(1);
});

test('a refresh stops where the bank is out of reach, and what was known stays', async () => {
  const desk = await orderDesk();
  await desk.get('remittances.send', { order: remittance(), acknowledged: [] });
  const rules = [{ operation: 'getRemittance', fault: { kind: 'reset' } }];
  await controlBank(desk, 'faults', { rules }, 'PUT');
  const error = await desk.refused('remittances.refresh', {});
  expect(error.code).toBe('bank.unavailable');
  const { rows } = await desk.get('remittances.list', { search: '' });
  expect(rows).toMatchObject([{ record: { status: 'initiated' } }]);
});

test('signed out nothing is asked of the bank, and the register can still be read', async () => {
  const desk = await orderDesk();
  await desk.get('remittances.send', { order: remittance(), acknowledged: [] });
  await desk.get('session.signOut', {});
  const order = remittance({ recipientAccountNumber: '5' });
  expect((await desk.refused('remittances.send', { order, acknowledged: [] })).code).toBe(
    'session.required',
  );
  expect((await desk.refused('remittances.refresh', {})).code).toBe('session.required');
  expect((await desk.get('remittances.list', { search: '' })).rows).toHaveLength(1);
});
