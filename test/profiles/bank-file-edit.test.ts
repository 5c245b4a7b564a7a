import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import {
  foreignCredentials,
  openForeignBank,
  trueEntries,
  type ForeignBank,
  type ForeignBankOptions,
} from '../support/simple-banks/foreign-bank.ts';
import { openTestDesk, type TestDesk, openSandboxDesk } from '../support/desks/test-desk.ts';
import { withoutWaiting } from '../support/setup/without-waiting.ts';

const accountNumber = '9988776655';
const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

type Scene = {
  readonly bank: ForeignBank;
  readonly desk: TestDesk;
  readonly profileId: string;
  /** The bank file as it was connected. */
  readonly file: string;
};

async function scene(
  options: Partial<ForeignBankOptions> = {},
  edit: (file: string) => string = (file) => file,
): Promise<Scene> {
  const bank = await openForeignBank({
    entries: trueEntries(60, daysAgo(25)),
    ...options,
  });
  const file = edit(JSON.stringify(JSON.parse(bank.bankFile()), null, 2));
  const desk = await openTestDesk();
  await desk.get('desk.connectBank', { bankFile: file });
  const signedIn = await desk.request('session.signIn', {
    credentials: foreignCredentials,
    remember: true,
  });
  const state = await desk.get('desk.state', {});
  expect(state.signedIn).toBe(signedIn.ok);
  return { bank, desk, profileId: state.bank?.profileId ?? '', file };
}

const onDisk = (desk: TestDesk, profileId: string): string =>
  readFileSync(join(desk.dataDir, 'banks', profileId, 'bank.json'), 'utf8');

const entryCount = async (desk: TestDesk): Promise<number> =>
  (await desk.get('settings.get', {})).entries;

describe('the bank file in the desk', () => {
  test('is checked against the open one while it is written, and nothing is saved', async () => {
    const { desk, file, profileId } = await scene();
    const text = file.replace('"x-session"', '"x-sess ion"');
    const check = await desk.get('bankFile.check', { bankFile: text });
    const line = file.split('\n').findIndex((one) => one.includes('x-session')) + 1;
    expect(check).toMatchObject({
      mistakes: [{ field: 'auth.header', line }],
      changes: [{ field: 'auth.header', before: '"x-session"', after: '"x-sess ion"' }],
      isSameBank: null,
    });
    expect(await desk.get('bankFile.check', { bankFile: file })).toEqual({
      mistakes: [],
      changes: [],
      isSameBank: true,
    });
    expect(onDisk(desk, profileId)).toBe(file);
  });

  test('is saved as it was written; the bank opens anew with its local copy, signed in', async () => {
    const { desk, file, profileId } = await scene();
    await desk.sync({ accountNumbers: [accountNumber] });
    expect(await entryCount(desk)).toBe(60);
    const text = file.replace('"Foreign Bank UAT"', '"Foreign Bank, renamed"') + '\n// kept\n';
    const state = await desk.get('bankFile.save', { bankFile: text });
    expect(state).toMatchObject({
      phase: 'open',
      signedIn: true,
      remembered: true,
      bank: { profileId, name: 'Foreign Bank, renamed' },
    });
    expect(onDisk(desk, profileId)).toBe(text);
    expect((await desk.get('settings.get', {})).bankFile).toBe(text);
    expect(await entryCount(desk)).toBe(60);
    const names = [...desk.keychain.entries.keys()].filter((key) => key.includes(profileId));
    expect(names).toHaveLength(2);
  });

  test('opens an operation that it confirms', async () => {
    const { desk, file } = await scene();
    const rows = async () => (await desk.get('operations.list', {})).rows;
    const trades = async () => (await rows()).find(({ name }) => name === 'getAllTrades');
    expect(await trades()).toMatchObject({ state: 'closed', isOverridden: false });
    const parsed = JSON.parse(file) as { operations: object };
    const text = JSON.stringify({
      ...parsed,
      operations: { ...parsed.operations, getAllTrades: { path: '/deals' } },
    });
    const state = await desk.get('bankFile.save', { bankFile: text });
    expect(state.closedOperations).not.toContain('getAllTrades');
    expect(await trades()).toMatchObject({ state: 'confirmed', path: '/deals', method: 'GET' });
  });

  test('with a mistake is refused with the field, and the bank stays open as it was', async () => {
    const { bank, desk, file, profileId } = await scene();
    const signIns = bank.calls.length;
    for (const text of ['{ "name": ', file.replace('"uat"', '"prod"')]) {
      const refused = await desk.refused('bankFile.save', { bankFile: text });
      expect(refused.code).toBe('bank-file.invalid');
    }
    expect(await desk.get('desk.state', {})).toMatchObject({ phase: 'open', signedIn: true });
    expect(bank.calls).toHaveLength(signIns);
    expect(onDisk(desk, profileId)).toBe(file);
  });

  test('with another environment becomes a bank of its own; the old one keeps its file and its entries', async () => {
    const { desk, file, profileId } = await scene();
    await desk.sync({ accountNumbers: [accountNumber] });
    const text = file.replace('"uat"', '"production"');
    expect(await desk.get('bankFile.check', { bankFile: text })).toMatchObject({
      mistakes: [],
      isSameBank: false,
    });
    const state = await desk.get('bankFile.save', { bankFile: text });
    expect(state).toMatchObject({
      phase: 'open',
      signedIn: false,
      bank: { environment: 'production' },
    });
    expect(await entryCount(desk)).toBe(0);
    expect(onDisk(desk, profileId)).toBe(file);
    const { rows } = await desk.get('banks.list', {});
    expect(rows.map(({ environment, isOpen }) => [environment, isOpen])).toEqual([
      ['sandbox', false],
      ['production', true],
      ['uat', false],
    ]);
    await desk.get('banks.open', { profileId });
    expect(await entryCount(desk)).toBe(60);
    // Back at the first bank: the other one's place must not be taken by its text.
    const refused = await desk.refused('bankFile.save', { bankFile: text });
    expect(refused).toMatchObject({
      code: 'input.invalid',
      fields: { baseUrl: 'belongs to “Foreign Bank UAT”: open that bank instead' },
    });
  });

  test('of the sandbox cannot be saved; and with no bank open there is none', async () => {
    const desk = await openTestDesk();
    const text = '{"name":"B","environment":"uat","baseUrl":"https://bank.example"}';
    expect((await desk.refused('bankFile.save', { bankFile: text })).code).toBe('session.required');
    expect((await desk.get('bankFile.check', { bankFile: text })).mistakes).toEqual([]);
    await desk.get('desk.openSandbox', {});
    const refused = await desk.refused('bankFile.save', { bankFile: text });
    expect(refused.code).toBe('input.invalid');
    expect(refused.message).toContain('built in');
    expect(await desk.get('desk.state', {})).toMatchObject({ bank: { profileId: 'sandbox' } });
  });
});

