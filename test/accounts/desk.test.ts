import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { toUnits } from '../../shared/money/decimal.ts';
import { newReference } from '../../shared/reference.ts';
import { runCommand } from '../support/programs/cli.ts';
import {
  foreignCredentials,
  json,
  startForeignBank,
  openForeignBank,
} from '../support/simple-banks/foreign-bank.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { openTestDesk, type TestDesk } from '../support/desks/test-desk.ts';
import { operating, orderDesk, controlBank } from '../support/desks/order-desk.ts';
import { pdfText } from '../support/files/pdf-text.ts';

const asked = (given: object = {}) => ({
  reference: newReference(),
  currency: 'EUR',
  accountName: 'Rent Berlin',
  ...given,
});

const uuidOf = (reference: string): string =>
  reference.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const rowOf = async (desk: TestDesk, accountNumber: string) =>
  (await desk.get('accounts.list', {})).rows.find((row) => row.accountNumber === accountNumber);

test('a virtual account is opened once under the reference, stored at once, and takes part in the next sync', async () => {
  const desk = await orderDesk();
  const order = asked();
  const made = await desk.get('accounts.createVirtual', order);
  expect(made).toMatchObject({
    state: 'accepted',
    recordId: '9090000001',
    operation: 'createVirtualAccount',
    about: { title: 'New EUR account: Rent Berlin' },
  });
  expect(await desk.get('accounts.createVirtual', order)).toMatchObject({
    submissionId: made.submissionId,
  });
  expect(await rowOf(desk, '9090000001')).toMatchObject({
    accountName: 'Rent Berlin',
    accountType: 'virtual',
    currency: 'EUR',
    available: { amount: '0.00', currency: 'EUR' },
  });
  expect(
    (await desk.get('accounts.get', { accountNumber: '9090000001' })).fundingDetails,
  ).toMatchObject([{ accountNumber: '9090000001' }, { bankName: 'Rheinkontor Bank AG' }]);
  await desk.get('sandbox.inflow', {
    reference: newReference(),
    accountNumber: '9090000001',
    amount: '1,234.5',
    currency: 'EUR',
    senderName: 'Brightwater',
    narration: 'First rent',
  });
  await desk.sync({ accountNumbers: ['9090000001'] });
  expect(await desk.get('statements.proof', { accountNumber: '9090000001' })).toMatchObject({
    ok: true,
    closingBalance: '1234.50',
    entries: 1,
  });
});

test('without an answer it is unknown, is found in the bank’s list by its request, and is never opened twice', async () => {
  const desk = await orderDesk();
  await controlBank(
    desk,
    'faults',
    {
      rules: [{ operation: 'createVirtualAccount', times: 1, fault: { kind: 'cut-after-commit' } }],
    },
    'PUT',
  );
  const order = asked();
  const lost = await desk.get('accounts.createVirtual', order);
  expect(lost.state).toBe('unknown');
  expect(await rowOf(desk, '9090000001')).toBeUndefined();
  const found = await desk.get('submissions.lookUp', { submissionId: lost.submissionId });
  expect(found).toMatchObject({ state: 'accepted', recordId: '9090000001' });
  expect(await rowOf(desk, '9090000001')).toMatchObject({ accountName: 'Rent Berlin' });
  await desk.get('accounts.createVirtual', asked());
  const virtual = (await desk.get('accounts.list', {})).rows.filter(
    ({ accountType }) => accountType === 'virtual',
  );
  expect(virtual.map(({ accountNumber }) => accountNumber)).toEqual(['9090000001', '9090000002']);
});

