import { expect, test } from 'vitest';

import { builtInBankFile } from '../../electron/engines/bank/file/bank-file.ts';
import { keyOf } from '../../electron/connections/local-copy/local-copy.ts';
import { profileOf } from '../../electron/connections/profiles/profiles.ts';
import { closeDatabase, row, run } from '../../electron/engines/store/database.ts';
import { openCacheConnection } from '../../electron/engines/store/opening/cache-connection.ts';
import { operating, syncedDesk } from '../support/desks/order-desk.ts';
import type { TestDesk } from '../support/desks/test-desk.ts';
import { openTestDesk } from '../support/desks/test-desk.ts';

/** Writes into the local copy of a desk, as none of its own programs would. */
async function harm({ dataDir, keychain }: TestDesk, sql: string): Promise<void> {
  const { folder } = profileOf(dataDir, builtInBankFile('http://127.0.0.1:1'), null);
  const { key } = await keyOf({ keychain, version: '' } as never, folder, null);
  const database = openCacheConnection(folder.cache, key);
  run(database, sql);
  expect(row(database, 'SELECT changes() AS n')).not.toEqual({ n: 0 });
  closeDatabase(database);
}

const summaryOf = (desk: TestDesk) =>
  desk.get('statements.summary', { accountNumber: operating, filter: {} });
const noticesOf = async (desk: TestDesk) => (await desk.get('desk.state', {})).notices;

test('sums that do not match the entries are corrected once no one is at the desk, and the window says so', async () => {
  const first = await syncedDesk();
  const right = await summaryOf(first);
  await harm(first, 'UPDATE entry_sum SET high = high + 1000 WHERE type = 0');
  await first.close();
  const looks = new Set<() => void>();
  const desk = await openTestDesk({
    dataDir: first.dataDir,
    keychain: first.keychain,
    everySecond: (look) => {
      looks.add(look);
      return () => void looks.delete(look);
    },
  });
  const second = () => {
    for (const look of looks) look();
  };
  // What somebody asks comes first.
  for (let times = 0; times < 9; times += 1) {
    second();
    expect((await summaryOf(desk)).credits).not.toEqual(right.credits);
  }
  const mended = async () => {
    for (let quiet = 0; quiet < 9; quiet += 1) second();
    return (await summaryOf(desk)).credits;
  };
  await expect.poll(mended).toEqual(right.credits);
  expect(await summaryOf(desk)).toEqual(right);
  const notices = async () => (await noticesOf(desk)).filter((words) => words.includes(operating));
  await expect
    .poll(notices)
    .toEqual([
      expect.stringMatching(
        /^The stored totals of account \d+ between .* were recalculated\. No entry was changed\.$/,
      ),
    ]);
  expect(desk.facts).toContainEqual({
    event: 'store.changed',
    fact: { topic: 'statements', accountNumber: operating },
  });
  await desk.close();
  expect(looks.size).toBe(0);
});
