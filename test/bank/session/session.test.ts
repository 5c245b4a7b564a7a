import { inspect } from 'node:util';

import { describe, expect, test } from 'vitest';

import type { BankClient } from '../../../electron/engines/bank/client.ts';
import {
  accountAnswer,
  bankFileOf,
  base,
  canaries,
  codeOf,
  contextOf,
  credentials,
  grantOf,
  openClient,
  signedIn,
  subClientAnswer,
  tokenPath,
  done,
} from '../support/desk-client.ts';
import {
  answerJson,
  playBank,
  type ReceivedRequest,
  type SandboxBank,
} from '../support/scripted-server.ts';
import { wallClock } from '../../support/setup/time.ts';

const refreshPath = `${tokenPath}/refresh`;
const logoutPath = '/platform/auth-service/api/v1/logout';
const read = { query: { accountNumber: '0123456789' } };
const change = { path: { clientId: 'c', id: 's' } };

type Rules = {
  /** The token that lets in; every renewal counts up. */
  expired?: () => boolean;
  refresh?: (received: ReceivedRequest) => { status: number; body: unknown } | 'cut';
  delayMs?: number;
};

/** A bank with numbered, rotating tokens: only the newest lets in, and a refresh token works once. */
async function strictBank(
  rules: Rules = {},
): Promise<SandboxBank & { newest: () => number; revoke: () => void }> {
  let newest = 0;
  let valid = 0;
  const bank = await playBank(async (received, response, request) => {
    if (rules.delayMs) await new Promise((resolve) => setTimeout(resolve, rules.delayMs));
    if (received.url === tokenPath) {
      const typed = JSON.parse(received.body) as Record<string, string>;
      if (typed['password'] !== credentials.password) {
        answerJson(response, { message: 'wrong password' }, 401);
        return;
      }
      newest += 1;
      valid = newest;
      answerJson(response, grantOf(newest));
    } else if (received.url === refreshPath) {
      const scripted = rules.refresh?.(received);
      if (scripted === 'cut') request.socket.destroy();
      else if (scripted) answerJson(response, scripted.body, scripted.status);
      else if (received.body !== `{"refreshToken":"canary-renewal-${String(newest)}"}`) {
        answerJson(response, { message: 'used before' }, 401);
      } else {
        newest += 1;
        valid = newest;
        answerJson(response, grantOf(newest));
      }
    } else if (received.url === logoutPath) answerJson(response, { message: 'bye' });
    else if (received.headers.authorization !== `Bearer canary-token-${String(valid)}`)
      answerJson(response, { message: 'who are you?' }, 401);
    else answerJson(response, received.method === 'GET' ? accountAnswer() : subClientAnswer);
  });
  return {
    ...bank,
    newest: () => newest,
    revoke: () => {
      valid = -1;
    },
  };
}

const readMany = (client: BankClient, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      client.call('getAccountsBy', read, contextOf(`ref-${String(index)}`)),
    ),
  );

describe('signing in', () => {
  test('follows the bank file: its own operation, body, places and header', async () => {
    const bank = await playBank((received, response) => {
      if (received.url === '/platform/login')
        answerJson(response, { jwt: 'canary-token-9', ttl: '900' });
      else answerJson(response, accountAnswer());
    });
    const bankFile = bankFileOf(bank.url, {
      auth: {
        request: { user: { name: '{company}/{username}' }, pin: '{pin:number}' },
        token: '/jwt',
        expiresIn: '/ttl',
        header: 'X-Session',
        scheme: '',
      },
      operations: { getToken: { method: 'PUT', path: '/login' } },
    });
    const { client } = openClient(bankFile);
    const typed = { company: 'acme', username: 'ada', pin: '0.10' };
    expect(codeOf(await client.session.signIn(typed, contextOf('ref-in')))).toBe('ok');
    expect(bank.requests[0]).toMatchObject({
      method: 'PUT',
      body: '{"user":{"name":"acme/ada"},"pin":0.10}',
    });
    expect(bank.requests[0]?.headers['x-correlation-id']).toBe('ref-in');
    await done(client.call('getAccountsBy', read, contextOf()));
    expect(bank.requests[1]?.headers['x-session']).toBe('canary-token-9');
    expect(client.session.isSignedIn()).toBe(true);
    expect(client.session.signedInAt()).toMatch(/^\d{4}-.*Z$/);
  });

  test('with a field left empty names it and sends nothing', async () => {
    const bank = await strictBank();
    const { client } = openClient(bankFileOf(bank.url));
    const outcome = await client.session.signIn({ username: 'ada' }, contextOf());
    expect(outcome).toMatchObject({
      error: { code: 'input.invalid', fields: { password: 'is missing' } },
    });
    expect(bank.requests).toEqual([]);
  });

  test('that the bank refuses is reported in the bank’s words, without the password', async () => {
    const bank = await playBank((received, response) => {
      answerJson(response, { message: `not ${received.body}` }, 401);
    });
    const { client, records } = openClient(bankFileOf(bank.url));
    const outcome = await client.session.signIn(credentials, contextOf());
    expect(outcome).toMatchObject({ error: { code: 'session.refused', bank: { status: 401 } } });
    expect(client.session.isSignedIn()).toBe(false);
    const all =
      inspect([client, outcome, records], { depth: 20, showHidden: true }) +
      JSON.stringify([outcome, records]);
    expect(canaries.filter((canary) => all.includes(canary))).toEqual([]);
  });

  test('at a bank whose sign-in path is not confirmed is closed', async () => {
    const bank = await strictBank();
    const { client } = openClient(bankFileOf(bank.url, { operations: {} }));
    expect(codeOf(await client.session.signIn(credentials, contextOf()))).toBe('operation.closed');
    expect(bank.requests).toEqual([]);
  });

  test.each([
    ['no token', {}],
    ['a token that would break the header', { data: { accessToken: 'a\r\nX-Evil: 1' } }],
    ['a token that is a number', { data: { accessToken: 5 } }],
  ])('with an answer that holds %s names the pointer', async (_what, answer) => {
    const bank = await playBank((_received, response) => {
      answerJson(response, answer);
    });
    const { client } = openClient(bankFileOf(bank.url));
    expect(await client.session.signIn(credentials, contextOf())).toMatchObject({
      error: {
        code: 'bank.unexpected',
        message: expect.stringContaining('/data/accessToken') as string,
      },
    });
  });
});

