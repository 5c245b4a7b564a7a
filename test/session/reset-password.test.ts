import { cpSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { openDatabaseKey } from '../../electron/engines/vault/database-key.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { openTestDesk, type TestDesk, openSandboxDesk } from '../support/desks/test-desk.ts';
import {
  keyInfoIn,
  newPassword,
  oldPassword,
  passwordBank,
  signInWith,
  type Reset,
} from './reset-desk.ts';

const change = { currentPassword: oldPassword, newPassword };

async function signedInDesk(
  reset: Reset,
  options: { keychain?: ReturnType<typeof memoryKeychain>; before?: () => void } = {},
) {
  const { bank, bankFile } = await passwordBank(() => reset, options.before);
  const keychain = options.keychain ?? memoryKeychain();
  const dataDir = tempFolder();
  const desk = await openTestDesk({ dataDir, keychain });
  const { bank: profile } = await desk.get('desk.connectBank', { bankFile });
  await desk.get('session.signIn', { credentials: signInWith(oldPassword), remember: true });
  return { desk, bank, keychain, dataDir, profileId: profile?.profileId ?? '' };
}

/** Does the local copy open by this password, whatever the bank says to it? */
async function opensBy(dataDir: string, profileId: string, password: string): Promise<boolean> {
  const opened = await openDatabaseKey({
    profileDir: join(dataDir, 'banks', profileId),
    profileId,
    keychain: memoryKeychain('unavailable'),
    credentials: signInWith(password),
    hasData: true,
    appVersion: '0.0.0-test',
  });
  return opened.ok;
}

function rememberedBy(keychain: ReturnType<typeof memoryKeychain>): string | undefined {
  const stored = [...keychain.entries].find(([name]) => name.endsWith(':credentials'))?.[1];
  return stored && JSON.stringify((JSON.parse(stored) as { fields: unknown }).fields);
}

describe('with a keychain', () => {
  test('the remembered credentials are the new ones, and the next start signs in by them', async () => {
    const { desk, keychain, dataDir } = await signedInDesk('changes it');
    expect(await desk.get('session.resetPassword', change)).toMatchObject({
      signedIn: true,
      remembered: true,
    });
    expect(JSON.parse(rememberedBy(keychain) ?? '')).toEqual(signInWith(newPassword));
    await desk.close();
    const next = await openTestDesk({ dataDir, keychain });
    await expect.poll(async () => (await next.get('desk.state', {})).signedIn).toBe(true);
  });

  test('a refusal leaves them as they are', async () => {
    const { desk, keychain } = await signedInDesk('refuses');
    const error = await desk.refused('session.resetPassword', change);
    expect(error).toMatchObject({ code: 'bank.refused', bank: { message: 'Not that one' } });
    expect(JSON.parse(rememberedBy(keychain) ?? '')).toEqual(signInWith(oldPassword));
  });

  test('credentials that the keychain will not take anew are forgotten: the old ones hold no more', async () => {
    const { desk, keychain } = await signedInDesk('changes it');
    keychain.write = () => Promise.resolve({ ok: false, state: 'locked' });
    expect(await desk.get('session.resetPassword', change)).toMatchObject({ remembered: false });
    expect(rememberedBy(keychain)).toBeUndefined();
  });

  test('the same password again is refused here, and nothing is sent', async () => {
    const { desk, bank } = await signedInDesk('changes it');
    const before = bank.calls.length;
    const error = await desk.refused('session.resetPassword', {
      currentPassword: oldPassword,
      newPassword: oldPassword,
    });
    expect(error.fields).toEqual({ newPassword: 'must differ from the current password' });
    expect(bank.calls).toHaveLength(before);
  });

  test('no password stands in the activity, the facts, the log or any file', async () => {
    const { desk, dataDir } = await signedInDesk('changes it, answer lost');
    expect((await desk.refused('session.resetPassword', change)).code).toBe(
      'session.password-unsure',
    );
    const latest = async () => (await desk.get('activity.list', { limit: 50 })).rows;
    await expect.poll(latest).toHaveLength(2);
    const rows = await latest();
    expect(rows[0]).toMatchObject({ operation: 'resetPassword', subject: '' });
    expect((await desk.get('submissions.list', { limit: 10 })).rows).toEqual([]);
    await desk.close();
    const files = globSync('**/*', { cwd: dataDir }).map((name) => join(dataDir, name));
    const texts = files
      .filter((file) => statSync(file).isFile())
      .map((f) => readFileSync(f, 'utf8'));
    const all = JSON.stringify([rows, desk.facts]) + texts.join();
    for (const secret of [oldPassword, newPassword]) expect(all).not.toContain(secret);
  });
});

describe('without a keychain, where the copy opens by the credentials', () => {
  const none = () => memoryKeychain('unavailable');

  test('it opens by the new password and no more by the old one', async () => {
    const { desk, dataDir, profileId } = await signedInDesk('changes it', { keychain: none() });
    await desk.get('session.resetPassword', change);
    await desk.close();
    expect(keyInfoIn(dataDir, profileId)).not.toHaveProperty('extras');
    expect(await opensBy(dataDir, profileId, oldPassword)).toBe(false);
    expect(await opensBy(dataDir, profileId, newPassword)).toBe(true);
  });

  test('a refusal leaves the old one, and only that', async () => {
    const { desk, dataDir, profileId } = await signedInDesk('refuses', { keychain: none() });
    await desk.refused('session.resetPassword', change);
    await desk.close();
    expect(keyInfoIn(dataDir, profileId)).not.toHaveProperty('extras');
    expect(await opensBy(dataDir, profileId, newPassword)).toBe(false);
    expect(await opensBy(dataDir, profileId, oldPassword)).toBe(true);
  });

  test.each<Reset>(['changes it, answer lost', 'does nothing, answer lost'])(
    'where the bank %s, either opens it, until the bank has taken one of them',
    async (reset) => {
      const { desk, dataDir, profileId } = await signedInDesk(reset, { keychain: none() });
      await desk.refused('session.resetPassword', change);
      const holds = reset.startsWith('changes') ? newPassword : oldPassword;
      const other = holds === newPassword ? oldPassword : newPassword;
      expect(await opensBy(dataDir, profileId, other)).toBe(true);
      expect(await opensBy(dataDir, profileId, holds)).toBe(true);
      await desk.get('session.signIn', { credentials: signInWith(holds), remember: false });
      expect(await opensBy(dataDir, profileId, holds)).toBe(true);
      expect(await opensBy(dataDir, profileId, other)).toBe(false);
    },
  );

  test('a crash while the bank is asked locks nothing out: either password opens what is on the disk', async () => {
    const crashed = tempFolder();
    let dataDir = '';
    const opened = await signedInDesk('changes it', {
      keychain: none(),
      before: () => {
        cpSync(dataDir, crashed, { recursive: true });
      },
    });
    dataDir = opened.dataDir;
    await opened.desk.get('session.resetPassword', change);
    await opened.desk.close();
    expect(await opensBy(crashed, opened.profileId, oldPassword)).toBe(true);
    expect(await opensBy(crashed, opened.profileId, newPassword)).toBe(true);
  });

  test('a password that is not the one of this sign-in is refused here, and nothing is sent', async () => {
    const { desk, bank } = await signedInDesk('changes it', { keychain: none() });
    const before = bank.calls.length;
    const error = await desk.refused('session.resetPassword', {
      currentPassword: 'a guess of somebody',
      newPassword,
    });
    expect(error.fields).toEqual({ currentPassword: 'is not the password of this sign-in' });
    expect(bank.calls).toHaveLength(before);
  });

  test('a copy that is there is never set aside because the bank refuses an old password', async () => {
    const { desk, dataDir } = await signedInDesk('changes it, answer lost', { keychain: none() });
    await desk.refused('session.resetPassword', change);
    await desk.close();
    const next = await openTestDesk({ dataDir, keychain: none() });
    const error = await next.refused('session.signIn', {
      credentials: signInWith(oldPassword),
      remember: false,
    });
    expect(error.code).toBe('session.refused');
    expect(await next.get('desk.state', {})).toMatchObject({ phase: 'open', signedIn: false });
    await next.get('session.signIn', { credentials: signInWith(newPassword), remember: false });
    expect(await next.get('desk.state', {})).toMatchObject({ phase: 'open', signedIn: true });
  });
});

describe('at the sandbox', () => {
  const publicPassword = 'sandbox';
  const mine = 'twelve letters long';
  const sandboxDesk = (options: Parameters<typeof openTestDesk>[0] = {}) =>
    openSandboxDesk(options);
  const reset = (desk: TestDesk, currentPassword: string, next: string) =>
    desk.request('session.resetPassword', { currentPassword, newPassword: next });

  test('its rules are reported in its words', async () => {
    const desk = await sandboxDesk();
    const messages = [
      await reset(desk, 'wrong', mine),
      await reset(desk, publicPassword, 'short'),
    ].map((outcome) => (outcome.ok ? '' : outcome.error.bank?.message));
    expect(messages).toEqual([
      'currentPassword is not the password that holds now',
      'newPassword must have at least 12 characters',
    ]);
  });

  test('the changed one signs in, so does the public one, also after a restart', async () => {
    const dataDir = tempFolder();
    const keychain = memoryKeychain();
    const desk = await sandboxDesk({ dataDir, keychain });
    expect((await reset(desk, publicPassword, mine)).ok).toBe(true);
    expect((await reset(desk, mine, `${mine}!`)).ok).toBe(true);
    await desk.get('session.signOut', {});
    const credentials = { username: 'desk@nostro.example', password: `${mine}!` };
    expect(await desk.get('session.signIn', { credentials, remember: false })).toMatchObject({
      signedIn: true,
    });
    await desk.close();
    expect(readFileSync(join(dataDir, 'sandbox', 'state.json'), 'utf8')).not.toContain(mine);
    const next = await openTestDesk({ dataDir, keychain });
    await expect.poll(async () => (await next.get('desk.state', {})).signedIn).toBe(true);
    await next.get('session.signOut', {});
    expect(await next.get('session.signIn', { credentials, remember: false })).toMatchObject({
      signedIn: true,
    });
  });
});
