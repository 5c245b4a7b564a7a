import { describe, expect, test } from 'vitest';

import type { BankClient } from '../../../electron/engines/bank/client.ts';
import { parseBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import type { OperationName } from '../../../shared/bank/catalogue.ts';
import { bankFileOf, contextOf, openClient } from '../support/desk-client.ts';
import { answerJson, playBank } from '../support/scripted-server.ts';

/** As the command line calls: by name, with whatever was given. */
const called = (client: BankClient, name: OperationName, body: object) =>
  client.call(name, { body } as never, contextOf());

const auth = {
  request: { user: { id: '{company}/{username}' }, word: '{passPhrase}' },
  token: '/result/0/ticket',
};

async function against(answer: unknown, more: object = {}, status = 200) {
  const bank = await playBank((_received, response) => {
    answerJson(response, answer, status);
  });
  const operations = { getToken: { path: '/door' }, refreshToken: { path: '/again' } };
  const { client } = openClient(
    bankFileOf(bank.url, { auth: { ...auth, ...more }, operations: { ...operations } }),
  );
  return { bank, client };
}

describe('a sign-in that is called by name', () => {
  test('goes out in the bank’s own body, and its answer is read at the bank’s own places', async () => {
    const { bank, client } = await against(
      { message: 'Come in', result: [{ ticket: 'T-1', again: 'R-1', secs: '900' }] },
      { refreshToken: '/result/0/again', expiresIn: '/result/0/secs' },
    );
    const form = { company: 'acme', username: 'ada', passPhrase: 'x"\\y' };
    expect(await called(client, 'getToken', form)).toEqual({
      ok: true,
      value: {
        message: 'Come in',
        data: { accessToken: 'T-1', refreshToken: 'R-1', tokenType: 'Bearer', expiresIn: 900 },
      },
    });
    expect(bank.requests).toMatchObject([
      {
        method: 'POST',
        url: '/platform/door',
        body: '{"user":{"id":"acme/ada"},"word":"x\\"\\\\y"}',
      },
    ]);
    expect(await called(client, 'refreshToken', { refreshToken: 'R-1' })).toMatchObject({
      value: { data: { accessToken: 'T-1', refreshToken: 'R-1' } },
    });
    expect(bank.requests[1]).toMatchObject({
      url: '/platform/again',
      body: '{"refreshToken":"R-1"}',
    });
  });

  test('at a bank that answers only a token still succeeds', async () => {
    const { client } = await against({ result: [{ ticket: 'T-1' }] });
    const form = { company: 'acme', username: 'ada', passPhrase: 'secret' };
    expect(await called(client, 'getToken', form)).toMatchObject({
      value: { data: { accessToken: 'T-1', refreshToken: '' } },
    });
  });

  test('without a field that the bank asks for names it, and nothing is sent', async () => {
    const { bank, client } = await against({});
    expect(await called(client, 'getToken', { username: 'ada', password: 'x' })).toMatchObject({
      error: {
        code: 'input.invalid',
        fields: { 'body.company': 'is missing', 'body.passPhrase': 'is missing' },
      },
    });
    expect(bank.requests).toEqual([]);
  });

  test('that is refused in words that repeat its secrets is shown without them', async () => {
    const { client } = await against({ message: 'canary-word is not yours, acme/ada' }, {}, 400);
    const form = { company: 'acme', username: 'ada', passPhrase: 'canary-word' };
    const outcome = await called(client, 'getToken', form);
    expect(outcome).toMatchObject({ error: { code: 'bank.refused' } });
    expect(JSON.stringify(outcome)).not.toContain('canary');
  });
});

describe('what a bank file says of its session’s operations', () => {
  const mistakesOf = (extra: object): Record<string, string> => {
    const parsed = parseBankFile(
      JSON.stringify({ name: 'B', environment: 'uat', baseUrl: 'https://bank.example', ...extra }),
    );
    return parsed.ok ? {} : parsed.error.fields;
  };

  test.each([
    [
      'a body of the sign-in in the wrong place',
      { operations: { getToken: { request: { u: '{username}' } } } },
      { 'operations.getToken.request': /auth\.request/ },
    ],
    [
      'a password in an address',
      { operations: { getToken: { query: { p: '{password}' } } } },
      { 'operations.getToken.query': /fixed text/ },
    ],
    [
      'a token in an address',
      { operations: { refreshToken: { query: { t: '{refreshToken}' } } } },
      { 'operations.refreshToken.query': /fixed text/ },
    ],
    [
      'another operation as the sign-in',
      { auth: { operation: 'deleteSubclient' } },
      { 'auth.operation': /write “getToken”/ },
    ],
  ])('names %s', (_what, extra, wanted) => {
    const mistakes = mistakesOf(extra);
    expect(Object.keys(mistakes)).toEqual(Object.keys(wanted));
    for (const [field, words] of Object.entries(wanted)) expect(mistakes[field]).toMatch(words);
  });

  test('a fixed query goes along with the sign-in', async () => {
    const bank = await playBank((_received, response) => {
      answerJson(response, { data: { accessToken: 'T-1' } });
    });
    const operations = { getToken: { query: { grant_type: 'password' } } };
    const { client } = openClient(bankFileOf(bank.url, { operations }));
    const typed = { username: 'ada', password: 'x' };
    expect((await client.session.signIn(typed, contextOf())).ok).toBe(true);
    expect(bank.requests[0]?.url).toBe('/platform/auth-service/api/v1/token?grant_type=password');
  });
});