describe('an ended token', () => {
  test('in fifty calls at once is renewed once, and all fifty are answered [H10]', async () => {
    const bank = await strictBank();
    const { client } = await signedIn(bankFileOf(bank.url));
    bank.revoke();
    const outcomes = await readMany(client, 50);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(bank.asked(refreshPath)).toHaveLength(1);
  });

  test('leaves a change unknown: it is renewed, and the change is not sent again [P9]', async () => {
    const bank = await strictBank();
    const { client, records } = await signedIn(
      bankFileOf(bank.url, { idempotency: { header: 'idempotency-key' } }),
    );
    bank.revoke();
    expect(await client.call('submitSubclient', change, contextOf('ref-3'))).toMatchObject({
      error: { code: 'outcome.unknown', bank: { status: 401, message: 'who are you?' } },
    });
    expect(bank.asked(`${base}/clients`)).toHaveLength(1);
    expect(records.map(({ operation, attempts }) => [operation, attempts])).toEqual([
      ['refreshToken', 1],
      ['submitSubclient', 1],
    ]);
    expect(codeOf(await client.call('getAccountsBy', read, contextOf()))).toBe('ok');
    expect(bank.asked(refreshPath)).toHaveLength(1);
  });

  test('that the bank will not renew ends the session for every call, each with its own reference [H11]', async () => {
    const bank = await strictBank({
      refresh: () => ({ status: 401, body: { message: 'no more' } }),
    });
    const { client } = await signedIn(bankFileOf(bank.url));
    bank.revoke();
    const outcomes = await readMany(client, 5);
    expect(outcomes.map(codeOf)).toEqual(Array(5).fill('session.expired'));
    expect(outcomes.map((outcome) => (outcome.ok ? '' : outcome.error.correlationId))).toEqual([
      'ref-0',
      'ref-1',
      'ref-2',
      'ref-3',
      'ref-4',
    ]);
    expect(client.session.isSignedIn()).toBe(false);
    expect(bank.asked(refreshPath)).toHaveLength(1);
    expect(codeOf(await client.call('getAccountsBy', read, contextOf()))).toBe('session.required');
  });

  test('that cannot be renewed for want of a network leaves the session open [H11]', async () => {
    let isDown = true;
    const bank = await strictBank({
      refresh: () => (isDown ? 'cut' : { status: 200, body: grantOf(1) }),
    });
    const { client } = await signedIn(bankFileOf(bank.url));
    bank.revoke();
    expect(codeOf(await client.call('getAccountsBy', read, contextOf()))).toBe('bank.unavailable');
    expect(client.session.isSignedIn()).toBe(true);
    isDown = false;
    expect(codeOf(await client.session.refresh(contextOf()))).toBe('ok');
  });

  test('and a new one that is refused as well: one refresh, one re-send, no loop, and the session goes on', async () => {
    const bank = await strictBank({ refresh: () => ({ status: 200, body: grantOf(99) }) });
    const { client } = await signedIn(bankFileOf(bank.url));
    bank.revoke();
    expect(await client.call('getAccountsBy', read, contextOf())).toMatchObject({
      error: {
        code: 'bank.refused',
        operation: 'getAccountsBy',
        bank: { status: 401, message: 'who are you?' },
      },
    });
    expect([bank.asked(refreshPath).length, bank.asked(`${base}/accounts`).length]).toEqual([1, 2]);
    expect(client.session.isSignedIn()).toBe(true);
  });

  test('is renewed shortly before its end, not after', async () => {
    let now = Date.parse('2026-11-20T09:00:00Z');
    const bank = await strictBank();
    const { client } = await signedIn(bankFileOf(bank.url), { clock: wallClock(() => now) });
    now += 3_500_000;
    await done(client.call('getAccountsBy', read, contextOf()));
    expect(bank.asked(refreshPath)).toHaveLength(0);
    now += 60_000;
    await done(client.call('getAccountsBy', read, contextOf()));
    expect(bank.asked(refreshPath)).toHaveLength(1);
    expect(bank.asked(`${base}/accounts`).map(({ headers }) => headers.authorization)).toEqual([
      'Bearer canary-token-1',
      'Bearer canary-token-2',
    ]);
  });
});

