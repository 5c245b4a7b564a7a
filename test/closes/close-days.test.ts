import { expect, test } from 'vitest';

import { closeDays, reviewDays } from '../../electron/nouns/closes/close-days.ts';
import { reopen, undoCloses, type RunExports } from '../../electron/nouns/closes/closing.ts';
import { currentClose, lastAct } from '../../electron/nouns/closes/tables.ts';
import { markEntries } from '../../electron/nouns/statements/annotations/marks.ts';
import { DeskFault } from '../../shared/errors.ts';
import { openClosingDesk, type ClosingDesk } from '../support/desks/closing-desk.ts';
import { actorNamed } from '../support/desks/actors.ts';
import {
  beginning,
  debitOf,
  firstDay,
  paying,
  readStatement,
  written,
} from '../support/desks/lone-desk.ts';

const actor = actorNamed('Ada Merlin');
const dayMs = 86_400_000;
const noExports: RunExports = () => Promise.resolve([]);

/** Friday is closed, and it is Wednesday: the weekend with Monday, and Tuesday, are open and were read. */
async function openDesk(): Promise<ClosingDesk> {
  const desk = openClosingDesk();
  readStatement(desk, [debitOf('e-1', { balanceE4: 4_000_000n })]);
  await desk.closed('2026-11-20');
  desk.passes(4 * dayMs);
  readStatement(desk, [], { from: firstDay + 1, to: firstDay + 4, closing: 4_000_000n });
  return desk;
}

const isClosed = ({ closing }: ClosingDesk, period: string): boolean =>
  currentClose(closing.journal, period) !== null;

test('open days are reviewed and closed one after the other, the weekend with Monday', async () => {
  const desk = await openDesk();
  const { days, stop, accounts } = await reviewDays(desk.closing);
  expect(days).toMatchObject([
    { period: '2026-11-23', from: '2026-11-21', to: '2026-11-23', entries: 0 },
    { period: '2026-11-24', from: '2026-11-24', to: '2026-11-24', entries: 0 },
  ]);
  expect(stop).toBeNull();
  expect(accounts[0]?.closing).toEqual({ amount: '400.00', currency: 'USD' });
  const done = await closeDays(desk.closing, { days, actor }, noExports);
  expect(done).toMatchObject({ stop: null, closedBy: 'Ada Merlin', exports: 0 });
  expect(done.closed.map(({ period }) => period)).toEqual(['2026-11-23', '2026-11-24']);
  expect((await reviewDays(desk.closing)).days).toEqual([]);
});

test('the review stops at the first day on which something is missing, and says what', async () => {
  const desk = await openDesk();
  readStatement(desk, [], { from: firstDay + 4, state: 'unproven', closing: 4_000_000n });
  const { days, stop } = await reviewDays(desk.closing);
  expect(days.map(({ period }) => period)).toEqual(['2026-11-23']);
  expect(stop).toMatchObject({
    period: '2026-11-24',
    points: [{ pointId: 'proven', detail: '··6655, 24 Nov not proven' }],
  });
});

test('a day that is not as it was reviewed stops the run: those before it are closed, those after it are not', async () => {
  const desk = await openDesk();
  desk.passes(dayMs);
  readStatement(desk, [], { from: firstDay + 5, closing: 4_000_000n });
  const { days } = await reviewDays(desk.closing);
  expect(days).toHaveLength(3);
  const [first, second, third] = days;
  if (!first || !second || !third) expect.fail();
  const changed = { ...second, digest: 'f'.repeat(64) };
  const done = await closeDays(desk.closing, { days: [first, changed, third], actor }, noExports);
  expect(done.closed.map(({ period }) => period)).toEqual(['2026-11-23']);
  expect(done.stop).toEqual({
    period: '2026-11-24',
    why: 'The figures of 24 Nov 2026 moved meanwhile.',
  });
  expect(isClosed(desk, '2026-11-25')).toBe(false);
});

