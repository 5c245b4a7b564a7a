import { expect, test } from 'vitest';

import { keepLedger, saveAct, type NewManualMatch } from '../../electron/nouns/books/tables.ts';
import { close, reopen, acknowledgeLate, undoCloses } from '../../electron/nouns/closes/closing.ts';
import { closeAccount } from '../../electron/nouns/closes/conditions.ts';
import { linesUntil } from '../../electron/nouns/closes/covered.ts';
import type { DaysNow } from '../../electron/nouns/closes/period-snapshot.ts';
import { packed, unpacked } from '../../electron/nouns/closes/entry-set.ts';
import { closedView, lateCounts } from '../../electron/nouns/closes/late.ts';
import {
  actsOf,
  append,
  saveRequirements,
  assertWhole,
  storedEntries,
  lastAct,
  currentClose,
  type Act,
  type Closing,
} from '../../electron/nouns/closes/tables.ts';
import { row, run, type Journal } from '../../electron/engines/store/database.ts';
import type { SecondSource } from '../../shared/ipc/accounts/second-sources.ts';
import type { ExceptionItem } from '../../shared/ipc/review/exceptions.ts';
import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import {
  arrive,
  closingDeskWith,
  morning,
  openClosingDesk,
  type ClosingDesk,
} from '../support/desks/closing-desk.ts';
import {
  beginning,
  debitOf,
  firstDay,
  paying,
  readStatement,
  written,
} from '../support/desks/lone-desk.ts';
import { actorNamed } from '../support/desks/actors.ts';

const actIdOf = (journal: Journal, n: number): string =>
  row<{ id: string }>(journal, 'SELECT act_id AS id FROM close_act WHERE n = ?', n)?.id ?? '';

const today = '2026-11-20';

/** Two debits of a hundred, 500 before and 300 behind them. */
const two: readonly IncomingEntry[] = [
  debitOf('e-1', { balanceE4: 4_000_000n }),
  debitOf('e-2', { balanceE4: 3_000_000n, at: '2026-11-20T23:30:00.000Z' }),
];
const third = debitOf('e-3', { balanceE4: 2_000_000n, at: '2026-11-20T23:40:00.000Z' });

const deskWith = (entries: readonly IncomingEntry[] = two) => closingDeskWith(entries);

async function viewOf({ closing }: ClosingDesk, period = today) {
  const standing = currentClose(closing.journal, period);
  if (standing === null) expect.fail(`${period} is open`);
  return closedView(closing, standing);
}

const read = (desk: ClosingDesk, ...ids: string[]) => {
  desk.cache.markRead(paying, ids, true);
};

test('a clean day is closed by a named person on its figures, and they stay as they were', async () => {
  const desk = deskWith();
  const proof = await desk.closed(today);
  expect(proof).toMatchObject({
    ...{ period: today, kind: 'day', from: today, to: today, closedBy: 'Ada Merlin' },
    ...{ closedAt: morning, open: [], isClockSetBack: false },
  });
  expect(proof.accounts).toHaveLength(1);
  expect(proof.accounts[0]).toMatchObject({
    accountNumber: paying,
    entries: 2,
    debits: { amount: '200.00', currency: 'USD' },
    closing: { amount: '300.00', currency: 'USD' },
  });
  const view = await viewOf(desk);
  expect(view.proof).toEqual(proof);
  expect(view).toMatchObject({ lateTotal: 0, newcomers: [] });
  await expect(desk.closed(today)).rejects.toThrow('20 Nov 2026 is closed already.');
});

test('a day is UTC: what is booked at 23:40 is of it, and a day is closed from the midnight after it', async () => {
  const desk = deskWith([...two, third]);
  expect((await desk.look(today)).accounts[0]?.entries).toBe(3);
  desk.passes(Date.parse('2026-11-21T23:59:59.999Z') - Date.parse(morning));
  await expect(desk.closed('2026-11-21')).rejects.toMatchObject({ code: 'close.refused' });
  desk.passes(1);
  expect((await desk.look('2026-11-21')).obstacle).toBeNull();
});

