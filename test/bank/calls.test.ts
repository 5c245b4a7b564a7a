import { inspect } from 'node:util';

import { describe, expect, test } from 'vitest';

import { parseExact } from '../../shared/json/exact-json.ts';
import {
  accountAnswer,
  answersSignIn,
  bankFileOf,
  base,
  canaries,
  codeOf,
  contextOf,
  grantOf,
  openClient,
  signedIn,
  subClientAnswer,
  tokenPath,
  done,
} from './support/desk-client.ts';
import { answerJson, playBank } from './support/scripted-server.ts';
import { wallClock } from '../support/setup/time.ts';

const accountInput = { query: { accountNumber: '0123456789' } };

describe('a call', () => {
  test('goes to {base_url}/platform, whatever path the base has', async () => {
    const bank = await playBank((_received, response) => {
      answerJson(response, grantOf(1));
    });
    await signedIn(bankFileOf(`${bank.url}/api/`));
    expect(bank.requests.map(({ url }) => url)).toEqual([`/api${tokenPath}`]);
  });

  test('carries path and query encoded, and the headers that belong to it', async () => {
    const bank = await playBank((received, response) => {
      if (!answersSignIn(received, response)) answerJson(response, accountAnswer());
    });
    const { client } = await signedIn(bankFileOf(bank.url));
    await done(
      client.call('getAccount', { path: { entityId: 'a/b ?#%2e..é' } }, contextOf('ref-7')),
    );
    const request = bank.requests[1];
    expect(request?.url).toBe(`${base}/accounts/a%2Fb%20%3F%23%252e..%C3%A9`);
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer canary-token-1',
      'x-correlation-id': 'ref-7',
      accept: 'application/json',
    });
    expect(request?.headers).not.toHaveProperty('accept-encoding');
  });

  test('reads an amount to the last digit', async () => {
    const bank = await playBank((received, response) => {
      if (!answersSignIn(received, response))
        answerJson(response, accountAnswer('90071992547409.9301'));
    });
    const { client } = await signedIn(bankFileOf(bank.url));
    expect(await client.call('getAccountsBy', accountInput, contextOf())).toMatchObject({
      ok: true,
      value: { account: { availableBalance: '90071992547409.9301' } },
    });
  });

  test('writes an amount to the last digit', async () => {
    const bank = await playBank((received, response) => {
      if (!answersSignIn(received, response)) answerJson(response, {});
    });
    const { client } = await signedIn(
      bankFileOf(bank.url, { operations: { getToken: {}, simulateInflow: {} } }),
    );
    const body = { accountNumber: '1', amount: '90071992547409.9301', currency: 'USD' };
    await done(client.call('simulateInflow', { body }, contextOf()));
    expect(bank.requests[1]?.body).toBe(
      '{"accountNumber":"1","amount":90071992547409.9301,"currency":"USD"}',
    );
  });

  test.each(['.', '..', ''])('with the path value %j is not sent', async (entityId) => {
    const bank = await playBank((received, response) => void answersSignIn(received, response));
    const { client } = await signedIn(bankFileOf(bank.url));
    const outcome = await client.call('getAccount', { path: { entityId } }, contextOf());
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'input.invalid', fields: { 'path.entityId': expect.any(String) as string } },
    });
    expect(bank.requests).toHaveLength(1);
  });

  test('with a wrong input names the fields and is not sent', async () => {
    const bank = await playBank((received, response) => void answersSignIn(received, response));
    const { client, records } = await signedIn(bankFileOf(bank.url));
    const body = { emailAddress: 'nobody', currencyIso3Code: 'EURO' };
    const outcome = await client.call(
      'updateBeneficiary',
      { path: { entityId: 'b' }, body },
      contextOf(),
    );
    expect(outcome).toMatchObject({
      error: { code: 'input.invalid', operation: 'updateBeneficiary' },
    });
    expect(Object.keys(outcome.ok ? {} : (outcome.error.fields ?? {})).toSorted()).toEqual([
      'body.currencyIso3Code',
      'body.emailAddress',
    ]);
    expect([bank.requests.length, records.length]).toEqual([1, 0]);
  });

  test('of an operation that the bank file does not confirm names its place in the file and is not sent', async () => {
    const bank = await playBank((received, response) => void answersSignIn(received, response));
    const { client } = await signedIn(bankFileOf(bank.url));
    const outcome = await client.call('getAllBeneficiaries', {}, contextOf());
    expect(outcome).toMatchObject({
      error: {
        code: 'operation.closed',
        operation: 'getAllBeneficiaries',
        message: expect.stringContaining('“operations.getAllBeneficiaries”') as string,
      },
    });
    expect(client.isOpen('getAllBeneficiaries')).toBe(false);
    expect(bank.requests).toHaveLength(1);
  });

  test('without a session is not sent', async () => {
    const bank = await playBank(() => undefined);
    const { client } = openClient(bankFileOf(bank.url));
    expect(codeOf(await client.call('getAccountsBy', accountInput, contextOf()))).toBe(
      'session.required',
    );
    expect(bank.requests).toEqual([]);
  });

  test('of Get Statement sends the eight names as they are', async () => {
    const bank = await playBank((received, response) => {
      if (!answersSignIn(received, response)) answerJson(response, {}, 400);
    });
    const { client } = await signedIn(bankFileOf(bank.url));
    const query = {
      startDate: 'a',
      endDate: 'b',
      limit: '1',
      pageNumber: '2',
      from: 'c',
      to: 'd',
      pageSize: '3',
      pageOffset: '4',
    };
    await done(client.call('getStatement', { path: { accountNumber: '9' }, query }, contextOf()));
    await done(client.call('getStatement', { path: { accountNumber: '9' } }, contextOf()));
    expect(bank.requests.slice(1).map(({ url }) => url)).toEqual([
      `${base}/statement/clientStatement/9?startDate=a&endDate=b&limit=1&pageNumber=2&from=c&to=d&pageSize=3&pageOffset=4`,
      `${base}/statement/clientStatement/9`,
    ]);
  });

  test('of Delete and Submit Subclient has no body', async () => {
    const bank = await playBank((received, response) => {
      if (!answersSignIn(received, response)) answerJson(response, subClientAnswer);
    });
    const { client } = await signedIn(bankFileOf(bank.url));
    const path = { clientId: 'c', id: 's' };
    await done(client.call('deleteSubclient', { path }, contextOf()));
    await done(client.call('submitSubclient', { path }, contextOf()));
    expect(
      bank.requests
        .slice(1)
        .map(({ method, body, headers }) => [method, body, headers['content-type']]),
    ).toEqual([
      ['PATCH', '', undefined],
      ['POST', '', undefined],
    ]);
  });

  test('that changes something carries its key where the bank knows idempotency, a read does not', async () => {
    const bank = await playBank((received, response) => {
      if (!answersSignIn(received, response)) answerJson(response, subClientAnswer);
    });
    const { client } = await signedIn(
      bankFileOf(bank.url, { idempotency: { header: 'Idempotency-Key' } }),
    );
    const path = { clientId: 'c', id: 's' };
    await done(
      client.call('submitSubclient', { path }, { ...contextOf('ref-1'), idempotencyKey: 'key-9' }),
    );
    await done(client.call('submitSubclient', { path }, contextOf('ref-2')));
    await done(client.call('getAccountsBy', accountInput, contextOf('ref-3')));
    expect(bank.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      undefined,
      'key-9',
      'ref-2',
      undefined,
    ]);
  });

  test('leaves one record: what, how, how long, about whom', async () => {
    const bank = await playBank((received, response) => {
      if (!answersSignIn(received, response)) answerJson(response, accountAnswer());
    });
    const { client, records } = await signedIn(bankFileOf(bank.url));
    await done(client.call('getAccountsBy', accountInput, contextOf('ref-5')));
    expect(records).toMatchObject([
      {
        operation: 'getAccountsBy',
        method: 'GET',
        outcome: 'ok',
        status: 200,
        attempts: 1,
        correlationId: 'ref-5',
        subject: 'account …6789',
      },
    ]);
  });

  test('succeeds even if its record cannot be stored', async () => {
    const bank = await playBank((received, response) => {
      if (!answersSignIn(received, response)) answerJson(response, accountAnswer());
    });
    const { client } = await signedIn(bankFileOf(bank.url), {
      onCall: () => {
        throw new Error('disk full');
      },
    });
    expect(codeOf(await client.call('getAccountsBy', accountInput, contextOf()))).toBe('ok');
  });

  test('shows how far the bank’s clock is from ours', async () => {
    const bank = await playBank((received, response) => void answersSignIn(received, response));
    const { client } = await signedIn(bankFileOf(bank.url), {
      clock: wallClock(() => Date.now() - 600_000),
    });
    expect(client.clockOffsetMs()).toBeGreaterThan(590_000);
    expect(openClient(bankFileOf(bank.url)).client.clockOffsetMs()).toBeNull();
  });
});

