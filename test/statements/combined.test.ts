import fc from 'fast-check';
import { expect, test } from 'vitest';

import { understand } from '../../electron/engines/find/understand.ts';
import type { CachedRule } from '../../electron/nouns/rules/tables.ts';
import { resultPage } from '../../electron/nouns/statements/search/result-page.ts';
import { aggregateFilter } from '../../electron/nouns/statements/query/filters.ts';
import {
  findQuestionOf,
  surroundingsIn,
} from '../../electron/nouns/statements/search/find-runner.ts';
import { findEntries } from '../../electron/nouns/statements/search/find-entries.ts';
import type { MarkedEntry } from '../../electron/nouns/statements/query/find-question.ts';
import { dayCounts } from '../../electron/nouns/statements/search/long-reads.ts';
import {
  pageAt,
  placeOfIndex,
  type StatementView,
} from '../../electron/nouns/statements/tables.ts';
import { understoodFilter } from '../../electron/nouns/statements/search/query-routes.ts';
import { finderOf } from '../../electron/engines/store/search/search-plan.ts';
import { toTheEnd } from '../../electron/engines/store/threads/turns.ts';
import { dateOfDayNumber } from '../../shared/calendar/calendar.ts';
import {
  accountNumber,
  entry,
  fetchRange,
  firstDay,
  openCopy,
  type Copy,
} from '../support/stores/store.ts';

const today = dateOfDayNumber(firstDay + 9);
const another = '0690007345';

type About = {
  readonly account: string;
  readonly words: readonly string[];
  readonly reference: string;
  readonly amountE4: bigint;
  readonly isDebit: boolean;
  readonly day: number;
  readonly isUnread: boolean;
  readonly isFlagged: boolean;
};

const about: fc.Arbitrary<About> = fc.record({
  account: fc.constantFrom(accountNumber, another),
  words: fc.subarray(['Tern', 'Software', 'Müller', 'INV-77', 'rent', 'Acme', 'ternary']),
  reference: fc.constantFrom('', 'PAY-1', 'INV-77', '6030'),
  amountE4: fc.constantFrom(60_308_100n, -60_308_100n, 60_300_000n, 1_000_000n, 770_000n),
  isDebit: fc.boolean(),
  day: fc.nat(9),
  isUnread: fc.boolean(),
  isFlagged: fc.boolean(),
});

const rule = (id: number, given: Partial<CachedRule>): CachedRule => ({
  ...{ id: `r-${String(id)}`, words: '', direction: null, accountNumber: null, amount: null },
  ...{ tag: '', counterparty: '' },
  ...given,
});
const rules = [
  rule(1, { words: 'Tern', direction: 'debit', tag: 'payroll' }),
  rule(2, { words: 'rent', counterparty: 'Zephyr Estates' }),
  rule(3, { words: 'Software', accountNumber: another, tag: 'licence' }),
];

const says = (text: string, { words, reference }: About): boolean =>
  finderOf(text)([words.join(' '), reference]);
const size = ({ amountE4 }: About): bigint => (amountE4 < 0n ? -amountE4 : amountE4);

/** What may be typed, and what an entry is that holds it: by looking at it, and nothing else. */
const conditions: readonly (readonly [string, (one: About) => boolean])[] = [
  ['tag:payroll', ({ words, isDebit }) => words.includes('Tern') && isDebit],
  ['tag:licence', (one) => one.words.includes('Software') && one.account === another],
  ['tag:nothing', () => false],
  ['payee:zephyr', ({ words }) => words.includes('rent')],
  ['payee:acme', ({ words }) => words.includes('Acme')],
  ['tern', (one) => says('tern', one)],
  ['muller', (one) => says('muller', one)],
  ['inv', (one) => says('inv', one)],
  ['ref:inv', ({ reference }) => reference === 'INV-77'],
  ['6,030.81', (one) => size(one) === 60_308_100n],
  ['77', (one) => size(one) === 770_000n || says('77', one)],
  ['6030', (one) => size(one) === 60_300_000n || says('6030', one)],
  ['>100', (one) => size(one) > 1_000_000n],
  [dateOfDayNumber(firstDay + 4), ({ day }) => day === 4],
  [`since ${dateOfDayNumber(firstDay + 3)}`, ({ day }) => day >= 3],
  ['in', ({ isDebit }) => !isDebit],
  ['out', ({ isDebit }) => isDebit],
  ['unread', ({ isUnread }) => isUnread],
  ['flagged', ({ isFlagged }) => isFlagged],
  ['account:7345', ({ account }) => account === another],
];

const idOf = (at: number): string => `e${String(at).padStart(3, '0')}`;

