import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { startDelta } from '../support/banks/delta.ts';
import { smallDisk, type Skip } from '../support/stores/small-disk.ts';
import { commandLineAt } from '../support/programs/command-line.ts';

/** A small disk with a data folder on it in which one account was synced, or none yet. */
async function scene(skip: Skip, { isNew }: { isNew: boolean }) {
  const disk = smallDisk(skip);
  const line = await commandLineAt(startDelta(), { data: join(disk.folder, 'data') });
  if (!isNew) expect((await line.nostro('sync', '--account', '700000')).code).toBe(0);
  return { ...line, disk };
}

const order = JSON.stringify({
  ...{ accountNumber: '700000', beneficiaryId: 'B-1', reference: 'FULL-1' },
  ...{ amount: '1.50', currency: 'EUR' },
});
const commands = [
  ['sync', '--account', '700001'],
  ['pay', '--input', order],
  ['submissions'],
  ['statement', '--account', '700000'],
];

test(
  'with 20 000 bytes free every command over a local copy says that the disk is full, and nothing is sent',
  { timeout: 180_000 },
  async ({ skip }) => {
    const { bank, disk, data, nostro } = await scene(skip, { isNew: false });
    disk.fill(20_000);
    for (const args of commands) {
      const run = await nostro(...args);
      expect([args[0], run.code, run.error().code]).toEqual([args[0], 1, 'store.full']);
    }
    expect(bank.orders).toEqual([]);
    expect(readdirSync(data, { recursive: true }).join(' ')).not.toMatch(/part|tmp|writer/);
    disk.empty();
    const paid = await nostro('pay', '--input', order);
    expect([paid.code, paid.err]).toEqual([0, '']);
    expect(bank.orders).toHaveLength(1);
  },
);

test('with 40 000 bytes free a new data folder is reported as full, and nothing of it is left half made', async ({
  skip,
}) => {
  const { bank, disk, data, nostro } = await scene(skip, { isNew: true });
  disk.fill(40_000);
  const full = await nostro('sync', '--account', '700000');
  expect([full.code, full.error().code]).toEqual([1, 'store.full']);
  disk.empty();
  expect(readdirSync(data, { recursive: true }).join(' ')).not.toMatch(/part|tmp/);
  expect((await nostro('sync', '--account', '700000')).code).toBe(0);
  expect(bank.requests.length).toBeGreaterThan(0);
});