describe('an answer', () => {
  const answering = async (body: string, extra = {}) => {
    const bank = await playBank((received, response) => {
      if (!answersSignIn(received, response)) answerJson(response, body);
    });
    return signedIn(bankFileOf(bank.url, extra));
  };

  test('with unknown extra fields is accepted; with a missing field it names the place [H17]', async () => {
    const more = await answering(
      accountAnswer().replace('{"message"', '{"extra":{"deep":[1]},"message"'),
    );
    expect(codeOf(await more.client.call('getAccountsBy', accountInput, contextOf()))).toBe('ok');
    const less = await answering(accountAnswer().replace('"accountId":"a1",', ''));
    expect(await less.client.call('getAccountsBy', accountInput, contextOf())).toMatchObject({
      error: {
        code: 'bank.unexpected',
        operation: 'getAccountsBy',
        fields: { 'account.accountId': expect.any(String) as string },
      },
    });
    expect(less.records).toMatchObject([{ outcome: 'bank.unexpected', status: 200 }]);
  });

  test.each([
    ['null', 'null'],
    ['a text with a comma', '"1,204.50"'],
    ['an exponent beyond all amounts', '1e30'],
    ['five decimals', '1.00001'],
    ['fifteen digits', '123456789012345'],
  ])('with %s for an amount is refused, not rounded', async (_what, balance) => {
    const { client } = await answering(accountAnswer(balance));
    expect(await client.call('getAccountsBy', accountInput, contextOf())).toMatchObject({
      error: {
        code: 'bank.unexpected',
        fields: { 'account.availableBalance': expect.any(String) as string },
      },
    });
  });

  test('with unknown words shows them as they are [H17]', async () => {
    const { client } = await answering(accountAnswer().replace('"active"', '"frozen-by-court"'));
    expect(await client.call('getAccountsBy', accountInput, contextOf())).toMatchObject({
      value: { account: { status: 'frozen-by-court' } },
    });
  });

  test('read unchecked keeps every number as text, so that sync can check it entry by entry', async () => {
    const { client } = await answering('{"statement":{"data":[{"amount":1.10,"id":null}]}}');
    const outcome = await client.callUnchecked(
      'getStatement',
      { path: { accountNumber: '9' } },
      contextOf(),
    );
    expect(outcome).toEqual({
      ok: true,
      value: parseExact('{"statement":{"data":[{"amount":1.10,"id":null}]}}'),
    });
  });

  test('cannot reach into the language by its keys [H4]', async () => {
    const { client } = await answering(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":{"\\u005f_proto__":{"polluted":1},"b":1}}',
    );
    const outcome = await client.callUnchecked(
      'getStatement',
      { path: { accountNumber: '9' } },
      contextOf(),
    );
    expect(outcome).toMatchObject({ ok: true, value: { a: parseExact('{"b":1}') } });
    // What was not read is listed by name.
    expect(outcome).toMatchObject({
      value: { extras: '[{"a":{"b":1}},["__proto__","constructor","a.__proto__"]]' },
    });
    expect(JSON.stringify(outcome)).not.toContain('polluted');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('that refuses brings the bank’s own words, bounded and plain, first pointer first', async () => {
    const words = `No\u0000 such\naccount \u202Eevil ${'x'.repeat(2_000)}`;
    const bank = await playBank((received, response) => {
      if (!answersSignIn(received, response))
        answerJson(response, { message: '', error: { message: words } }, 400);
    });
    const { client } = await signedIn(bankFileOf(bank.url));
    const outcome = await client.call('getAccountsBy', accountInput, contextOf());
    const error = outcome.ok ? undefined : outcome.error;
    expect(error).toMatchObject({ code: 'bank.refused', bank: { status: 400 } });
    expect(error?.bank?.message).toMatch(/^No such account evil x+…$/);
    expect(error?.bank?.message).toHaveLength(500);
    expect(error?.message).toContain('“No such account evil');
  });
});

test('a beneficiary’s post code goes out as postCode and comes back as postcode [H18]', async () => {
  const bank = await playBank((received, response) => {
    if (answersSignIn(received, response)) return;
    const { postCode, ...rest } = JSON.parse(received.body) as Record<string, unknown>;
    answerJson(response, {
      ...rest,
      postcode: postCode,
      paymentMethod: 'swift',
      clientId: 'c',
      subClientId: 's',
    });
  });
  const { client } = await signedIn(bankFileOf(bank.url));
  const input = {
    path: { entityId: 'b1' },
    body: { name: 'Ada', currencyIso3Code: 'GBP', postCode: 'SW1A 1AA' },
  };
  const first = await client.call('updateBeneficiary', input, contextOf());
  if (!first.ok) throw new Error(first.error.message);
  expect(first.value).toMatchObject({ postcode: 'SW1A 1AA', paymentMethod: 'swift' });
  expect(first.value).not.toHaveProperty('postCode');
  expect(JSON.parse(bank.requests[1]?.body ?? '')).toEqual(input.body);
});

test('no secret shows in the client, its errors or its records [L1]', async () => {
  const bank = await playBank((received, response) => {
    if (answersSignIn(received, response)) return;
    const secrets = `${received.headers.authorization ?? ''} and canary-password`;
    answerJson(response, { message: `I saw ${secrets}` }, 400);
  });
  // Without a refresh token the credentials stay in memory; they must not show either.
  const bankFile = bankFileOf(bank.url, { operations: { getToken: {} } });
  const { client, records } = await signedIn(bankFile);
  const outcome = await client.call('getAccountsBy', accountInput, contextOf());
  expect(outcome).toMatchObject({ error: { bank: { message: 'I saw Bearer ••• and •••' } } });
  const seen = inspect([client, client.session, outcome, records], {
    depth: 20,
    showHidden: true,
    getters: true,
  });
  const all = [seen, JSON.stringify([client, outcome, records])].join();
  expect(canaries.filter((canary) => all.includes(canary))).toEqual([]);
});
