import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import {
  foreignCredentials,
  openForeignBank,
  type ForeignBank,
} from '../support/simple-banks/foreign-bank.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { programsApart } from '../support/programs/programs.ts';
import {
  openTestDesk as openDesk,
  openSyncedSandbox,
  openSandboxDesk,
} from '../support/desks/test-desk.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

const accountNumber = '9988776655';
const period = { from: '2026-10-01', to: '2026-10-31' };

const foreignBank = (): Promise<ForeignBank> => openForeignBank();

/** A desk whose local copy and sandbox are in threads of their own. */
const openTestDesk: typeof openDesk = (options) =>
  openDesk({ ...options, programs: programsApart });

test('the first start offers a choice; the sandbox opens signed in, syncs, and every account is proven', async () => {
  const desk = await openTestDesk();
  expect(await desk.get('desk.state', {})).toMatchObject({ phase: 'welcome', bank: null });
  const state = await desk.get('desk.openSandbox', {});
  expect(state).toMatchObject({
    phase: 'open',
    signedIn: true,
    bank: { profileId: 'sandbox', environment: 'sandbox' },
    protection: 'keychain',
  });
  expect(state.user?.clientName).toContain('Kestrel');
  const progress = await desk.sync();
  expect(progress.error).toBeNull();
  expect(progress.accounts.map(({ state: end }) => end)).toEqual(Array(8).fill('done'));
  const position = await desk.get('accounts.position', {});
  expect(position.accountCount).toBe(8);
  expect(position.currencies.map(({ currency }) => currency)).toEqual([
    'EUR',
    'GBP',
    'JPY',
    'KES',
    'KWD',
    'NGN',
    'USD',
  ]);
  for (const { accounts } of position.currencies)
    for (const account of accounts) {
      expect(account.proof.state).toBe('proven');
      expect(account.booked).toEqual(account.available);
      expect(account.line.length).toBeGreaterThan(80);
      expect(account.unread).toBe(0);
    }
  expect((await desk.get('beneficiaries.list', { search: '' })).total).toBeGreaterThan(50);
  expect((await desk.get('subClients.list', { search: '' })).rows.length).toBeGreaterThan(20);
});

test('at the next start the local copy reads at once, and signing in follows by itself', async () => {
  const dataDir = tempFolder();
  const keychain = memoryKeychain();
  const first = await openSyncedSandbox({ dataDir, keychain });
  await first.close();
  const second = await openTestDesk({ dataDir, keychain });
  expect(await second.get('desk.state', {})).toMatchObject({ phase: 'open' });
  expect((await second.get('accounts.position', {})).accountCount).toBe(8);
  await expect.poll(async () => (await second.get('desk.state', {})).signedIn).toBe(true);
});

test('a locked desk reads nothing until it is unlocked', async () => {
  const desk = await openSandboxDesk();
  expect(await desk.get('desk.lock', {})).toMatchObject({ phase: 'locked', signedIn: false });
  expect((await desk.refused('accounts.position', {})).code).toBe('session.required');
  expect(await desk.get('desk.unlock', {})).toMatchObject({ phase: 'open', signedIn: true });
});

test('a bank is forgotten only when its name is typed, and then nothing of it stays here', async () => {
  const bank = await foreignBank();
  const desk = await openTestDesk();
  await desk.get('desk.connectBank', { bankFile: bank.bankFile() });
  await desk.get('session.signIn', { credentials: foreignCredentials, remember: true });
  expect(desk.keychain.entries.size).toBe(2);
  const refused = await desk.refused('desk.forgetBank', { confirmation: 'Foreign bank' });
  expect(refused.fields).toHaveProperty('confirmation');
  expect(await desk.get('desk.forgetBank', { confirmation: 'Foreign Bank UAT' })).toMatchObject({
    phase: 'welcome',
  });
  expect(desk.keychain.entries.size).toBe(0);
  expect(readdirSync(join(desk.dataDir, 'banks'))).toEqual([]);
});

