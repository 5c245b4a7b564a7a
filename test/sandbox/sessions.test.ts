import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { takeSnapshot } from '../../sandbox/bank/snapshot.ts';
import { openCaller, type Caller } from './caller.ts';

let caller: Caller;
beforeEach(async () => {
  caller = await openCaller({ entries: 200 });
});
afterEach(() => caller.sandbox.close());

const me = '/platform/auth-service/api/v1/users/me';
const renewal = '/platform/auth-service/api/v1/token/refresh';

describe('a session', () => {
  it('begins with the public credentials and knows who calls', async () => {
    const { status, text } = await caller.call('GET', me);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ user: { clientName: 'Kestrel Treasury Ltd' } });
  });

  it('does not begin with a wrong password', async () => {
    const body = { username: 'desk@nostro.example', password: 'guess' };
    const { status, text } = await caller.call('POST', '/platform/auth-service/api/v1/token', body);
    expect(status).toBe(401);
    expect(JSON.parse(text)).toMatchObject({ code: 'invalid_credentials' });
  });

  it('is needed for every operation but the two that begin or renew it', async () => {
    caller.token = '';
    const { status, headers } = await caller.call(
      'GET',
      '/platform/client-service/api/v1/accounts',
    );
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe('Bearer');
  });

  it('ends a quarter of an hour later by the sandbox’s clock', async () => {
    await caller.call('POST', '/sandbox/clock/advance', { ms: 15 * 60_000 - 1 });
    expect((await caller.call('GET', me)).status).toBe(200);
    await caller.call('POST', '/sandbox/clock/advance', { ms: 1 });
    const { status, text } = await caller.call('GET', me);
    expect(status).toBe(401);
    expect(JSON.parse(text)).toMatchObject({ code: 'token_expired' });
  });

  it('is renewed by its refresh token, once', async () => {
    const refreshToken = caller.refreshToken;
    const renewed = await caller.call('POST', renewal, { refreshToken });
    const { data } = JSON.parse(renewed.text) as {
      data: { accessToken: string; refreshToken: string; expiresIn: number };
    };
    expect(data.refreshToken).not.toBe(refreshToken);
    expect(data.expiresIn).toBe(900);
    caller.token = data.accessToken;
    expect((await caller.call('GET', me)).status).toBe(200);
    expect((await caller.call('POST', renewal, { refreshToken })).status).toBe(401);
  });

  it('ends at sign-out with all its tokens', async () => {
    const { refreshToken } = caller;
    expect((await caller.call('POST', '/platform/auth-service/api/v1/logout')).status).toBe(200);
    expect((await caller.call('GET', me)).status).toBe(401);
    expect((await caller.call('POST', renewal, { refreshToken })).status).toBe(401);
  });

  it('does not take a refresh token for an access token', async () => {
    caller.token = caller.refreshToken;
    expect((await caller.call('GET', me)).status).toBe(401);
  });

  describe('whose password is changed', () => {
    const path = '/platform/auth-service/api/v1/password/reset';
    const token = '/platform/auth-service/api/v1/token';
    const change = (currentPassword: string, newPassword: string) =>
      caller.call('POST', path, { currentPassword, newPassword }, { 'idempotency-key': 'k-1' });
    const signIn = async (password: string) =>
      (await caller.call('POST', token, { username: 'desk@nostro.example', password })).status;

    it('begins with the new one from then on, and always with the public one', async () => {
      expect((await change('sandbox', 'twelve letters')).status).toBe(200);
      expect((await change('twelve letters', 'twelve letters more')).status).toBe(200);
      expect(await signIn('twelve letters')).toBe(401);
      expect(await signIn('twelve letters more')).toBe(200);
      expect(await signIn('sandbox')).toBe(200);
    });

    it('goes on, and every other one ends', async () => {
      const other = { token: caller.token, refreshToken: caller.refreshToken };
      await caller.signIn();
      await change('sandbox', 'twelve letters');
      expect((await caller.call('GET', me)).status).toBe(200);
      caller.token = other.token;
      expect((await caller.call('GET', me)).status).toBe(401);
      const { refreshToken } = other;
      expect((await caller.call('POST', renewal, { refreshToken })).status).toBe(401);
    });

    it.each([
      ['wrong', 'twelve letters', 'currentPassword'],
      ['sandbox', 'eleven char', 'newPassword'],
      ['sandbox', 'sandbox', 'newPassword'],
    ])('stays as it is for %s -> %s', async (current, next, field) => {
      const { status, text } = await change(current, next);
      expect(status).toBe(400);
      expect(JSON.parse(text)).toMatchObject({ errors: [{ field }] });
      expect(await signIn('twelve letters')).toBe(401);
    });

    it('leaves neither password in the state that is saved', async () => {
      await change('sandbox', 'twelve letters');
      expect(takeSnapshot(caller.sandbox.bank)).not.toContain('twelve letters');
    });
  });

  it('leaves no token in the state that is saved', () => {
    const state = takeSnapshot(caller.sandbox.bank);
    expect(state).not.toContain(caller.token);
    expect(state).not.toContain(caller.refreshToken);
  });
});

describe('an answer', () => {
  it('is dated by the sandbox’s clock', async () => {
    expect((await caller.call('GET', me)).headers['date']).toBe('Fri, 20 Nov 2026 15:30:00 GMT');
  });

  it('says 404 for an operation, an account and a record that do not exist', async () => {
    const paths = ['nowhere', 'accounts/none', 'accounts/by?accountNumber=1', 'beneficiaries/none'];
    for (const path of paths) {
      const { status, text } = await caller.call('GET', `/platform/client-service/api/v1/${path}`);
      expect(status).toBe(404);
      expect(JSON.parse(text)).toHaveProperty('message');
    }
  });

  it('is refused to a caller that names another host', async () => {
    const { request } = await import('undici');
    const { statusCode, body } = await request(`${caller.sandbox.baseUrl}/sandbox/health`, {
      headers: { host: 'bank.example' },
    });
    await body.dump();
    expect(statusCode).toBe(403);
  });

  it('says 413 to a JSON body beyond a mebibyte and 400 to one that is not JSON', async () => {
    const path = '/platform/client-service/api/v1/accounts/simulate-inflow';
    expect((await caller.call('POST', path, `"${'x'.repeat(1_100_000)}"`)).status).toBe(413);
    expect((await caller.call('POST', path, '{"amount":')).status).toBe(400);
  });
});
