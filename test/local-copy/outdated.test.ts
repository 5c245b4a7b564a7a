import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import {
  contentsOf,
  measured,
  type Manifest,
} from '../../electron/connections/local-copy/backup/contents.ts';
import { sealed } from '../../electron/connections/local-copy/backup/envelope.ts';
import { readBackup } from '../../electron/connections/local-copy/backup/restore-backup.ts';
import { keyOf, type CopyPorts } from '../../electron/connections/local-copy/local-copy.ts';
import { profileOf } from '../../electron/connections/profiles/profiles.ts';
import { builtInBankFile } from '../../electron/engines/bank/file/bank-file.ts';
import { systemClock } from '../../electron/engines/machine/context.ts';
import {
  closeDatabase,
  createDatabase,
  openDatabase,
} from '../../electron/engines/store/database.ts';
import { journalHead } from '../../electron/engines/submissions/journal/journal-chain.ts';
import { migrate } from '../../electron/engines/store/migrate.ts';
import { cacheSchema } from '../../electron/engines/store/schema/cache.ts';
import { journalSchema } from '../../electron/engines/store/schema/journal.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { operating, syncedDesk } from '../support/desks/order-desk.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { openTestDesk, type TestDesk } from '../support/desks/test-desk.ts';

const folderOf = (dataDir: string) =>
  profileOf(dataDir, builtInBankFile('http://127.0.0.1:1'), null).folder;

/** Gives a closed file the version of the last build before the first release. */
async function makeOutdated(
  { dataDir, keychain }: TestDesk,
  name: 'cache' | 'journal',
): Promise<string> {
  const folder = folderOf(dataDir);
  const { key } = await keyOf({ keychain, version: '' } as never, folder, null);
  const role = name === 'cache' ? 'cache-writer' : 'journal';
  const { baseline } = name === 'cache' ? cacheSchema : journalSchema;
  const database = openDatabase({ role, file: folder[name], key });
  database.connection.pragma(`user_version = ${String(baseline - 1)}`);
  closeDatabase(database);
  return folder[name];
}

const again = ({ dataDir, keychain }: TestDesk) => openTestDesk({ dataDir, keychain });

test('an outdated local copy is set aside with a notice, and a sync fetches it again', async () => {
  const first = await syncedDesk();
  const asked = { accountNumber: operating, filter: {} };
  const { total } = await first.get('statements.summary', asked);
  expect(total).toBeGreaterThan(0);
  await first.close();
  const file = await makeOutdated(first, 'cache');
  const desk = await again(first);
  const { phase, notices } = await desk.get('desk.state', {});
  expect(phase).toBe('open');
  expect(notices).toContain(
    'The local copy was written by an older Nostro, in a form that this one cannot read. It was set aside, not deleted; the next sync fetches everything again.',
  );
  expect((await desk.get('accounts.position', {})).accountCount).toBe(0);
  await desk.get('session.signIn', { credentials: sandboxSignIn, remember: false });
  await desk.sync();
  expect((await desk.get('statements.summary', asked)).total).toBe(total);
  const aside = readdirSync(join(file, '..', 'quarantine'), { recursive: true }).map(String);
  expect(aside.filter((name) => name.endsWith('cache.db'))).toHaveLength(1);
});

test('an outdated journal is refused and not touched; a person may set it aside', async () => {
  const first = await syncedDesk();
  await first.close();
  const file = await makeOutdated(first, 'journal');
  const bytes = readFileSync(file);
  const desk = await again(first);
  expect(await desk.get('desk.state', {})).toMatchObject({
    phase: 'blocked',
    problem: { code: 'store.journal-outdated' },
  });
  expect(await desk.get('desk.retryOpen', {})).toMatchObject({ phase: 'blocked' });
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(existsSync(join(file, '..', 'quarantine'))).toBe(false);
  expect(await desk.get('desk.setAsideAndStartFresh', {})).toMatchObject({ phase: 'open' });
  const aside = readdirSync(join(file, '..', 'quarantine'), { recursive: true }).map(String);
  expect(aside.filter((name) => name.endsWith('journal.db'))).toHaveLength(1);
});

const passphrase = 'seven quiet herons';

/** A backup of an empty journal of that version. */
async function backupOf(version: number): Promise<string> {
  const folder = tempFolder();
  const file = join(folder, 'journal.db');
  const key = new Uint8Array(32).fill(7);
  const journal = createDatabase({ role: 'journal', file, key });
  migrate(journal, journalSchema);
  const { count: sends, digest } = journalHead(journal);
  journal.connection.pragma(`user_version = ${String(version)}`);
  closeDatabase(journal);
  const manifest: Manifest = {
    ...{ createdAt: '2026-11-24T10:00:00.000Z', appVersion: '0', profileId: 'sandbox' },
    ...{ bankName: 'Sandbox', environment: 'sandbox', bankFile: null, files: [] },
    journal: {
      ...{ key: Buffer.from(key).toString('base64url'), ...(await measured(file)) },
      ...{ sends, digest },
    },
  };
  const parts: Uint8Array[] = [];
  const contents = contentsOf(manifest, { journal: file, attachments: folder, team: file });
  for await (const part of sealed(contents, passphrase)) parts.push(part);
  const path = join(folder, 'desk.nostro');
  writeFileSync(path, Buffer.concat(parts));
  return path;
}

test.each([
  ['an outdated', journalSchema.baseline - 1, 'backup.outdated'],
  ['a newer', journalSchema.baseline + journalSchema.steps.length + 1, 'backup.newer'],
])('a backup of %s journal is refused, and nothing of it is left', async (_, version, code) => {
  const path = await backupOf(version);
  const before = readFileSync(path);
  const dataDir = tempFolder();
  const ports = { dataDir, clock: systemClock, keychain: memoryKeychain() } as unknown as CopyPorts;
  await expect(readBackup(ports, path, passphrase)).rejects.toMatchObject({ code });
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(dataDir)).toEqual([]);
});
