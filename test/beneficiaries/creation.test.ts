import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { NewBeneficiary } from '../../shared/bank/beneficiaries.ts';
import type { BeneficiaryCheck } from '../../shared/ipc/changes/beneficiaries.ts';
import { newReference } from '../../shared/reference.ts';
import { type TestDesk, openSandboxDesk } from '../support/desks/test-desk.ts';

async function sandboxDesk(): Promise<TestDesk> {
  const desk = await openSandboxDesk();
  await desk.get('beneficiaries.refresh', {});
  return desk;
}

/** The sandbox behind a desk, asked as its own desk asks it. */
async function sandbox<T>(desk: TestDesk, path: string, rules?: object[]): Promise<T> {
  const file = readFileSync(join(desk.dataDir, 'sandbox', 'address.json'), 'utf8');
  const { baseUrl } = JSON.parse(file) as { baseUrl: string };
  const answer = await fetch(`${baseUrl}/sandbox/${path}`, {
    method: rules ? 'PUT' : 'GET',
    headers: { 'content-type': 'application/json' },
    ...(rules ? { body: JSON.stringify({ rules }) } : {}),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

async function callsOf(desk: TestDesk, operation: string): Promise<number> {
  const { calls } = await sandbox<{ calls: { operation: string | null }[] }>(desk, 'calls');
  return calls.filter((call) => call.operation === operation).length;
}

const marula: NewBeneficiary = {
  name: 'Marula GmbH',
  accountName: 'Marula GmbH',
  accountNumber: 'DE89370400440532013000',
  bankBicOrCode: 'RHKODEFFXXX',
  bankName: 'Rheinkontor Bank AG',
  country: 'DEU',
  currencyIso3Code: 'EUR',
  intermediaryBank: { bankName: 'Banque de la Seine', bic: 'BQSNFRPPXXX', country: 'FRA' },
};

const nigerian = (given: Record<string, string> = {}): { payee: Record<string, string> } => ({
  payee: {
    name: 'Harmattan Foods Ltd',
    accountNumber: '9900000702',
    bankBicOrCode: '058',
    country: 'NGA',
    currencyIso3Code: 'NGN',
    ...given,
  },
});

describe('a new beneficiary', () => {
  test('is pasted, checked, created once and found in the list', async () => {
    const desk = await sandboxDesk();
    const { fields, unread } = await desk.get('beneficiaries.readPasted', {
      text: 'Marula GmbH\nIBAN: DE89 3704 0044 0532 0130 00\nBIC RHKODEFFXXX\nEUR\nsee invoice 12',
    });
    expect(unread).toEqual(['see invoice 12']);
    const check = await desk.get('beneficiaries.check', {
      payee: fields as Record<string, string>,
    });
    expect(check.problems).toEqual({});
    expect(check.fills).toMatchObject({
      accountName: 'Marula GmbH',
      bankName: 'Rheinkontor Bank AG',
    });
    expect(check.bank?.city).toBe('Frankfurt am Main');
    const order = { reference: newReference(), payee: marula };
    const created = await desk.get('beneficiaries.create', order);
    expect(created).toMatchObject({
      state: 'accepted',
      subject: `payee:${order.reference}`,
      about: { title: 'New payee Marula GmbH' },
    });
    expect(await desk.get('beneficiaries.create', order)).toEqual(created);
    const { rows } = await desk.get('beneficiaries.list', { search: 'marula' });
    expect(rows.map(({ entityId }) => entityId)).toEqual([created.recordId]);
    expect(await callsOf(desk, 'createBeneficiary')).toBe(1);
  });

  test('that breaks a rule of its country is refused by field, and nothing is sent', async () => {
    const desk = await sandboxDesk();
    const wrong = { ...marula, accountNumber: 'DE89370400440532013001', country: 'FRA' };
    const error = await desk.refused('beneficiaries.create', {
      reference: newReference(),
      payee: wrong,
    });
    expect(error.code).toBe('input.invalid');
    expect(Object.keys(error.fields ?? {})).toEqual(
      expect.arrayContaining(['accountNumber', 'country']),
    );
    expect(await callsOf(desk, 'createBeneficiary')).toBe(0);
    expect((await desk.get('submissions.list', { limit: 10 })).rows).toEqual([]);
  });

  test('that the bank refuses shows the bank’s own message', async () => {
    const desk = await sandboxDesk();
    const refusal = { kind: 'status', status: 422, message: 'Not in this country' };
    await sandbox(desk, 'faults', [{ operation: 'createBeneficiary', fault: refusal }]);
    const view = await desk.get('beneficiaries.create', {
      reference: newReference(),
      payee: marula,
    });
    expect(view).toMatchObject({ state: 'refused', error: { code: 'bank.refused' } });
    expect(view.error?.bank?.message).toContain('Not in this country');
  });

  test('without an answer is unknown until the bank’s list shows it', async () => {
    const desk = await sandboxDesk();
    const cut = { operation: 'createBeneficiary', fault: { kind: 'cut-after-commit' } };
    await sandbox(desk, 'faults', [cut]);
    const view = await desk.get('beneficiaries.create', {
      reference: newReference(),
      payee: marula,
    });
    expect(view).toMatchObject({ state: 'unknown', error: { code: 'outcome.unknown' } });
    await sandbox(desk, 'faults', []);
    await desk.get('beneficiaries.refresh', {});
    const { submissionId } = view;
    expect(await desk.get('submissions.get', { submissionId })).toMatchObject({
      state: 'accepted',
    });
    expect((await desk.get('beneficiaries.list', { search: 'marula' })).rows).toHaveLength(1);
    expect(await callsOf(desk, 'createBeneficiary')).toBe(1);
  });

  test('is not sent while no one is signed in', async () => {
    const desk = await sandboxDesk();
    await desk.get('session.signOut', {});
    const order = { reference: newReference(), payee: marula };
    expect((await desk.refused('beneficiaries.create', order)).code).toBe('session.required');
  });
});

describe('a check', () => {
  test('asks for a bank and a holder once, however often a field is left', async () => {
    const desk = await sandboxDesk();
    const checks: BeneficiaryCheck[] = [];
    for (const city of ['', 'Lagos', 'Abuja'])
      checks.push(await desk.get('beneficiaries.check', nigerian({ city })));
    expect(checks.map(({ nameCheck }) => nameCheck?.state)).toEqual(['close', 'close', 'close']);
    expect(checks[0]).toMatchObject({
      bank: { bankName: 'Eko Merchant Bank' },
      nameCheck: { nameAtBank: 'Harmattan Food Limited' },
    });
    expect(await callsOf(desk, 'getBankDetails')).toBe(1);
    expect(await callsOf(desk, 'validateBeneficiaryAccount')).toBe(1);
  });

  test('asks nothing for half a code', async () => {
    const desk = await sandboxDesk();
    const check = await desk.get(
      'beneficiaries.check',
      nigerian({ bankBicOrCode: '05', accountNumber: '990000070' }),
    );
    expect(Object.keys(check.problems)).toEqual(
      expect.arrayContaining(['accountNumber', 'bankBicOrCode']),
    );
    expect(check).toMatchObject({ bank: null, bankProblem: null, nameCheck: null });
    expect(await callsOf(desk, 'getBankDetails')).toBe(0);
  });

  test.each([
    [{ accountNumber: '9900000701' }, 'not-found'],
    [{ name: 'Harmattan Food Ltd' }, 'match'],
    [{ name: 'Somebody Else' }, 'differs'],
  ])('of the name of %o says %s', async (given, state) => {
    const desk = await sandboxDesk();
    const { nameCheck } = await desk.get('beneficiaries.check', nigerian(given));
    expect(nameCheck?.state).toBe(state);
  });

  test('finds look-alikes in the local copy, also when no one is signed in', async () => {
    const desk = await sandboxDesk();
    await desk.get('session.signOut', {});
    const check = await desk.get('beneficiaries.check', nigerian({ name: 'Kаduna Cotton Mills' }));
    expect(check.lookAlikes).toMatchObject([
      { name: 'Kaduna Cotton Mills', reason: 'same-looking' },
    ]);
    expect(check.bankProblem).toContain('Not signed in');
    expect(check.nameCheck?.state).toBe('unavailable');
  });

  test('of a code that no bank has says so at the code', async () => {
    const desk = await sandboxDesk();
    const { hints, bank } = await desk.get(
      'beneficiaries.check',
      nigerian({ bankBicOrCode: '999' }),
    );
    expect(bank).toBeNull();
    expect(hints['bankBicOrCode']).toContain('unknown to the bank');
  });
});

describe('bank details that changed since the last payment', () => {
  async function pay(desk: TestDesk, beneficiaryId: string, currency: string): Promise<void> {
    const { currencies } = await desk.get('accounts.position', {});
    const account = currencies.find((line) => line.currency === currency)?.accounts[0];
    if (!account) expect.fail(`the sandbox has no account in ${currency}`);
    const order = {
      reference: newReference(),
      accountNumber: account.accountNumber,
      beneficiaryId,
      amount: '12.50',
      currency,
      narration: 'test',
    };
    const review = await desk.get('payments.review', order);
    const sent = await desk.get('payments.send', {
      ...order,
      payeeFingerprint: review.payeeFingerprint,
      acknowledged: review.warnings.map(({ kind }) => kind),
      twins: [],
    });
    expect(sent.state).toBe('accepted');
  }

  test('keep the payee in quarantine until a person has looked at these very details', async () => {
    const desk = await sandboxDesk();
    await desk.sync({});
    const { rows } = await desk.get('beneficiaries.list', { search: 'kaduna' });
    const { entityId, currencyIso3Code, accountNumber } = rows[0]!;
    expect((await desk.get('beneficiaries.quarantine', {})).rows).toEqual([]);
    await pay(desk, entityId, currencyIso3Code);
    expect((await desk.get('beneficiaries.quarantine', {})).rows).toEqual([]);
    const change = { accountNumber: '00112233', bankName: 'Another Bank' };
    await desk.get('beneficiaries.update', { reference: newReference(), entityId, change });
    const [held] = (await desk.get('beneficiaries.quarantine', {})).rows;
    expect(held).toMatchObject({
      entityId,
      name: 'Kaduna Cotton Mills',
      changedFields: [
        { field: 'accountNumber', before: accountNumber, now: '00112233' },
        { field: 'bankName', now: 'Another Bank' },
      ],
    });
    const again = { accountNumber: '00112244' };
    await desk.get('beneficiaries.update', { reference: newReference(), entityId, change: again });
    const stale = { entityId, fingerprint: held!.fingerprint };
    expect((await desk.refused('beneficiaries.release', stale)).code).toBe('payee.changed');
    const [now] = (await desk.get('beneficiaries.quarantine', {})).rows;
    await desk.get('beneficiaries.release', { entityId, fingerprint: now!.fingerprint });
    expect((await desk.get('beneficiaries.quarantine', {})).rows).toEqual([]);
  });
});
