import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { Route } from '../../shared/ipc/routes.ts';
import {
  foreignCredentials,
  openForeignBank,
  trueEntries,
  type ForeignBank,
} from '../support/simple-banks/foreign-bank.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { openTestDesk, type TestDesk } from '../support/desks/test-desk.ts';

/** What a page could ask that was taken over: every route is open to it, with whatever it likes. */

async function bankOf(name: string): Promise<ForeignBank & { readonly file: string }> {
  const bank = await openForeignBank({
    entries: trueEntries(6, '2026-10-01'),
  });
  return { ...bank, file: JSON.stringify({ ...fileOf(bank.bankFile()), name }, null, 2) };
}

type File = {
  readonly auth: Record<string, unknown>;
  readonly operations: Record<string, object>;
};
const fileOf = (text: string): File => JSON.parse(text) as File;
const written = (value: object): string => JSON.stringify(value, null, 2);

const signIns = ({ calls }: ForeignBank, path = '/platform/iam/v3/session'): number =>
  calls.filter((call) => call === `POST ${path}`).length;

async function connected(
  bank: { readonly file: string },
  options: Parameters<typeof openTestDesk>[0] = {},
): Promise<{ desk: TestDesk; profileId: string }> {
  const desk = await openTestDesk(options);
  await desk.get('desk.connectBank', { bankFile: bank.file });
  const state = await desk.get('session.signIn', {
    credentials: foreignCredentials,
    remember: true,
  });
  expect(state.signedIn).toBe(true);
  return { desk, profileId: state.bank?.profileId ?? '' };
}

describe('a host that this machine does not know', () => {
  test('receives nothing and leaves no trace unless a person who is asked outside the window agrees', async () => {
    const evil = await bankOf('Example\nBank\u202e');
    const desk = await openTestDesk();
    desk.saysYes = false;
    const refused = await desk.refused('desk.connectBank', { bankFile: evil.file });
    expect(refused.code).toBe('declined');
    expect(desk.questions).toMatchObject([{ message: `Connect to ${new URL(evil.url).host}?` }]);
    expect(desk.questions[0]?.detail).toContain('“Example Bank ”: the bank’s test environment.');
    expect(await desk.get('desk.state', {})).toMatchObject({ phase: 'welcome', bank: null });
    const signIn = { credentials: { username: 'what was stolen', password: 'x' }, remember: false };
    expect((await desk.refused('session.signIn', signIn)).code).toBe('session.required');
    expect(evil.calls).toEqual([]);
    expect(readdirSync(desk.dataDir)).not.toContain('banks');
  });

  test('is not asked about again once it is known', async () => {
    const bank = await bankOf('Acacia');
    const { desk } = await connected(bank);
    await desk.get('desk.connectBank', { bankFile: bank.file });
    expect(desk.questions).toHaveLength(1);
  });

  test('does not come in by an edit of the open bank’s file either', async () => {
    const [bank, evil] = [await bankOf('Acacia'), await bankOf('Acacia')];
    const { desk, profileId } = await connected(bank);
    desk.saysYes = false;
    const refused = await desk.refused('bankFile.save', { bankFile: evil.file });
    expect(refused.code).toBe('declined');
    expect(await desk.get('desk.state', {})).toMatchObject({ signedIn: true, bank: { profileId } });
    desk.saysYes = true;
    const state = await desk.get('bankFile.save', { bankFile: evil.file });
    // Even with a yes the credentials of the one are nothing to the other.
    expect(state).toMatchObject({ phase: 'open', signedIn: false, remembered: false });
    expect(evil.calls).toEqual([]);
  });
});

