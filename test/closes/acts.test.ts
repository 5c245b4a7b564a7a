import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';

import { expect, test, vi } from 'vitest';

import { close, reopen, acknowledgeLate, undoCloses } from '../../electron/nouns/closes/closing.ts';
import {
  actsOf,
  append,
  saveRequirements,
  assertWhole,
  closeRequirements,
  storedEntries,
  lastAct,
  outlines,
  currentClose,
  type Act,
  type Closing,
} from '../../electron/nouns/closes/tables.ts';
import { inTransaction, row, run, type Journal } from '../../electron/engines/store/database.ts';
import { actorText } from '../../shared/actor.ts';
import { dateOfDayNumber } from '../../shared/calendar/calendar.ts';
import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import {
  arrive,
  closingDeskWith,
  morning,
  type ClosingDesk,
} from '../support/desks/closing-desk.ts';
import {
  beginning,
  debitOf,
  firstDay,
  openLoneDesk,
  paying,
  readStatement,
  written,
} from '../support/desks/lone-desk.ts';
import { today } from './close-accounts.ts';
import { actorNamed } from '../support/desks/actors.ts';

const actIdOf = (journal: Journal, n: number): string =>
  row<{ id: string }>(journal, 'SELECT act_id AS id FROM close_act WHERE n = ?', n)?.id ?? '';

const actor = actorNamed('Ada Merlin');
const entry = debitOf('e-1', { balanceE4: 4_000_000n });
const later = debitOf('e-2', { balanceE4: 3_000_000n, at: '2026-11-20T23:30:00.000Z' });

const deskWith = (entries: readonly IncomingEntry[] = [entry]) => closingDeskWith(entries);

/** Writes an act about a day down, behind all before it. */
const write = (
  journal: Journal,
  act: 'close' | 'reopen' | 'acknowledge',
  period = today,
  at = beginning,
): number =>
  append(
    journal,
    { act, period, from: period, to: period, at, actor, document: { act } },
    { after: lastAct(journal).n },
  ).n;

const documentOf = (desk: ClosingDesk, period: string): Partial<Closing> =>
  currentClose(desk.closing.journal, period)?.close.document ?? {};

test('no one can close, reopen or acknowledge without a name', async () => {
  const desk = deskWith();
  const { digest } = await desk.look(today);
  const refused = {
    code: 'input.invalid',
    message: expect.stringContaining('a name is missing') as string,
  };
  const asked = { period: today, digest, reasons: {}, actor: actorNamed('') };
  await expect(close(desk.closing, asked, () => Promise.resolve([]))).rejects.toMatchObject(
    refused,
  );
  await desk.closed(today);
  await expect(
    reopen(desk.closing, { period: today, reason: 'Wrong', actor: actorNamed('') }),
  ).rejects.toThrow('Say who reopens it');
  await expect(
    acknowledgeLate(desk.closing, { period: today, actor: actorNamed('') }),
  ).rejects.toMatchObject(refused);
  expect(lastAct(desk.closing.journal).n).toBe(1);
});

test('an act is on the disk when it was written', () => {
  const { journal } = openLoneDesk().parts;
  write(journal, 'close');
  expect(statSync(`${journal.file}-wal`).size).toBe(0);
});

test('a close stores its reasons without the spaces around them, and what each point was then', async () => {
  const desk = deskWith();
  arrive(desk, [entry, later]);
  // Sent on the day itself.
  desk.setsWall(-86_400_000);
  written(desk, 'R-1', { state: 'unknown' });
  desk.setsWall(86_400_000);
  const { digest } = await desk.look(today);
  const closing = (reasons: Record<string, string>) =>
    close(desk.closing, { period: today, digest, reasons, actor }, () => Promise.resolve([]));
  await expect(closing({ unknown: 'Told by phone' })).rejects.toThrow(
    'Each open point needs a reason: 1 entry not read.',
  );
  await expect(closing({})).rejects.toThrow(
    'Each open point needs a reason: 1 unanswered change; 1 entry not read.',
  );
  expect((await closing({ unknown: ' Told by phone ', read: 'Fees\n' })).open).toEqual([
    {
      ...{ pointId: 'unknown', count: 1, what: 'unanswered change' },
      ...{ detail: '100.00 USD', isGrave: false, reason: 'Told by phone' },
    },
    {
      ...{ pointId: 'read', count: 1, what: 'entry not read' },
      ...{ detail: 'in 1 account', isGrave: false, reason: 'Fees' },
    },
  ]);
});

