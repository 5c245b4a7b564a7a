import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { newReference } from '../../shared/reference.ts';
import type { KeychainState } from '../../shared/ipc/desk/desk.ts';
import {
  foreignCredentials,
  json,
  openForeignBank,
  type ForeignBank,
} from '../support/simple-banks/foreign-bank.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { openTestDesk } from '../support/desks/test-desk.ts';
import { wallClock } from '../support/setup/time.ts';

const accountNumber = '9988776655';
const period = { from: '2026-10-01', to: '2026-10-31' };
const gone: readonly KeychainState[] = ['locked', 'unavailable', 'timeout'];

const payee = {
  entityId: 'b-1',
  name: 'Ada Obi',
  accountName: 'Ada Obi',
  accountNumber: '0123456789',
  bankBicOrCode: 'EQBLKENA',
  country: 'KEN',
  currencyIso3Code: 'USD',
};

/** A desk that is signed in, remembered, and synced; its bank's token lives 900 seconds. */
async function signedInDesk() {
  const bankState = { isBarred: false };
  const updates: string[] = [];
  const bank: ForeignBank = await openForeignBank({
    intercept: (_request, response, { pathname }) => {
      if (pathname.endsWith('/b-1/update')) {
        updates.push(bank.bodies.at(-1) ?? '');
        json(response, 200, JSON.stringify({ ...payee, ...JSON.parse(updates.at(-1) ?? '') }));
        return true;
      }
      if (!bankState.isBarred || pathname !== '/platform/iam/v3/session') return false;
      json(response, 401, '{"error":{"message":"Barred"}}');
      return true;
    },
  });
  const keychain = memoryKeychain();
  let aheadMs = 0;
  const desk = await openTestDesk({
    keychain,
    clock: wallClock(() => Date.now() + aheadMs),
    everySecond: () => () => undefined,
  });
  await desk.get('desk.connectBank', { bankFile: bank.bankFile() });
  const typed = { credentials: foreignCredentials, remember: true };
  const signIn = () => desk.get('session.signIn', typed);
  const { bank: profile } = await signIn();
  await desk.sync({ accountNumbers: [accountNumber], ...period });
  return {
    bankState,
    desk,
    keychain,
    signIn,
    folder: join(desk.dataDir, 'banks', profile?.profileId ?? ''),
    updates,
    update: (city: string) =>
      desk.get('beneficiaries.update', {
        reference: newReference(),
        entityId: 'b-1',
        change: { city },
      }),
    signIns: () => bank.calls.filter((call) => call.endsWith('/iam/v3/session')).length,
    passes: (ms: number) => void (aheadMs += ms),
    total: async () => (await desk.get('statements.summary', { accountNumber, filter: {} })).total,
  };
}

describe.each(gone)('a keychain that is %s in the middle of a session', (state) => {
  test('does not end the session: it is renewed from memory, and the desk reads and writes on [K2]', async () => {
    const { desk, keychain, signIns, passes, total } = await signedInDesk();
    keychain.state = state;
    passes(890_000);
    const progress = await desk.sync({ accountNumbers: [accountNumber], ...period });
    expect(progress.error).toBeNull();
    expect(signIns()).toBe(2);
    expect(await desk.get('desk.state', {})).toMatchObject({ phase: 'open', signedIn: true });
    expect(await total()).toBe(60);
  });

  test('lets a person sign in anew where the bank ended the session, and remembers no less than before [K2]', async () => {
    const { bankState, desk, keychain, passes, signIn } = await signedInDesk();
    const before = new Map(keychain.entries);
    keychain.state = state;
    bankState.isBarred = true;
    passes(890_000);
    await desk.refused('accounts.refresh', { accountNumber });
    expect(await desk.get('desk.state', {})).toMatchObject({ phase: 'open', signedIn: false });
    bankState.isBarred = false;
    expect(await signIn()).toMatchObject({ phase: 'open', signedIn: true });
    expect([...keychain.entries.keys()]).toEqual([...before.keys()]);
  });

  test('makes no new key for a copy that is locked meanwhile, and opens it once it is back [K2]', async () => {
    const { desk, keychain, folder, total } = await signedInDesk();
    await desk.get('desk.lock', {});
    const bytes = readFileSync(join(folder, 'cache.db'));
    const keys = new Map(keychain.entries);
    keychain.state = state;
    expect((await desk.request('desk.unlock', {})).ok).toBe(true);
    expect(await desk.get('desk.state', {})).toMatchObject({
      phase: 'blocked',
      problem: { code: `vault.${state}` },
    });
    expect(readFileSync(join(folder, 'cache.db')).equals(bytes)).toBe(true);
    expect(keychain.entries).toEqual(keys);
    keychain.state = 'ready';
    expect((await desk.request('desk.unlock', {})).ok).toBe(true);
    expect(await desk.get('desk.state', {})).toMatchObject({ phase: 'open', problem: null });
    expect(await total()).toBe(60);
  });

  test('keeps no change back: the witness beside the folder is enough, and the next opening knows the journal [K2]', async () => {
    const { desk, keychain, update, updates } = await signedInDesk();
    expect(await update('Nakuru')).toMatchObject({ state: 'accepted' });
    const witness = ([name]: [string, string]): boolean => name.startsWith('journal:');
    const before = [...keychain.entries].filter(witness);
    expect(before).toHaveLength(1);
    keychain.state = state;
    expect(await update('Kisumu')).toMatchObject({ state: 'accepted' });
    await desk.get('desk.lock', {});
    keychain.state = 'ready';
    // The keychain's witness is behind by one: the file's is newer, and the journal is the known one.
    expect([...keychain.entries].filter(witness)).toEqual(before);
    expect((await desk.request('desk.unlock', {})).ok).toBe(true);
    await expect.poll(async () => (await desk.get('desk.state', {})).signedIn).toBe(true);
    expect(await update('Mombasa')).toMatchObject({ state: 'accepted' });
    expect([...keychain.entries].filter(witness)).not.toEqual(before);
    expect(updates).toHaveLength(3);
  });
});