describe('a sign-in that goes elsewhere at the same host', () => {
  const elsewhere: readonly [string, (file: File) => object][] = [
    [
      'another path',
      ({ operations, ...file }) => ({
        ...file,
        operations: { ...operations, getToken: { method: 'POST', path: '/echo/session' } },
      }),
    ],
    [
      'another body',
      (file) => ({
        ...file,
        auth: { ...file.auth, request: { memo: '{password}', user: '{username}' } },
      }),
    ],
  ];

  test.each(elsewhere)('by %s asks for the credentials anew', async (_what, edit) => {
    const bank = await bankOf('Acacia');
    const { desk } = await connected(bank);
    const before = bank.calls.length;
    const state = await desk.get('bankFile.save', { bankFile: written(edit(fileOf(bank.file))) });
    expect(state).toMatchObject({ phase: 'open', signedIn: false, remembered: false });
    expect(bank.calls.slice(before)).toEqual([]);
    await desk.close();
    const next = await openTestDesk({ dataDir: desk.dataDir, keychain: desk.keychain });
    expect(await next.get('desk.state', {})).toMatchObject({ phase: 'open', signedIn: false });
    expect(bank.bodies.slice(before).join()).not.toContain('canary');
  });

  test('neither comes in by connecting the same bank with another file', async () => {
    const bank = await bankOf('Acacia');
    const { desk } = await connected(bank);
    const before = bank.calls.length;
    const [, edit] = elsewhere[0] ?? [];
    const state = await desk.get('desk.connectBank', {
      bankFile: written(edit?.(fileOf(bank.file)) ?? {}),
    });
    expect(state).toMatchObject({ phase: 'open', signedIn: false, remembered: false });
    expect(bank.calls.slice(before)).toEqual([]);
    // With the old file the old credentials are for their own door again.
    expect(await desk.get('desk.connectBank', { bankFile: bank.file })).toMatchObject({
      signedIn: true,
      remembered: true,
    });
  });

  test('is not meant by another name, order or field of the file', async () => {
    const bank = await bankOf('Acacia');
    const { desk } = await connected(bank);
    const { auth, ...file } = fileOf(bank.file);
    const turned = Object.fromEntries(Object.entries(auth).toReversed());
    const text = written({ auth: turned, ...file, name: 'Renamed', errorMessage: ['/fault'] });
    expect(await desk.get('bankFile.save', { bankFile: text })).toMatchObject({
      signedIn: true,
      remembered: true,
      bank: { name: 'Renamed' },
    });
    expect(signIns(bank)).toBe(2);
  });
});

describe('without a keychain', () => {
  const noKeychain = () => ({ keychain: memoryKeychain('unavailable') });

  test('saving the bank file keeps the copy open and the person signed in', async () => {
    const bank = await bankOf('Acacia');
    const { desk } = await connected(bank, noKeychain());
    const text = bank.file.replace('"Acacia"', '"Renamed"');
    expect(await desk.get('bankFile.save', { bankFile: text })).toMatchObject({
      phase: 'open',
      protection: 'credentials',
      signedIn: true,
      remembered: false,
      bank: { name: 'Renamed' },
    });
    await desk.get('desk.lock', {});
    expect(await desk.get('desk.unlock', {})).toMatchObject({ phase: 'blocked' });
  });

  test('a sign-in that goes elsewhere is not gone, though the copy stays open', async () => {
    const bank = await bankOf('Acacia');
    const { desk } = await connected(bank, noKeychain());
    const before = bank.calls.length;
    const { operations, ...file } = fileOf(bank.file);
    const text = written({
      ...file,
      operations: { ...operations, getToken: { method: 'POST', path: '/echo/session' } },
    });
    expect(await desk.get('bankFile.save', { bankFile: text })).toMatchObject({
      phase: 'open',
      signedIn: false,
    });
    expect(bank.calls.slice(before)).toEqual([]);
  });

  test('whoever signed out is not signed in again by it', async () => {
    const bank = await bankOf('Acacia');
    const { desk } = await connected(bank, noKeychain());
    await desk.get('session.signOut', {});
    const before = signIns(bank);
    const text = bank.file.replace('"Acacia"', '"Renamed"');
    expect(await desk.get('bankFile.save', { bankFile: text })).toMatchObject({
      phase: 'open',
      signedIn: false,
    });
    expect(signIns(bank)).toBe(before);
  });

  test('a mistyped password leaves the desk as locked as it was, and says what is safe', async () => {
    const bank = await bankOf('Acacia');
    const { desk } = await connected(bank, noKeychain());
    await desk.get('desk.lock', {});
    const error = await desk.refused('session.signIn', {
      credentials: { ...foreignCredentials, password: 'wrong' },
      remember: false,
    });
    expect(error.code).toBe('vault.wrong-credentials');
    expect(await desk.get('desk.state', {})).toMatchObject({ phase: 'locked', problem: null });
    expect(
      await desk.get('session.signIn', { credentials: foreignCredentials, remember: false }),
    ).toMatchObject({ phase: 'open', signedIn: true });
  });

  test('a first sign-in that the bank refuses shows no desk in between', async () => {
    const bank = await bankOf('Acacia');
    const desk = await openTestDesk(noKeychain());
    await desk.get('desk.connectBank', { bankFile: bank.file });
    const before = desk.facts.length;
    const error = await desk.refused('session.signIn', {
      credentials: { ...foreignCredentials, password: 'wrong' },
      remember: false,
    });
    expect(error.code).toBe('session.refused');
    const phases = desk.facts
      .slice(before)
      .flatMap(({ event, fact }) =>
        event === 'desk.changed' ? [(fact as { phase: string }).phase] : [],
      );
    expect(phases).not.toContain('open');
    expect(await desk.get('desk.state', {})).toMatchObject({ phase: 'blocked' });
  });
});

