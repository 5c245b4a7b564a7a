import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { lateCounts } from '../../electron/nouns/closes/late.ts';
import { acknowledgeLate } from '../../electron/nouns/closes/closing.ts';
import { append, lastAct, saveRequirements } from '../../electron/nouns/closes/tables.ts';
import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import { addDays } from '../../shared/calendar/calendar.ts';
import {
  arrive,
  closingDeskWith,
  openClosingDesk,
  type ClosingDesk,
} from '../support/desks/closing-desk.ts';
import { beginning, debitOf, firstDay, paying, readStatement } from '../support/desks/lone-desk.ts';
import { accountWith, exceptionOf, other, today } from './close-accounts.ts';
import { actorNamed } from '../support/desks/actors.ts';

const actor = actorNamed('Ada Merlin');
const entry = debitOf('e-1', { balanceE4: 4_000_000n });
const later = debitOf('e-2', { balanceE4: 3_000_000n, at: '2026-11-20T23:30:00.000Z' });

const deskWith = (entries: readonly IncomingEntry[] = [entry]) => closingDeskWith(entries);

test('a look at a day shows its days, today and the last act, and reads no entries to be stored', async () => {
  const desk = deskWith();
  const before = await desk.look(today);
  expect(before).toMatchObject({
    ...{ period: today, from: today, to: today, after: 0, sets: [], obstacle: null },
    today: '2026-11-21',
  });
  await desk.closed(today);
  desk.passes(86_400_000);
  expect(await desk.look('2026-11-21')).toMatchObject({
    ...{ from: '2026-11-21', to: '2026-11-21', today: '2026-11-22', after: 1 },
  });
});

test('nothing is closed before an account is in the local copy', async () => {
  const desk = openClosingDesk();
  expect((await desk.look(today)).obstacle).toBe('No account is in the local copy: sync first.');
  desk.cache.ensureAccount(paying, 'USD');
  expect((await desk.look(today)).obstacle).toBeNull();
  desk.continuity.status = () => ({
    ...{ state: 'damaged', since: beginning, knownUntil: null, lastSentAt: null },
    ...{ sends: 0, expectedSends: 0 },
  });
  expect((await desk.look(today)).obstacle).toContain('reconcile it with the bank first');
});

test('the same answer from the bank again changes no figures; what a person reads meanwhile does', async () => {
  const desk = deskWith();
  const first = await desk.look(today);
  arrive(desk, [entry]);
  const second = await desk.look(today);
  expect(second.accounts[0]?.asOf).not.toBe(first.accounts[0]?.asOf);
  expect(second.digest).toBe(first.digest);
  arrive(desk, [entry, later]);
  const third = await desk.look(today);
  expect(third.digest).not.toBe(first.digest);
  desk.cache.markRead(paying, ['e-2'], true);
  const fourth = await desk.look(today);
  expect(fourth.accounts[0]?.entriesDigest).toBe(third.accounts[0]?.entriesDigest);
  expect(fourth.digest).not.toBe(third.digest);
});

test('other words of an open point are another look, and the days of the period are part of it', async () => {
  const desk = deskWith();
  const digests = new Set<string>();
  const look = async (period = today) => digests.add((await desk.look(period)).digest).size;
  desk.items.push(exceptionOf({ title: 'Returned' }));
  await look();
  desk.items[0] = exceptionOf({ title: 'Failed' });
  expect(await look()).toBe(2);
  desk.items[0] = exceptionOf({ title: 'Failed', detail: 'Told otherwise' });
  expect(await look()).toBe(2);
  desk.items.length = 0;
  await look('2026-11-17');
  expect(await look('2026-11-18')).toBe(4);
});

test('a day that does not hold keeps its account open on every later day, and no other kind of exception does', async () => {
  const desk = deskWith();
  const place = { view: 'statements', accountNumber: paying, from: '2026-11-03' } as const;
  const proven = async () => (await desk.look(today)).accounts[0]?.cells.proven.words;
  desk.items.push(exceptionOf({ kind: 'failed', place: { ...place, to: '2026-11-03' } }));
  desk.items.push(exceptionOf({ kind: 'red-day', place: { view: 'reconcile' } }));
  desk.items.push(exceptionOf({ kind: 'red-day', place: null }));
  expect(await proven()).toBe('');
  desk.items.push(exceptionOf({ kind: 'red-day', place: { ...place, to: '2026-11-03' } }));
  expect(await proven()).toBe('3 Nov breaks');
});

/** Puts a close of a month down that knows these entries of these accounts. */
function monthClosed(desk: ClosingDesk, month: string, digests: Readonly<Record<string, string>>) {
  const { journal } = desk.closing;
  const accounts = Object.entries(digests).map(([accountNumber, entriesDigest]) =>
    accountWith({}, { accountNumber, entriesDigest }),
  );
  const document = { digest: '', accounts, open: [], exports: [], isClockSetBack: false };
  const days = { from: `${month}-01`, to: `${month}-28` };
  append(
    journal,
    { act: 'close', period: month, ...days, at: beginning, actor, document },
    { after: lastAct(journal).n },
  );
}

