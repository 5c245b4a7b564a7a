import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import {
  foreignCredentials,
  openForeignBank,
  trueEntries,
  type ForeignBank,
  type ForeignBankOptions,
} from '../support/simple-banks/foreign-bank.ts';
import { openTestDesk, type TestDesk, openSyncedSandbox } from '../support/desks/test-desk.ts';
import { openOnboardingDesk, wholeDetails } from '../support/desks/onboarding-desk.ts';
import { approve, openFundedDesk, payment } from '../support/desks/transfers-desk.ts';
import { withoutWaiting } from '../support/setup/without-waiting.ts';

const accountNumber = '9988776655';
const period = { from: '2026-10-01', to: '2026-10-31' };
const minute = 60_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const phaseOf = async (desk: TestDesk) => (await desk.get('desk.state', {})).phase;

const foreignBank = (options: Partial<ForeignBankOptions> = {}): Promise<ForeignBank> =>
  openForeignBank({ pageSizeMax: 10, ...options });

/** Pages behind the first never come. */
const silentPages = (): Promise<ForeignBank> =>
  foreignBank({
    intercept: (_request, _response, { pathname, searchParams }) =>
      pathname.includes('/statement/') && searchParams.get('pageNumber') !== '1',
  });

async function connected(bank: ForeignBank, options: Parameters<typeof openTestDesk>[0] = {}) {
  const desk = await openTestDesk(options);
  await desk.get('desk.connectBank', { bankFile: bank.bankFile() });
  const state = await desk.get('session.signIn', {
    credentials: foreignCredentials,
    remember: true,
  });
  return { desk, profileId: state.bank?.profileId ?? '' };
}

describe('a payment that waits for its answer', () => {
  async function paying() {
    const desk = await openFundedDesk();
    const input = await approve(
      desk,
      payment(desk, { beneficiaryId: 'beneficiary-silent-booked' }),
    );
    const sending = desk.request('payments.send', input);
    await expect.poll(() => desk.bookings(input.reference), { timeout: 5_000 }).toHaveLength(1);
    const outcome = async () =>
      (await desk.get('submissions.list', { limit: 5 })).rows.find(
        ({ reference }) => reference === input.reference,
      )?.state;
    return { desk, sending, outcome, posts: await desk.posts() };
  }

  test('is unknown once a person signs out, not failed and not lost, and is found after the next sign-in', async () => {
    const { desk, sending, outcome, posts } = await paying();
    await withoutWaiting(desk.get('session.signOut', {}));
    expect(await sending).toMatchObject({ ok: true, value: { state: 'unknown' } });
    expect(await outcome()).toBe('unknown');
    await desk.get('banks.open', { profileId: 'sandbox' });
    await desk.get('desk.lock', {});
    await desk.get('desk.unlock', {});
    await desk.sync();
    await expect.poll(outcome, { timeout: 10_000 }).toBe('accepted');
    expect(await desk.posts()).toBe(posts);
  });

  test('is unknown once a person locks the desk, and is looked up when it is unlocked [I2]', async () => {
    const { desk, sending, outcome, posts } = await paying();
    await desk.get('desk.lock', {});
    await sending;
    await desk.get('desk.unlock', {});
    await expect.poll(outcome, { timeout: 10_000 }).toBe('accepted');
    expect(await desk.posts()).toBe(posts);
  });
});

