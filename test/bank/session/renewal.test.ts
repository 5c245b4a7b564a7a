import { describe, expect, test, vi } from 'vitest';

import {
  bankFileOf,
  grantOf,
  openClient,
  contextOf,
  credentials,
  codeOf,
} from '../support/desk-client.ts';
import { answerJson, playBank } from '../support/scripted-server.ts';
import { wallClock } from '../../support/setup/time.ts';

async function signedInFor(expiresIn: number, operations: object) {
  const bank = await playBank((_received, response) => {
    answerJson(response, grantOf(1, expiresIn));
  });
  let wallMs = Date.parse('2026-11-20T09:00:00Z');
  const { client } = openClient(bankFileOf(bank.url, { operations }), {
    clock: wallClock(() => wallMs),
  });
  expect(codeOf(await client.session.signIn(credentials, contextOf()))).toBe('ok');
  return { client, bank, setWall: (ms: number) => void (wallMs += ms) };
}
const renewable = { getToken: {}, refreshToken: {} };

describe('a renewal', () => {
  test('is due a minute before the token ends', async () => {
    const { client, setWall } = await signedInFor(900, renewable);
    setWall(839_000);
    expect(client.session.isRenewalDue()).toBe(false);
    setWall(2_000);
    expect(client.session.isRenewalDue()).toBe(true);
    expect(codeOf(await client.session.refresh(contextOf()))).toBe('ok');
    expect(client.session.isRenewalDue()).toBe(false);
  });

  test('is due in time also when the clock is set back', async () => {
    const { client, setWall } = await signedInFor(900, renewable);
    setWall(-24 * 3_600_000);
    expect(client.session.isRenewalDue()).toBe(false);
    const monotonic = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 850_000);
    expect(client.session.isRenewalDue()).toBe(true);
    monotonic.mockRestore();
  });

  test('is never due where the bank names no token lifetime, nor after signing out', async () => {
    const silent = await signedInFor(Number.NaN, renewable);
    const out = await signedInFor(900, renewable);
    await out.client.session.signOut(contextOf());
    for (const { client, setWall } of [silent, out]) {
      setWall(10 * 24 * 3_600_000);
      expect(client.session.isRenewalDue()).toBe(false);
    }
  });
});