test('it belongs to the sub-client that is named; what cannot be sent is reported by field', async () => {
  const desk = await orderDesk();
  await desk.get('subClients.refresh', {});
  const { rows } = await desk.get('subClients.list', { search: '' });
  const owner = rows.find(({ status }) => status !== 'deleted')!;
  await desk.get('accounts.createVirtual', asked({ ownerEntityId: owner.entityId }));
  expect(await rowOf(desk, '9090000001')).toMatchObject({ clientId: owner.entityId });
  expect((await desk.refused('accounts.createVirtual', asked({ currency: 'ZZZ' }))).fields).toEqual(
    {
      currency: 'is no currency of ISO 4217',
    },
  );
  expect(
    (await desk.refused('accounts.createVirtual', asked({ accountName: '  ' }))).fields,
  ).toHaveProperty('accountName');
  expect(
    (await desk.refused('accounts.createVirtual', asked({ reference: 'MINE-1' }))).fields,
  ).toHaveProperty('reference');
  const refused = await desk.get('accounts.createVirtual', asked({ currency: 'CHF' }));
  expect(refused).toMatchObject({ state: 'refused', error: { code: 'bank.refused' } });
  expect(refused.error?.bank?.message).toContain('is not kept here');
});

test('an answer that echoes another request is unknown, not accepted', async () => {
  const requests: string[] = [];
  const desk = await foreignDesk({
    'POST /v9/virtual': (body) => {
      requests.push(body);
      return `{"message":"ok","account":${foreignAccount('11111111-2222-4333-8444-000000000000')}}`;
    },
  });
  const order = asked({ currency: 'USD' });
  expect(await desk.get('accounts.createVirtual', order)).toMatchObject({ state: 'unknown' });
  expect(JSON.parse(requests[0]!)).toMatchObject({ uniqueRequestId: uuidOf(order.reference) });
  expect((await desk.get('accounts.list', {})).rows).toEqual([]);
});

test('a bank that has not confirmed it is not asked', async () => {
  const desk = await foreignDesk({});
  expect(await desk.refused('accounts.createVirtual', asked())).toMatchObject({
    code: 'operation.closed',
    operation: 'createVirtualAccount',
  });
});

test('accounts are asked for anew: all by the list, one by its number', async () => {
  const desk = await orderDesk();
  await controlBank(desk, 'entries', {
    account: operating,
    direction: 'credit',
    amount: '7.25',
    narration: 'late',
  });
  const before = (await rowOf(desk, operating))!;
  expect(await desk.get('accounts.refresh', { accountNumber: operating })).toEqual({ count: 1 });
  const after = (await rowOf(desk, operating))!;
  expect(toUnits(after.available!.amount) - toUnits(before.available!.amount)).toBe(
    toUnits('7.25'),
  );
  expect(await desk.get('accounts.refresh', {})).toEqual({ count: 8 });
  const { asOf, rows } = await desk.get('accounts.list', {});
  expect(rows).toHaveLength(8);
  expect(asOf).toBe(rows[0]?.asOf);
});

