import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { newReference } from '../../shared/reference.ts';
import { foreignCredentials, trueEntries } from '../support/simple-banks/foreign-bank.ts';
import { startPaymentBank, type PaymentBank } from '../support/simple-banks/foreign-payments.ts';
import { memoryKeychain, type MemoryKeychain } from '../support/setup/memory-keychain.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { openTestDesk, type TestDesk } from '../support/desks/test-desk.ts';

const accountNumber = '9988776655';
const period = { from: '2026-08-01', to: '2026-08-07' };

type Scene = { bank: PaymentBank; dataDir: string; keychain: MemoryKeychain; folder: string };

/** A window at a bank without idempotency; its statement is here, and one payment was accepted. */
async function paidDesk(): Promise<Scene & { desk: TestDesk }> {
  const bank = await startPaymentBank('none', {
    entries: trueEntries(20, period.from),
    openingBalance: '1000.0000',
  });
  onTestFinished(() => bank.close());
  const dataDir = tempFolder();
  const keychain = memoryKeychain();
  const desk = await openTestDesk({ dataDir, keychain });
  const { bank: profile } = await desk.get('desk.connectBank', { bankFile: bank.paymentFile() });
  await desk.get('session.signIn', { credentials: foreignCredentials, remember: true });
  await desk.sync({ accountNumbers: [accountNumber], ...period });
  expect((await pay(desk)).ok).toBe(true);
  expect(bank.booked).toHaveLength(1);
  const folder = join(dataDir, 'banks', profile!.profileId);
  return { bank, dataDir, keychain, folder, desk };
}

async function pay(desk: TestDesk, reference = newReference()) {
  const entered = {
    ...{ reference, accountNumber, beneficiaryId: 'b-7' },
    ...{ amount: '10', currency: 'USD', narration: '' },
  };
  const review = await desk.get('payments.review', entered);
  return desk.request('payments.send', {
    ...entered,
    payeeFingerprint: review.payeeFingerprint,
    acknowledged: review.warnings
      .filter(({ weight }) => weight === 'confirm')
      .map(({ kind }) => kind),
    twins: review.warnings.flatMap(({ twins = [] }) => twins.map(({ name }) => name)),
  });
}

/** Starts anew on what lies there now, signed in. */
async function again({ dataDir, keychain }: Scene): Promise<TestDesk> {
  const desk = await openTestDesk({ dataDir, keychain });
  await expect.poll(async () => (await desk.get('desk.state', {})).signedIn).toBe(true);
  return desk;
}

const codeOf = (outcome: Awaited<ReturnType<typeof pay>>) =>
  outcome.ok ? 'sent' : outcome.error.code;

function witnessesOf({ keychain }: Pick<Scene, 'keychain'>) {
  const folder = join(process.env['XDG_STATE_HOME'] ?? '', 'nostro', 'journals');
  return {
    files: () => readdirSync(folder).length,
    keys: () => [...keychain.entries.keys()].filter((name) => name.startsWith('journal:')).length,
  };
}

describe('with a journal that was removed', () => {
  test('the window sends nothing, whatever is asked; notes, drafts and reading go on [S2]', async () => {
    const scene = await paidDesk();
    await scene.desk.close();
    for (const end of ['', '-wal']) rmSync(join(scene.folder, `journal.db${end}`), { force: true });
    const desk = await again(scene);
    expect((await desk.get('desk.state', {})).journal).toMatchObject({
      ...{ state: 'missing', sends: 0, expectedSends: 1 },
    });
    const before = scene.bank.orders();
    expect(codeOf(await pay(desk))).toBe('journal.missing');
    const csv = ['account,beneficiary id,amount,currency', `${accountNumber},b-7,1.50,USD`];
    const batch = await desk.get('paymentFiles.add', {
      ...{ fileName: 'a.csv', accountNumber },
      bytes: new TextEncoder().encode(csv.join('\n')),
    });
    const acknowledged = batch.toConfirm.map(({ kind }) => kind);
    const { batchId, seal } = batch;
    const started = await desk.refused('paymentFiles.start', { batchId, acknowledged, seal });
    expect(started.code).toBe('journal.missing');
    expect(scene.bank.orders()).toBe(before);

    await desk.get('statements.mark', {
      ...{ accountNumber, entryIds: ['F-000003'], flagged: true, note: 'ask the bank' },
    });
    const entry = await desk.get('statements.entry', { accountNumber, entryId: 'F-000003' });
    expect(entry.note).toBe('ask the bank');
    await desk.sync({ accountNumbers: [accountNumber], ...period });
    expect((await desk.get('statements.proof', { accountNumber, ...period })).ok).toBe(true);
  });
});

test('a copy that was set aside for a fresh start leaves the journal missing, not new', async () => {
  const scene = await paidDesk();
  await scene.desk.close();
  for (const name of scene.keychain.entries.keys())
    if (name.includes(':key:')) scene.keychain.entries.delete(name);
  const desk = await openTestDesk(scene);
  expect((await desk.get('desk.state', {})).problem?.code).toBe('vault.key-lost');
  expect((await desk.get('desk.setAsideAndStartFresh', {})).journal?.state).toBe('missing');
});

test('signing out leaves what is remembered of the journal; forgetting the bank forgets it', async () => {
  const { desk, keychain } = await paidDesk();
  const { files, keys } = witnessesOf({ keychain });
  const before = files();
  await desk.get('session.signOut', {});
  expect([files(), keys()]).toEqual([before, 1]);
  const { bank } = await desk.get('desk.state', {});
  await desk.get('desk.forgetBank', { confirmation: bank?.name ?? '' });
  expect([files(), keys()]).toEqual([before - 1, 0]);
});
