import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { openTestDesk } from '../../support/test-desk.ts';

const one = { filePerAccount: false, filePerDay: false, withMarks: false };

async function openDesk() {
  const desk = await openTestDesk();
  await desk.get('desk.openSandbox', {});
  await desk.sync();
  return desk;
}

describe('statements handed over by the window', () => {
  test('of all accounts stand in one file, with the note that somebody made', async () => {
    const desk = await openDesk();
    const { formats, accounts } = await desk.get('handOver.choices', {});
    expect(formats.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['camt053', 'mt940', 'bai2', 'xlsx', 'pdf', 'csv', 'json']),
    );
    const [first] = accounts;
    const view = { accountNumber: first?.accountNumber ?? '', filter: {}, index: 0, limit: 1 };
    const { rows } = await desk.get('statements.page', view);
    const entryIds = rows.map(({ id }) => id);
    await desk.get('statements.mark', {
      accountNumber: view.accountNumber,
      entryIds,
      note: 'Ask Ada',
    });
    desk.saveTo = join(desk.dataDir, 'all.xml');
    const asked = { accountNumbers: null, format: 'camt053', ...one, withMarks: true };
    const written = await desk.get('handOver.write', asked);
    expect(written).toMatchObject({ saved: true, name: 'all.xml', files: 1, leftOut: [] });
    const text = readFileSync(desk.saveTo, 'utf8');
    expect(text.match(/<Stmt>/g)).toHaveLength(accounts.length);
    expect(text).toContain('note: Ask Ada');
    expect(desk.facts.some(({ event }) => event === 'handOver.progressed')).toBe(true);
  });

  test('a file per account stands in a folder; without a place nothing is written', async () => {
    const desk = await openDesk();
    const { accounts } = await desk.get('handOver.choices', {});
    const asked = { accountNumbers: null, format: 'mt940', ...one, filePerAccount: true };
    desk.saveTo = undefined;
    expect(await desk.get('handOver.write', asked)).toEqual({ saved: false });
    desk.saveTo = join(desk.dataDir, 'statements');
    await desk.get('handOver.write', asked);
    expect(readdirSync(desk.saveTo)).toHaveLength(accounts.length);
  });

  test('what is stopped leaves no file, and says so', async () => {
    const desk = await openDesk();
    desk.saveTo = join(desk.dataDir, 'all.pdf');
    const writing = desk.request('handOver.write', { accountNumbers: null, format: 'pdf', ...one });
    await expect
      .poll(() => desk.facts.some(({ event }) => event === 'handOver.progressed'))
      .toBe(true);
    expect(await desk.get('handOver.cancel', {})).toEqual({ stopped: true });
    expect(await writing).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(readdirSync(desk.dataDir).filter((name) => name.startsWith('all.pdf'))).toEqual([]);
    expect(await desk.get('handOver.cancel', {})).toEqual({ stopped: false });
  });
});