test('funding details are drawn as a page with every field, and saved whole', async () => {
  const desk = await orderDesk();
  expect(await desk.get('accounts.saveFundingPdf', { accountNumber: operating })).toEqual({
    saved: false,
  });
  desk.saveTo = join(desk.dataDir, 'funding.pdf');
  expect(await desk.get('accounts.saveFundingPdf', { accountNumber: operating })).toEqual({
    saved: true,
    fileName: 'funding.pdf',
  });
  const page = await pdfText(readFileSync(desk.saveTo));
  const { fundingDetails } = await desk.get('accounts.get', { accountNumber: operating });
  for (const value of fundingDetails.flatMap((detail) => Object.values(detail)))
    expect(page).toContain(value);
  expect(page).toContain('SANDBOX: not for real money.');
  expect(page).toMatch(/As the bank reported it \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  expect(await desk.refused('accounts.saveFundingPdf', { accountNumber: '1' })).toMatchObject({
    code: 'offline.not-cached',
  });
});

test('inflows are simulated at a test bank that has confirmed it, and never at one whose money is real', async () => {
  const inflow = {
    accountNumber: '9988776655',
    amount: '5',
    currency: 'USD',
    senderName: '',
    narration: '',
  };
  const booked =
    '{"message":"ok","entry":{"id":"f-1","amount":5,"currency":"USD","direction":"credit","transactionType":"transfer","transactionDate":"2026-11-20T10:00:00.000Z","narration":"n","customReference":"f-1","balance":5}}';
  const calls: string[] = [];
  const answers = {
    'POST /v9/inflow': (body: string) => {
      calls.push(body);
      return booked;
    },
  };
  const uat = await foreignDesk(answers);
  expect(await uat.get('sandbox.inflow', { reference: newReference(), ...inflow })).toMatchObject({
    state: 'accepted',
  });
  expect(calls).toHaveLength(1);
  const real = await foreignDesk(answers, 'production');
  const refused = await real.refused('sandbox.inflow', { reference: newReference(), ...inflow });
  expect(refused).toMatchObject({ code: 'operation.closed' });
  expect(refused.message).toContain('This bank’s money is real');
  expect(calls).toHaveLength(1);
});

test('whoever calls, no inflow is simulated where money is real, though its file confirms it', async () => {
  const calls: string[] = [];
  const bank = await openForeignBank({
    entries: [],
    openingBalance: '0',
    intercept: (request, response, url) => {
      if (!url.pathname.endsWith('/v9/inflow')) return false;
      calls.push(request.method ?? '');
      json(response, 200, '{}');
      return true;
    },
  });
  const file = JSON.parse(bank.bankFile()) as { operations: object };
  const folder = tempFolder();
  const path = join(folder, 'bank.json');
  const simulateInflow = { method: 'POST', path: '/v9/inflow' };
  writeFileSync(
    path,
    JSON.stringify({
      ...file,
      environment: 'production',
      operations: { ...file.operations, simulateInflow },
    }),
  );
  const body = { accountNumber: '9988776655', amount: '5', currency: 'USD' };
  const called = await runCommand(
    ['--bank', path, '--data-dir', join(folder, 'data'), 'call', 'simulateInflow'].concat([
      '--input',
      JSON.stringify({ body }),
    ]),
    { NOSTRO_CREDENTIALS: JSON.stringify(foreignCredentials) },
  );
  expect(called.code).toBe(1);
  expect(called.error()).toMatchObject({ code: 'operation.closed', operation: 'simulateInflow' });
  expect(called.error().message).toContain('This bank’s money is real: nothing was sent.');
  expect(calls).toEqual([]);
});

const foreignAccount = (uniqueRequestId: string): string =>
  `{"accountId":"fa-9","clientId":"fc-1","entityId":"fe-9","uniqueRequestId":"${uniqueRequestId}","currencyIso3Code":"USD","accountName":"Rent","status":"active","availableBalance":0,"accountType":"virtual","fundingDetails":[]}`;

type Answers = Readonly<Record<string, (body: string) => string>>;

/** A desk at a foreign bank whose file confirms what is answered here. */
async function foreignDesk(
  answers: Answers,
  environment: 'uat' | 'production' = 'uat',
): Promise<TestDesk> {
  const bank = await startForeignBank({
    entries: [],
    openingBalance: '0',
    intercept: (request, response, url) => {
      const path = url.pathname.replace('/platform', '');
      const text = answers[`${request.method ?? ''} ${path}`]?.(bank.bodies.at(-1) ?? '');
      if (text !== undefined) json(response, 200, text);
      return text !== undefined;
    },
  });
  const operations = {
    ...('POST /v9/virtual' in answers && {
      createVirtualAccount: { method: 'POST', path: '/v9/virtual' },
    }),
    ...('POST /v9/inflow' in answers && {
      simulateInflow: { method: 'POST', path: '/v9/inflow' },
    }),
  };
  const file = JSON.parse(bank.bankFile()) as { operations: object };
  const desk = await openTestDesk();
  await desk.get('desk.connectBank', {
    bankFile: JSON.stringify({
      ...file,
      environment,
      operations: { ...file.operations, ...operations },
    }),
  });
  await desk.get('session.signIn', { credentials: foreignCredentials, remember: false });
  return desk;
}