describe('the doctor in the desk', () => {
  test('examines the open bank, reports its progress, and stores the report of this bank only', async () => {
    const { desk, profileId } = await scene({ pageSizeMax: 25 }, (file) =>
      file.replace(/"statement": \{[^}]*\}/, '"statement": "auto"'),
    );
    expect(await desk.get('doctor.last', {})).toEqual({ report: null });
    const report = await desk.get('doctor.run', { accountNumber });
    expect(report).toMatchObject({
      ok: true,
      bank: { name: 'Foreign Bank UAT', environment: 'uat' },
      statementDialect: 'startDate/endDate pageNumber/limit from 1',
    });
    expect(report.checks.find(({ id }) => id === 'sign-in')?.detail).toMatch(
      /^Signed in since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.$/,
    );
    const progress = desk.facts.filter(({ event }) => event === 'doctor.progressed');
    expect(progress).toHaveLength(report.checks.length + 1);
    expect(progress.at(-1)?.fact).toEqual(report);
    expect(await desk.get('doctor.last', {})).toEqual({ report });
    expect(await entryCount(desk)).toBe(0);

    const proposed = await desk.get('doctor.propose', { fields: ['statement'] });
    expect(JSON.parse(proposed.bankFile)).toMatchObject({
      statement: {
        dates: ['startDate', 'endDate'],
        paging: ['pageNumber', 'limit'],
        pageSizeMax: 25,
      },
    });
    const check = await desk.get('bankFile.check', proposed);
    expect(check).toMatchObject({ mistakes: [], isSameBank: true });
    expect(check.changes.map(({ field, before }) => [field, before])).toEqual([
      ['statement', '"auto"'],
    ]);
    const refused = await desk.refused('doctor.propose', { fields: ['statement', 'name'] });
    expect(refused.fields).toEqual({ name: 'is not among the findings' });

    await desk.get('bankFile.save', proposed);
    expect(await desk.get('doctor.last', {})).toEqual({ report: null });
    expect((await desk.get('doctor.run', { accountNumber })).findings).toEqual([]);
    expect(onDisk(desk, profileId)).toBe(proposed.bankFile);
  });

  test('finds the token’s place after a sign-in that failed for it, without asking for credentials again', async () => {
    const { bank, desk } = await scene({}, (file) => file.replace('"/data/jwt"', '"/token"'));
    const asked = bank.calls.filter((call) => call.includes('/iam/')).length;
    const report = await desk.get('doctor.run', {});
    expect(report.ok).toBe(false);
    expect(report.findings[0]).toMatchObject({
      field: 'auth.token',
      current: '"/token"',
      found: '"/data/jwt"',
    });
    expect(bank.calls.filter((call) => call.includes('/iam/'))).toHaveLength(asked);
    const proposed = await desk.get('doctor.propose', { fields: ['auth.token'] });
    await desk.get('bankFile.save', proposed);
    const state = await desk.get('session.signIn', {
      credentials: foreignCredentials,
      remember: false,
    });
    expect(state.signedIn).toBe(true);
  });

  test('is stopped when its bank is closed, at once', async () => {
    let isAsked = false;
    const { desk } = await scene({
      intercept: (_request, _response, url) => {
        isAsked ||= url.pathname.includes('/clientStatement/');
        return url.pathname.includes('/clientStatement/');
      },
    });
    const running = desk.request('doctor.run', { accountNumber });
    await expect.poll(() => isAsked).toBe(true);
    await withoutWaiting(desk.get('banks.open', { profileId: 'sandbox' }));
    expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await desk.get('doctor.last', {})).toEqual({ report: null });
  });

  test('examines the sandbox: everything answers, and there is no file to write into', async () => {
    const desk = await openSandboxDesk();
    const report = await desk.get('doctor.run', {});
    expect(report).toMatchObject({ ok: true, findings: [] });
    expect(report.checks.filter(({ state }) => state === 'warning')).toEqual([]);
    const refused = await desk.refused('doctor.propose', { fields: ['statement'] });
    expect(refused.message).toContain('built in');
  });
});
