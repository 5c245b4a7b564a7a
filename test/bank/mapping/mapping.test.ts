import { describe, expect, test } from 'vitest';

import {
  bankFileOf,
  codeOf,
  contextOf,
  signedIn,
  answersSignIn,
  done,
} from '../support/desk-client.ts';
import { answerJson, playBank } from '../support/scripted-server.ts';

/** A client of a bank that answers `body` to everything, under these operations of the bank file. */
async function mappedClient(operations: Record<string, unknown>, body: string) {
  const bank = await playBank((received, response) => {
    if (!answersSignIn(received, response)) answerJson(response, body);
  });
  const bankFile = bankFileOf(bank.url, { operations: { getToken: {}, ...operations } });
  return { ...(await signedIn(bankFile)), bank };
}

describe('a bank that speaks otherwise', () => {
  test('is asked by its own method, path, query and body', async () => {
    const { client, bank } = await mappedClient(
      {
        getStatement: {
          path: '/v3/{accountNumber}/lines',
          query: { 'from-day': '{startDate}', size: 'n{limit}', fixed: 'yes', gone: '{to}' },
        },
        updateBeneficiary: {
          method: 'POST',
          path: '/payees',
          request: {
            payee: {
              key: '{entityId}',
              title: '{name}',
              zip: '{postCode}',
              via: '{intermediaryBank.bic}',
              bank: '{branchInformation}',
            },
            none: '{city}',
          },
        },
      },
      '{}',
    );
    await done(
      client.call(
        'getStatement',
        { path: { accountNumber: '1/2' }, query: { startDate: '2026-01-01', limit: '5' } },
        contextOf(),
      ),
    );
    const body = {
      name: 'Ada',
      postCode: '1',
      intermediaryBank: { bic: 'B' },
      branchInformation: { branchCode: '9' },
    };
    await done(client.call('updateBeneficiary', { path: { entityId: 'b/1' }, body }, contextOf()));
    expect(
      bank.requests.slice(1).map(({ method, url, body: sent }) => [method, url, sent]),
    ).toEqual([
      ['GET', '/platform/v3/1%2F2/lines?from-day=2026-01-01&size=n5&fixed=yes', ''],
      [
        'POST',
        '/platform/payees',
        '{"payee":{"key":"b/1","title":"Ada","zip":"1","via":"B","bank":{"branchCode":"9"}}}',
      ],
    ]);
  });

  test('sends an amount as the exact number its bank file asks for', async () => {
    const { client, bank } = await mappedClient(
      {
        simulateInflow: {
          request: { money: { value: '{amount:number}', text: '{amount}' }, to: '{accountNumber}' },
        },
      },
      '{}',
    );
    const body = { accountNumber: '12', amount: '10000000000000.0001', currency: 'USD' };
    await done(client.call('simulateInflow', { body }, contextOf()));
    expect(bank.requests[1]?.body).toBe(
      '{"money":{"value":10000000000000.0001,"text":"10000000000000.0001"},"to":"12"}',
    );
  });

  test('answers a bare record under other names: the mapped fields move, the others stay', async () => {
    const { client } = await mappedClient(
      {
        getAccount: {
          response: {
            accountId: '/id',
            availableBalance: '/funds/free',
            currencyIso3Code: '/funds/ccy',
          },
        },
      },
      '{"id":"A-1","funds":{"free":12345678901234.5678,"ccy":"KWD"},"accountName":"Main"}',
    );
    expect(await client.call('getAccount', { path: { entityId: 'e' } }, contextOf())).toMatchObject(
      {
        ok: true,
        value: {
          account: {
            accountId: 'A-1',
            availableBalance: '12345678901234.5678',
            currencyIso3Code: 'KWD',
            accountName: 'Main',
            status: '',
          },
        },
      },
    );
  });

  test('answers a bare list: rows are mapped one by one, and the list is one page', async () => {
    const { client } = await mappedClient(
      {
        getAllBeneficiaries: { items: '/result', response: { entityId: '/key', name: '/names/0' } },
      },
      '{"result":[{"key":"b1","names":["Ada"],"city":"Rome"},{"key":"b2","names":[]}]}',
    );
    expect(await client.call('getAllBeneficiaries', {}, contextOf())).toMatchObject({
      ok: true,
      value: {
        beneficiaries: {
          page: 1,
          pageSize: 2,
          totalItems: 2,
          totalPages: 1,
          data: [
            { entityId: 'b1', name: 'Ada', city: 'Rome' },
            { entityId: 'b2', name: '' },
          ],
        },
      },
    });
  });

  test('answers a list whose paging lies elsewhere', async () => {
    const { client } = await mappedClient(
      {
        getAllSubclients: {
          items: '/rows',
          response: {
            entityId: '/id',
            'subClients.page': '/meta/p',
            'subClients.pageSize': '/meta/n',
            'subClients.totalItems': '/meta/all',
            'subClients.totalPages': '/meta/of',
          },
        },
      },
      '{"rows":[{"id":"s1","status":"draft"}],"meta":{"p":2,"n":1,"all":3,"of":3}}',
    );
    expect(
      await client.call('getAllSubclients', { path: { clientId: 'c' } }, contextOf()),
    ).toMatchObject({
      value: {
        subClients: {
          page: 2,
          pageSize: 1,
          totalItems: 3,
          totalPages: 3,
          data: [{ entityId: 's1' }],
        },
      },
    });
  });

  test('may swap two fields: both are read before either is written', async () => {
    const { client } = await mappedClient(
      { getAllAccounts: { response: { accountId: '/entityId', entityId: '/accountId' } } },
      '{"accounts":[{"accountId":"x","entityId":"y","currencyIso3Code":"USD","availableBalance":1}]}',
    );
    expect(await client.call('getAllAccounts', {}, contextOf())).toMatchObject({
      value: { accounts: [{ accountId: 'y', entityId: 'x' }] },
    });
  });

  test('never gets totals of a statement made up: they are part of the proof', async () => {
    const { client } = await mappedClient(
      {
        getStatement: {
          items: '/lines',
          response: { openingBalance: '/o', closingBalance: '/c', startDate: '/s', endDate: '/e' },
        },
      },
      '{"lines":[],"o":1,"c":1,"s":"2026-01-01","e":"2026-01-01"}',
    );
    const outcome = await client.call(
      'getStatement',
      { path: { accountNumber: '1' } },
      contextOf(),
    );
    expect(outcome).toMatchObject({
      error: {
        code: 'bank.unexpected',
        fields: { 'statement.totalItems': expect.any(String) as string },
      },
    });
  });

  test.each([
    ['no list where one is named', '{"result":"none"}'],
    ['rows that are no records', '{"result":[1]}'],
    ['nothing at all', 'null'],
  ])('with %s is unexpected, not a crash', async (_what, body) => {
    const { client } = await mappedClient(
      { getAllBeneficiaries: { items: '/result', response: { entityId: '/k' } } },
      body,
    );
    expect(codeOf(await client.call('getAllBeneficiaries', {}, contextOf()))).toBe(
      'bank.unexpected',
    );
  });

  test('has its refresh answer read where the file says', async () => {
    let count = 0;
    const bank = await playBank((received, response) => {
      if (answersSignIn(received, response)) return;
      count += 1;
      if (received.url === '/platform/renew') answerJson(response, { fresh: 'canary-token-7' });
      else answerJson(response, {}, count === 1 ? 401 : 400);
    });
    const { client } = await signedIn(
      bankFileOf(bank.url, {
        operations: {
          getToken: {},
          refreshToken: {
            path: '/renew',
            request: { r: '{refreshToken}' },
            response: { accessToken: '/fresh' },
          },
        },
      }),
    );
    await done(client.call('getAccountsBy', {}, contextOf()));
    expect(bank.requests[2]?.body).toBe('{"r":"canary-renewal-1"}');
    expect(bank.requests[3]?.headers.authorization).toBe('Bearer canary-token-7');
  });
});
