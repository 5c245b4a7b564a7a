import { inspect } from 'node:util';

import { describe, expect, test } from 'vitest';

import {
  answersSignIn,
  bankFileOf,
  codeOf,
  contextOf,
  grantOf,
  signedIn,
} from '../support/desk-client.ts';
import { answerJson, playBank, type ReceivedRequest } from '../support/scripted-server.ts';
import type { ServerResponse } from 'node:http';

const path = '/platform/auth-service/api/v1/password/reset';
const body = { currentPassword: 'canary-password', newPassword: 'canary-new-password' };
const operations = { getToken: {}, refreshToken: {}, resetPassword: {} };

/** A bank that answers the change of the password as the test says. */
async function against(answer: (response: ServerResponse, received: ReceivedRequest) => void) {
  const bank = await playBank((received, response) => {
    if (received.url === path) answer(response, received);
    else if (!answersSignIn(received, response)) answerJson(response, grantOf(2));
  });
  const file = bankFileOf(bank.url, { operations, idempotency: { header: 'idempotency-key' } });
  const opened = await signedIn(file, {
    timing: { changeHeadersTimeoutMs: 200, changeDeadlineMs: 400 },
  });
  const outcome = await opened.client.call('resetPassword', { body }, contextOf('ref-9'));
  return { ...opened, outcome, sent: bank.asked(path) };
}

describe('a change of the password', () => {
  test('is sent once, with the token and without an idempotency key under which it could be stored', async () => {
    const { outcome, sent } = await against((response) => {
      answerJson(response, { message: 'Done' });
    });
    expect(outcome).toEqual({ ok: true, value: { message: 'Done' } });
    expect(sent).toMatchObject([
      {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { authorization: 'Bearer canary-token-1' },
      },
    ]);
    expect(sent[0]?.headers['idempotency-key']).toBeUndefined();
  });

  test('is done where the bank answers with nothing', async () => {
    const { outcome } = await against((response) => response.writeHead(204).end());
    expect(outcome).toEqual({ ok: true, value: { message: '' } });
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['no answer', () => undefined],
    ['a cut connection', (response) => response.destroy()],
    ['a page of a proxy', (response) => response.writeHead(502).end('<h1>')],
    [
      'half an answer',
      (response) => response.setHeader('content-type', 'application/json').end('{'),
    ],
  ])(
    'with %s leaves it open which password holds, and is not sent again',
    async (_what, answer) => {
      const { outcome, sent, client } = await against(answer);
      expect(outcome).toMatchObject({
        error: {
          code: 'session.password-unsure',
          retryable: false,
          message:
            'It is not known which password is valid. Nothing is sent again. Either the old or the new password is valid: sign in with the new one first, then with the old one.',
        },
      });
      expect(sent).toHaveLength(1);
      expect(client.session.isSignedIn()).toBe(true);
    },
  );

  test.each([400, 401, 403, 422])(
    'that the bank refuses with %i is refused for certain: nothing is renewed, nothing is sent again',
    async (status) => {
      const { outcome, sent, client } = await against((response) => {
        answerJson(response, { message: 'The current password is wrong' }, status);
      });
      expect(outcome).toMatchObject({
        error: { code: 'bank.refused', bank: { message: 'The current password is wrong' } },
      });
      expect(sent).toHaveLength(1);
      expect(client.session.isSignedIn()).toBe(true);
    },
  );

  test('leaves no password in error, record or client, even where the bank repeats it', async () => {
    const { outcome, records, client } = await against((response, received) => {
      answerJson(response, { message: `I got ${received.body}` }, 400);
    });
    expect(codeOf(outcome)).toBe('bank.refused');
    const seen = inspect([outcome, records, client], { depth: 20, showHidden: true });
    expect(seen + JSON.stringify([outcome, records])).not.toMatch(/canary/);
    expect(records).toMatchObject([{ operation: 'resetPassword', subject: '', attempts: 1 }]);
  });
});

test('where only the credentials renew a session, the new password renews it from then on', async () => {
  let token = 1;
  const typed: unknown[] = [];
  const bank = await playBank((received, response) => {
    if (received.url === path) answerJson(response, { message: '' });
    else if (received.url.endsWith('/token')) {
      typed.push(JSON.parse(received.body));
      answerJson(response, grantOf((token += 1)));
    } else answerJson(response, {}, 401);
  });
  const { client } = await signedIn(
    bankFileOf(bank.url, { operations: { getToken: {}, resetPassword: {} } }),
  );
  expect(codeOf(await client.call('resetPassword', { body }, contextOf()))).toBe('ok');
  client.session.passwordChanged(body.currentPassword, body.newPassword);
  expect(codeOf(await client.session.refresh(contextOf()))).toBe('ok');
  expect(typed).toEqual([
    { username: 'ada', password: body.currentPassword },
    { username: 'ada', password: body.newPassword },
  ]);
});