test('a clock that is set back cannot close what is ahead, and the proof says that it was', async () => {
  const desk = deskWith();
  await desk.closed(today);
  await reopen(desk.closing, { period: today, reason: 'Wrong', actor: actorNamed('Ada Merlin') });
  desk.setsWall(-86_400_000);
  await expect(desk.closed(today)).rejects.toThrow('is not over');
  desk.setsWall(86_400_000 - 60_000);
  expect((await desk.closed(today)).isClockSetBack).toBe(true);
});

test('a clock that is set ahead of the bank’s closes no day that is not over', async () => {
  const desk = deskWith();
  desk.setsWall(86_400_000);
  expect((await desk.look('2026-11-21')).obstacle).toBeNull();
  desk.bank.lastDate = {
    dateMs: Date.parse(morning),
    wallMs: desk.parts.clock.now(),
    monotonicMs: desk.parts.clock.monotonicMs(),
  };
  expect((await desk.look('2026-11-21')).obstacle).toContain('is not over');
  await expect(desk.closed('2026-11-21')).rejects.toMatchObject({ code: 'close.refused' });
  // Time passes by the wall clock alone, as during sleep.
  desk.setsWall(15 * 3_600_000);
  expect((await desk.look('2026-11-21')).obstacle).toBeNull();
});

test('a journal that cannot be written at the close keeps the day open, and the next close is whole', async () => {
  const desk = deskWith();
  const runExports = () => {
    desk.closing.journal.connection.pragma('query_only = 1');
    return Promise.resolve([]);
  };
  await expect(desk.closed(today, { runExports })).rejects.toThrow();
  desk.closing.journal.connection.pragma('query_only = 0');
  expect(currentClose(desk.closing.journal, today)).toBeNull();
  expect(lastAct(desk.closing.journal).n).toBe(0);
  expect((await desk.closed(today)).accounts[0]?.entries).toBe(2);
});

test('an entry that arrives between the look and the close keeps the day open', async () => {
  const desk = deskWith();
  const { digest } = await desk.look(today);
  arrive(desk, [...two, third]);
  read(desk, 'e-3');
  const asked = { period: today, digest, reasons: {}, actor: actorNamed('Ada Merlin') };
  await expect(close(desk.closing, asked, () => Promise.resolve([]))).rejects.toMatchObject({
    code: 'close.moved',
  });
  expect(currentClose(desk.closing.journal, today)).toBeNull();
  expect((await desk.closed(today)).accounts[0]?.entries).toBe(3);
});

test('an entry that arrives while the exports are written keeps the day open', async () => {
  const desk = deskWith();
  const file = {
    profile: 'Books',
    words: 'camt.053',
    name: 'a',
    folder: 'b',
    files: 1,
    entries: 2,
  };
  const runExports = () => {
    arrive(desk, [...two, third]);
    return Promise.resolve([file]);
  };
  await expect(desk.closed(today, { runExports })).rejects.toMatchObject({ code: 'close.moved' });
  expect(lastAct(desk.closing.journal).n).toBe(0);
});

