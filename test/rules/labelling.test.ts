import { expect, test } from 'vitest';

import { ordinalOf } from '../../electron/nouns/accounts/ordinals.ts';
import { understand } from '../../electron/engines/find/understand.ts';
import {
  findQuestionOf,
  noMarks,
  surroundingsIn,
} from '../../electron/nouns/statements/search/find-runner.ts';
import { findEntries } from '../../electron/nouns/statements/search/find-entries.ts';
import {
  keysOfDay,
  reorderDay,
  registerExtrasText,
} from '../../electron/nouns/statements/entries/move-entries.ts';
import { entryLabels } from '../../electron/nouns/rules/reads.ts';
import { countRule } from '../../electron/nouns/rules/counting.ts';
import type { CachedRule } from '../../electron/nouns/rules/tables.ts';
import { rows } from '../../electron/engines/store/database.ts';
import { openCacheConnection } from '../../electron/engines/store/opening/cache-connection.ts';
import { toTheEnd } from '../../electron/engines/store/threads/turns.ts';
import { writerMethods } from '../../electron/desk/open-bank/writer-methods.ts';
import {
  accountNumber,
  closing,
  entry,
  fetchRange,
  firstDay,
  key,
  openCopy,
  range,
  type Copy,
} from '../support/stores/store.ts';

const rule = (id: number, given: Partial<CachedRule>): CachedRule => ({
  ...{
    id: `r-${String(id)}`,
    words: '',
    direction: null,
    accountNumber: null,
    amount: null,
    tag: '',
    counterparty: '',
  },
  ...given,
});
const payroll = rule(1, { words: 'salary', tag: 'payroll' });

const use = ({ writer }: Copy, rules: readonly CachedRule[], revision = 'a') => {
  writer.useRules({ revision, rules });
};
const applyAll = ({ writer }: Copy, entriesMax = 100): number => {
  let steps = 1;
  while (!writer.applyRules(entriesMax).isDone) steps += 1;
  return steps;
};
const labelsOf = ({ reader }: Copy, id: string): string[] =>
  entryLabels(reader, accountNumber, id).map(({ kind, name }) => `${kind} ${name}`);
const everyLabel = ({ reader }: Copy) =>
  rows<{ id: string; name: string; rule: string | null }>(
    reader,
    `SELECT e.id, l.name, r.rule_id AS rule FROM entry_label x JOIN label l ON l.id = x.label
     LEFT JOIN rule_number r ON r.n = x.rule
     LEFT JOIN entry e ON e.key = x.key ORDER BY e.id, l.name`,
  );

const salaries = (count: number, day = firstDay) =>
  Array.from({ length: count }, (_, ordinal) =>
    entry(`${String(day)}-${String(ordinal)}`, {
      ...{ ordinal, day },
      narration: ordinal % 2 === 0 ? `Salary ${String(ordinal)}` : `Rent ${String(ordinal)}`,
    }),
  );

test('without rules nothing of a page is labelled, stored or queried', () => {
  const copy = openCopy();
  fetchRange(copy.writer, [salaries(4)]);
  expect(everyLabel(copy)).toEqual([]);
  expect(copy.writer.applyRules(10)).toEqual({ looked: 0, left: 0, isDone: true });
});

test('entries of a page get their labels as they are saved, old ones a bounded step at a time', () => {
  const copy = openCopy();
  fetchRange(copy.writer, [salaries(10)]);
  use(copy, [payroll]);
  expect(everyLabel(copy)).toEqual([]);
  expect(copy.writer.applyRules(4)).toEqual({ looked: 4, left: 1, isDone: false });
  expect(everyLabel(copy)).toHaveLength(4);
  expect(applyAll(copy, 4)).toBe(1);
  expect(everyLabel(copy)).toHaveLength(5);
  fetchRange(copy.writer, [salaries(4, firstDay + 1)], {
    start: range(firstDay + 1, firstDay + 1),
  });
  expect(everyLabel(copy)).toHaveLength(7);
});

test('the first rule names the counterparty, every rule gives its tag', () => {
  const copy = openCopy();
  fetchRange(copy.writer, [[entry('1', { narration: 'Salary Acme Ltd' })]]);
  const rules = [
    rule(3, { words: 'acme ltd', counterparty: 'Acme Ltd', tag: 'vendor' }),
    rule(2, { words: 'acme', counterparty: 'Acme Group' }),
    payroll,
  ];
  use(copy, rules);
  applyAll(copy);
  expect(labelsOf(copy, '1')).toEqual(['counterparty Acme Ltd', 'tag payroll', 'tag vendor']);
  use(copy, rules.toReversed(), 'b');
  applyAll(copy);
  expect(labelsOf(copy, '1')).toContain('counterparty Acme Group');
});