test('forgetting a bank, and the journal with it, takes a person who is asked outside the window', async () => {
  const bank = await bankOf(' Acacia ');
  const { desk, profileId } = await connected(bank);
  desk.saysYes = false;
  const refused = await desk.refused('desk.forgetBank', { confirmation: 'Acacia' });
  expect(refused.code).toBe('declined');
  expect(desk.questions.at(-1)?.message).toBe('Forget “ Acacia ” on this machine?');
  const file = join(desk.dataDir, 'banks', profileId, 'bank.json');
  expect(readFileSync(file, 'utf8')).toBe(bank.file);
  expect(await desk.get('desk.state', {})).toMatchObject({ phase: 'open', signedIn: true });
  desk.saysYes = true;
  expect(await desk.get('desk.forgetBank', { confirmation: 'Acacia' })).toMatchObject({
    phase: 'welcome',
  });
});

describe('whatever it is asked with', () => {
  const routes: readonly Route[] = [
    'banks.open',
    'banks.restoreFile',
    'bankFile.check',
    'bankFile.save',
    'bankFile.propose',
    'backup.write',
    'backup.restore',
    'desk.connectBank',
    'desk.forgetBank',
    'desk.copyText',
    'doctor.run',
    'doctor.propose',
    'network.save',
    'session.signIn',
    'session.chooseCertificate',
    'session.resetPassword',
    'settings.saveAutoLock',
    'settings.saveSelfSync',
    'settings.saveNotifies',
    'settings.saveSingleKeys',
    'settings.saveOwnKeys',
    'settings.saveAppearance',
    'settings.keepToured',
  ];
  const long = 'x'.repeat(2_000_000);
  const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) as unknown;
  const proto = JSON.parse(
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}',
  ) as object;
  const paths = [
    '../../etc/passwd',
    '..',
    '/etc/passwd',
    'C:\\Windows',
    '__proto__',
    'constructor',
    '\0',
    '',
  ];
  const hosts = [
    'https://evil.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    "'; DROP TABLE entry; --",
  ];
  const fields = [
    'profileId',
    'bankFile',
    'confirmation',
    'accountNumber',
    'fields',
    'address',
    'username',
    'password',
    'addCertificates',
    'removeCertificate',
    'credentials',
    'remember',
    'currentPassword',
    'newPassword',
    'minutes',
    'enabled',
    'text',
    'kind',
  ];
  const values: readonly unknown[] = [
    undefined,
    null,
    0,
    -1,
    Number.NaN,
    true,
    [],
    {},
    proto,
    deep,
    long,
    ...paths,
    ...hosts,
  ];

  test.each(routes)('%s answers in its own words and takes nothing over', async (route) => {
    const bank = await bankOf('Acacia');
    const { desk, profileId } = await connected(bank);
    desk.saysYes = false;
    await desk.get('settings.saveAutoLock', { minutes: 0 });
    const request = desk.request as (
      route: string,
      input: unknown,
    ) => Promise<{
      ok: boolean;
      error?: { code: string; message: string };
    }>;
    const network = await desk.get('network.get', {});
    const inputs = [
      ...values,
      ...fields.flatMap((field) => values.map((value) => ({ [field]: value }))),
      ...values.map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
    ];
    for (const input of inputs) {
      const { error } = await request(route, input);
      expect(error?.code).not.toBe('internal');
      expect(error?.message ?? '').not.toContain(desk.dataDir);
      expect((error?.message ?? '').length).toBeLessThan(5_000);
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    // A password alone goes nowhere: the proxy that would receive it is the one that a person has agreed to.
    const { proxy, authorities } = await desk.get('network.get', {});
    expect({ ...network, authorities, proxy: { ...proxy, hasPassword: false } }).toEqual(network);
    expect(readFileSync(join(desk.dataDir, 'banks', profileId, 'bank.json'), 'utf8')).toBe(
      bank.file,
    );
    expect(readdirSync(join(desk.dataDir, 'banks')).toSorted()).toEqual([profileId]);
  });
});
