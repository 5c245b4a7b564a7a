import fc from 'fast-check';
import { expect, test } from 'vitest';

import { chipsOf } from '../../electron/engines/find/chips.ts';
import { understand } from '../../electron/engines/find/understand.ts';
import {
  findQuestionOf,
  knownIn,
  surroundingsIn,
} from '../../electron/nouns/statements/search/find-runner.ts';
import {
  findInside,
  insideQuestionOf,
} from '../../electron/nouns/statements/search/find-inside.ts';
import { findEntries } from '../../electron/nouns/statements/search/find-entries.ts';
import { newestKeys } from '../../electron/nouns/statements/search/find-keys.ts';
import type { MarkedEntry } from '../../electron/nouns/statements/query/find-question.ts';
import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import { finderOf } from '../../electron/engines/store/search/search-plan.ts';
import { toTheEnd } from '../../electron/engines/store/threads/turns.ts';
import { dateOfDayNumber } from '../../shared/calendar/calendar.ts';
import type { FoundEntries } from '../../shared/ipc/accounts/find.ts';
import {
  accountNumber,
  asOf,
  entry,
  fetchRange,
  firstDay,
  openCopy,
  type Copy,
} from '../support/stores/store.ts';

const another = '0690007345';
const today = dateOfDayNumber(firstDay + 9);
const period = { from: firstDay, to: firstDay + 9 };

function fill({ writer }: Copy, account: string, entries: readonly IncomingEntry[]): void {
  writer.ensureAccount(account, account === another ? 'EUR' : 'USD');
  fetchRange(writer, [entries], { start: { accountNumber: account, ...period } });
}

type Options = {
  limit?: number;
  accountNumbers?: string[];
  marked?: (mark: 'flagged' | 'noted' | 'attached') => readonly MarkedEntry[];
};

function find({ reader }: Copy, text: string, options: Options = {}): FoundEntries {
  const { limit = 100, accountNumbers, marked = () => [] } = options;
  const terms = understand(text, surroundingsIn(reader, today));
  const asking = { limit, partLimit: 20, accountNumbers, marked, places: {} };
  return toTheEnd(findEntries(reader, findQuestionOf(reader, terms, asking)));
}
const all = (copy: Copy, text: string, options?: Options): string[] =>
  find(copy, text, options).all.map(({ id }) => id);

function twoAccounts(): Copy {
  const copy = openCopy();
  fill(copy, accountNumber, [
    entry('a1', {
      narration: 'Supplier payment Tern Software AB',
      customReference: 'PAY-026604',
      amountE4: 60_308_100n,
      direction: 'debit',
      day: firstDay + 1,
      ordinal: 1,
    }),
    entry('a2', {
      narration: 'Payment returned by Tern Software AB',
      customReference: 'PAY-026604',
      amountE4: 60_308_100n,
      day: firstDay + 2,
      ordinal: 2,
    }),
    entry('a3', {
      narration: 'Rent',
      customReference: 'R-6030',
      amountE4: 5_000_000n,
      direction: 'debit',
      day: firstDay + 3,
      ordinal: 3,
    }),
  ]);
  fill(copy, another, [
    entry('b1', {
      narration: 'Supplier payment Tern Software AB INV-2026-45646',
      currency: 'EUR',
      amountE4: -60_308_100n,
      direction: 'debit',
      day: firstDay + 4,
      ordinal: 1,
    }),
    entry('b2', {
      narration: 'Card terminal Tern Island Ferries',
      currency: 'EUR',
      amountE4: 3_104_000n,
      direction: 'debit',
      transactionType: 'FEE',
      day: firstDay + 5,
      ordinal: 2,
    }),
    entry('b3', {
      narration: 'Inward payment Müller Präzisionsteile',
      currency: 'EUR',
      amountE4: 200_000_000n,
      day: firstDay + 6,
      ordinal: 3,
      extras: JSON.stringify({ counterparty: 'Müller GmbH' }),
    }),
  ]);
  return copy;
}

