import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { addDays, todayAt } from '../../shared/calendar/calendar.ts';
import { failingDisk } from '../support/stores/failing-disk.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { type TestDesk, openSyncedSandbox } from '../support/desks/test-desk.ts';

/** The newest day that is over. */
const yesterday = (): string => addDays(todayAt(Date.now()), -1);
const by = 'Ada Merlin';

/** A desk at the sandbox, synced, that hands over as camt.053 whenever a day is closed. */
async function closingDesk(): Promise<TestDesk> {
  const desk = await openSyncedSandbox();
  const toTheBooks = {
    ...{ profile: 'To the books', format: 'camt053', accountNumbers: null },
    ...{ filePerAccount: false, withMarks: false },
  };
  await desk.get('closes.saveRequirements', { secondSource: [], books: [], exports: [toTheBooks] });
  return desk;
}

async function closing(desk: TestDesk, period = yesterday()) {
  const { digest, points } = await desk.get('closes.get', { period });
  const reasons = Object.fromEntries(points.map(({ pointId }) => [pointId, 'Told by the bank']));
  return { period, digest, reasons, by };
}

test('a day whose hand-over cannot be written stays open and says which; once it can, it closes and names the file', async () => {
  const desk = await closingDesk();
  const refused = await desk.refused('closes.close', await closing(desk));
  expect(refused.code).toBe('file.unwritable');
  expect(refused.message).toContain('stays open');
  expect(refused.message).toContain('To the books');
  expect((await desk.get('closes.get', { period: yesterday() })).closed).toBeNull();

  const folder = tempFolder();
  desk.saveTo = join(folder, 'first.xml');
  await desk.get('handOver.write', {
    ...{ accountNumbers: null, from: yesterday(), to: yesterday(), format: 'camt053' },
    ...{ filePerAccount: false, filePerDay: false, withMarks: false },
    ...{ profile: 'To the books', place: 'ask', print: false },
  });
  const proof = await desk.get('closes.close', await closing(desk));
  expect(proof.exports).toMatchObject([{ profile: 'To the books', files: 1 }]);
  expect(readdirSync(folder)).toContain(proof.exports[0]?.name);
  expect(desk.facts.map(({ fact }) => fact)).toContainEqual({ topic: 'closes' });
});

test.each([
  ['EIO', 'store.disk-failed'],
  ['ENOSPC', 'store.full'],
] as const)(
  'where the disk says %s at any step of a close it is named, and the day is open or closed, never half',
  async (code, named) => {
    const desk = await closingDesk();
    await desk.get('closes.saveRequirements', { secondSource: [], books: [], exports: [] });
    const disk = await failingDisk();
    for (let at = 0; at < 100; at += 1) {
      const asked = await closing(desk);
      const outcome = await disk.work({ at, code }, () => desk.request('closes.close', asked));
      if (!outcome.ok) expect([at, outcome.error.code]).toEqual([at, named]);
      const { closed } = await desk.get('closes.get', { period: yesterday() });
      // A close that is answered is there; one that is not may be, and then as a whole.
      if (outcome.ok) expect([at, closed === null]).toEqual([at, false]);
      if (closed === null) continue;
      desk.saveTo = join(tempFolder(), 'proof.csv');
      await desk.get('closes.save', { period: yesterday() });
      expect(readFileSync(desk.saveTo, 'utf8')).toContain(asked.digest);
      break;
    }
    expect(disk.steps).toContain('commit');
  },
);

test('a proof is saved as CSV, without a formula that a spreadsheet would run', async () => {
  const desk = await closingDesk();
  await desk.get('closes.saveRequirements', { secondSource: [], books: [], exports: [] });
  const asked = await closing(desk);
  const reasons = Object.fromEntries(Object.keys(asked.reasons).map((id) => [id, '=SUM(A1)']));
  await desk.get('closes.close', { ...asked, reasons });
  desk.saveTo = join(tempFolder(), 'proof.csv');
  await desk.get('closes.save', { period: yesterday() });
  const csv = readFileSync(desk.saveTo, 'utf8');
  const { rows } = await desk.get('accounts.list', {});
  for (const { accountNumber } of rows) expect(csv).toContain(accountNumber);
  expect(csv).not.toContain(',"=SUM');
  expect(csv).toContain(asked.digest);
});

test('who closes is the person whom the bank names, or whose name is typed, and is never missing', async () => {
  const desk = await closingDesk();
  await desk.get('closes.saveRequirements', { secondSource: [], books: [], exports: [] });
  const asked = await closing(desk);
  const { by: bankName } = await desk.get('closes.get', { period: yesterday() });
  const outcome = await desk.request('closes.close', { ...asked, by: ' ' });
  if (bankName === null) expect(outcome.ok ? null : outcome.error.code).toBe('input.invalid');
  else expect(outcome.ok ? outcome.value.closedBy : null).toBe(bankName);
});

test('whoever made a close can undo it at once, and its proof stays stored; never once something was done since', async () => {
  const desk = await closingDesk();
  await desk.get('closes.saveRequirements', { secondSource: [], books: [], exports: [] });
  const { closedAt } = await desk.get('closes.close', await closing(desk));
  const undo = { closes: [{ period: yesterday(), closedAt }], by };
  expect(
    (
      await desk.refused('closes.undo', {
        ...undo,
        closes: [{ period: yesterday(), closedAt: '2026-01-01T00:00:00.000Z' }],
      })
    ).code,
  ).toBe('undo.overtaken');
  await desk.get('closes.undo', undo);
  const open = await desk.get('closes.get', { period: yesterday() });
  expect(open.closed).toBeNull();
  expect(open.earlier).toMatchObject([
    { act: 'reopen', words: 'Undone at once.' },
    { act: 'close' },
  ]);
  expect((await desk.refused('closes.undo', undo)).code).toBe('undo.overtaken');
  // Nor once another one was closed behind it.
  const dayBefore = addDays(yesterday(), -1);
  const before = await desk.get('closes.close', await closing(desk, dayBefore));
  const ofBefore = { closes: [{ period: dayBefore, closedAt: before.closedAt }], by };
  await desk.get('closes.close', await closing(desk));
  const late = await desk.refused('closes.undo', ofBefore);
  expect(late.message).toContain('Reopen it with a reason');
  expect((await desk.get('closes.get', { period: dayBefore })).closed).not.toBeNull();
});

test('after the first sync all open days of the sandbox are closed in one go, and reopened in one', async () => {
  const desk = await closingDesk();
  await desk.get('closes.saveRequirements', { secondSource: [], books: [], exports: [] });
  const list = () => desk.get('closes.list', { kind: 'day', until: null, count: 7 });
  const { newest, openDays } = await list();
  expect([newest, openDays.at(-1)]).toEqual([yesterday(), yesterday()]);
  const { days, stop } = await desk.get('closes.reviewDays', {});
  expect([days.map(({ period }) => period), stop]).toEqual([openDays, null]);
  const asked = days.map(({ period, digest }) => ({ period, digest }));
  const done = await desk.get('closes.closeDays', { days: asked, by });
  expect([done.closed.length, done.stop]).toEqual([days.length, null]);
  expect((await list()).openDays).toEqual([]);
  await desk.get('closes.undo', { closes: [...done.closed], by: done.closedBy });
  expect((await list()).openDays).toEqual(openDays);
  // The newest days may be a weekend, without an entry.
  const read: string[] = [];
  for (const period of openDays)
    for (const { cells } of (await desk.get('closes.get', { period })).accounts)
      read.push(cells.read.words);
  expect(read).toContain('before the first sync');
});
