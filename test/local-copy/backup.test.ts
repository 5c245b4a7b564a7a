import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { startDelta, type Delta } from '../support/banks/delta.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { openTestDesk, type TestDesk, openSandboxDesk } from '../support/desks/test-desk.ts';

const passphrase = 'seven quiet herons';

async function deskAt(bank: Delta): Promise<TestDesk> {
  const desk = await openTestDesk();
  await desk.get('desk.connectBank', { bankFile: bank.bankFile });
  await desk.get('session.signIn', { credentials: bank.credentials, remember: true });
  await desk.sync();
  return desk;
}

async function scene(): Promise<{ bank: Delta; desk: TestDesk; file: string }> {
  const bank = await startDelta();
  onTestFinished(() => bank.close());
  const file = join(tempFolder(), 'desk.nostro-backup');
  return { bank, desk: await deskAt(bank), file };
}

const entry = { accountNumber: '700000', entryId: 'EUR0004' };

test('notes, marks and drafts go to another machine, whose desk opens with sending closed', async () => {
  const { bank, desk, file } = await scene();
  const { accountNumber, entryId } = entry;
  const mark = { accountNumber, entryIds: [entryId], flagged: true };
  await desk.get('statements.mark', { ...mark, note: 'ask Ines about this one' });
  await desk.get('drafts.keep', { key: 'payment', text: '{"amount":"7"}' });
  expect((await desk.get('settings.get', {})).lastBackupAt).toBeNull();
  desk.saveTo = file;
  const saved = await desk.get('backup.write', { passphrase });
  expect(saved).toMatchObject({ saved: true, fileName: 'desk.nostro-backup' });
  expect((await desk.get('settings.get', {})).lastBackupAt).toBe(saved.at);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file).includes('Ines')).toBe(false);

  const there = await openSandboxDesk();
  there.openFrom = file;
  expect(await there.get('backup.restore', { passphrase })).toEqual({ restored: true });
  expect(there.questions).toMatchObject([
    { message: 'Restore the backup of “Delta Exchange UAT”?' },
  ]);
  const state = await there.get('desk.state', {});
  expect(state).toMatchObject({
    phase: 'open',
    bank: { name: 'Delta Exchange UAT' },
    signedIn: false,
  });
  await there.get('session.signIn', { credentials: bank.credentials, remember: false });
  await there.sync();
  const detail = await there.get('statements.entry', entry);
  expect(detail).toMatchObject({ flagged: true, note: 'ask Ines about this one' });
  expect(await there.get('drafts.read', { key: 'payment' })).toEqual({ text: '{"amount":"7"}' });
  const payment = {
    ...{ reference: 'INV-9', accountNumber: '700000', beneficiaryId: 'B-1' },
    ...{ amount: '1.50', currency: 'EUR', narration: '' },
  };
  const { payeeFingerprint, warnings } = await there.get('payments.review', payment);
  const acknowledged = warnings.map(({ kind }) => kind);
  const entered = { ...payment, payeeFingerprint, acknowledged, twins: [] };
  const refused = await there.request('payments.send', entered);
  expect(refused).toMatchObject({ ok: false, error: { code: 'journal.older' } });
  expect(bank.orders).toEqual([]);
}, 120_000);

test('a person who says no, chooses nothing, or a passphrase that does not open it, leaves the desk as it was', async () => {
  const { desk, file } = await scene();
  expect(await desk.get('backup.write', { passphrase })).toEqual({ saved: false });
  desk.saveTo = file;
  await desk.get('backup.write', { passphrase });
  expect(await desk.get('backup.restore', { passphrase })).toEqual({ restored: false });
  desk.openFrom = file;
  const wrong = await desk.refused('backup.restore', { passphrase: 'seven quiet heroes' });
  expect(wrong.code).toBe('backup.wrong-passphrase');
  expect(desk.questions.filter(({ message }) => message.startsWith('Restore'))).toEqual([]);
  desk.saysYes = false;
  expect((await desk.refused('backup.restore', { passphrase })).code).toBe('declined');
  expect(await desk.get('desk.state', {})).toMatchObject({ phase: 'open', signedIn: true });
  expect((await desk.get('accounts.position', {})).accountCount).toBe(4);
  expect(readdirSync(desk.dataDir).filter((name) => name.startsWith('restoring'))).toEqual([]);
}, 120_000);

test('files attached to entries go with the backup; one that is gone is named, and the others are still written', async () => {
  const { bank, desk, file } = await scene();
  const attach = (fileName: string, text: string) =>
    desk.get('attachments.add', { ...entry, fileName, bytes: new TextEncoder().encode(text) });
  const voucher = 'The voucher of EUR0004. '.repeat(9_000);
  const stored = await attach('voucher.txt', voucher);
  const removed = await attach('removed.txt', 'taken off again');
  await desk.get('attachments.remove', { fileId: removed.fileId });
  const folder = attachmentsFolder(desk);
  const before = readdirSync(folder);
  const lost = await attach('lost.txt', 'lost');
  for (const name of readdirSync(folder)) if (!before.includes(name)) rmSync(join(folder, name));
  desk.saveTo = file;
  const saved = await desk.get('backup.write', { passphrase });
  expect(saved).toMatchObject({ saved: true, files: 1, filesMissing: ['lost.txt'] });

  const there = await openSandboxDesk();
  there.openFrom = file;
  expect(await there.get('backup.restore', { passphrase })).toEqual({ restored: true });
  expect((await there.get('attachments.list', entry)).files).toEqual(
    [stored, lost].toSorted((a, b) => a.addedAt.localeCompare(b.addedAt)),
  );
  there.saveTo = join(tempFolder(), 'copy.txt');
  await there.get('attachments.save', { fileId: stored.fileId, open: false });
  expect(readFileSync(there.saveTo, 'utf8')).toBe(voucher);
  const gone = await there.refused('attachments.save', { fileId: lost.fileId, open: false });
  expect(gone.code).toBe('attachment.unreadable');
  expect(readdirSync(attachmentsFolder(there))).toHaveLength(1);
  expect(bank.orders).toEqual([]);
}, 120_000);

function attachmentsFolder(desk: TestDesk): string {
  const found = readdirSync(desk.dataDir, { recursive: true, encoding: 'utf8' });
  return join(desk.dataDir, found.find((name) => name.endsWith('attachments')) ?? 'none');
}
