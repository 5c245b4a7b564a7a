import fc from 'fast-check';
import { expect, test } from 'vitest';

import { understand } from '../../../electron/engines/find/understand.ts';
import { resultPage } from '../../../electron/nouns/statements/search/result-page.ts';
import {
  findQuestionOf,
  surroundingsIn,
} from '../../../electron/nouns/statements/search/find-runner.ts';
import { findEntries } from '../../../electron/nouns/statements/search/find-entries.ts';
import type { MarkedEntry } from '../../../electron/nouns/statements/query/find-question.ts';
import { aggregateFilter } from '../../../electron/nouns/statements/query/filters.ts';
import {
  dayCounts,
  readBatch,
  sums,
} from '../../../electron/nouns/statements/search/long-reads.ts';
import {
  firstPage,
  indexOfPlace,
  pageAt,
  placeOfEntry,
  placeOfIndex,
  type StatementView,
} from '../../../electron/nouns/statements/tables.ts';
import { understoodFilter } from '../../../electron/nouns/statements/search/query-routes.ts';
import { toTheEnd } from '../../../electron/engines/store/threads/turns.ts';
import { dateOfDayNumber } from '../../../shared/calendar/calendar.ts';
import type { StatementFilter } from '../../../shared/ipc/accounts/statements.ts';
import {
  accountNumber,
  entry,
  fetchRange,
  firstDay,
  openCopy,
  type Copy,
} from '../../support/stores/store.ts';
import { openSyncedSandbox } from '../../support/desks/test-desk.ts';

const today = dateOfDayNumber(firstDay + 9);
const another = '0690007345';

test('a statement’s search understands amounts, days, marks, fields and words as the box does, and shows it as chips', async () => {
  const desk = await openSyncedSandbox();
  const { found } = await desk.get('find.entries', { text: '>0 out', limit: 1 });
  const [entry] = found.all;
  if (!entry) expect.fail('the sandbox has no debit');
  const { accountNumber, id } = entry;
  await desk.get('statements.mark', { accountNumber, entryIds: [id], flagged: true, read: false });
  const [first = '', second = ''] = entry.narration.split(' ');
  const amount = entry.amount.amount.replace('-', '');
  const ask = async (search: string) => {
    const view = { accountNumber, filter: { search } };
    const page = await desk.get('statements.page', { ...view, index: 0, limit: 100 });
    const count = await desk.get('statements.count', view);
    const summary = await desk.get('statements.summary', view);
    const { index } = await desk.get('statements.locate', { ...view, entryId: id });
    return { page, count, summary, index };
  };
  for (const search of [
    `${amount} ${entry.amount.currency}`,
    amount.replace('.', ','),
    `>=${amount} out`,
    `${entry.day} flagged`,
    'unread',
    `${second.slice(0, 3)} ${first.slice(0, 3)}`,
    `payee:${first} ${amount}`,
  ]) {
    const { page, count, summary, index } = await ask(search);
    expect([search, page.rows.map((row) => row.id)]).toEqual([
      search,
      expect.arrayContaining([id]),
    ]);
    expect(page.rows[index ?? -1]?.id).toBe(id);
    expect(page.rows).toHaveLength(Math.min(100, count.total));
    expect(summary.total).toBe(count.total);
    const unread = page.rows.findIndex(({ read }) => !read);
    const next = await desk.get('statements.nextUnread', { accountNumber, filter: { search } });
    expect(next.index).toBe(unread);
    expect(page.chips?.length).toBeGreaterThan(0);
  }
  const { page } = await ask(`${amount} ${entry.day} flagged`);
  expect(page.rows.map((row) => row.id)).toEqual([id]);
  expect(page.chips?.map(({ label }) => label)).toEqual(['amount', 'day', 'entries']);
});

type About = {
  words: string[];
  reference: string;
  amountE4: bigint;
  isDebit: boolean;
  day: number;
};
const about = fc.record({
  words: fc.subarray(['Tern', 'Software', 'Müller', 'INV-77', 'rent', 'PAY-026604']),
  reference: fc.constantFrom('', 'PAY-1', 'INV-77', '6030'),
  amountE4: fc.constantFrom(60_308_100n, -60_308_100n, 60_300_000n, 1_000_000n, 770_000n),
  isDebit: fc.boolean(),
  day: fc.nat(9),
});
const typed = [
  ...['tern', 'te', 'soft', 'muller', 'inv', '77', '6030', '6,030.81', '>100', 'in', 'out', 'usd'],
  ...['ref:pay', '"rent"', 'unread', 'flagged', 'type:fee', 'zzz', 'eur', 'account:99'],
  ...[dateOfDayNumber(firstDay + 4), `since ${dateOfDayNumber(firstDay + 3)}`],
];
const filters: StatementFilter[] = [
  {},
  { direction: 'debit' },
  { transactionType: 'FEE' },
  { from: dateOfDayNumber(firstDay + 2), to: dateOfDayNumber(firstDay + 6) },
];