test('where the first day is refused nothing is closed, and no point is closed without its reason', async () => {
  const desk = await openDesk();
  desk.setsWall(-2 * dayMs);
  written(desk, 'R-1', { state: 'unknown' });
  desk.setsWall(2 * dayMs);
  const { digest } = await desk.look('2026-11-23');
  const { n } = lastAct(desk.closing.journal);
  await expect(
    closeDays(desk.closing, { days: [{ period: '2026-11-23', digest }], actor }, noExports),
  ).rejects.toMatchObject({ code: 'input.invalid' });
  expect(lastAct(desk.closing.journal).n).toBe(n);
  await expect(
    closeDays(desk.closing, { days: [{ period: '2026-11-25', digest }], actor }, noExports),
  ).rejects.toMatchObject({ code: 'close.refused' });
});

test('exports that cannot be written stop the run at their day', async () => {
  const desk = await openDesk();
  const { days } = await reviewDays(desk.closing);
  const failing: RunExports = ({ period }) =>
    period === '2026-11-24'
      ? Promise.reject(new DeskFault('file.unwritable', '24 Nov 2026 stays open: no folder.'))
      : Promise.resolve([]);
  const done = await closeDays(desk.closing, { days, actor }, failing);
  expect(done).toMatchObject({
    closed: [{ period: '2026-11-23' }],
    stop: { period: '2026-11-24', why: '24 Nov 2026 stays open: no folder.' },
  });
  const lost: RunExports = () => Promise.reject(new TypeError('x is undefined'));
  await expect(closeDays(desk.closing, { days: days.slice(1), actor }, lost)).rejects.toMatchObject(
    { code: 'internal' },
  );
});

test('one undo reopens all of them or none, and only at once, by the same person, with nothing done since', async () => {
  const desk = await openDesk();
  const run = async () => {
    const { days } = await reviewDays(desk.closing);
    return (await closeDays(desk.closing, { days, actor }, noExports)).closed;
  };
  const closes = await run();
  const [monday, tuesday] = closes;
  if (!monday || !tuesday) expect.fail();
  const refused = async (given: { closes?: typeof closes; actor?: typeof actor }) => {
    const { n } = lastAct(desk.closing.journal);
    await expect(undoCloses(desk.closing, { closes, actor, ...given })).rejects.toThrow(
      'was not closed just now by you',
    );
    expect(lastAct(desk.closing.journal).n).toBe(n);
  };
  await refused({ actor: actorNamed('Ben Oduya') });
  await refused({ closes: [tuesday, monday] });
  await refused({ closes: [monday] });
  await refused({ closes: [tuesday, tuesday] });
  await refused({ closes: [monday, { ...tuesday, closedAt: '2026-01-01T00:00:00.000Z' }] });
  await undoCloses(desk.closing, { closes, actor });
  expect([isClosed(desk, '2026-11-23'), isClosed(desk, '2026-11-24')]).toEqual([false, false]);
  expect(isClosed(desk, '2026-11-20')).toBe(true);
  await refused({});

  const again = await run();
  desk.passes(15 * 60_000 + 1);
  await refused({ closes: again });
  await reopen(desk.closing, { period: '2026-11-24', reason: 'Wrong', actor });
  await refused({ closes: again });
});

test('at a desk that closed nothing yet the days begin with the first that was fetched', async () => {
  const desk = openClosingDesk();
  desk.passes(2 * dayMs);
  readStatement(desk, [], { from: firstDay + 1, to: firstDay + 2, closing: 4_000_000n });
  const { days, stop } = await reviewDays(desk.closing);
  expect(days.map(({ period, from }) => [period, from])).toEqual([
    ...[
      ['2026-11-21', '2026-11-21'],
      ['2026-11-22', '2026-11-22'],
    ],
  ]);
  expect(stop).toBeNull();
});