test('signing out forgets remembered credentials and keeps the local copy readable', async () => {
  const bank = await foreignBank();
  const desk = await openTestDesk();
  await desk.get('desk.connectBank', { bankFile: bank.bankFile() });
  await desk.get('session.signIn', { credentials: foreignCredentials, remember: true });
  await desk.sync({ accountNumbers: [accountNumber], ...period });
  const out = await desk.get('session.signOut', {});
  expect(out).toMatchObject({ phase: 'open', signedIn: false, remembered: false });
  expect((await desk.get('accounts.position', {})).accountCount).toBe(1);
  expect((await desk.refused('sync.start', {})).code).toBe('session.required');
});

describe('the keychain', () => {
  async function synced() {
    const bank = await foreignBank();
    const keychain = memoryKeychain();
    const dataDir = tempFolder();
    const desk = await openTestDesk({ dataDir, keychain });
    const { bank: profile } = await desk.get('desk.connectBank', { bankFile: bank.bankFile() });
    await desk.get('session.signIn', { credentials: foreignCredentials, remember: true });
    await desk.sync({ accountNumbers: [accountNumber], ...period });
    await desk.get('statements.mark', {
      accountNumber,
      entryIds: ['F-000003'],
      flagged: true,
      note: 'ask the bank',
    });
    await desk.close();
    const folder = join(dataDir, 'banks', profile!.profileId);
    return { keychain, dataDir, folder };
  }

  test.each(['locked', 'unavailable', 'timeout'] as const)(
    'that is %s blocks the copy in its own words, touches nothing, and opens again later [K2]',
    async (state) => {
      const { keychain, dataDir, folder } = await synced();
      const before = readFileSync(join(folder, 'cache.db'));
      keychain.state = state;
      const desk = await openTestDesk({ dataDir, keychain });
      const blocked = await desk.get('desk.state', {});
      expect(blocked).toMatchObject({
        phase: 'blocked',
        keychain: state,
        problem: { code: `vault.${state}` },
      });
      expect(readFileSync(join(folder, 'cache.db')).equals(before)).toBe(true);
      keychain.state = 'ready';
      expect(await desk.get('desk.retryOpen', {})).toMatchObject({ phase: 'open', problem: null });
    },
  );

  test('that lost the key never gets a new one by itself; a person may set the copy aside', async () => {
    const { keychain, dataDir, folder } = await synced();
    for (const name of keychain.entries.keys())
      if (name.includes(':key:')) keychain.entries.delete(name);
    const desk = await openTestDesk({ dataDir, keychain });
    expect(await desk.get('desk.state', {})).toMatchObject({
      phase: 'blocked',
      problem: { code: 'vault.key-lost' },
    });
    expect(await desk.get('desk.setAsideAndStartFresh', {})).toMatchObject({ phase: 'open' });
    const quarantined = readdirSync(join(folder, 'quarantine'), { recursive: true }).map(String);
    for (const file of ['cache.db', 'journal.db', 'keyinfo.json'])
      expect(quarantined.some((name) => name.endsWith(file))).toBe(true);
  });

  test('that is missing altogether leaves nothing in plain text: the credentials open the copy [K1]', async () => {
    const bank = await foreignBank();
    const dataDir = tempFolder();
    const keychain = memoryKeychain('unavailable');
    const first = await openTestDesk({ dataDir, keychain });
    const connected = await first.get('desk.connectBank', { bankFile: bank.bankFile() });
    expect(connected).toMatchObject({ phase: 'blocked', problem: { code: 'session.required' } });
    const wrong = { ...foreignCredentials, password: 'wrong' };
    expect(
      (await first.refused('session.signIn', { credentials: wrong, remember: true })).code,
    ).toBe('session.refused');
    const state = await first.get('session.signIn', {
      credentials: foreignCredentials,
      remember: true,
    });
    expect(state).toMatchObject({ phase: 'open', protection: 'credentials', remembered: false });
    await first.sync({ accountNumbers: [accountNumber], ...period });
    await first.close();
    const second = await openTestDesk({ dataDir, keychain });
    expect((await second.get('desk.state', {})).phase).toBe('blocked');
    await second.get('session.signIn', { credentials: foreignCredentials, remember: false });
    expect((await second.get('statements.summary', { accountNumber, filter: {} })).total).toBe(60);
  });

  test('a first sign-in that the disk breaks off leaves a desk that goes on telling where it stands', async () => {
    const bank = await foreignBank();
    const desk = await openTestDesk({ keychain: memoryKeychain('unavailable') });
    const { bank: profile } = await desk.get('desk.connectBank', { bankFile: bank.bankFile() });
    const inTheWay = join(desk.dataDir, 'banks', profile!.profileId, 'bank.last-good.json');
    rmSync(inTheWay, { force: true });
    mkdirSync(inTheWay);
    const credentials = { credentials: foreignCredentials, remember: false };
    const failure = await desk.refused('session.signIn', credentials);
    expect(failure.code).toMatch(/^(store|file)\./);
    const announced = () => desk.facts.filter(({ event }) => event === 'desk.changed');
    expect(announced().at(-1)?.fact).toEqual(await desk.get('desk.state', {}));
  });

  test('a damaged cache is named, set aside and fetched again; what we noted is intact [S1]', async () => {
    const { keychain, dataDir, folder } = await synced();
    const file = join(folder, 'cache.db');
    const descriptor = openSync(file, 'r+');
    for (let at = 4_096; at < statSync(file).size; at += 4_096)
      writeSync(descriptor, Buffer.from([0x5a, 0xa5]), 0, 2, at + 100);
    closeSync(descriptor);
    const desk = await openTestDesk({ dataDir, keychain });
    await expect.poll(async () => (await desk.get('desk.state', {})).signedIn).toBe(true);
    const state = await desk.get('desk.state', {});
    expect(state.phase).toBe('open');
    expect(state.notices.join(' ')).toMatch(/damaged.*set aside/);
    expect(existsSync(join(folder, 'quarantine'))).toBe(true);
    await desk.sync({ accountNumbers: [accountNumber], ...period });
    const entry = await desk.get('statements.entry', { accountNumber, entryId: 'F-000003' });
    expect(entry).toMatchObject({ flagged: true, note: 'ask the bank' });
    expect((await desk.get('statements.proof', { accountNumber, ...period })).ok).toBe(true);
  });
});