function filled(abouts: readonly About[]): Copy {
  const copy = openCopy();
  copy.writer.useRules({ revision: 'a', rules });
  for (const account of [accountNumber, another]) {
    copy.writer.ensureAccount(account, 'USD');
    const start = { accountNumber: account, from: firstDay, to: firstDay + 9 };
    const entries = abouts.flatMap((one, ordinal) =>
      one.account === account
        ? [
            entry(idOf(ordinal), {
              narration: one.words.join(' '),
              customReference: one.reference,
              amountE4: one.amountE4,
              direction: one.isDebit ? 'debit' : 'credit',
              day: firstDay + one.day,
              ordinal,
            }),
          ]
        : [],
    );
    fetchRange(copy.writer, [entries], { start });
    while (!copy.writer.applyRules(100).isDone);
    const ids = (isUnread: boolean) =>
      abouts.flatMap((one, at) =>
        one.account === account && one.isUnread === isUnread ? [idOf(at)] : [],
      );
    copy.writer.markRead(account, ids(false), true);
    copy.writer.markRead(account, ids(true), false);
  }
  return copy;
}

/** In the order in which a statement shows them: the newest day first. */
function rowsIn(copy: Copy, account: string, text: string, marked: () => MarkedEntry[]): string[] {
  const { reader } = copy;
  const { filter } = understoodFilter(
    { reader, today, accountNumber: account, marked },
    { search: text },
  );
  const view: StatementView = { accountNumber: account, filter };
  const place = placeOfIndex(dayCounts(reader, account, filter), 0);
  if (place === null) return [];
  const { query: asked } = filter;
  const limit = 1_000;
  const rows =
    asked === undefined || aggregateFilter(filter) !== null
      ? pageAt(reader, view, place, limit).rows
      : toTheEnd(resultPage(reader, { accountNumber: account, query: asked, place, limit })).rows;
  return rows.map(({ id }) => id);
}

test('any two things that may be typed narrow each other in the box and in a statement, as looking at every entry does', () => {
  fc.assert(
    fc.property(fc.array(about, { minLength: 150, maxLength: 250 }), (abouts) => {
      const copy = filled(abouts);
      const marked = (): MarkedEntry[] =>
        abouts.flatMap((one, at) =>
          one.isFlagged ? [{ accountNumber: one.account, entryId: idOf(at) }] : [],
        );
      const wrong: unknown[] = [];
      const compare = (where: string, text: string, found: string[], expected: string[]) => {
        if (JSON.stringify(found.toSorted()) !== JSON.stringify(expected))
          wrong.push([where, text, found.length, expected.length]);
      };
      for (const [at, [one, holdsOne]] of conditions.entries())
        for (const [two, holdsTwo] of conditions.slice(at)) {
          // In and out together are either.
          const isEither = one !== two && [one, two].every((text) => /^(?:in|out)$/.test(text));
          const text = one === two ? one : at % 2 === 0 ? `${one} ${two}` : `${two} ${one}`;
          const held = abouts.flatMap((entryOf, at) =>
            isEither || (holdsOne(entryOf) && holdsTwo(entryOf)) ? [{ entryOf, id: idOf(at) }] : [],
          );
          const terms = understand(text, {
            ...surroundingsIn(copy.reader, today),
            accountNumbers: [],
          });
          const find = (limit: number) => {
            const asking = { limit, partLimit: 0, marked, places: {} };
            const question = findQuestionOf(copy.reader, terms, asking);
            return toTheEnd(findEntries(copy.reader, question));
          };
          const ids = held.map(({ id }) => id);
          compare(
            'box',
            text,
            find(1_000).all.map(({ id }) => id),
            ids,
          );
          const few = find(3);
          const newest = held.map(({ entryOf }) => entryOf.day).toSorted((a, b) => b - a);
          compare(
            'newest',
            text,
            few.all.map(({ day }) => day),
            newest
              .slice(0, 3)
              .map((day) => dateOfDayNumber(firstDay + day))
              .toSorted(),
          );
          for (const account of [accountNumber, another])
            compare(
              account,
              text,
              rowsIn(copy, account, text, marked),
              held.flatMap(({ entryOf, id }) => (entryOf.account === account ? [id] : [])),
            );
        }
      expect(wrong).toEqual([]);
    }),
    { numRuns: 1, endOnFailure: true },
  );
}, 60_000);

test('a counterparty is looked for beside numbers that can be read in two ways each', () => {
  const one = {
    ...{ account: accountNumber, reference: '', amountE4: 770_000n, isDebit: true, day: 1 },
    ...{ isUnread: false, isFlagged: false },
  };
  const abouts: About[] = [
    { ...one, words: ['rent'], reference: '6030' },
    { ...one, words: ['Tern'], reference: '6030' },
  ];
  const copy = filled(abouts);
  expect(rowsIn(copy, accountNumber, '77 6030 payee:zephyr', () => [])).toEqual([idOf(0)]);
});