test('a year’s entries are those of its months as they were closed last', async () => {
  const desk = deskWith();
  monthClosed(desk, '2026-09', { [paying]: 'first', [other]: 'other' });
  monthClosed(desk, '2026-10', { [other]: 'other' });
  monthClosed(desk, '2026-09', { [other]: 'other', [paying]: 'second' });
  const [account] = (await desk.look('2026')).accounts;
  expect(account?.entriesDigest).toBe(
    createHash('sha256').update('second').update('-').digest('hex'),
  );
});

test('a month’s entries are read where they are not too many, whatever its days were closed on', async () => {
  const desk = deskWith();
  const { entriesDigest } = (await desk.look(today)).accounts[0] ?? expect.fail();
  expect((await desk.look('2026-11')).accounts[0]).toMatchObject({ entriesDigest });
});

const latePoint = async (desk: ClosingDesk, period: string) =>
  (await desk.look(period)).points.find(({ pointId }) => pointId === 'late');

test('late entries are an open point of the next days until they are taken, and of no month', async () => {
  const desk = deskWith();
  await desk.closed(today);
  arrive(desk, [entry, later]);
  desk.passes(86_400_000);
  expect(await latePoint(desk, today)).toBeUndefined();
  expect(await latePoint(desk, '2026-11-21')).toMatchObject({ count: 1, detail: '1 of 20 Nov' });
  expect(await latePoint(desk, '2026-11')).toBeUndefined();
  await acknowledgeLate(desk.closing, { period: today, actor });
  expect(await latePoint(desk, '2026-11-21')).toBeUndefined();
});

test('late entries are looked for in the ten days before, where those are closed', async () => {
  const desk = deskWith();
  await desk.closed(today);
  arrive(desk, [entry, later]);
  desk.passes(20 * 86_400_000);
  // The tenth of the days before it that count, without weekends on which nothing was done.
  expect(await latePoint(desk, '2026-12-04')).toMatchObject({ count: 1 });
  expect(await latePoint(desk, '2026-12-05')).toBeUndefined();
});

test('what is late of a month is no open point of the next one', async () => {
  const desk = deskWith();
  desk.passes(11 * 86_400_000);
  readStatement(desk, [], { from: firstDay - 19, to: firstDay - 1 });
  readStatement(desk, [], { from: firstDay + 1, to: firstDay + 10 });
  await desk.closed('2026-11', { reason: 'First month at this desk' });
  arrive(desk, [entry, later]);
  expect(await lateCounts(desk.closing, '2026-11')).toEqual({ late: 1, acknowledged: 0 });
  expect(await latePoint(desk, '2026-12')).toBeUndefined();
});

const source = (sourceId: string, given: { from?: string; to?: string; text?: string } = {}) => ({
  ...{ sourceId, accountNumber: paying, kind: 'downloadStatement' as const },
  ...{ from: today, to: today, fileName: 'a.csv', mimeType: 'text/csv' },
  ...{ sha256: 'a'.repeat(64), fetchedAt: beginning },
  ...given,
  content: new TextEncoder().encode(given.text ?? 'nothing'),
});
const otherFigures = 'Id,Date,Debit,Credit\r\ne-1,2026-11-20,5.00,\r\n';

test('the newest second source that covers all of the days is asked', async () => {
  const desk = deskWith();
  const cell = async () => (await desk.look(today)).accounts[0]?.cells['second-source'].words;
  expect(await cell()).toBe('');
  saveRequirements(
    desk.closing.journal,
    { secondSource: [paying], books: [], exports: [] },
    { actor, at: beginning },
  );
  const found = async (...sources: ReturnType<typeof source>[]) => {
    for (const one of sources) desk.cache.saveSecondSource(one, 10);
    const words = await cell();
    for (const one of sources) desk.cache.forgetSecondSource(one.sourceId);
    return words;
  };
  expect(await found()).toBe('not there yet');
  expect(await found(source('a'))).toBe('cannot be read');
  const wide = { from: addDays(today, -1), to: addDays(today, 1) };
  expect(await found(source('b', wide))).toBe('cannot be read');
  expect(await found(source('c', { from: wide.to, to: wide.to }))).toBe('not there yet');
  expect(await found(source('d', { from: wide.from, to: wide.from }))).toBe('not there yet');
  expect(await found(source('e'), source('f', { text: otherFigures }))).toBe('differs');
  expect(await found(source('g', { text: otherFigures }), source('h'))).toBe('cannot be read');
});
