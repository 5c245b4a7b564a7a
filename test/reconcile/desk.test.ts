import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import type { PaymentFileLine, PaymentFile } from '../../shared/ipc/changes/payment-files.ts';
import type { ReconcileView } from '../../shared/ipc/review/reconcile.ts';
import { startMeridian, type Meridian, type MeridianManners } from '../support/banks/meridian.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { openTestDesk, type TestDesk } from '../support/desks/test-desk.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { wallClock } from '../support/setup/time.ts';

const bankName = 'Meridian Clearing UAT';

type Scene = {
  readonly bank: Meridian;
  readonly desk: TestDesk;
  /** Both clocks, this machine's and the bank's. */
  readonly later: (ms: number) => void;
  /** Closes the desk, lets something happen to the folder, and opens it again, signed in. */
  readonly again: (meanwhile: (folder: string) => void) => Promise<TestDesk>;
};

async function scene(manners: Partial<MeridianManners> = {}): Promise<Scene> {
  const bank = await startMeridian();
  Object.assign(bank.manners, manners);
  let aheadMs = 0;
  const clock = wallClock(() => Date.now() + aheadMs);
  onTestFinished(() => bank.close());
  const dataDir = tempFolder();
  const keychain = memoryKeychain();
  const open = async (): Promise<TestDesk> => {
    const desk = await openTestDesk({ dataDir, keychain, clock });
    await desk.get('desk.connectBank', { bankFile: bank.bankFile });
    await desk.get('session.signIn', { credentials: bank.credentials, remember: true });
    await desk.sync();
    return desk;
  };
  const desk = await open();
  let current = desk;
  return {
    bank,
    desk,
    later: (ms) => {
      aheadMs += ms;
      bank.manners.clockAheadMs += ms;
    },
    again: async (meanwhile) => {
      await current.close();
      const [profile = ''] = readdirSync(join(dataDir, 'banks'));
      meanwhile(join(dataDir, 'banks', profile));
      current = await open();
      return current;
    },
  };
}

const fileOf = ({ accountNumber }: Meridian, lines: readonly (readonly [string, string])[]) =>
  new Uint8Array(
    Buffer.from(
      [
        'account,beneficiary id,amount,currency,reference',
        ...lines.map(([amount, reference]) => `${accountNumber},b-1,${amount},USD,${reference}`),
      ].join('\n'),
    ),
  );

const drop = (desk: TestDesk, bytes: Uint8Array<ArrayBuffer>): Promise<PaymentFile> =>
  desk.get('paymentFiles.add', { fileName: 'payroll.csv', bytes });

const linesOf = async (desk: TestDesk, batchId: string): Promise<readonly PaymentFileLine[]> =>
  (await desk.get('paymentFiles.lines', { batchId, only: 'all', index: 0, limit: 200 })).rows;

async function sent(desk: TestDesk, batchId: string): Promise<PaymentFile> {
  const { toConfirm, seal } = await desk.get('paymentFiles.get', { batchId });
  const acknowledged = toConfirm.map(({ kind }) => kind);
  await desk.get('paymentFiles.start', { batchId, acknowledged, seal });
  await expect
    .poll(async () => (await desk.get('paymentFiles.get', { batchId })).state, { timeout: 30_000 })
    .not.toBe('sending');
  return desk.get('paymentFiles.get', { batchId });
}

async function asked(desk: TestDesk): Promise<ReconcileView> {
  await desk.get('reconcile.ask', {});
  await expect
    .poll(async () => (await desk.get('reconcile.get', {})).asking, { timeout: 30_000 })
    .toBeNull();
  return desk.get('reconcile.get', {});
}

const opened = (desk: TestDesk, hasLooked = false): Promise<ReconcileView> =>
  desk.get('reconcile.open', { by: 'Ines Frei', confirmation: bankName, hasLooked });

const amounts = [
  ['11.00', ''],
  ['12.00', ''],
  ['13.00', ''],
] as const;

describe('in the window', () => {
  test('sending is opened by a name and the bank’s name, typed, after the bank was asked', async () => {
    const { bank, again, later } = await scene();
    bank.bookElsewhere({ reference: 'X-1', amount: '9.00' });
    const desk = await again((folder) => {
      rmSync(join(folder, 'journal.db'));
    });
    expect((await desk.get('desk.state', {})).journal).toMatchObject({ state: 'missing' });
    const word = { by: 'Ines Frei', confirmation: bankName, hasLooked: true };
    expect((await desk.refused('reconcile.open', word)).message).toContain('Ask the bank first');
    expect((await asked(desk)).report).toMatchObject({ newlyFound: 1, verdict: 'closed' });
    expect((await desk.refused('reconcile.open', word)).code).toBe('journal.missing');
    later(11 * 60_000);
    expect((await asked(desk)).report).toMatchObject({ newlyFound: 0, verdict: 'confirm' });
    for (const [change, field] of [
      [{ confirmation: 'Meridian' }, 'confirmation'],
      [{ by: ' ' }, 'by'],
    ] as const)
      expect((await desk.refused('reconcile.open', { ...word, ...change })).fields).toHaveProperty(
        field,
      );
    expect((await desk.get('reconcile.open', word)).journalStatus.state).toBe('whole');
    expect((await desk.get('desk.state', {})).journal).toMatchObject({ state: 'whole' });
    const [found] = (await desk.get('submissions.list', { limit: 10 })).rows;
    expect(found).toMatchObject({
      reference: 'X-1',
      state: 'accepted',
      about: { amount: { amount: '9.00', currency: 'USD' } },
    });
  });

  test('only a person who is signed in can ask the bank, and what was compared can still be read', async () => {
    const { desk } = await scene();
    await asked(desk);
    await desk.get('session.signOut', {});
    expect((await desk.refused('reconcile.ask', {})).code).toBe('session.required');
    expect((await desk.get('reconcile.get', {})).report).toMatchObject({ verdict: 'open' });
  });
});

