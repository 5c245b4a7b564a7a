import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { BankRow } from '../../shared/ipc/desk/settings.ts';
import {
  foreignCredentials,
  openForeignBank,
  trueEntries,
  type BankEntry,
  type ForeignBank,
  type ForeignBankOptions,
} from '../support/simple-banks/foreign-bank.ts';
import { openTestDesk, type TestDesk } from '../support/desks/test-desk.ts';
import { withoutWaiting } from '../support/setup/without-waiting.ts';

const accountNumber = '9988776655';
const period = { from: '2026-10-01', to: '2026-10-31' };

async function bankOf(
  count: number,
  name: string,
  intercept: NonNullable<ForeignBankOptions['intercept']> = () => false,
): Promise<ForeignBank & { readonly file: string; readonly entries: BankEntry[] }> {
  const entries = trueEntries(count, '2026-10-01').map((entry) => ({
    ...entry,
    narration: `${name} ${entry.narration}`,
  }));
  const bank = await openForeignBank({
    entries,
    pageSizeMax: 10,
    intercept,
  });
  const file = JSON.stringify({ ...(JSON.parse(bank.bankFile()) as object), name }, null, 2);
  return { ...bank, file, entries };
}

async function connect(desk: TestDesk, file: string): Promise<string> {
  await desk.get('desk.connectBank', { bankFile: file });
  const state = await desk.get('session.signIn', {
    credentials: foreignCredentials,
    remember: true,
  });
  return state.bank?.profileId ?? '';
}

/** What the open bank's local copy holds of the account, oldest first. */
async function stored(desk: TestDesk): Promise<string[][]> {
  const { rows } = await desk.get('statements.page', {
    accountNumber,
    filter: {},
    index: 0,
    limit: 200,
  });
  return rows
    .map(({ id, amount, balance, narration }) => [id, amount.amount, balance.amount, narration])
    .toSorted((a, b) => String(a[0]).localeCompare(String(b[0])));
}

const cents = (text: string): string => text.replace(/(\.\d\d)(\d*?)0+$/, '$1$2');
const expectedRows = (entries: readonly BankEntry[]): string[][] =>
  entries.map((entry) => [entry.id, cents(entry.amount), cents(entry.balance), entry.narration]);

const rowsOf = async (desk: TestDesk): Promise<readonly BankRow[]> =>
  (await desk.get('banks.list', {})).rows;