test('an amount is found over all accounts, newest first, with or without commas and sign', () => {
  const copy = twoAccounts();
  for (const text of ['6,030.81', '6030.81', '6.030,81', '-6030,81', '6.03081k'])
    expect([text, all(copy, text)]).toEqual([text, ['b1', 'a2', 'a1']]);
  expect(all(copy, '6,030.81 eur')).toEqual(['b1']);
  expect(all(copy, '6,030.82')).toEqual([]);
  expect(all(copy, '>10000')).toEqual(['b3']);
  expect(all(copy, '<500')).toEqual(['b2']);
  expect(all(copy, '<=500')).toEqual(['b2', 'a3']);
});

test('an amount is found in a range under way too, and by what its entry says now', () => {
  const copy = openCopy();
  const begun = () => copy.writer.beginRange({ accountNumber, ...period }).rangeId;
  const save = (rangeId: number, ...entries: IncomingEntry[]) =>
    copy.writer.savePage({ rangeId, cursor: '{}', entries, unreadable: [], seenAt: asOf });
  const finish = (rangeId: number) =>
    copy.writer.finishRange({ rangeId, asOf, days: [], withdraw: true });
  const first = entry('one', { amountE4: 60_308_100n, direction: 'debit', day: firstDay + 1 });
  const reading = begun();
  save(reading, first, entry('other', { day: firstDay + 2, ordinal: 1 }));
  expect(all(copy, '6,030.81')).toEqual(['one']);
  expect(all(copy, '6,030.81 out')).toEqual(['one']);
  expect(all(copy, '6,030.81 in')).toEqual([]);
  expect(all(copy, `6,030.81 ${dateOfDayNumber(firstDay + 2)}`)).toEqual([]);
  expect(all(copy, '>6000 payment')).toEqual(['one']);
  finish(reading);
  expect(all(copy, '6,030.81')).toEqual(['one']);
  const again = begun();
  save(again, { ...first, amountE4: 70_000_000n, day: firstDay + 3 });
  expect([all(copy, '6,030.81'), all(copy, '7,000.00')]).toEqual([[], ['one']]);
  finish(again);
  expect([all(copy, '6,030.81'), all(copy, '7,000.00')]).toEqual([[], ['one']]);
});

test('words, amounts, days, directions, accounts, kinds and fields narrow each other, in any order, without accents', () => {
  const copy = twoAccounts();
  expect(all(copy, 'tern software 6,030.81')).toEqual(['b1', 'a2', 'a1']);
  expect(all(copy, '6,030.81 software tern in')).toEqual(['a2']);
  expect(all(copy, 'praezision')).toEqual([]);
  expect(all(copy, 'prazis muller')).toEqual(['b3']);
  expect(all(copy, `tern ${dateOfDayNumber(firstDay + 4)}`)).toEqual(['b1']);
  expect(all(copy, '7345 out')).toEqual(['b2', 'b1']);
  expect(all(copy, 'eur in')).toEqual(['b3']);
  expect(all(copy, 'type:fee')).toEqual(['b2']);
  expect(all(copy, 'ref:026604')).toEqual(['a2', 'a1']);
  expect(all(copy, 'ref:tern')).toEqual([]);
  expect(all(copy, 'payee:gmbh')).toEqual(['b3']);
  expect(all(copy, '45646')).toEqual(['b1']);
  // A number is an amount, or a part of a reference.
  expect(all(copy, '6030')).toEqual(['a3']);
  expect(all(copy, 'tern', { accountNumbers: [accountNumber] })).toEqual(['a2', 'a1']);
  expect(all(copy, 'tern', { limit: 2 })).toEqual(['b2', 'b1']);
  expect(find(copy, 'tern', { limit: 2 }).hasMore).toBe(true);
});