describe('where the bank has no refresh that we know of', () => {
  const operations = { getToken: {}, logoutUser: {} };

  test('fifty ended calls sign in again once', async () => {
    const bank = await strictBank();
    const { client } = await signedIn(bankFileOf(bank.url, { operations }));
    bank.revoke();
    const outcomes = await readMany(client, 50);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect([bank.asked(tokenPath).length, bank.asked(refreshPath).length]).toEqual([2, 0]);
  });

  test('a password that no longer works ends the session', async () => {
    let isChanged = false;
    const bank = await playBank((received, response) => {
      if (received.url !== tokenPath) answerJson(response, {}, 401);
      else if (isChanged) answerJson(response, { message: 'changed' }, 403);
      else answerJson(response, grantOf(1));
    });
    const { client } = await signedIn(bankFileOf(bank.url, { operations }));
    isChanged = true;
    expect(codeOf(await client.call('getAccountsBy', read, contextOf()))).toBe('session.expired');
    expect(client.session.isSignedIn()).toBe(false);
  });
});

describe('signing out', () => {
  test('stops calls in flight, notifies the bank and forgets the session [H12]', async () => {
    const bank = await strictBank({ delayMs: 150 });
    const { client } = await signedIn(bankFileOf(bank.url));
    const flying = [
      client.call('getAccountsBy', read, contextOf()),
      client.call('submitSubclient', change, contextOf()),
    ];
    while (bank.requests.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    await client.session.signOut(contextOf('ref-out'));
    expect((await Promise.all(flying)).map(codeOf)).toEqual(['cancelled', 'outcome.unknown']);
    expect(bank.asked(logoutPath).map(({ headers }) => headers.authorization)).toEqual([
      'Bearer canary-token-1',
    ]);
    expect([client.session.isSignedIn(), client.session.signedInAt()]).toEqual([false, null]);
    expect(codeOf(await client.call('getAccountsBy', read, contextOf()))).toBe('session.required');
    expect(bank.requests).toHaveLength(4);
  });

  test('at a bank without a known sign-out only forgets the session', async () => {
    const bank = await strictBank();
    const { client } = await signedIn(bankFileOf(bank.url, { operations: { getToken: {} } }));
    await client.session.signOut(contextOf());
    expect(bank.requests).toHaveLength(1);
    expect(client.session.isSignedIn()).toBe(false);
  });

  test('while a renewal is under way does not sign in again by its answer', async () => {
    const bank = await strictBank({ delayMs: 60 });
    const { client } = await signedIn(bankFileOf(bank.url));
    const renewal = client.session.refresh(contextOf());
    while (bank.asked(refreshPath).length < 1)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await client.session.signOut(contextOf());
    expect(codeOf(await renewal)).toBe('cancelled');
    expect(client.session.isSignedIn()).toBe(false);
  });

  test('is survived by nothing: a closed client answers at once', async () => {
    const bank = await strictBank({ delayMs: 200 });
    const { client } = await signedIn(bankFileOf(bank.url));
    const flying = client.call('getAccountsBy', read, contextOf());
    while (bank.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    await client.close();
    expect(codeOf(await flying)).toBe('cancelled');
    expect(codeOf(await client.call('getAccountsBy', read, contextOf()))).toBe('cancelled');
  });
});

test('requests keep to the pace of the bank file', async () => {
  const bank = await strictBank();
  const { client, waits } = await signedIn(
    bankFileOf(bank.url, { limits: { requestsPerSecond: 3 } }),
  );
  await readMany(client, 5);
  // The sign-in and two calls are the first second's; three must wait for the next.
  expect(waits).toHaveLength(3);
  expect(waits.every((ms) => ms > 0 && ms <= 1_000)).toBe(true);
});