describe('banks side by side', () => {
  test('are listed with the sandbox first, and show which is open', async () => {
    const [acacia, baobab] = [await bankOf(6, 'Acacia'), await bankOf(3, 'Baobab')];
    const desk = await openTestDesk();
    expect(await rowsOf(desk)).toMatchObject([
      { profileId: 'sandbox', name: 'Sandbox Bank', isOpen: false, sizeBytes: 0 },
    ]);
    const second = await connect(desk, baobab.file);
    const first = await connect(desk, acacia.file);
    await desk.sync({ accountNumbers: [accountNumber], ...period });
    const rows = await rowsOf(desk);
    expect(rows.map(({ name, isOpen, problem }) => [name, isOpen, problem])).toEqual([
      ['Sandbox Bank', false, null],
      ['Acacia', true, null],
      ['Baobab', false, null],
    ]);
    expect(rows.slice(1).map(({ profileId }) => profileId)).toEqual([first, second]);
    expect(rows[1]).toMatchObject({
      environment: 'uat',
      host: new URL(acacia.url).host,
      credentialFields: [
        { name: 'username', secret: false },
        { name: 'password', secret: true },
      ],
      canRestore: false,
    });
    expect(rows[1]?.sizeBytes).toBeGreaterThan(10_000);
  });

  test('are switched in one step: the other opens signed in, with its own local copy', async () => {
    const [acacia, baobab] = [await bankOf(12, 'Acacia'), await bankOf(7, 'Baobab')];
    const desk = await openTestDesk();
    const one = await connect(desk, acacia.file);
    await desk.sync({ accountNumbers: [accountNumber], ...period });
    const two = await connect(desk, baobab.file);
    expect(two).not.toBe(one);
    expect((await desk.get('accounts.position', {})).accountCount).toBe(0);
    await desk.sync({ accountNumbers: [accountNumber], ...period });
    expect(await stored(desk)).toEqual(expectedRows(baobab.entries));
    const state = await desk.get('banks.open', { profileId: one });
    expect(state).toMatchObject({ phase: 'open', signedIn: true, bank: { name: 'Acacia' } });
    expect(await stored(desk)).toEqual(expectedRows(acacia.entries));
    expect(await desk.get('banks.open', { profileId: 'sandbox' })).toMatchObject({
      bank: { profileId: 'sandbox' },
      signedIn: true,
    });
    expect(await desk.get('banks.open', { profileId: two })).toMatchObject({ signedIn: true });
    expect(await stored(desk)).toEqual(expectedRows(baobab.entries));
  });

  test('with the same account number never mix, however often they are switched in mid-sync', async () => {
    const held: (() => void)[] = [];
    let holding = true;
    const acacia = await bankOf(60, 'Acacia', (_request, response, url) => {
      if (!holding || !url.pathname.includes('/clientStatement/')) return false;
      if (url.searchParams.get('pageNumber') === '1') return false;
      const end = response.end.bind(response) as (text: string) => void;
      // The answer is written whole, but leaves only when the test lets it.
      response.end = ((text: string) => {
        held.push(() => {
          end(text);
        });
        return response;
      }) as typeof response.end;
      return false;
    });
    const baobab = await bankOf(25, 'Baobab');
    const desk = await openTestDesk();
    const one = await connect(desk, acacia.file);
    const two = await connect(desk, baobab.file);
    await desk.get('banks.open', { profileId: one });
    for (let turn = 0; turn < 3; turn += 1) {
      await desk.get('sync.start', { accountNumbers: [accountNumber], ...period });
      const before = held.length;
      await expect.poll(() => held.length).toBeGreaterThan(before);
      await withoutWaiting(desk.get('banks.open', { profileId: two }));
      // The old bank's answers come late.
      for (const leave of held) leave();
      const progress = await desk.get('sync.progress', {});
      expect(progress).toMatchObject({ running: false, accounts: [] });
      await desk.sync({ accountNumbers: [accountNumber], ...period });
      expect(await stored(desk)).toEqual(expectedRows(baobab.entries));
      await desk.get('banks.open', { profileId: one });
      const storedRows = await stored(desk);
      const whole = expectedRows(acacia.entries);
      expect(storedRows.length).toBeLessThan(whole.length);
      for (const row of storedRows) expect(whole).toContainEqual(row);
    }
    holding = false;
    await desk.sync({ accountNumbers: [accountNumber], ...period });
    expect(await stored(desk)).toEqual(expectedRows(acacia.entries));
    expect(
      await desk.get('statements.proof', { accountNumber, ...period, to: '2026-10-10' }),
    ).toMatchObject({ ok: true });
    await desk.get('banks.open', { profileId: two });
    expect(await stored(desk)).toEqual(expectedRows(baobab.entries));
  });

  test('that is opened again is left as it is; one that is not known is refused', async () => {
    const acacia = await bankOf(3, 'Acacia');
    const desk = await openTestDesk();
    const one = await connect(desk, acacia.file);
    const signIns = acacia.calls.filter((call) => call.includes('/iam/')).length;
    expect(await desk.get('banks.open', { profileId: one })).toMatchObject({ signedIn: true });
    expect(acacia.calls.filter((call) => call.includes('/iam/'))).toHaveLength(signIns);
    for (const profileId of ['0123456789ab', '../../etc', 'sandbox/../..']) {
      const refused = await desk.refused('banks.open', { profileId });
      expect(refused.code).toBe('input.invalid');
    }
    expect(await desk.get('desk.state', {})).toMatchObject({ phase: 'open', signedIn: true });
  });

  test('of which one cannot be reached opens all the same, and does not keep the window waiting', async () => {
    const [acacia, baobab] = [await bankOf(3, 'Acacia'), await bankOf(4, 'Baobab')];
    const desk = await openTestDesk();
    const one = await connect(desk, acacia.file);
    await desk.sync({ accountNumbers: [accountNumber], ...period });
    await connect(desk, baobab.file);
    acacia.die();
    const state = await withoutWaiting(desk.get('banks.open', { profileId: one }));
    expect(state).toMatchObject({ phase: 'open', signedIn: false, bank: { name: 'Acacia' } });
    expect(await stored(desk)).toEqual(expectedRows(acacia.entries));
  });
});