test('after those that hold all come those that hold part; where none holds all, each chip says how many without it', () => {
  const copy = twoAccounts();
  const found = find(copy, '6,030.81 island out');
  expect(found.all).toEqual([]);
  expect(found.part.map(({ id }) => id)).toEqual(['b2', 'b1', 'a1']);
  const terms = understand('6,030.81 island out', surroundingsIn(copy.reader, today));
  expect(chipsOf(terms, today).map(({ words }, at) => [words, found.drops[at]])).toEqual([
    ['6,030.81', 1],
    ['island', 2],
    ['out', 0],
  ]);
  expect(find(copy, '6,030.81 software in').part.map(({ id }) => id)).toEqual([]);
  expect(find(copy, '6,030.81 software').part).toEqual([]);
  expect(find(copy, '6,030.81 island').part.map(({ id }) => id)).toEqual(['b2', 'b1', 'a2', 'a1']);
});

test('unread, flagged and noted entries are found with everything else', () => {
  const copy = twoAccounts();
  expect(all(copy, 'unread')).toEqual([]);
  copy.writer.markRead(accountNumber, ['a1', 'a2', 'a3'], false);
  copy.writer.markRead(another, ['b1', 'b2', 'b3'], false);
  expect(all(copy, 'unread')).toEqual(['b3', 'b2', 'b1', 'a3', 'a2', 'a1']);
  copy.writer.markRead(another, ['b1', 'b3'], true);
  expect(all(copy, 'unread')).toEqual(['b2', 'a3', 'a2', 'a1']);
  expect(all(copy, 'unread tern')).toEqual(['b2', 'a2', 'a1']);
  const marked = () => [
    { accountNumber: another, entryId: 'b1' },
    { accountNumber, entryId: 'a3' },
    { accountNumber, entryId: 'gone' },
  ];
  expect(all(copy, 'flagged', { marked })).toEqual(['b1', 'a3']);
  expect(all(copy, 'flagged tern', { marked })).toEqual(['b1']);
  expect(
    all(copy, 'noted flagged', { marked: (mark) => marked().slice(mark === 'flagged' ? 1 : 0) }),
  ).toEqual(['a3']);
});

