import { describe, expect, test } from 'vitest';

import { contextOf, answersSignIn, bankFileOf, signedIn } from '../support/desk-client.ts';
import { answerJson, playBank } from '../support/scripted-server.ts';

/** A client of a bank that answers `body` with 200 to everything. */
async function answering(body: unknown, extra: Record<string, unknown> = {}) {
  const bank = await playBank((received, response) => {
    if (!answersSignIn(received, response)) answerJson(response, body);
  });
  const { client } = await signedIn(bankFileOf(bank.url, extra));
  return {
    bank,
    update: (change: object = { name: 'Ada' }) =>
      client.call('updateBeneficiary', { path: { entityId: 'B-7' }, body: change }, contextOf()),
    remove: () =>
      client.call('deleteSubclient', { path: { clientId: 'C-1', id: 'S-9' } }, contextOf()),
    create: () =>
      client.call(
        'createSubclient',
        { path: { clientId: 'C-1' }, body: { name: 'Rift' } },
        contextOf(),
      ),
  };
}

const payee = { name: 'Ada', accountNumber: '1', city: 'Rome' };

describe('the answer to a change is read from its envelope', () => {
  test.each<[string, unknown]>([
    ['bare', payee],
    ['data', { status: 'success', code: '00', message: 'ok', data: payee }],
    ['a name of its own', { message: 'ok', beneficiary: payee, meta: { requestId: 'r-1' } }],
    ['two deep', { response: { data: payee } }],
    ['a list of one', { data: [payee] }],
    ['empty members beside it', { name: null, city: null, data: payee, error: null }],
  ])('%s', async (_what, body) => {
    const { update } = await answering(body);
    expect(await update()).toEqual({ ok: true, value: expect.objectContaining(payee) as object });
  });

  test.each<[string, unknown]>([
    ['two records', { before: payee, after: payee }],
    ['a list of two', { data: [payee, payee] }],
    ['a record five deep', { a: { b: { c: { d: payee } } } }],
    [
      'one among a thousand members',
      { ...Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`m${at}`, at])), payee },
    ],
    ['what envelopes have too', { meta: { id: 'B-7', status: 'ok' } }],
    ['nothing', {}],
  ])('but %s is not accepted as the record, and no field is read', async (_what, body) => {
    const { update } = await answering(body);
    // It is stored as extra fields.
    const storedKeys = Object.keys(body as object).length === 0 ? [] : ['extras'];
    const outcome = await update();
    expect(outcome.ok && Object.keys(outcome.value)).toEqual(storedKeys);
  });

  test('a field that it sends is read, one that it leaves out is not; null is empty', async () => {
    const sent = { name: 'Ada', city: null, intermediaryBank: { bic: 'ABCDEF22' } };
    const { update } = await answering(sent);
    expect(await update()).toEqual({ ok: true, value: { ...sent, city: '' } });
  });

  test('where the file names the places, no other place is searched', async () => {
    const operations = { getToken: {}, updateBeneficiary: { response: { name: '/data/who' } } };
    const { update } = await answering({ data: { ...payee, who: 'Eve' } }, { operations });
    const outcome = await update();
    expect(outcome).toMatchObject({ value: { name: 'Eve' } });
    expect(outcome.ok && outcome.value.accountNumber).toBeUndefined();
  });

  test('a sub-client is the one that was asked for by another name of its identifier only', async () => {
    const record = { name: 'Rift', status: 'deleted' };
    for (const own of [{ id: 'S-9' }, { subClientId: 'S-9' }])
      expect(await (await answering({ ...record, ...own })).remove()).toMatchObject({
        value: { entityId: 'S-9' },
      });
    for (const other of [{ id: 'S-8' }, {}, { name: 'S-9' }])
      expect(await (await answering({ ...record, ...other })).remove()).toMatchObject({
        error: { code: 'outcome.unknown', fields: { entityId: 'is missing' } },
      });
  });
});