describe('a payment file', () => {
  async function olderAfterSending(
    manners: Partial<MeridianManners> = {},
  ): Promise<Scene & { batchId: string }> {
    const it = await scene(manners);
    const { batchId } = await drop(it.desk, fileOf(it.bank, amounts));
    const copy = join(tempFolder(), 'journal.db');
    const between = await it.again((folder) => {
      copyFileSync(join(folder, 'journal.db'), copy);
    });
    expect((await sent(between, batchId)).counts).toMatchObject({ accepted: 3 });
    const desk = await it.again((folder) => {
      copyFileSync(copy, join(folder, 'journal.db'));
    });
    return { ...it, desk, batchId };
  }

  test('of an older journal counts as sent what the bank has, and sends nothing twice', async () => {
    const { bank, desk, batchId } = await olderAfterSending();
    expect((await desk.get('desk.state', {})).journal).toMatchObject({ state: 'older' });
    const refused = await desk.refused('paymentFiles.start', {
      batchId,
      acknowledged: [],
      seal: '',
    });
    expect(refused.code).toBe('journal.older');
    expect((await asked(desk)).report).toMatchObject({ verdict: 'confirm', newlyFound: 3 });
    await opened(desk);
    expect((await desk.get('paymentFiles.get', { batchId })).counts).toMatchObject({
      'at-bank': 3,
      ready: 0,
    });
    expect(
      (await desk.refused('paymentFiles.start', { batchId, acknowledged: [], seal: '' })).message,
    ).toContain('No line can be sent');
    expect(bank.orders).toHaveLength(3);
  });

  test('whose references are lost with the journal is held line by line until a person releases it', async () => {
    const { bank, desk: first, again } = await scene();
    await sent(first, (await drop(first, fileOf(bank, amounts))).batchId);
    const desk = await again((folder) => {
      rmSync(join(folder, 'journal.db'));
    });
    await asked(desk);
    await opened(desk);
    const { batchId, counts } = await drop(desk, fileOf(bank, [...amounts, ['14.00', '']]));
    expect(counts).toMatchObject({ invalid: 3, ready: 1 });
    const [line] = await linesOf(desk, batchId);
    expect(line?.warnings[0]).toMatchObject({ kind: 'maybe-at-bank', weight: 'blocks' });
    expect(line?.warnings[0]?.message).toMatch(/^The bank has a payment like this one of /);
    expect((await sent(desk, batchId)).counts).toMatchObject({ accepted: 1, invalid: 3 });
    const nameless = { batchId, line: 2, by: ' ' };
    expect((await desk.refused('paymentFiles.release', nameless)).fields).toHaveProperty('by');
    const released = await desk.get('paymentFiles.release', { ...nameless, by: 'Ines Frei' });
    expect(released.counts).toMatchObject({ invalid: 2, ready: 1 });
    expect((await sent(desk, batchId)).counts).toMatchObject({ accepted: 2, invalid: 2 });
    expect(bank.orders).toHaveLength(5);
  });

  test('dropped again counts a line as sent whose reference the bank has, and refuses another payment under it', async () => {
    const { bank, desk: first, again } = await scene();
    const before = [
      ['11.00', 'INV-1'],
      ['12.00', 'INV-2'],
    ] as const;
    await sent(first, (await drop(first, fileOf(bank, before))).batchId);
    const desk = await again((folder) => {
      rmSync(join(folder, 'journal.db'));
    });
    await asked(desk);
    await opened(desk);
    const after = [
      ['11.00', 'INV-1'],
      ['12.01', 'INV-2'],
      ['13.00', 'INV-3'],
    ] as const;
    const { batchId } = await drop(desk, fileOf(bank, after));
    const lines = await linesOf(desk, batchId);
    expect(lines.map(({ reference, state }) => [reference, state])).toEqual([
      ['INV-1', 'at-bank'],
      ['INV-2', 'invalid'],
      ['INV-3', 'ready'],
    ]);
    expect(lines[1]?.warnings[0]).toMatchObject({ kind: 'at-bank', weight: 'blocks' });
    await sent(desk, batchId);
    expect(bank.orders.map(({ reference }) => reference)).toEqual(['INV-1', 'INV-2', 'INV-3']);
  });

  test('opened without all evidence is held whole, until a person releases it', async () => {
    // The bank gives no statement, and forgets two of them.
    const { bank, desk, batchId, later } = await olderAfterSending({ statement: 'refused' });
    bank.orders.splice(1);
    later(11 * 60_000);
    const { report } = await asked(desk);
    expect(report).toMatchObject({ verdict: 'look', newlyFound: 1 });
    await opened(desk, true);
    expect((await desk.get('paymentFiles.get', { batchId })).counts).toMatchObject({
      'at-bank': 1,
      invalid: 2,
      ready: 0,
    });
    const held = (await linesOf(desk, batchId)).flatMap(({ warnings }) => warnings);
    expect(held.map(({ message }) => message).join(' ')).toContain(
      'may have been sent in the time',
    );
    const released = await desk.get('paymentFiles.release', {
      batchId,
      line: null,
      by: 'Ines Frei',
    });
    expect(released.counts).toMatchObject({ ready: 2 });
  });
});