test('a part of a reference is found inside a word among the newest entries, behind what is found by its beginning', () => {
  const copy = twoAccounts();
  const inside = (text: string, { limit = 100, lookedMax = 100 } = {}) => {
    const { reader } = copy;
    const terms = understand(text, surroundingsIn(reader, today));
    const known = knownIn(reader, { marked: () => [] });
    const question = insideQuestionOf(terms, known, { limit, lookedMax, places: {} });
    if (question === null) return null;
    const { entries, hasMore, since } = toTheEnd(findInside(reader, question));
    return { ids: entries.map(({ id }) => id), hasMore, since };
  };
  const whole = { hasMore: false, since: null };
  expect(inside('6604')).toEqual({ ids: ['a2', 'a1'], ...whole });
  expect(inside('5646')).toEqual({ ids: ['b1'], ...whole });
  expect(inside('ay-0266')).toEqual({ ids: ['a2', 'a1'], ...whole });
  expect(inside('6604 in')).toEqual({ ids: ['a2'], ...whole });
  expect(inside('tern 6604 out')).toEqual({ ids: ['a1'], ...whole });
  expect(inside('rent 6604')).toEqual({ ids: [], ...whole });
  expect(inside('ref:6604')).toEqual({ ids: ['a2', 'a1'], ...whole });
  // What begins a word is found already, and what has no digit or few letters is no part of a reference.
  expect(inside('026604')).toEqual({ ids: [], ...whole });
  expect([inside('ern'), inside('oftware'), inside('660'), inside('6,030.81')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(inside('6604', { limit: 1 })).toEqual({ ids: ['a2'], hasMore: true, since: null });
  expect(inside('%604')).toEqual({ ids: [], ...whole });
  // No more than the newest are looked at, by whole days, and it says since when.
  expect(inside('6604', { lookedMax: 4 })).toEqual({
    ids: [],
    hasMore: false,
    since: dateOfDayNumber(firstDay + 3),
  });
  expect(inside('5646', { lookedMax: 4 })?.ids).toEqual(['b1']);
});

test('a long search is asked in slices, between which a newer one may come', () => {
  const copy = twoAccounts();
  const asking = { limit: 1, partLimit: 0, marked: () => [], places: {} };
  const { among } = findQuestionOf(copy.reader, [], asking);
  const asked = newestKeys(copy.reader, { among, conditions: [], limit: 1 });
  expect(asked.next().done).toBe(false);
});

const words = ['Tern', 'Software', 'Müller', 'INV-77', 'rent', 'ternary', 'PAY-026604'];
const typed = [
  'tern',
  'te',
  'soft',
  'muller',
  'inv',
  '77',
  '6030',
  '6,030.81',
  '>100',
  '<=1000',
  'in',
  'out',
  '7345',
  'ref:pay',
  '"rent"',
];

test('what is found is what looking at every entry finds', () => {
  const aboutEntry = fc.record({
    words: fc.subarray(words),
    reference: fc.constantFrom('', 'PAY-1', 'INV-77'),
    amountE4: fc.constantFrom(60_308_100n, -60_308_100n, 60_300_000n, 1_000_000n, 12_500n),
    isDebit: fc.boolean(),
    day: fc.nat(9),
    isOther: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(aboutEntry, { maxLength: 25 }),
      fc.array(fc.subarray(typed, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 6 }),
      (abouts, texts, limit) => {
        const copy = openCopy();
        const entries = abouts.map((about, ordinal) => ({
          about,
          entry: entry(`e${String(ordinal).padStart(3, '0')}`, {
            narration: about.words.join(' '),
            customReference: about.reference,
            amountE4: about.amountE4,
            direction: about.isDebit ? 'debit' : 'credit',
            currency: about.isOther ? 'EUR' : 'USD',
            day: firstDay + about.day,
            ordinal,
          }),
        }));
        for (const account of [accountNumber, another])
          fill(
            copy,
            account,
            entries
              .filter(({ about }) => about.isOther === (account === another))
              .map((one) => one.entry),
          );
        for (const parts of texts) {
          const holds = ({
            about,
            entry: { narration, customReference },
          }: (typeof entries)[number]) =>
            parts.every((part) => {
              const size = about.amountE4 < 0n ? -about.amountE4 : about.amountE4;
              const says = (word: string, ...where: string[]) => finderOf(word)(where);
              if (part === '6030')
                return size === 60_300_000n || says(part, narration, customReference);
              if (part === '6,030.81') return size === 60_308_100n;
              if (part === '>100') return size > 1_000_000n;
              if (part === '<=1000') return size <= 10_000_000n;
              if (parts.includes('in') && parts.includes('out') && /^(in|out)$/.test(part))
                return true;
              if (part === 'in') return !about.isDebit;
              if (part === 'out') return about.isDebit;
              if (part === '7345') return about.isOther;
              if (part === 'ref:pay') return says('pay', customReference);
              return says(part.replaceAll('"', ''), narration, customReference);
            });
          const held = entries.filter(holds).map(({ entry: { id } }) => id);
          const found = find(copy, parts.join(' '), { limit });
          expect(found.all.map(({ id }) => id).every((id) => held.includes(id))).toBe(true);
          expect(found.all).toHaveLength(Math.min(limit, held.length));
          expect(found.hasMore).toBe(held.length > limit);
          const days = found.all.map(({ day }) => day);
          expect(days).toEqual(days.toSorted().toReversed());
          const newest = entries
            .filter(holds)
            .map(({ entry: { day } }) => day)
            .toSorted((a, b) => b - a);
          expect(days).toEqual(newest.slice(0, limit).map(dateOfDayNumber));
        }
      },
    ),
    { numRuns: 60 },
  );
});
