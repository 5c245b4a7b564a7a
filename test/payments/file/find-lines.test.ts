import { join } from 'node:path';

import { expect, test } from 'vitest';

import { understand } from '../../../electron/engines/find/understand.ts';
import {
  lineHits,
  type LineQuestions,
} from '../../../electron/nouns/payments/file/tables/find-lines.ts';
import { lineReads } from '../../../electron/nouns/payments/file/tables/line-reads.ts';
import {
  indexOfLine,
  replaceLines,
  type PaymentLine,
} from '../../../electron/nouns/payments/file/tables/line-tables.ts';
import {
  beginFile,
  addLines,
  finishFile,
  forgetFile,
} from '../../../electron/nouns/payments/file/tables/file-tables.ts';
import { openJournal } from '../../../electron/engines/store/opening/journal.ts';
import type { Journal } from '../../../electron/engines/store/database.ts';
import { answeredHere } from '../../../electron/engines/store/threads/reader-thread.ts';
import type { CheckedLine } from '../../../shared/ipc/changes/payment-files.ts';
import { add, batch, line } from '../../support/files/payment-lines.ts';
import { closing, key, temporaryFolder } from '../../support/stores/store.ts';

const today = '2026-11-23';
const surroundings = {
  today,
  accountNumbers: ['0690000031', '0690007345'],
  currencies: ['USD', 'EUR'],
};

const checkedLine = (
  number: number,
  checked: Partial<CheckedLine>,
  cells: string[] = [],
): PaymentLine => ({
  ...line(number, { checked }),
  cells: cells.map((text) => ({ text })),
});

function desk() {
  const file = join(temporaryFolder(), 'journal.db');
  const journal: Journal = closing(openJournal(file, key, { program: 'test' }));
  const asked: string[] = [];
  let reads = answeredHere(lineReads());
  const questions: LineQuestions = {
    ask: (name, input, asking) => {
      asked.push(name);
      return reads.ask(name, input, asking);
    },
  };
  const find = async (text: string, limit = 10): Promise<string[]> => {
    const question = { terms: understand(text, surroundings), limit };
    const hits = await lineHits({ journal, questions }, question, new AbortController().signal);
    return hits.map(({ within, id }) => `${within ?? ''} ${id}`);
  };
  /** As where the thread ended and was begun again. */
  const forget = (): void => {
    reads = answeredHere(lineReads());
  };
  return { journal, find, asked, forget };
}

function filled() {
  const opened = desk();
  const { journal } = opened;
  add(journal, batch('october', { addedAt: '2026-10-02T09:00:00.000Z' }), [
    checkedLine(
      2,
      {
        reference: 'PAY-026604',
        accountNumber: '0690000031',
        payeeName: 'Müller Präzisionsteile GmbH',
        narration: 'Drilling heads',
        amount: { amount: '6030.81', currency: 'USD' },
      },
      ['0690000031', 'DE89 3704 0044 0532 0130 00', '6,030.81'],
    ),
    checkedLine(5, {
      reference: 'PAY-026605',
      accountNumber: '0690007345',
      payeeName: 'Kestrel Trading',
      narration: 'Invoice INV-2026-45646',
      amount: { amount: '12500.00', currency: 'EUR' },
    }),
  ]);
  add(journal, batch('november', { addedAt: '2026-11-20T09:00:00.000Z' }), [
    checkedLine(2, { payeeName: 'Kestrel Trading', amount: { amount: '1.00', currency: 'USD' } }),
    checkedLine(3, { payeeName: '', beneficiaryId: 'B-77', amount: null, amountText: '1.234,50' }, [
      '1.234,50',
      'Zephyr Freight',
    ]),
    checkedLine(4, {
      payeeName: 'Kestrel Trading',
      amount: { amount: '6030.81', currency: 'USD' },
    }),
  ]);
  return opened;
}

test('a payee, an amount, a part of a reference or an account that stands in a line of a file is found, the newest file first', async () => {
  const { find } = filled();
  for (const [text, found] of [
    ['kestrel', ['november 2', 'november 4', 'october 5']],
    ['trading kest', ['november 2', 'november 4', 'october 5']],
    ['muller prazis', ['october 2']],
    ['payee:müller', ['october 2']],
    ['6,030.81', ['november 4', 'october 2']],
    ['6030.81 usd kestrel', ['november 4']],
    ['>10000 eur', ['october 5']],
    ['12.5k', ['october 5']],
    ['026604', ['october 2']],
    ['5646', ['october 5']],
    ['ref:6605', ['october 5']],
    ['DE89370400440532013000', ['october 2']],
    ['013000', ['october 2']],
    ['7345', ['october 5']],
    ['account:7345 kestrel', ['october 5']],
    ['text:drilling', ['october 2']],
    ['zephyr', ['november 3']],
    ['1.234,50', ['november 3']],
    ['1234.51', []],
    ['kestrel out nov', ['november 2', 'november 4']],
    ['kestrel in', []],
    ['kestrel unread', []],
    ['tag:kestrel', []],
    ['kestrel zephyr', []],
  ] as const)
    expect([text, await find(text)]).toEqual([text, found]);
  expect(await find('kestrel', 1)).toEqual(['november 2']);
});

test('what changes in a file is found as it is now: checked again, forgotten, half stored', async () => {
  const { journal, find, asked } = filled();
  expect(await find('oduya')).toEqual([]);
  const taught = asked.length;
  expect(await find('oduya')).toEqual([]);
  expect(asked).toHaveLength(taught + 1);

  replaceLines(journal, 'november', [line(2, { checked: { payeeName: 'Oduya Foods' } })]);
  expect(await find('oduya')).toEqual(['november 2']);
  expect(await find('kestrel')).toEqual(['november 4', 'october 5']);

  beginFile(journal, batch('half'));
  addLines(journal, 'half', [line(2, { checked: { payeeName: 'Kestrel Trading' } })]);
  expect(await find('kestrel')).toEqual(['november 4', 'october 5']);
  finishFile(journal, 'half');
  expect(await find('kestrel')).toEqual(['half 2', 'november 4', 'october 5']);
  expect(forgetFile(journal, 'november')).toBe(true);
  expect(await find('kestrel')).toEqual(['half 2', 'october 5']);
});

test('where the thread that searches began anew, or a search was overtaken, nothing is lost', async () => {
  const { find, forget, journal } = filled();
  await find('kestrel');
  forget();
  expect(await find('kestrel 12.5k')).toEqual(['october 5']);
  forget();
  const lines = Array.from({ length: 401 }, (_, at) =>
    line(at + 2, { checked: { payeeName: `Payee n${String(at)}` } }),
  );
  add(journal, batch('long'), lines);
  const both = await Promise.all([find('payee n400'), find('payee n199')]);
  expect(both).toEqual([['long 402'], ['long 201']]);
});

test('a line is found by its place in the file, which also has titles and totals', () => {
  const { journal } = filled();
  expect([2, 5].map((number) => indexOfLine(journal, 'october', number))).toEqual([0, 1]);
  expect(indexOfLine(journal, 'october', 3)).toBeNull();
});