test('a damaged record of what was sent is set aside and closes sending; what the bank said still reads', async () => {
  const bank = await foreignBank();
  const keychain = memoryKeychain();
  const dataDir = tempFolder();
  const first = await openTestDesk({ dataDir, keychain });
  const { bank: profile } = await first.get('desk.connectBank', { bankFile: bank.bankFile() });
  await first.get('session.signIn', { credentials: foreignCredentials, remember: true });
  await first.sync({ accountNumbers: [accountNumber], ...period });
  await first.close();
  const file = join(dataDir, 'banks', profile!.profileId, 'journal.db');
  const bytes = readFileSync(file);
  for (let at = 200; at < bytes.length; at += 4_096) bytes[at] = bytes[at]! ^ 0xff;
  writeFileSync(file, bytes);
  const second = await openTestDesk({ dataDir, keychain });
  const state = await second.get('desk.state', {});
  expect(state.phase).toBe('open');
  expect(state.notices.join(' ')).toMatch(/set aside, not deleted/);
  expect(state.journal?.state).toBe('damaged');
  expect((await second.get('statements.summary', { accountNumber, filter: {} })).total).toBe(60);
});

test('a second process that wants to write learns who holds the folder [P12]', async () => {
  const bank = await foreignBank();
  const dataDir = tempFolder();
  const keychain = memoryKeychain();
  const first = await openTestDesk({ dataDir, keychain });
  await first.get('desk.connectBank', { bankFile: bank.bankFile() });
  const second = await openTestDesk({ dataDir, keychain });
  const state = await second.get('desk.state', {});
  expect(state).toMatchObject({ phase: 'blocked', problem: { code: 'store.locked' } });
  expect(state.problem?.message).toContain(String(process.pid));
  await first.close();
  expect(await second.get('desk.retryOpen', {})).toMatchObject({ phase: 'open' });
});

test('a bank file that was edited into nonsense is reported at the next start, and its data stays', async () => {
  const desk = await openTestDesk();
  const error = await desk.refused('desk.connectBank', { bankFile: '{"name":"X","colour":1}' });
  expect(error.code).toBe('bank-file.invalid');
  expect(Object.keys(error.fields ?? {}).join(' ')).toMatch(/colour|environment|baseUrl/);
});