test('a machine whose clock is set ahead or back closes the bank’s days, and no other', async () => {
  const desk = await openDesk();
  const periods = async () => (await reviewDays(desk.closing)).days.map(({ period }) => period);
  const { clock } = desk.parts;
  const dateMs = clock.now();
  desk.setsWall(3 * dayMs);
  expect(await periods()).toHaveLength(2);
  desk.bank.lastDate = { dateMs, wallMs: clock.now(), monotonicMs: clock.monotonicMs() };
  expect(await periods()).toEqual(['2026-11-23', '2026-11-24']);
  desk.setsWall(-4 * dayMs);
  expect(await periods()).toEqual(['2026-11-23']);
});

test('a month that is not over has no day to come: it counts the days that are', async () => {
  const desk = await openDesk();
  const { from, to, obstacle, points, accounts } = await desk.look('2026-11');
  expect([from, to]).toEqual(['2026-11-01', '2026-11-24']);
  expect(obstacle).toBe('Nov 2026 is not over: it can be closed from 1 Dec 2026, 00:00 UTC.');
  expect(points.find(({ pointId }) => pointId === 'period')?.count).toBe(23);
  expect(accounts[0]?.cells.proven.words).toBe('1 Nov not fetched');
  expect((await desk.look('2026-12')).accounts).toEqual([]);
  expect((await desk.look('2026-11-26')).accounts).toEqual([]);
});

test('a month that is not over ends with its last day that is, and one that begins today with today', async () => {
  const desk = await openDesk();
  const days = async (period: string) => {
    const { from, to, accounts } = await desk.look(period);
    return [from, to, accounts.length];
  };
  desk.passes(5 * dayMs);
  expect(await days('2026-11')).toEqual(['2026-11-01', '2026-11-29', 1]);
  expect(await days('2026-12')).toEqual(['2026-12-01', '2026-12-31', 0]);
  desk.passes(dayMs);
  expect(await days('2026-11')).toEqual(['2026-11-01', '2026-11-30', 1]);
  expect(await days('2026-12')).toEqual(['2026-12-01', '2026-12-01', 1]);
});

test('days are UTC days whatever zone the machine is in, and summer time moves none', async () => {
  const zone = process.env['TZ'];
  const desk = await openDesk();
  try {
    const found: unknown[] = [];
    for (const one of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Europe/Zurich']) {
      process.env['TZ'] = one;
      const { days } = await reviewDays(desk.closing);
      found.push(days.map(({ period, digest }) => [period, digest]));
    }
    expect(new Set(found.map((one) => JSON.stringify(one))).size).toBe(1);
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});

test('entries that only the first sync brought are not said to be read', async () => {
  const desk = await openDesk();
  expect((await desk.look('2026-11-20')).accounts[0]?.cells.read).toMatchObject({
    ...{ is: 'not-asked', words: 'before the first sync' },
  });
  expect((await desk.look('2026-11-24')).accounts[0]?.cells.read).toMatchObject({
    ...{ is: 'met', words: '' },
  });
});

test('a day of which a person read some entries of the first sync says so, and nothing once all are read', async () => {
  const desk = openClosingDesk();
  readStatement(desk, [
    debitOf('e-1', { balanceE4: 4_000_000n }),
    debitOf('e-2', { balanceE4: 3_000_000n, at: '2026-11-20T23:30:00.000Z' }),
  ]);
  const wordsOf = async () => (await desk.look('2026-11-20')).accounts[0]?.cells.read.words;
  const markAsRead = (entryId: string) =>
    markEntries(desk.closing.journal, {
      ...{ accountNumber: paying, entryIds: [entryId], read: true },
      ...{ actor, at: beginning },
    });
  expect(await wordsOf()).toBe('before the first sync');
  markAsRead('e-1');
  expect(await wordsOf()).toBe('some before first sync');
  markAsRead('e-2');
  expect(await wordsOf()).toBe('');
});