describe('an answer with 200 is not believed', () => {
  test.each<[string, unknown, string]>([
    ['about another record', { ...payee, entityId: 'B-8' }, 'is about B-8, not B-7'],
    ['about another record within', { data: { ...payee, entityId: 8 } }, 'is about 8, not B-7'],
    [
      'that names the account twice',
      { ...payee, data: { accountNumber: '2' } },
      '“accountNumber” twice: 1 and 2',
    ],
    [
      'that names the bank twice',
      { bankBicOrCode: 'A', result: { bankBicOrCode: 'B' } },
      '“bankBicOrCode” twice',
    ],
  ])('%s', async (_what, body, words) => {
    const outcome = await (await answering(body)).update();
    expect(outcome).toMatchObject({ error: { code: 'outcome.unknown', bank: { status: 200 } } });
    expect(outcome.ok ? '' : outcome.error.message).toContain(words);
  });
});

describe('an answer with 200 that reports a failure is a refusal', () => {
  test.each<[string, unknown, string]>([
    ['success', { success: false }, 'success: false'],
    ['success as a text', { success: 'false', ...payee }, 'success: false'],
    ['ok', { ok: false, message: 'Closed' }, 'ok: false: Closed'],
    ['a status', { status: 'FAILED', reason: 'Closed' }, 'FAILED: Closed'],
    ['a status around the record', { status: 'error', data: payee }, 'error'],
    ['a result', { result: 'rejected' }, 'rejected'],
    ['a status of HTTP', { status: 422, detail: 'Closed' }, 'status: 422: Closed'],
    ['an error', { error: 'Closed' }, 'error: Closed'],
    ['errors', { errors: [{ field: 'name', message: 'is taken' }] }, 'errors: name is taken'],
    ['an error within', { response: { error: { message: 'Closed' } } }, 'error: Closed'],
  ])('by %s', async (_what, body, message) => {
    const outcome = await (await answering(body)).update();
    expect(outcome).toMatchObject({
      error: { code: 'bank.refused', bank: { status: 200, message }, retryable: false },
    });
  });

  test('and names the fields that were sent', async () => {
    const { update } = await answering({ success: false, errors: { name: ['is taken'] } });
    expect(await update()).toMatchObject({ error: { fields: { name: 'is taken' } } });
  });

  test('of an assumed change too', async () => {
    const operations = { getToken: {}, createSubclient: {} };
    const { create } = await answering({ success: false, message: 'Taken' }, { operations });
    expect(await create()).toMatchObject({ error: { code: 'bank.refused' } });
  });

  test.each<[string, unknown]>([
    ['no error', { ...payee, error: null, errors: [], success: true }],
    ['empty complaints', { ...payee, error: '', errors: {} }],
    ['warnings beside success', { ...payee, success: true, errors: ['postcode was tidied'] }],
    ['a status of HTTP that is good', { ...payee, status: 200 }],
    ['a pending status', { ...payee, status: 'pending' }],
  ])('but %s is none', async (_what, body) => {
    expect(await (await answering(body)).update()).toMatchObject({ ok: true });
  });

  test('but the state of a record is its own: what was rejected once can be deleted', async () => {
    const record = { entityId: 'S-9', name: 'Rift', status: 'rejected' };
    expect(await (await answering(record)).remove()).toMatchObject({ ok: true });
  });
});

describe('a change that would lose a field is not sent', () => {
  const file = (request: object) => ({
    operations: { getToken: {}, updateBeneficiary: { request } },
  });

  test('because the bank file has no place for the field', async () => {
    const { update, bank } = await answering(payee, file({ zip: '{postCode}' }));
    expect(await update({ name: 'Ada', postCode: '9' })).toMatchObject({
      error: { code: 'input.invalid', fields: { 'body.name': expect.any(String) as string } },
    });
    expect(bank.requests).toHaveLength(1);
    expect(await update({ postCode: '9' })).toMatchObject({ ok: true });
  });

  test('nor is one that names nothing to change', async () => {
    const { update, bank } = await answering(payee);
    expect(await update({})).toMatchObject({
      error: { code: 'input.invalid', fields: { body: 'names nothing to change' } },
    });
    expect(bank.requests).toHaveLength(1);
  });
});