test('a day hands over and stores its entries, a month hands nothing over, a year stores figures alone', async () => {
  const desk = deskWith();
  const file = { profile: 'Books', words: '', name: 'a', folder: 'b', files: 1, entries: 2 };
  const handedOver: string[] = [];
  const runExports = ({ period }: { period: string }) => {
    handedOver.push(period);
    return Promise.resolve([file]);
  };
  desk.passes(42 * 86_400_000);
  for (const period of ['2026-11-20', '2026-11', '2026'])
    await desk.closed(period, { reason: 'x', runExports });
  expect(handedOver).toEqual([today]);
  expect(documentOf(desk, today)).toMatchObject({ exports: [file], figuresOnly: [] });
  expect(documentOf(desk, '2026-11')).toMatchObject({ exports: [], figuresOnly: [] });
  expect(documentOf(desk, '2026')).toMatchObject({ exports: [], figuresOnly: [paying] });
  const { journal } = desk.closing;
  expect(
    [1, 2, 3].map((n) => storedEntries(journal, actIdOf(journal, n), paying) === null),
  ).toEqual([...[false, false, true]]);
});

test('where nothing is handed over what is closed is read once', async () => {
  const desk = deskWith();
  const { digest } = await desk.look(today);
  const reads = vi.spyOn(desk.closing.questions, 'ask');
  const asked = { period: today, digest, reasons: {}, actor };
  await close(desk.closing, asked, () => Promise.resolve([]));
  expect(reads).toHaveBeenCalledTimes(1);
});

test('a clock that stands still was not set back', async () => {
  const desk = deskWith();
  await desk.closed(today);
  await reopen(desk.closing, { period: today, reason: 'Wrong', actor });
  expect((await desk.closed(today)).isClockSetBack).toBe(false);
});

test('a reopening is of the days of its close, with its reason without the spaces around it', async () => {
  const desk = deskWith();
  await desk.closed(today);
  desk.passes(3 * 86_400_000);
  readStatement(desk, [], { from: firstDay + 1, to: firstDay + 3 });
  await desk.closed('2026-11-23');
  const { journal } = desk.closing;
  await reopen(desk.closing, { period: '2026-11-23', reason: ' An invoice came ', actor });
  expect(actsOf(journal, '2026-11-23')[1]).toMatchObject({
    ...{ n: 3, act: 'reopen', period: '2026-11-23', from: '2026-11-21', to: '2026-11-23', actor },
    ...{ at: '2026-11-24T10:00:00.000Z', document: { reason: 'An invoice came' } },
  });
});

test('a close is undone by its moment alone, while it is the last act', async () => {
  const desk = deskWith();
  const undone = (closedAt: string, period = today) =>
    undoCloses(desk.closing, { closes: [{ period, closedAt }], actor });
  await expect(undone(morning)).rejects.toThrow('was not closed just now by you');
  await desk.closed(today);
  await expect(undone('2026-11-21T09:59:59.999Z')).rejects.toThrow(
    'was not closed just now by you',
  );
  write(desk.closing.journal, 'close', '2026-11-19', morning);
  await expect(undone(morning)).rejects.toThrow('was not closed just now by you');
  await undone(morning, '2026-11-19');
  expect(actsOf(desk.closing.journal, '2026-11-19')[1]).toMatchObject({
    ...{ act: 'reopen', actor, document: { reason: 'Undone at once.' } },
  });
});

test('only what is late of a closed day is taken, and what was taken before is not taken again', async () => {
  const desk = deskWith();
  const taking = { period: today, actor };
  await expect(acknowledgeLate(desk.closing, taking)).rejects.toThrow('20 Nov 2026 is not closed.');
  await desk.closed(today);
  expect(await acknowledgeLate(desk.closing, taking)).toBe(0);
  expect(lastAct(desk.closing.journal).n).toBe(1);
  arrive(desk, [entry, later]);
  expect(await acknowledgeLate(desk.closing, taking)).toBe(1);
  desk.passes(86_400_000);
  const third = debitOf('e-3', { balanceE4: 2_000_000n, at: '2026-11-20T23:40:00.000Z' });
  arrive(desk, [entry, later, third]);
  expect(await acknowledgeLate(desk.closing, taking)).toBe(1);
  const taken = actsOf(desk.closing.journal, today).slice(1) as Act<{ keys: string[] }>[];
  expect(taken.map(({ document }) => document)).toMatchObject([
    { into: '2026-11-21', keys: [expect.stringContaining(' e-2 arrived ') as string] },
    { into: '2026-11-22', keys: [expect.stringContaining(' e-3 arrived ') as string] },
  ]);
  expect(taken[1]?.document.keys).toHaveLength(1);
});

test('what is late is taken into the bank’s day where a clock is set ahead of it', async () => {
  const desk = deskWith();
  await desk.closed(today);
  arrive(desk, [entry, later]);
  const { clock } = desk.parts;
  desk.bank.lastDate = {
    ...{ dateMs: clock.now(), wallMs: clock.now() + 86_400_000 },
    monotonicMs: clock.monotonicMs(),
  };
  desk.setsWall(86_400_000);
  await acknowledgeLate(desk.closing, { period: today, actor });
  expect(actsOf(desk.closing.journal, today)[1]?.document).toMatchObject({
    into: '2026-11-21',
  });
});

