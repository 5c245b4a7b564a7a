import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readBatch } from '../../../electron/nouns/statements/search/long-reads.ts';
import { EntryReader } from '../../../electron/nouns/statements/reading/entry-reader.ts';
import { readPage } from '../../../electron/nouns/statements/sync/range-reader.ts';
import { dayNumber } from '../../../shared/calendar/calendar.ts';
import {
  aCurrency,
  aMoment,
  anAmount,
  anId,
  aRecord,
  aText,
  oneOf,
  reasonsToRefuse,
  type WrittenField,
  type BankRecord,
} from '../../support/legal/fields.ts';
import { lostOf, lostOfText } from '../../support/legal/retention.ts';
import { patience, runs } from '../../support/legal/runs.ts';
import { scriptedBank } from '../../support/legal/scripted-bank.ts';
import {
  hands,
  isWorthTheSame,
  list,
  number,
  record,
  text,
  written,
  type Wire,
} from '../../support/legal/wire.ts';
import { fetchRange, openCopy } from '../../support/stores/store.ts';

const asked = { from: '2026-10-01', to: '2026-10-03' };
const days = { from: dayNumber(asked.from), to: dayNumber(asked.to) };
const range = { accountNumber: '7', ...asked };
const dialect = {
  dates: ['startDate', 'endDate'],
  paging: ['pageNumber', 'pageSize'],
  pageUnit: 'page',
  firstPage: 1,
} as const;
const pageSize = 500;
const first = { pageIndex: 0, context: { correlationId: 'legal' } };

const aDirection: fc.Arbitrary<WrittenField> = fc.oneof(
  ...[
    ['debit', 'DEBIT', 'Dr', 'D', 'DBIT'],
    ['credit', 'Credit', 'CR', 'c', 'CRDT'],
  ].map(([means = '', ...others]) =>
    oneOf(means, ...others).map((base) => ({ ...base, keeps: (read: unknown) => read === means })),
  ),
  // Words that no one can interpret: set aside by name.
  oneOf('sideways', '↑').map((base) => ({ ...base, keeps: () => false, mayRefuse: true })),
);

const entry = aRecord({
  id: anId,
  amount: anAmount,
  currency: aCurrency,
  direction: aDirection,
  transactionType: aText,
  transactionDate: aMoment(['2026-10-01', '2026-10-02', '2026-10-03']),
  narration: aText,
  customReference: aText,
  balance: anAmount,
});

/** Most pages are short, some as long as a page may be. */
const page = fc.oneof(
  { weight: 60, arbitrary: fc.array(entry, { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(entry, { minLength: 1, maxLength: 3 }), fc.integer({ min: 4, max: pageSize }))
      .map(([some, length]) =>
        Array.from({ length }, (_, at) => some.slice(at % some.length)).flatMap(
          ([one]) => one ?? [],
        ),
      ),
  },
);

/** A count in any spelling. */
const spelledCount = (count: number, style: number): Wire =>
  [
    number(String(count)),
    text(String(count)),
    number(`${String(count)}.0`),
    number(`${String(count)}e0`),
  ][style] ?? number(String(count));

const answerOf = (entries: readonly BankRecord[], style: number): Wire =>
  record([
    ['message', text('')],
    ['startDate', text(asked.from)],
    ['endDate', text(asked.to)],
    ['openingBalance', number('1e2')],
    ['closingBalance', number('100.00')],
    [
      'statement',
      record([
        ['totalItems', spelledCount(entries.length, style)],
        ['totalPages', spelledCount(Math.ceil(entries.length / pageSize), style)],
        ['data', list(entries.map(({ wire }) => wire))],
        ['pageSize', spelledCount(pageSize, style)],
        ['page', spelledCount(1, style)],
      ]),
    ],
  ]);

/** One entry is read exactly as it was sent, or set aside whole, naming the field that it is set aside for. */
function judge(sent: BankRecord, raw: unknown): void {
  const read = new EntryReader(days).read(raw, 0);
  if (!read.ok) {
    const named = reasonsToRefuse(sent).some((field) =>
      read.unreadable.reason.includes(`${field}: `),
    );
    expect([read.unreadable.reason, named]).toEqual([read.unreadable.reason, true]);
    const { id } = sent.fields;
    const { entryId } = read.unreadable;
    expect(entryId === '' || id?.mayRefuse === true || id?.keeps(entryId) === true).toBe(true);
    expect(lostOfText(sent, read.unreadable.text)).toEqual([]);
    return;
  }
  const { amountE4, balanceE4, at, ...rest } = read.entry;
  const amounts = { amount: `${String(amountE4)}e-4`, balance: `${String(balanceE4)}e-4` };
  expect(lostOf(sent, { ...rest, ...amounts, transactionDate: at })).toEqual([]);
}

describe('whatever a bank may legally answer to Get Statement', () => {
  test(
    'keeps every entry exactly, or sets it aside by name, and never the whole page for one of them',
    patience,
    async () => {
      const { client, says } = await scriptedBank();
      await fc.assert(
        fc.asyncProperty(page, hands, fc.nat(3), async (entries, hand, style) => {
          says(written(answerOf(entries, style), hand));
          const outcome = await readPage(client, range, { dialect, pageSize }, first);
          if (!outcome.ok) expect.fail(outcome.error.message);
          const { page: read, echo } = outcome.value;
          expect(echo).toBe(null);
          expect(read.statement.data).toHaveLength(entries.length);
          expect(isWorthTheSame(read.openingBalance, '100')).toBe(true);
          for (const [at, sent] of entries.entries()) judge(sent, read.statement.data[at]);
        }),
        runs,
      );
    },
  );

  test('keeps in the local copy what it read, to the last digit and letter', patience, async () => {
    const { client, says } = await scriptedBank();
    const { writer, reader } = openCopy();
    let accounts = 0;
    const differentIds = fc.uniqueArray(entry, {
      maxLength: 3,
      selector: ({ fields }) => spelledId(fields['id']?.wire),
    });
    await fc.assert(
      fc.asyncProperty(differentIds, async (entries) => {
        says(written(answerOf(entries, 0), { blank: '', escapes: true }));
        const outcome = await readPage(client, range, { dialect, pageSize }, first);
        if (!outcome.ok) expect.fail(outcome.error.message);
        const read = outcome.value.page.statement.data.map((raw, ordinal) =>
          new EntryReader(days).read(raw, ordinal),
        );
        const stored = entries.flatMap((sent, at) => {
          const one = read[at];
          return one?.ok ? [{ sent, entry: one.entry }] : [];
        });
        const number = `account ${String((accounts += 1))}`;
        writer.ensureAccount(number, 'EUR');
        fetchRange(writer, [stored.map((one) => one.entry)], {
          start: { ...days, accountNumber: number },
        });
        const { rows } = readBatch(reader, {
          accountNumber: number,
          filter: {},
          afterKey: null,
          limit: 10,
        });
        expect(rows).toHaveLength(stored.length);
        for (const { sent, entry } of stored) {
          const row = rows.find(({ id }) => id === entry.id);
          expect(row === undefined ? ['gone'] : lostOf(sent, row)).toEqual([]);
        }
      }),
      // Each of them is an account of its own, written through to the disk; a local copy has room for a thousand.
      { numRuns: Math.min(runs.numRuns / 5, 900) },
    );
  });
});

const spelledId = (wire: Wire | undefined): string =>
  wire?.is === 'text' ? wire.text : wire?.is === 'number' ? wire.source : '';