test('of two who close at once one is refused, and one proof is stored', async () => {
  const desk = deskWith();
  const both = await Promise.allSettled([desk.closed(today), desk.closed(today)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(actsOf(desk.closing.journal, today)).toHaveLength(1);
});

test('what arrives, changes or goes after the close is late, beside figures that stay, and is taken once', async () => {
  const desk = deskWith([...two, third]);
  await desk.closed(today);
  const [first, second] = two;
  if (first === undefined || second === undefined) expect.fail();
  arrive(desk, [
    first,
    { ...second, narration: 'Told otherwise' },
    debitOf('e-4', { balanceE4: 2_000_000n, at: '2026-11-20T23:50:00.000Z' }),
  ]);
  const { late, now, proof } = await viewOf(desk);
  expect(
    late.map(({ entryId, change, acknowledgedInto }) => [entryId, change, acknowledgedInto]),
  ).toEqual([
    ['e-2', 'changed', null],
    ['e-3', 'gone', null],
    ['e-4', 'arrived', null],
  ]);
  expect(proof.accounts[0]).toMatchObject({ entries: 3, closing: { amount: '200.00' } });
  expect(now).toEqual([
    {
      ...{ accountNumber: paying, isCompared: true, late: null },
      closing: { amount: '200.00', currency: 'USD' },
    },
  ]);

  const taking = { period: today, actor: actorNamed('Ada Merlin') };
  expect(await lateCounts(desk.closing, today)).toEqual({ late: 3, acknowledged: 0 });
  expect(await acknowledgeLate(desk.closing, taking)).toBe(3);
  expect(await acknowledgeLate(desk.closing, taking)).toBe(0);
  expect(await lateCounts(desk.closing, today)).toEqual({ late: 0, acknowledged: 3 });
  // What changes once more is late once more.
  arrive(desk, [first, { ...second, narration: 'A third way' }]);
  expect(
    (await viewOf(desk)).late.map(({ entryId, acknowledgedInto }) => [entryId, acknowledgedInto]),
  ).toEqual([
    ['e-2', null],
    ['e-3', '2026-11-21'],
  ]);
});

test('a balance that moved by what is late is shown beside the closed one', async () => {
  const desk = deskWith();
  await desk.closed(today);
  arrive(desk, [...two, third]);
  expect((await viewOf(desk)).now[0]).toMatchObject({
    closing: { amount: '200.00' },
    late: { amount: '-100.00', currency: 'USD' },
  });
});

test('late entries that no one acknowledged are an open point of the next day', async () => {
  const desk = deskWith();
  await desk.closed(today);
  arrive(desk, [...two, third]);
  desk.passes(86_400_000);
  readStatement(desk, [], { from: firstDay + 1, closing: 2_000_000n });
  const { points } = await desk.look('2026-11-21');
  expect(points.map(({ pointId, count, detail }) => [pointId, count, detail])).toContainEqual([
    ...['late', 1, '1 of 20 Nov'],
  ]);
});

test('a close outlives the local copy: without it nothing is late, and with it again nothing is', async () => {
  const desk = deskWith();
  const proof = await desk.closed(today);
  const fresh = openClosingDesk();
  const parts = { ...fresh.closing, journal: desk.closing.journal };
  const standing = currentClose(parts.journal, today);
  if (standing === null) expect.fail('it is open');
  expect(await closedView(parts, standing)).toMatchObject({
    ...{ proof, late: [], lateTotal: 0 },
    now: [{ isCompared: false, late: null }],
  });
  readStatement(fresh, two);
  expect(await closedView(parts, standing)).toMatchObject({
    ...{ late: [], lateTotal: 0 },
    now: [{ isCompared: true, late: null }],
  });
  readStatement(fresh, [...two, third]);
  expect(await closedView(parts, standing)).toMatchObject({ lateTotal: 1 });
});

test('an account that comes later is named beside the close and is in none of its figures', async () => {
  const desk = deskWith();
  await desk.closed(today);
  desk.cache.ensureAccount('1111222233', 'USD');
  const { rangeId } = desk.cache.beginRange({
    ...{ accountNumber: '1111222233', from: firstDay, to: firstDay },
  });
  const entries = [debitOf('n-1', { balanceE4: 1_000_000n })];
  desk.cache.savePage({ rangeId, cursor: '{}', entries, unreadable: [], seenAt: beginning });
  const { proof, newcomers, late } = await viewOf(desk);
  expect(proof.accounts).toHaveLength(1);
  expect(late).toEqual([]);
  expect(newcomers).toEqual([{ accountNumber: '1111222233', accountName: '', entries: 1 }]);
});

test('each open point needs a reason, which is stored with the close', async () => {
  const desk = deskWith();
  arrive(desk, [...two, third]);
  // Sent on the day itself.
  desk.setsWall(-86_400_000);
  written(desk, 'R-1', { state: 'unknown' });
  desk.setsWall(86_400_000);
  const { points, accounts } = await desk.look(today);
  expect(points.map(({ pointId, count }) => [pointId, count])).toEqual([
    ['unknown', 1],
    ['read', 1],
  ]);
  expect(accounts[0]?.cells).toMatchObject({
    proven: { is: 'met' },
    read: { is: 'open', words: '1 unread' },
    unknown: { is: 'open', words: '1 unknown' },
    books: { is: 'not-asked' },
  });
  await expect(desk.closed(today)).rejects.toThrow(/needs a reason: 1 unanswered change/);
  await expect(desk.closed(today, { reason: '  ' })).rejects.toMatchObject({
    code: 'input.invalid',
  });
  const { open } = await desk.closed(today, { reason: 'The bank told by phone' });
  expect(open.map(({ pointId, reason }) => [pointId, reason])).toEqual([
    ['unknown', 'The bank told by phone'],
    ['read', 'The bank told by phone'],
  ]);
});

test('a day that was not fetched, or does not hold, is no clean day', async () => {
  const desk = deskWith();
  readStatement(desk, [], { from: firstDay + 1, state: 'unproven', closing: 3_000_000n });
  desk.passes(2 * 86_400_000);
  const proven = async (day: string) => (await desk.look(day)).accounts[0]?.cells.proven.words;
  expect(await proven('2026-11-21')).toBe('21 Nov not proven');
  expect(await proven('2026-11-22')).toBe('22 Nov not fetched');
  readStatement(desk, [], { from: firstDay + 1, state: 'broken', closing: 3_000_000n });
  expect((await desk.look('2026-11-21')).points[0]).toMatchObject({
    ...{ pointId: 'proven:broken', isGrave: true },
  });
});

test('an exception that began by then has to be acknowledged; one with a column of its own, of later, or of a document has not', async () => {
  const desk = deskWith();
  const place = { view: 'accounts', accountNumber: paying } as const;
  const returned: ExceptionItem = {
    ...{ exceptionId: 'r-1', kind: 'returned', urgency: 'now', title: 'Returned', detail: '' },
    ...{ status: null, amount: null, since: beginning, next: 'Open it', place },
    ...{ submissionId: null, mayClose: true },
  };
  desk.items.push(
    { ...returned, exceptionId: 'u-1', kind: 'unknown' },
    { ...returned, exceptionId: 'd-1', kind: 'expired-document' },
    { ...returned, exceptionId: 'r-2', since: '2026-11-21T00:00:00.000Z' },
    { ...returned, exceptionId: 'x-1', kind: 'expiring-document', urgency: 'ahead' },
  );
  expect((await desk.look(today)).points).toEqual([]);
  desk.items.push(returned);
  const { points, accounts } = await desk.look(today);
  expect(points).toMatchObject([{ pointId: 'exceptions', count: 1, isGrave: true }]);
  expect(accounts[0]?.cells.exceptions).toMatchObject({ is: 'open', words: '1 open' });
});

test('a second source and the books are asked where somebody asked for them', async () => {
  const desk = deskWith();
  const asks = { secondSource: [paying], books: [paying], exports: [] };
  saveRequirements(desk.closing.journal, asks, { actor: actorNamed('Ada Merlin'), at: beginning });
  const { accounts, points } = await desk.look(today);
  expect(accounts[0]?.cells).toMatchObject({
    'second-source': { is: 'open', words: 'not there yet' },
    books: { is: 'open', words: 'no ledger yet', place: { view: 'books', accountNumber: paying } },
  });
  expect(points.map(({ pointId }) => pointId)).toEqual(['second-source', 'books']);
});

test.each([
  ['agrees', { is: 'met', isGrave: false }],
  ['differs', { is: 'open', words: 'differs', isGrave: true }],
  ['partial', { is: 'open', words: 'agrees in part', isGrave: false }],
] as const)('a second source that %s is shown as such', (verdict, cell) => {
  const source: SecondSource = {
    ...{ sourceId: 's-1', accountNumber: paying, kind: 'givenFile', from: today, to: today },
    ...{ fileName: 'a.sta', mimeType: '', sizeBytes: 1, sha256: '', fetchedAt: beginning },
    ...{ verdict, summary: '', entries: 2, differenceCount: 0 },
  };
  const now: DaysNow = {
    ...{ accountNumber: paying, accountName: '', currency: 'USD', entries: 2, unread: 0 },
    ...{ debitsE4: '0', creditsE4: '0', openingE4: null, closingE4: null, asOf: beginning },
    ...{ firstUnproven: null, readSample: [], entriesDigest: '', set: null },
  };
  const { cells } = closeAccount(now, {
    ...{ from: today, to: today, exceptions: [], broken: new Map(), unknown: [] },
    ...{ requirements: { secondSource: [paying], books: [], exports: [] }, books: new Map() },
    unseen: new Map(),
    sources: new Map([[paying, source]]),
  });
  expect(cells['second-source']).toMatchObject(cell);
});

test('with the books a day has as many entries as a ledger of it has matches for', async () => {
  const desk = deskWith();
  const { journal } = desk.closing;
  const stamp = { actor: actorNamed('Ada Merlin'), at: beginning };
  saveRequirements(journal, { secondSource: [], books: [paying], exports: [] }, stamp);
  const line = { day: today, amount: '-100.00', text: 'Payment' };
  const keep = (lines: readonly object[], sha256: string) =>
    keepLedger(
      journal,
      {
        ...{ accountNumber: paying, from: '2026-11-01', to: '2026-11-30', fileName: 'gl.csv' },
        ...{ sha256, notes: [], lines: JSON.stringify(lines) },
      },
      stamp,
    );
  keep([{ ...line, line: 1, references: ['INV-880011'] }], 'a');
  const cell = async () => (await desk.look(today)).accounts[0]?.cells.books;
  readStatement(desk, [
    debitOf('e-1', { balanceE4: 4_000_000n, customReference: 'INV-880011' }),
    debitOf('e-2', { balanceE4: 3_000_000n, customReference: 'INV-880022' }),
  ]);
  expect(await cell()).toMatchObject({ is: 'open', words: '1 of 2' });
  const second = { ...line, line: 2, references: ['INV-880022'] };
  keep([{ ...line, line: 1, references: ['INV-880011'] }, second], 'b');
  expect(await cell()).toMatchObject({ is: 'met', words: '2 of 2' });
  const unequal = { ...line, line: 2, amount: '-99.00', references: [] };
  const ledgerId = keep([{ ...line, line: 1, references: ['INV-880011'] }, unequal], 'c');
  const words = { decision: 'matched', books: [2], bank: ['e-2'], figures: {}, reason: 'Rounding' };
  saveAct(journal, ledgerId, [words as NewManualMatch], stamp);
  expect(await cell()).toMatchObject({ is: 'met', words: '2 of 2, 1 apart' });
});

test('a day takes in the open days behind the close before it, and those cannot be closed by themselves', async () => {
  const desk = deskWith();
  await desk.closed(today);
  desk.passes(3 * 86_400_000);
  readStatement(desk, [], { from: firstDay + 1, to: firstDay + 3, closing: 3_000_000n });
  expect(await desk.closed('2026-11-23')).toMatchObject({ from: '2026-11-21', to: '2026-11-23' });
  await expect(desk.closed('2026-11-21')).rejects.toThrow('closed together with 23 Nov 2026');
  const states = linesUntil(desk.closing.journal, '2026-11-23', 4).map(
    ({ period, state }) => `${period} ${state}`,
  );
  expect(states).toEqual([
    '2026-11-18 open',
    '2026-11-19 open',
    '2026-11-20 closed',
    '2026-11-23 closed',
  ]);
});

test('reopening needs a reason; the first proof stays stored, and no later day hides the reopened one', async () => {
  const desk = deskWith();
  await desk.closed(today);
  desk.passes(2 * 86_400_000);
  readStatement(desk, [], { from: firstDay + 1, to: firstDay + 2, closing: 3_000_000n });
  const first = await desk.closed('2026-11-21');
  const asked = { period: '2026-11-21', actor: actorNamed('Ada Merlin') };
  await expect(reopen(desk.closing, { ...asked, reason: ' ' })).rejects.toThrow('needs a reason');
  await reopen(desk.closing, { ...asked, reason: 'An invoice came' });
  expect(currentClose(desk.closing.journal, '2026-11-21')).toBeNull();
  await expect(desk.closed('2026-11-22')).rejects.toThrow('21 Nov 2026 was reopened');
  await desk.closed('2026-11-21');
  const acts = actsOf(desk.closing.journal, '2026-11-21');
  expect(acts.map(({ act }) => act)).toEqual(['close', 'reopen', 'close']);
  expect(acts[0]?.document).toMatchObject({ digest: first.digest });
  await expect(
    reopen(desk.closing, { period: '2026-11-22', actor: actorNamed('Ada Merlin'), reason: 'x' }),
  ).rejects.toThrow('is not closed');
});

test('nothing is closed in a journal whose record of closes was changed', async () => {
  const desk = deskWith();
  await desk.closed(today);
  const { journal } = desk.closing;
  const change = `UPDATE close_act SET actor = '{"desk":"desk-1","id":"","name":"Mallory"}'`;
  expect(() => run(journal, change)).toThrow();
  expect(() => run(journal, 'DELETE FROM close_act')).toThrow();
  assertWhole(journal);
  run(journal, 'DROP TRIGGER close_act_no_update');
  run(journal, change);
  await expect(
    reopen(desk.closing, { period: today, reason: 'Wrong', actor: actorNamed('Ada Merlin') }),
  ).rejects.toThrow('The record of closes is damaged');
});

test('what is late is not counted from entries of a close that were changed or damaged', async () => {
  const desk = deskWith([...two, third]);
  await desk.closed(today);
  const { journal } = desk.closing;
  const stored = storedEntries(journal, actIdOf(journal, 1), paying);
  if (stored === null) expect.fail('the entries were not stored');
  run(journal, 'DROP TRIGGER close_entries_no_update');
  const lateOver = async (entries: Uint8Array) => {
    run(journal, 'UPDATE close_entries SET entries = ?', entries);
    // Another reading, so that what is late is counted anew.
    desk.passes(1_000);
    readStatement(desk, two);
    return (await viewOf(desk)).late.map(({ entryId, change }) => [entryId, change]);
  };
  const shortened = packed(unpacked(stored).slice(0, 2));
  await expect(lateOver(shortened)).rejects.toMatchObject({ code: 'close.damaged' });
  await expect(lateOver(stored.subarray(0, -8))).rejects.toMatchObject({ code: 'close.damaged' });
  expect(await lateOver(stored)).toEqual([['e-3', 'gone']]);
});

test('a close is undone within a quarter of an hour, and by whoever made it alone; later it is reopened', async () => {
  const desk = deskWith();
  const quarter = 15 * 60_000;
  const undo = async (afterMs: number, name = 'Ada Merlin') => {
    const { closedAt } = await desk.closed(today);
    desk.passes(afterMs);
    await undoCloses(desk.closing, {
      closes: [{ period: today, closedAt }],
      actor: actorNamed(name),
    });
  };
  await undo(quarter);
  expect(currentClose(desk.closing.journal, today)).toBeNull();
  await expect(undo(1_000, 'Ben Oduya')).rejects.toMatchObject({ code: 'undo.overtaken' });
  await reopen(desk.closing, { period: today, reason: 'Again', actor: actorNamed('Ada Merlin') });
  await expect(undo(quarter + 1)).rejects.toThrow('Reopen it with a reason.');
  expect(currentClose(desk.closing.journal, today)).not.toBeNull();
});

test('nothing is closed in a journal that this machine does not know', async () => {
  const desk = deskWith();
  desk.continuity.status = () => ({
    ...{ state: 'older', since: beginning, knownUntil: null, lastSentAt: null },
    ...{ sends: 0, expectedSends: 2 },
  });
  await expect(desk.closed(today)).rejects.toThrow('reconcile it with the bank first');
});

test('an act that was prepared before another one is not written behind it', () => {
  const { journal } = deskWith().closing;
  const act = { act: 'reopen', period: today, from: today, to: today, at: beginning } as const;
  append(journal, { ...act, actor: actorNamed('Ada'), document: { reason: 'a' } }, { after: 0 });
  expect(() =>
    append(journal, { ...act, actor: actorNamed('Ben'), document: { reason: 'b' } }, { after: 0 }),
  ).toThrow('meanwhile');
});

test('a month is closed on its own figures, with a reason for the days that are not closed', async () => {
  const desk = deskWith();
  await desk.closed(today);
  await expect(desk.closed('2026-11', { reason: 'x' })).rejects.toThrow('is not over');
  restOfNovember(desk);
  const { points } = await desk.look('2026-11');
  expect(points.map(({ pointId, count }) => [pointId, count])).toEqual([['period', 29]]);
  const proof = await desk.closed('2026-11', { reason: 'First month at this desk' });
  expect(proof).toMatchObject({
    ...{ kind: 'month', from: '2026-11-01', to: '2026-11-30' },
    accounts: [{ entries: 2, closing: { amount: '300.00' } }],
  });
  arrive(desk, [...two, third]);
  expect((await viewOf(desk, '2026-11')).now[0]?.late).toEqual({
    ...{ amount: '-100.00', currency: 'USD' },
  });
});

/** The other days of the month are read: nothing was booked on them. */
function restOfNovember(desk: ClosingDesk): void {
  desk.passes(11 * 86_400_000);
  readStatement(desk, [], { from: firstDay - 19, to: firstDay - 1, closing: 5_000_000n });
  readStatement(desk, [], { from: firstDay + 1, to: firstDay + 10, closing: 3_000_000n });
}

const lateIn = async (desk: ClosingDesk, period: string) =>
  (await viewOf(desk, period)).late.map(({ entryId, change, day }) => [entryId, change, day]);

test('what arrives for a closed month is listed one by one; what was late for a day before is part of the month', async () => {
  const desk = deskWith();
  await desk.closed(today);
  arrive(desk, [...two, third]);
  read(desk, 'e-3');
  restOfNovember(desk);
  const reason = { reason: 'First month at this desk' };
  expect((await desk.closed('2026-11', reason)).accounts[0]?.entries).toBe(3);
  expect(await lateIn(desk, '2026-11')).toEqual([]);
  expect(await lateIn(desk, today)).toEqual([['e-3', 'arrived', today]]);

  arrive(desk, [...two, { ...third, narration: 'Told otherwise' }]);
  expect(await lateIn(desk, '2026-11')).toEqual([['e-3', 'changed', today]]);
  expect(await lateCounts(desk.closing, '2026-11')).toEqual({ late: 1, acknowledged: 0 });
});

test('a month that was closed before its entries were stored shows its figures alone', async () => {
  const desk = deskWith();
  await desk.closed(today);
  restOfNovember(desk);
  await desk.closed('2026-11', { reason: 'First month at this desk' });
  const { journal } = desk.closing;
  const [act] = actsOf(journal, '2026-11') as Act<Closing>[];
  if (!act) expect.fail('nothing was closed');
  const { figuresOnly: _, ...older } = act.document;
  await reopen(desk.closing, {
    period: '2026-11',
    reason: 'Again',
    actor: actorNamed('Ada Merlin'),
  });
  const { n: after } = lastAct(journal);
  append(journal, { ...act, document: older }, { after });
  arrive(desk, [...two, third]);
  expect((await viewOf(desk, '2026-11')).now[0]?.late?.amount).toBe('-100.00');
  expect(await lateIn(desk, '2026-11')).toEqual([]);
});

test('a month has the figures alone for an account with more entries than are stored', () => {
  const desk = deskWith();
  const question = { from: '2026-11-01', to: '2026-11-30', entries: 'set' } as const;
  const asked = (entriesMax: number) =>
    desk.closing.questions.ask('daysNow', [{ ...question, entriesMax }]);
  return expect(Promise.all([asked(1), asked(2)])).resolves.toMatchObject([
    [{ entries: 2, set: null, entriesDigest: '' }],
    [{ entries: 2, set: expect.any(Uint8Array) as Uint8Array }],
  ]);
});