test('rules that change in the middle of their application are those that hold in the end, for all entries', () => {
  const copy = openCopy();
  fetchRange(copy.writer, [salaries(20)]);
  use(copy, [payroll]);
  copy.writer.applyRules(7);
  use(copy, [rule(2, { words: 'rent', tag: 'premises' })], 'b');
  copy.writer.applyRules(7);
  applyAll(copy, 3);
  const labels = everyLabel(copy);
  expect(labels).toHaveLength(10);
  expect(new Set(labels.map(({ name }) => name))).toEqual(new Set(['premises']));
});

test('a killed application goes on where it stood, with the rules that it had', () => {
  const copy = openCopy();
  fetchRange(copy.writer, [salaries(20)]);
  use(copy, [payroll]);
  copy.writer.applyRules(8);
  const writer = writerMethods(closing(openCacheConnection(copy.file, key)));
  expect(writer.applyRules(8)).toEqual({ looked: 2, left: 0, isDone: true });
  expect(everyLabel(copy)).toHaveLength(10);
  // And what is read from then on is labelled by a thread that got no rules.
  fetchRange(writer, [salaries(2, firstDay + 1)], { start: range(firstDay + 1, firstDay + 1) });
  expect(everyLabel(copy)).toHaveLength(11);
});

test('a sync beside the application leaves no entry out: what is written, moved or put in another order has its labels', () => {
  const copy = openCopy();
  const start = range(firstDay, firstDay + 3);
  fetchRange(copy.writer, [[...salaries(6), ...salaries(6, firstDay + 1)]], { start });
  use(copy, [payroll]);
  copy.writer.applyRules(3);
  // Of the day that still waits, an entry moves into the day that is done; another says something else; one is withdrawn.
  const moved = { ...salaries(6)[0]!, day: firstDay + 3, ordinal: 30 };
  const other = { ...salaries(6)[1]!, narration: 'Salary after all' };
  fetchRange(copy.writer, [[other, ...salaries(6).slice(2), ...salaries(5, firstDay + 1), moved]], {
    start,
  });
  applyAll(copy, 2);
  const expected = rows<{ id: string }>(
    copy.reader,
    `SELECT id FROM entry WHERE narration LIKE 'Salary%' ORDER BY id`,
  ).map(({ id }) => id);
  expect(everyLabel(copy).map(({ id }) => id)).toEqual(expected);
  expect(expected).toHaveLength(7);
});

test('tag: finds what is tagged so, payee: also whom a rule names, whatever else is asked for', () => {
  const copy = openCopy();
  const named = entry('n', { ordinal: 7, narration: 'Inward 5501', direction: 'debit' });
  fetchRange(copy.writer, [[...salaries(6), named]]);
  use(copy, [payroll, rule(2, { words: '5501', counterparty: 'Café Été Ltd', tag: 'food' })]);
  applyAll(copy, 2);
  const surroundings = surroundingsIn(copy.reader, '2026-11-20');
  const found = (text: string): string[] => {
    const asked = { limit: 10, partLimit: 0, marked: noMarks, places: {} };
    const question = findQuestionOf(copy.reader, understand(text, surroundings), asked);
    return toTheEnd(findEntries(copy.reader, question)).all.map(({ id }) => id);
  };
  const tagged = [4, 2, 0].map((at) => `${String(firstDay)}-${String(at)}`);
  expect(found('tag:payroll')).toEqual(tagged);
  expect(found('tag:Payroll in')).toEqual(tagged);
  expect(found('tag:payroll 4')).toEqual([tagged[0]]);
  expect(found('tag:payroll out')).toEqual([]);
  expect(found('tag:pay')).toEqual([]);
  expect(found('tag:food payee:cafe')).toEqual(['n']);
  expect(found('payee:ete inward')).toEqual(['n']);
  expect(found('payee:salary')).toEqual(tagged);
});

test('a day that is put in another order in the middle of the application has its labels', () => {
  const copy = openCopy();
  fetchRange(copy.writer, [salaries(6)]);
  use(copy, [payroll]);
  copy.writer.applyRules(3);
  const database = closing(openCacheConnection(copy.file, key));
  const account = ordinalOf(copy.reader, accountNumber);
  const day = { account, day: firstDay };
  registerExtrasText(database);
  reorderDay(database, day, keysOfDay(database, account, firstDay).toReversed());
  applyAll(copy);
  expect(everyLabel(copy).map(({ id }) => id)).toEqual(
    [0, 2, 4].map((at) => `${String(firstDay)}-${String(at)}`),
  );
});