test('what is late is not taken where something else was done meanwhile', async () => {
  const desk = deskWith();
  await desk.closed(today);
  arrive(desk, [entry, later]);
  const taking = acknowledgeLate(desk.closing, { period: today, actor });
  write(desk.closing.journal, 'close', '2026-11-19');
  await expect(taking).rejects.toMatchObject({ code: 'close.moved' });
});

test('a journal in which nothing was closed has no last act, and asks nothing', () => {
  const { journal } = openLoneDesk().parts;
  expect(lastAct(journal)).toEqual({ n: 0, digest: '0'.repeat(64), at: null });
  expect(closeRequirements(journal)).toEqual({ secondSource: [], books: [], exports: [] });
  expect(storedEntries(journal, 'none', paying)).toBeNull();
  const asks = { secondSource: [paying], books: [], exports: [] };
  saveRequirements(journal, asks, { actor, at: beginning });
  saveRequirements(journal, { ...asks, books: [paying] }, { actor, at: beginning });
  expect(closeRequirements(journal)).toEqual({ ...asks, books: [paying] });
});

test('what was taken of a close before it was reopened is not taken of the next one', () => {
  const { journal } = openLoneDesk().parts;
  for (const act of [
    'close',
    'acknowledge',
    'reopen',
    'close',
    'acknowledge',
    'acknowledge',
  ] as const)
    write(journal, act);
  const standing = currentClose(journal, today);
  expect(standing?.close.n).toBe(4);
  expect(standing?.acknowledgements.map(({ n }) => n)).toEqual([5, 6]);
  expect(standing?.close.document).toEqual({ act: 'close' });
});

test('the newest close or reopening of each period is listed, between two periods and of one kind', () => {
  const { journal } = openLoneDesk().parts;
  write(journal, 'close', '2026-11-18');
  write(journal, 'close', '2026-11-20');
  write(journal, 'close', '2026-11-19');
  write(journal, 'reopen', '2026-11-19');
  write(journal, 'acknowledge', '2026-11-20');
  write(journal, 'close', '2026-11-21');
  write(journal, 'close', '2026-11');
  const listed = outlines(journal, 'day', { from: '2026-11-19', to: '2026-11-20' });
  expect(listed).toMatchObject(
    [
      { n: 4, act: 'reopen', period: '2026-11-19' },
      { n: 2, act: 'close', period: '2026-11-20' },
    ].map((one) => ({ ...one, from: one.period, to: one.period, at: beginning, actor })),
  );
});

/** Changes what was written down, as only somebody with the key of the journal could. */
function tamper(journal: Journal, change: string): void {
  run(journal, 'DROP TRIGGER IF EXISTS close_act_no_update');
  run(journal, 'DROP TRIGGER IF EXISTS close_act_no_delete');
  run(journal, change);
}

test.each([
  `UPDATE close_act SET actor = '{"desk":"desk-1","id":"","name":"Mallory"}' WHERE n = 1`,
  "UPDATE close_act SET document = '{}' WHERE n = 2",
  "UPDATE close_act SET at = '2026-11-19T10:00:00.000Z' WHERE n = 3",
  "UPDATE close_act SET from_day = '2026-11-01' WHERE n = 2",
  'DELETE FROM close_act WHERE n = 1',
  'DELETE FROM close_act WHERE n = 2',
  'UPDATE close_act SET n = 4 WHERE n = 3',
])('a chain of acts does not hold after %s', (change) => {
  const { journal } = openLoneDesk().parts;
  for (const act of ['close', 'reopen', 'close'] as const) write(journal, act);
  assertWhole(journal);
  tamper(journal, change);
  expect(() => {
    assertWhole(journal);
  }).toThrow('The record of closes is damaged');
});

/** Acts as they were written down before, each chained to the one before it. */
function writtenBefore(journal: Journal, count: number): void {
  let digest = '0'.repeat(64);
  inTransaction(journal, () => {
    for (let n = 1; n <= count; n += 1) {
      const day = dateOfDayNumber(firstDay - n);
      const act = [
        n,
        `act-${String(n)}`,
        'close',
        'day',
        day,
        day,
        day,
        beginning,
        actorText(actor),
        '{}',
      ];
      digest = createHash('sha256').update(digest).update(JSON.stringify(act)).digest('hex');
      run(
        journal,
        'INSERT INTO close_act VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        ...[...act, digest],
      );
    }
  });
}

test.each([
  `UPDATE close_act SET actor = '{"desk":"desk-1","id":"","name":"Mallory"}' WHERE n = 3`,
  'DELETE FROM close_act WHERE n = 2',
])('of many acts the last four hundred are looked through: %s', (change) => {
  const { journal } = openLoneDesk().parts;
  writtenBefore(journal, 402);
  assertWhole(journal);
  tamper(
    journal,
    `UPDATE close_act SET actor = '{"desk":"desk-1","id":"","name":"Mallory"}' WHERE n = 1`,
  );
  assertWhole(journal);
  tamper(journal, change);
  expect(() => {
    assertWhole(journal);
  }).toThrow('The record of closes is damaged');
});