describe('an upload that waits for its answer', () => {
  async function uploading() {
    const desk = await openOnboardingDesk();
    const subClientId = (await desk.create(wholeDetails)).recordId ?? '';
    const { itemId } = await desk.drop(subClientId, 'PROOF_OF_ADDRESS');
    const fault = { kind: 'latency', ms: 20_000 };
    await desk.bank('PUT', 'faults', { rules: [{ operation: 'uploadSubclientDocuments', fault }] });
    const sending = desk.request('documents.send', { itemIds: [itemId] });
    await expect
      .poll(async () => (await desk.get('documents.queue', { subClientId })).items[0]?.state)
      .toBe('sending');
    await sleep(300);
    const item = async () => (await desk.get('documents.queue', { subClientId })).items[0];
    return { desk, sending, item };
  }

  test('is unknown once a person signs out, and is not lost', async () => {
    const { desk, item } = await uploading();
    await withoutWaiting(desk.get('session.signOut', {}));
    await expect.poll(async () => (await item())?.state).toBe('unknown');
  });

  test('is unknown once another bank is opened and this one again: it is not sent a second time', async () => {
    const { desk, item } = await uploading();
    const other = await foreignBank();
    await desk.get('desk.connectBank', { bankFile: other.bankFile() });
    await desk.get('banks.open', { profileId: 'sandbox' });
    expect(await item()).toMatchObject({ state: 'unknown' });
    expect(await desk.calls('uploadSubclientDocuments')).toBeLessThanOrEqual(1);
  });
});

describe('a bank that is closed in the midst of a sync', () => {
  async function syncing() {
    const bank = await silentPages();
    const { desk, profileId } = await connected(bank);
    await desk.get('sync.start', { accountNumbers: [accountNumber], ...period });
    await expect
      .poll(async () => (await desk.get('sync.progress', {})).accounts[0]?.received)
      .toBe(10);
    return { bank, desk, profileId };
  }

  test('by being forgotten leaves nothing behind, and nothing writes into its place afterwards', async () => {
    const { bank, desk } = await syncing();
    const { name } = JSON.parse(bank.bankFile()) as { name: string };
    expect(await withoutWaiting(desk.get('desk.forgetBank', { confirmation: name }))).toMatchObject(
      {
        phase: 'welcome',
      },
    );
    await sleep(800);
    expect(readdirSync(join(desk.dataDir, 'banks'))).toEqual([]);
    expect(desk.keychain.entries.size).toBe(0);
    expect(await desk.get('desk.connectBank', { bankFile: bank.bankFile() })).toMatchObject({
      phase: 'open',
      signedIn: false,
    });
    expect((await desk.get('settings.get', {})).entries).toBe(0);
  });

  test('by the lock leaves what was whole, and the next sync goes on there', async () => {
    const { desk } = await syncing();
    await desk.get('desk.lock', {});
    expect(await desk.get('desk.unlock', {})).toMatchObject({ phase: 'open', signedIn: true });
    expect((await desk.get('settings.get', {})).entries).toBe(10);
    expect((await desk.get('sync.progress', {})).running).toBe(false);
  });
});

describe('a desk that somebody walked away from', () => {
  async function idle(options: Parameters<typeof openTestDesk>[0] = {}) {
    let idleMs = 0;
    const desk = await openSyncedSandbox({ ...options, idleClock: () => idleMs });
    await desk.get('settings.saveAutoLock', { minutes: 1 });
    return { desk, pass: (ms: number) => void (idleMs += ms) };
  }

  test('with a save dialog open is locked all the same; what is chosen there then writes nothing', async () => {
    let choose: (path: string | undefined) => void = () => undefined;
    const { desk, pass } = await idle({
      saveAs: () => new Promise((resolve) => (choose = resolve)),
    });
    const exporting = desk.request('statements.export', {
      accountNumber: '2010044871',
      filter: {},
      format: 'csv',
    });
    await sleep(200);
    pass(minute);
    await expect.poll(() => phaseOf(desk), { timeout: 5_000 }).toBe('locked');
    const target = join(desk.dataDir, 'statement.csv');
    choose(target);
    const outcome = await exporting;
    expect(outcome).toMatchObject({ ok: false, error: { code: 'session.required' } });
    expect(readdirSync(desk.dataDir)).not.toContain('statement.csv');
  });

  test('with a question of the system open is locked all the same', async () => {
    let answer: (yes: boolean) => void = () => undefined;
    const { desk, pass } = await idle({
      confirm: () => new Promise((resolve) => (answer = resolve)),
    });
    const change = { kind: 'manual', address: 'http://p.example:8080' } as const;
    const saving = desk.request('network.save', change);
    await expect.poll(() => desk.questions.length).toBe(1);
    pass(minute);
    await expect.poll(() => phaseOf(desk), { timeout: 5_000 }).toBe('locked');
    answer(false);
    expect(await saving).toMatchObject({ error: { code: 'declined' } });
    expect(await phaseOf(desk)).toBe('locked');
  });

  test('is locked at its minute and not a second before', async () => {
    const { desk, pass } = await idle();
    pass(minute - 1);
    await sleep(1_200);
    expect(await phaseOf(desk)).toBe('open');
    pass(1);
    await expect.poll(() => phaseOf(desk), { timeout: 3_000 }).toBe('locked');
  });
});