test('an entry that says something else loses the labels that no longer hold', () => {
  const copy = openCopy();
  use(copy, [payroll]);
  applyAll(copy);
  fetchRange(copy.writer, [salaries(1)]);
  expect(everyLabel(copy)).toHaveLength(1);
  fetchRange(copy.writer, [[{ ...salaries(1)[0]!, narration: 'Rent' }]]);
  expect(everyLabel(copy)).toEqual([]);
});

test('a hand beats the rules, for an entry that is here and for one that comes later', () => {
  const copy = openCopy();
  fetchRange(copy.writer, [salaries(2)]);
  use(copy, [payroll]);
  applyAll(copy);
  const hand = (n: number, id: string, tag: string, is: boolean | null) =>
    ({ n, accountNumber, entryId: id, tag, is, counterparty: '' }) as const;
  const [salary, rent] = [`${String(firstDay)}-0`, `${String(firstDay)}-1`];
  copy.writer.useManualTags([hand(1, salary, 'payroll', false), hand(2, rent, 'premises', true)]);
  expect([labelsOf(copy, salary), labelsOf(copy, rent)]).toEqual([[], ['tag premises']]);
  use(copy, [payroll], 'b');
  copy.writer.useManualTags([hand(1, salary, 'payroll', false), hand(2, rent, 'premises', true)]);
  copy.writer.useManualTags([hand(3, `${String(firstDay + 1)}-0`, 'payroll', false)]);
  applyAll(copy);
  fetchRange(copy.writer, [salaries(1, firstDay + 1)], {
    start: range(firstDay + 1, firstDay + 1),
  });
  expect(everyLabel(copy)).toEqual([{ id: rent, name: 'premises', rule: null }]);
  copy.writer.useManualTags([hand(4, salary, 'payroll', null)]);
  expect(labelsOf(copy, salary)).toEqual(['tag payroll']);
});

test('without its last rule every label goes', () => {
  const copy = openCopy();
  fetchRange(copy.writer, [salaries(30)]);
  use(copy, [payroll]);
  applyAll(copy);
  use(copy, [], 'b');
  applyAll(copy, 4);
  expect(everyLabel(copy)).toEqual([]);
});

test('ten thousand rules are applied, and each says what it says', () => {
  const copy = openCopy();
  fetchRange(copy.writer, [salaries(40)]);
  const many = Array.from({ length: 10_000 }, (_, at) =>
    rule(at + 2, { words: `vendor${String(at)}`, tag: `t${String(at)}` }),
  );
  use(copy, [...many, payroll]);
  applyAll(copy);
  expect(everyLabel(copy)).toHaveLength(20);
});

test('a rule is counted as it is applied: entries and exact sums per currency and direction, withdrawn ones left out', () => {
  const copy = openCopy();
  const big = 999_999_999_999_999_999n;
  const entries = [
    entry('1', { narration: 'Salary', amountE4: big }),
    entry('2', { narration: 'SALARY', amountE4: big, ordinal: 1 }),
    entry('3', {
      narration: 'salary',
      ordinal: 2,
      direction: 'debit',
      currency: 'JPY',
      amountE4: 50_000n,
    }),
    entry('4', { narration: 'salary', ordinal: 3, currency: 'BHD', amountE4: 12_340n }),
    entry('5', { narration: 'Rent', ordinal: 4 }),
  ];
  const gone = entry('6', { narration: 'Salary', ordinal: 5 });
  fetchRange(copy.writer, [[...entries, gone]]);
  fetchRange(copy.writer, [entries]);
  const counted = (given: Partial<CachedRule>) => toTheEnd(countRule(copy.reader, rule(0, given)));
  const expected = {
    entries: 4,
    sums: [
      {
        currency: 'BHD',
        entries: 1,
        debits: { amount: '0.000', currency: 'BHD' },
        credits: { amount: '1.234', currency: 'BHD' },
      },
      {
        currency: 'JPY',
        entries: 1,
        debits: { amount: '5', currency: 'JPY' },
        credits: { amount: '0', currency: 'JPY' },
      },
      {
        currency: 'USD',
        entries: 2,
        debits: { amount: '0.00', currency: 'USD' },
        credits: { amount: '199999999999999.9998', currency: 'USD' },
      },
    ],
  };
  expect(counted({ words: 'sálary' })).toMatchObject(expected);
  expect(counted({ words: 'sálary' }).examples.map(({ entryId }) => entryId)).toEqual([
    '4',
    '3',
    '2',
    '1',
  ]);
  expect(counted({ direction: 'debit' }).entries).toBe(1);
  expect(counted({ accountNumber: 'none of ours' }).entries).toBe(0);
  expect(counted({ words: 'interrupted' })).toEqual({ entries: 0, sums: [], examples: [] });
});