describe('a bank that is left', () => {
  test('while its sign-in waits for an answer does not keep the other one waiting', async () => {
    const acacia = await bankOf(3, 'Acacia');
    const baobab = await bankOf(3, 'Baobab', (_request, _response, url) =>
      url.pathname.includes('/iam/'),
    );
    const desk = await openTestDesk();
    const one = await connect(desk, acacia.file);
    await desk.get('desk.connectBank', { bankFile: baobab.file });
    const signingIn = desk.request('session.signIn', {
      credentials: foreignCredentials,
      remember: true,
    });
    await expect.poll(() => baobab.calls.length).toBe(1);
    const state = await withoutWaiting(desk.get('banks.open', { profileId: one }));
    expect(state).toMatchObject({ signedIn: true, bank: { name: 'Acacia' } });
    expect(await signingIn).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });

  test('while a payment waits for its answer shows it when opened again, and never sends it twice', async () => {
    const acacia = await bankOf(3, 'Acacia', (request) => request.method === 'PUT');
    const desk = await openTestDesk();
    const one = await connect(desk, acacia.file);
    const update = desk.request('beneficiaries.update', {
      reference: 'NOS-TEST-1',
      entityId: 'fb-1',
      change: { city: 'Mombasa' },
    });
    await expect.poll(() => acacia.calls.some((call) => call.startsWith('PUT'))).toBe(true);
    await desk.get('banks.open', { profileId: 'sandbox' });
    expect(await update).toMatchObject({ ok: true, value: { state: 'unknown' } });
    expect((await desk.get('submissions.list', { limit: 10 })).rows).toEqual([]);
    await desk.get('banks.open', { profileId: one });
    const { rows } = await desk.get('submissions.list', { limit: 10 });
    expect(rows).toMatchObject([{ operation: 'updateBeneficiary', state: 'unknown' }]);
    expect(acacia.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
  });
});

describe('a bank file that is edited on the disk', () => {
  const fileIn = (desk: TestDesk, profileId: string): string =>
    join(desk.dataDir, 'banks', profileId, 'bank.json');

  test('into nonsense changes nothing for the bank that is open', async () => {
    const acacia = await bankOf(9, 'Acacia');
    const desk = await openTestDesk();
    const one = await connect(desk, acacia.file);
    writeFileSync(fileIn(desk, one), '{ "name": ');
    await desk.sync({ accountNumbers: [accountNumber], ...period });
    expect(await stored(desk)).toEqual(expectedRows(acacia.entries));
    await desk.get('desk.lock', {});
    expect(await desk.get('desk.unlock', {})).toMatchObject({ phase: 'open', signedIn: true });
    const [, row] = await rowsOf(desk);
    expect(row).toMatchObject({ name: 'Acacia', isOpen: true, canRestore: true });
    expect(row?.problem).toContain('line 1');
  });

  test('is reported at the next start, and the last text that worked is restored on request', async () => {
    const acacia = await bankOf(9, 'Acacia');
    const first = await openTestDesk();
    const one = await connect(first, acacia.file);
    await first.sync({ accountNumbers: [accountNumber], ...period });
    await first.close();
    const broken = acacia.file.replace('"uat"', '"prod"');
    writeFileSync(fileIn(first, one), broken);

    const desk = await openTestDesk({ dataDir: first.dataDir, keychain: first.keychain });
    const state = await desk.get('desk.state', {});
    expect(state).toMatchObject({ phase: 'welcome', problem: { code: 'bank-file.invalid' } });
    expect(state.problem?.message).toContain('environment');
    expect(state.problem?.message).toContain('The last text that worked is kept beside it.');
    expect((await rowsOf(desk))[1]).toMatchObject({
      profileId: one,
      name: 'Acacia',
      environment: 'uat',
      isOpen: false,
      problem: expect.stringContaining('must be one of') as string,
      canRestore: true,
    });
    const refused = await desk.refused('banks.open', { profileId: one });
    expect(refused).toMatchObject({
      code: 'bank-file.invalid',
      fields: { environment: expect.anything() as string },
    });
    const restored = await desk.get('banks.restoreFile', { profileId: one });
    expect(restored).toMatchObject({ phase: 'open', signedIn: true, bank: { name: 'Acacia' } });
    expect(readFileSync(fileIn(desk, one), 'utf8')).toBe(acacia.file);
    expect(await stored(desk)).toEqual(expectedRows(acacia.entries));
    const aside = join(desk.dataDir, 'banks', one, 'quarantine');
    const [folder = ''] = readdirSync(aside);
    expect(readFileSync(join(aside, folder, 'bank.json'), 'utf8')).toBe(broken);
    expect((await rowsOf(desk))[1]).toMatchObject({ problem: null, canRestore: false });
  });

  test('to name another address is another bank: its data does not come into this local copy', async () => {
    const [acacia, baobab] = [await bankOf(9, 'Acacia'), await bankOf(5, 'Baobab')];
    const desk = await openTestDesk();
    const one = await connect(desk, acacia.file);
    await desk.sync({ accountNumbers: [accountNumber], ...period });
    await connect(desk, baobab.file);
    writeFileSync(fileIn(desk, one), baobab.file);
    const refused = await desk.refused('banks.open', { profileId: one });
    expect(refused.message).toContain('another address or environment');
    expect(await desk.get('desk.state', {})).toMatchObject({ bank: { name: 'Baobab' } });
    await desk.get('banks.restoreFile', { profileId: one });
    expect(await stored(desk)).toEqual(expectedRows(acacia.entries));
  });

  test('and is gone altogether can be put back too', async () => {
    const acacia = await bankOf(3, 'Acacia');
    const desk = await openTestDesk();
    const one = await connect(desk, acacia.file);
    await desk.get('desk.leaveBank', {});
    rmSync(fileIn(desk, one));
    expect((await rowsOf(desk))[1]).toMatchObject({ name: 'Acacia', canRestore: true });
    await desk.get('banks.restoreFile', { profileId: one });
    expect(existsSync(fileIn(desk, one))).toBe(true);
  });
});
