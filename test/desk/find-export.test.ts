import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { csvRows } from '../e2e/support/csv.ts';
import { openTestDesk } from '../support/test-desk.ts';

const oneFile = {
  accountNumbers: null,
  filePerAccount: false,
  filePerDay: false,
  profile: '',
  place: 'ask' as const,
  print: false,
};

test('every entry that was found is written, of all accounts and beyond those that are told of, and no other', async () => {
  const desk = await openTestDesk();
  await desk.get('desk.openSandbox', {});
  await desk.sync();
  const { rows: accounts } = await desk.get('accounts.list', {});
  const digits = accounts[0]?.accountNumber.slice(-4) ?? '';
  for (const search of ['>10 out', 'payment', `${digits} supplier pay`, 'nothinglikeit 1.00']) {
    desk.saveTo = join(desk.dataDir, 'found.csv');
    const asked = { ...oneFile, format: 'csv', withMarks: false, search };
    const written = await desk.get('handOver.write', asked);
    const { found } = await desk.get('find.entries', { text: search, limit: 100 });
    const ids = csvRows(readFileSync(desk.saveTo, 'utf8')).map((row) => row['id'] ?? '');
    expect([search, written]).toMatchObject([search, { saved: true, entries: ids.length }]);
    expect(ids).toEqual(expect.arrayContaining(found.all.map(({ id }) => id)));
    if (!found.hasMore) expect(ids).toHaveLength(found.all.length);
  }
  // Where it was saved is no profile's folder.
  expect((await desk.get('handOver.choices', {})).folders).toEqual([]);
  const camt = { ...oneFile, format: 'camt053', withMarks: false, search: 'payment' };
  expect(await desk.request('handOver.write', camt)).toMatchObject({
    ok: false,
    error: { code: 'input.invalid' },
  });
});
