import { describe, expect, test, vi } from 'vitest';

import type { Outcome } from '../../shared/errors.ts';
import {
  accountAnswer,
  bankFileOf,
  base,
  codeOf,
  contextOf,
  grantOf,
  signedIn,
  tokenPath,
} from './support/desk-client.ts';
import { answerJson, playBank } from './support/scripted-server.ts';

const refreshPath = `${tokenPath}/refresh`;
const read = { query: { accountNumber: '0123456789' } };
const change = { path: { clientId: 'c', id: 's' } };

/** A bank that answers 401 to what `isRejected` names, whatever the token, and renews whenever it is asked. */
async function bankKeepingOut(
  isRejected: (url: string) => boolean,
  refusal: { body: unknown; type?: string } = { body: { message: 'Not for this user' } },
) {
  let tokens = 0;
  const bank = await playBank((received, response) => {
    if (received.url.startsWith(tokenPath)) answerJson(response, grantOf((tokens += 1)));
    else if (!isRejected(received.url)) answerJson(response, accountAnswer());
    else if (refusal.type === undefined) answerJson(response, refusal.body, 401);
    else response.writeHead(401, { 'content-type': refusal.type }).end(String(refusal.body));
  });
  return { bank, ...(await signedIn(bankFileOf(bank.url))) };
}

const wordsOf = (outcome: Outcome<unknown>): string => (outcome.ok ? '' : outcome.error.message);

describe('an operation that the bank answers 401 to, also with a fresh token', () => {
  test('is refused by itself, in the bank’s words and with its status; everything else goes on [H21]', async () => {
    const { bank, client } = await bankKeepingOut((url) => url.includes('/statement/'));
    const statement = { path: { accountNumber: '1' }, query: {} };
    const refused = await client.call('getStatement', statement, contextOf());
    expect(refused).toMatchObject({
      error: {
        code: 'bank.refused',
        operation: 'getStatement',
        retryable: false,
        bank: { status: 401, message: 'Not for this user' },
      },
    });
    expect(wordsOf(refused)).toContain(
      'answered 401, also to a fresh token. The bank says: “Not for this user”. Only this was refused; you stay signed in. Nothing was changed.',
    );
    expect(client.session.isSignedIn()).toBe(true);
    expect(codeOf(await client.call('getAccountsBy', read, contextOf()))).toBe('ok');
    expect(bank.asked(refreshPath)).toHaveLength(1);
  });

  test('triggers no second renewal within a minute, and one more after it', async () => {
    const { bank, client } = await bankKeepingOut((url) => url.includes('/statement/'));
    const asked = (accountNumber: string) =>
      client.call('getStatement', { path: { accountNumber }, query: {} }, contextOf());
    for (const accountNumber of ['1', '2', '3'])
      expect(codeOf(await asked(accountNumber))).toBe('bank.refused');
    expect([bank.asked(refreshPath).length, bank.asked(`${base}/statement`).length]).toEqual([
      1, 4,
    ]);
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
    expect(codeOf(await asked('1'))).toBe('bank.refused');
    later.mockRestore();
    expect(bank.asked(refreshPath)).toHaveLength(2);
  });

  test.each([
    ['nothing', ''],
    ['a page of a gateway', '<html>no</html>'],
  ])(
    'and %s: the outcome of a change is unknown, and the change is not sent again [P9]',
    async (_what, body) => {
      const { bank, client } = await bankKeepingOut(() => true, { body, type: 'text/html' });
      const asked = () => client.call('submitSubclient', change, contextOf());
      expect(await asked()).toMatchObject({
        error: { code: 'outcome.unknown', bank: { status: 401 } },
      });
      expect(bank.asked(`${base}/clients`)).toHaveLength(1);
      expect(await asked()).toMatchObject({ error: { code: 'outcome.unknown' } });
      expect(bank.asked(`${base}/clients`)).toHaveLength(2);
    },
  );

  test('is distinguished from a sign-in that no longer grants any access', async () => {
    const { client } = await bankKeepingOut(() => true);
    const first = await client.call('getAccountsBy', read, contextOf());
    const statement = { path: { accountNumber: '1' }, query: {} };
    const second = await client.call('getStatement', statement, contextOf());
    expect(wordsOf(first)).toContain('Only this was refused; you stay signed in.');
    expect(wordsOf(second)).toContain(
      'It has let nothing in since: if it refuses everything, sign out and sign in again.',
    );
    expect(client.session.isSignedIn()).toBe(true);
  });

  test('a 403 is refused by itself without a new token', async () => {
    const bank = await playBank((received, response) => {
      if (received.url.startsWith(tokenPath)) answerJson(response, grantOf(1));
      else answerJson(response, { message: 'Not yours' }, 403);
    });
    const { client } = await signedIn(bankFileOf(bank.url));
    expect(await client.call('getAccountsBy', read, contextOf())).toMatchObject({
      error: { code: 'bank.refused', bank: { status: 403, message: 'Not yours' } },
    });
    expect(bank.asked(refreshPath)).toHaveLength(0);
    expect(client.session.isSignedIn()).toBe(true);
  });
});