describe('the file of the bank that is open', () => {
  const damages: readonly [string, (file: string) => void][] = [
    [
      'cut short',
      (file) => {
        truncateSync(file, 20);
      },
    ],
    [
      'empty',
      (file) => {
        truncateSync(file, 0);
      },
    ],
    [
      'gone',
      (file) => {
        rmSync(file);
      },
    ],
    [
      'a folder',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
    [
      'not text',
      (file) => {
        writeFileSync(file, Buffer.alloc(4_096, 0xff));
      },
    ],
  ];

  test.each(damages)(
    'that becomes %s while it runs changes nothing for it, and can be put back',
    async (_what, damage) => {
      const bank = await foreignBank();
      const { desk, profileId } = await connected(bank);
      const file = join(desk.dataDir, 'banks', profileId, 'bank.json');
      damage(file);
      const progress = await desk.sync({ accountNumbers: [accountNumber], ...period });
      expect(progress.error).toBeNull();
      expect((await desk.get('settings.get', {})).entries).toBe(60);
      const { rows } = await desk.get('banks.list', {});
      expect(rows).toMatchObject([{}, { profileId, isOpen: true, canRestore: true }]);
      await desk.get('desk.lock', {});
      expect(await desk.get('desk.unlock', {})).toMatchObject({ phase: 'open', signedIn: true });
      await desk.get('banks.open', { profileId: 'sandbox' });
      expect((await desk.refused('banks.open', { profileId })).code).toBe('bank-file.invalid');
      expect(await desk.get('banks.restoreFile', { profileId })).toMatchObject({
        phase: 'open',
        bank: { profileId },
      });
      expect(readFileSync(file, 'utf8')).toBe(bank.bankFile());
    },
  );

  test('that becomes a folder is not written over; put back first, it can be saved again', async () => {
    const bank = await foreignBank();
    const { desk, profileId } = await connected(bank);
    const file = join(desk.dataDir, 'banks', profileId, 'bank.json');
    rmSync(file);
    mkdirSync(file);
    const text = `${bank.bankFile()}\n`;
    expect((await desk.refused('bankFile.save', { bankFile: text })).code).toBe('store.readonly');
    expect(await desk.get('desk.state', {})).toMatchObject({ phase: 'open', signedIn: true });
    await desk.get('banks.restoreFile', { profileId });
    await desk.get('bankFile.save', { bankFile: text });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

test('banks of one name and one account number stand side by side, distinguished by their host', async () => {
  const [one, other] = [
    await foreignBank(),
    await foreignBank({ entries: trueEntries(7, '2026-10-01') }),
  ];
  const { desk } = await connected(one);
  await desk.sync({ accountNumbers: [accountNumber], ...period });
  await desk.get('desk.connectBank', { bankFile: other.bankFile() });
  await desk.get('session.signIn', { credentials: foreignCredentials, remember: true });
  await desk.sync({ accountNumbers: [accountNumber], ...period });
  expect((await desk.get('settings.get', {})).entries).toBe(7);
  const { rows } = await desk.get('banks.list', {});
  const [, ...known] = rows;
  expect(new Set(known.map(({ name }) => name)).size).toBe(1);
  expect(new Set(known.map(({ host }) => host)).size).toBe(2);
  for (const { profileId, host } of known) {
    await desk.get('banks.open', { profileId });
    const entries = host === new URL(one.url).host ? 60 : 7;
    expect((await desk.get('settings.get', {})).entries).toBe(entries);
  }
});