function filled(abouts: readonly About[]): Copy {
  const copy = openCopy();
  const entries = abouts.map(({ words, reference, amountE4, isDebit, day }, ordinal) =>
    entry(`e${String(ordinal)}`, {
      narration: words.join(' '),
      customReference: reference,
      amountE4,
      direction: isDebit ? 'debit' : 'credit',
      transactionType: ordinal % 3 === 0 ? 'FEE' : 'TRANSFER',
      day: firstDay + day,
      ordinal,
    }),
  );
  for (const number of [accountNumber, another]) {
    copy.writer.ensureAccount(number, 'USD');
    const start = { accountNumber: number, from: firstDay, to: firstDay + 9 };
    fetchRange(copy.writer, [entries], { start });
  }
  const even = entries.map(({ id }) => id).filter((_, at) => at % 2 === 0);
  copy.writer.markRead(accountNumber, even, false);
  return copy;
}

/** Under the chosen filter alone, without a search: what the box finds is looked for among these. */
const chosen = ({ reader }: Copy, filter: StatementFilter): string[] =>
  firstPage(reader, { accountNumber, filter }, 1_000).rows.map(({ id }) => id);

test('page, counts, sums, place and export of a search in a statement are what the box finds in that account', () => {
  fc.assert(
    fc.property(
      fc.array(about, { maxLength: 25 }),
      fc.array(fc.subarray(typed, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...filters),
      (abouts, texts, filter) => {
        const copy = filled(abouts);
        const { reader } = copy;
        const marked = (): MarkedEntry[] =>
          [accountNumber, another].flatMap((number) =>
            ['e1', 'e2', 'e7', 'gone'].map((entryId) => ({ accountNumber: number, entryId })),
          );
        for (const text of texts.map((parts) => parts.join(' '))) {
          const terms = understand(text, { ...surroundingsIn(reader, today), accountNumbers: [] });
          const asking = {
            ...{ limit: 1_000, partLimit: 0, accountNumbers: [accountNumber], marked },
            places: {},
          };
          const inBox = toTheEnd(findEntries(reader, findQuestionOf(reader, terms, asking)));
          const inFilter = chosen(copy, filter);
          const expected = inBox.all.filter(({ id }) => inFilter.includes(id));
          const ids = expected.map(({ id }) => id);

          const understood = understoodFilter(
            { reader, today, accountNumber, marked },
            { ...filter, search: text },
          );
          const view: StatementView = { accountNumber, filter: understood.filter };
          const { query: asked } = view.filter;
          const counts = dayCounts(reader, accountNumber, view.filter);
          expect([text, counts.total]).toEqual([text, ids.length]);
          const pageFrom = (index: number) => {
            const place = placeOfIndex(counts, index);
            if (place === null) return [];
            if (asked === undefined || aggregateFilter(view.filter) !== null)
              return pageAt(reader, view, place, 3).rows;
            return toTheEnd(resultPage(reader, { accountNumber, query: asked, place, limit: 3 }))
              .rows;
          };
          for (const [index, id] of ids.entries()) {
            expect([text, pageFrom(index).map((row) => row.id)]).toEqual([
              text,
              ids.slice(index, index + 3),
            ]);
            const place = placeOfEntry(reader, view, id);
            expect([text, place && indexOfPlace(counts, place)]).toEqual([text, index]);
          }
          const others = inFilter.filter((id) => !ids.includes(id));
          for (const id of others) expect(placeOfEntry(reader, view, id)).toBeNull();
          const { count, creditsE4, openingE4 } = sums(reader, accountNumber, view.filter);
          const credits = abouts
            .map(({ amountE4, isDebit }, at) => ({ amountE4, isDebit, id: `e${String(at)}` }))
            .filter(({ isDebit, id }) => !isDebit && ids.includes(id))
            .reduce((sum, { amountE4 }) => sum + amountE4, 0n);
          expect([text, count, creditsE4]).toEqual([text, ids.length, credits]);
          expect(openingE4).toBe(
            sums(reader, accountNumber, { from: filter.from, to: filter.to }).openingE4,
          );
          const batch = readBatch(reader, { ...view, afterKey: null, limit: 1_000 });
          expect([text, batch.rows.map(({ id }) => id)]).toEqual([text, ids.toReversed()]);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test.each([3, 501])(
  'an entry with a number as amount and as reference is counted once, among %i of that amount',
  (many) => {
    const abouts = Array.from({ length: many }, (_, at): About => ({
      words: ['rent'],
      reference: at < 2 ? '6030' : 'PAY-1',
      amountE4: at === 0 ? 10_000n : 60_300_000n,
      isDebit: false,
      day: at % 10,
    }));
    const { reader } = filled(abouts);
    const totalOf = (search: string) => {
      const marked = () => [];
      const asking = { reader, today, accountNumber, marked };
      const { filter } = understoodFilter(asking, { search });
      const { count, creditsE4 } = sums(reader, accountNumber, filter);
      return { total: dayCounts(reader, accountNumber, filter).total, count, creditsE4 };
    };
    const all = { total: many, count: many, creditsE4: 60_300_000n * BigInt(many - 1) + 10_000n };
    expect(totalOf('6030')).toEqual(all);
    expect(totalOf('rent 6030')).toEqual(all);
    expect(totalOf('6030 6030')).toEqual(all);
    expect(totalOf('6030 zzz').total).toBe(0);
    expect(totalOf('6030 pay').total).toBe(many - 2);
  },
);
