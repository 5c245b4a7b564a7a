import { expect, onTestFinished, test, vi } from 'vitest';

import type { LedgerLine } from '../../electron/nouns/books/ledger/ledger.ts';
import { packed } from '../../electron/nouns/books/ledger/packed.ts';
import type { ManualMatch } from '../../electron/nouns/books/tables.ts';
import { besideBooks, type BooksQuestion } from '../../electron/nouns/closes/books-difference.ts';
import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import { toTheEnd } from '../../electron/engines/store/threads/turns.ts';
import { limits } from '../../shared/limits.ts';
import {
  beginning,
  debitOf,
  firstDay,
  openLoneDesk,
  paying,
  readStatement,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';
import { today } from './close-accounts.ts';

const entryOn = (day: number, reference: string, given: Partial<IncomingEntry> = {}) =>
  debitOf(`e-${reference}`, {
    day: firstDay + day,
    at: `2026-11-${String(20 + day)}T11:00:00.000Z`,
    customReference: `INV-88001${reference}`,
    ...given,
  });

/** Entries of four days in a row, of which the asked ones are the second and the third. */
const entries = [entryOn(-1, '1'), entryOn(0, '2'), entryOn(1, '3'), entryOn(2, '4')];
const days = { from: today, to: '2026-11-21' };

function deskWith(given: readonly IncomingEntry[] = entries): LoneDesk {
  const desk = openLoneDesk();
  readStatement(desk, given, { from: firstDay - 1, to: firstDay + 2 });
  return desk;
}

const lineOf = (line: number, given: Partial<LedgerLine> = {}): LedgerLine => ({
  ...{ line, day: `2026-11-${String(18 + line)}`, amount: '-100.00', text: 'Payment' },
  references: [`INV-88001${String(line)}`],
  ...given,
});

const question = (given: Partial<BooksQuestion> = {}): BooksQuestion => ({
  head: {
    ...{ ledgerId: 'l-1', accountNumber: paying, from: '2026-11-01', to: '2026-11-30' },
    ...{ fileName: 'gl.csv', sha256: '', notes: [], addedAt: beginning, addedBy: 'Ada Merlin' },
  },
  ...{ words: [], days, places: {}, currency: 'USD' },
  ...given,
});

const ask = (desk: LoneDesk, lines: readonly LedgerLine[], given: Partial<BooksQuestion> = {}) =>
  toTheEnd(besideBooks(desk.reader, question(given), packed(JSON.stringify(lines))));

const together = (books: number[], bank: string[]): ManualMatch => ({
  ...{
    n: 1,
    matchId: 'm-1',
    act: 'm-1',
    decision: 'matched',
    books,
    bank,
    figures: {},
    reason: 'Rounding',
  },
});

test('the entries of the closed days count, and those of them that have a match', () => {
  expect(ask(deskWith(), [lineOf(1), lineOf(2), lineOf(4)])).toEqual({
    ...{ entries: 2, matched: 1, apart: 0 },
  });
  expect(ask(deskWith(), [lineOf(1), lineOf(4)])).toEqual({ entries: 2, matched: 0, apart: 0 });
});

test('where there are more entries than are matched at once none counts as matched', () => {
  const most = vi.spyOn(limits, 'booksEntriesMax', 'get' as never).mockReturnValue(3 as never);
  onTestFinished(() => most.mockRestore());
  const lines = [1, 2, 3, 4].map((line) => lineOf(line));
  expect(ask(deskWith(), lines)).toEqual({ entries: 4, matched: 0, apart: 0 });
  most.mockReturnValue(4 as never);
  expect(ask(deskWith(), lines)).toEqual({ entries: 2, matched: 2, apart: 0 });
});

test('apart are the matches of these days that a person made of unequal sums', () => {
  const unequal = (line: number) => lineOf(line, { amount: '-99.00', references: [] });
  const apart = (lines: LedgerLine[], words: ManualMatch[]) =>
    ask(deskWith(), lines, { words }).apart;
  expect(apart([unequal(2)], [together([2], ['e-2'])])).toBe(1);
  expect(apart([lineOf(2, { references: [] })], [together([2], ['e-2'])])).toBe(0);
  expect(apart([unequal(1)], [together([1], ['e-1'])])).toBe(0);
  expect(apart([unequal(4)], [together([4], ['e-4'])])).toBe(0);
  expect(apart([unequal(3)], [together([3], ['e-3', 'e-4'])])).toBe(1);
  // A fee that the bank charged is no person's match.
  const fee = lineOf(2, { amount: '-99.00' });
  expect(ask(deskWith(), [fee])).toEqual({ entries: 2, matched: 1, apart: 0 });
});

/** Whether the answer was known before: then nothing is read. */
function isKnown(desk: LoneDesk, given: Partial<BooksQuestion> = {}, lines = '[]'): boolean {
  const sliced = besideBooks(desk.reader, question(given), lines);
  const isDone = sliced.next().done === true;
  if (!isDone) toTheEnd(sliced);
  return isDone;
}

test('a ledger is matched once, until the local copy, the days or what people decided is something else', () => {
  const desk = deskWith();
  const { head } = question();
  const answer = ask(desk, [lineOf(2)]);
  expect(isKnown(desk)).toBe(true);
  expect(ask(desk, [lineOf(2)])).toEqual(answer);
  for (const given of [
    { days: { from: today, to: today } },
    { words: [together([2], ['e-2'])] },
    { head: { ...head, ledgerId: 'l-2' } },
  ]) {
    expect(isKnown(desk, given)).toBe(false);
    expect(isKnown(desk, given)).toBe(true);
  }
  expect(isKnown(deskWith())).toBe(false);
  desk.cache.ensureAccount('1', 'USD');
  expect(isKnown(desk)).toBe(false);
});

test('how thirty-two ledgers matched is remembered', () => {
  const desk = deskWith();
  const { head } = question();
  const look = (n: number) => isKnown(desk, { head: { ...head, ledgerId: String(n) } });
  for (let n = 1; n <= 32; n += 1) look(n);
  expect(look(1)).toBe(true);
  expect(look(33)).toBe(false);
  expect(look(33)).toBe(true);
  expect(look(1)).toBe(false);
});
