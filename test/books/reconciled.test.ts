import { describe, expect, test } from 'vitest';

import { carriedWords } from '../../electron/nouns/books/carry.ts';
import { matchLikely, putTogether, takeApart } from '../../electron/nouns/books/manual-matches.ts';
import type { LedgerLine } from '../../electron/nouns/books/ledger/ledger.ts';
import { reconciled, usualRules, type Rules } from '../../electron/nouns/books/reconciled.ts';
import { signedAmount } from '../../electron/nouns/books/signed-amount.ts';
import { repeatedNotes } from '../../electron/nouns/books/ledger/repeated.ts';
import { openOf, statementOf } from '../../electron/nouns/books/statement.ts';
import type { ManualMatch } from '../../electron/nouns/books/tables.ts';
import { seenOf, undoneOf } from '../../electron/nouns/books/broken-matches.ts';
import type { ExportedEntry } from '../../electron/nouns/statements/entries/incoming.ts';

const day = '2026-11-20';

const line = (at: number, amount: string, reference = '', given: Partial<LedgerLine> = {}) =>
  ({
    ...{ line: at, day, amount, references: reference === '' ? [] : [reference], text: '' },
    ...given,
  }) satisfies LedgerLine;

/** A credit of the bank; below 0 a debit. */
const entry = (id: string, signed: string, reference = '', given: Partial<ExportedEntry> = {}) =>
  ({
    ...{ id, amount: signed.replace('-', ''), currency: 'USD', transactionType: '' },
    ...{ direction: signed.startsWith('-') ? ('debit' as const) : ('credit' as const) },
    ...{ transactionDate: `${day}T10:00:00.000Z`, narration: '', customReference: reference },
    balance: '0.00',
    ...given,
  }) satisfies ExportedEntry;

let n = 0;
const manualMatch = (
  kind: ManualMatch['decision'],
  books: number[],
  bank: string[],
  given: Partial<ManualMatch> = {},
) => {
  n += 1;
  const matchId = `m-${String(n)}`;
  return {
    ...{ n, matchId, act: matchId, decision: kind, books, bank, figures: {}, reason: '' },
    ...given,
  };
};

const held = (
  lines: readonly LedgerLine[],
  entries: readonly ExportedEntry[],
  {
    words = [],
    rules = usualRules,
    notes = [],
  }: Partial<{ words: ManualMatch[]; rules: Rules; notes: string[] }> = {},
) =>
  reconciled({ accountNumber: '0123456789', lines, notes }, entries, {
    ...{ currency: 'USD', words, rules },
  });

const matches = (result: ReturnType<typeof held>): string[] =>
  result.matches.map(
    ({ rule, books, bank }) =>
      `${rule} ${books.map((one) => one.line).join('+')} ${bank.map(({ id }) => id).join('+')}`,
  );
const why = (result: ReturnType<typeof held>): string[] => result.matches.map((one) => one.why);

const invoice = 'INV-10001';

describe('each match has its reason in a sentence', () => {
  test.each<[string, readonly LedgerLine[], readonly ExportedEntry[]]>([
    [
      'Same amount, day and reference INV-10001.',
      [line(1, '5.00', invoice)],
      [entry('e', '5.00', invoice)],
    ],
    [
      'Same amount and reference INV-10001, 1 day later at the bank.',
      [line(1, '-5.00', invoice, { day: '2026-11-19' })],
      [entry('e', '-5.00', invoice)],
    ],
    [
      'Same amount and reference INV-10001, 2 days earlier at the bank.',
      [line(1, '5.00', invoice, { day: '2026-11-22' })],
      [entry('e', '5.00', invoice)],
    ],
    [
      '2 alike on both sides: same amount, day and reference INV-10001.',
      [line(1, '5.00', invoice), line(2, '5.00', invoice)],
      [entry('e', '5.00', invoice), entry('f', '5.00', invoice)],
    ],
    [
      'Same amount; of reference INV-2025-349690 the bank has a part, or two characters the other way round.',
      [line(1, '5.00', 'INV-2025-349690')],
      [entry('e', '5.00', '349690')],
    ],
    [
      '2 entries at the bank add up to it, with reference INV-10001.',
      [line(1, '5.00', invoice)],
      [entry('e', '3.00', invoice), entry('f', '2.00', invoice)],
    ],
    [
      '2 lines of the books add up to it, tied to it by their references.',
      [line(1, '3.00', invoice), line(2, '2.00', invoice)],
      [entry('e', '5.00', invoice)],
    ],
    [
      'Same reference INV-10001; 0.10 USD less at the bank: a fee.',
      [line(1, '5.00', invoice)],
      [entry('e', '4.90', invoice)],
    ],
    [
      'Same amount, day and reference INV-10001.',
      [line(1, '5.00', invoice)],
      [entry('e', '5.00', '', { narration: 'Paid INV-10001' })],
    ],
    [
      'Same amount, day and reference INV-10001.',
      [line(1, '5.00', invoice)],
      [entry('e', '5.00', '', { remittanceInformation: 'INV-10001' })],
    ],
    [
      'Same amount, day and reference INV-10001.',
      [line(1, '5.00', invoice)],
      [entry('e', '5.00', '', { counterparty: 'INV-10001' })],
    ],
  ])('%s', (sentence, lines, entries) => {
    const result = held(lines, entries);
    expect(why(result)).toEqual([sentence]);
    expect([result.booksOnly, result.bankOnly]).toEqual([[], []]);
  });

  test('a fee is two in a hundred at most, and no more than the highest', () => {
    const fee = (books: string, bank: string, rules = usualRules) =>
      matches(held([line(1, books, invoice)], [entry('e', bank, invoice)], { rules }));
    expect(fee('100.00', '98.00')).toEqual(['fee 1 e']);
    expect(fee('100.00', '97.99')).toEqual([]);
    expect(fee('50000.00', '49900.00')).toEqual(['fee 1 e']);
    expect(fee('50000.00', '49899.99')).toEqual([]);
    expect(fee('100.00', '99.00', { days: 5, feesUpTo: '0.99' })).toEqual([]);
  });

  test('the number of the account ties nothing', () => {
    const both = [line(1, '5.00', '0123456789'), entry('e', '5.00', '0123456789')] as const;
    expect(matches(held([both[0]], [both[1]]))).toEqual([]);
  });

  test('a likely pair has one as well, and waits for a person', () => {
    const likely = (one: LedgerLine, other: ExportedEntry) => held([one], [other]).likely;
    expect(likely(line(1, '5.00'), entry('e', '5.00'))).toEqual([
      { line: 1, entryId: 'e', why: 'Amount only, same day' },
    ]);
    expect(
      likely(
        line(1, '5.00', '', { text: 'Kestrel', day: '2026-11-18' }),
        entry('e', '5.00', '', { narration: 'KESTREL' }),
      ),
    ).toMatchObject([{ why: 'Same name, 2 days apart' }]);
  });
});

test('books that count the other way round are turned, with a note, and show the amounts as they were matched', () => {
  const numbers = ['INV-10001', 'PO-20202', 'XY-30303'];
  const lines = numbers.map((reference, at) => line(at + 1, '5.00', reference));
  const entries = numbers.map((reference, at) => entry(`e-${String(at)}`, '-5.00', reference));
  const result = held([...lines, line(9, '7.00')], entries, { notes: ['As read.'] });
  expect(result.matches.map(({ books }) => books.map(({ amount }) => amount))).toEqual([
    ...[['-5.00'], ['-5.00'], ['-5.00']],
  ]);
  expect(result.booksOnly).toMatchObject([{ line: 9, amount: '-7.00' }]);
  expect(result.notes).toEqual([
    'As read.',
    'Its signs are the other way round: by its references, what it takes for money in went out.',
  ]);
});

test('a ledger that hardly matches says so, where it has enough lines to be sure', () => {
  const of = (count: number, from: number) =>
    Array.from({ length: count }, (_, at) => `INV-${String(10_000 + (from + at) * 11)}`);
  const notes = (lines: number, entries: number, matched = 0) =>
    held(
      of(lines, 0).map((reference, at) => line(at + 1, '5.00', reference)),
      of(entries, lines - matched).map((reference, at) =>
        entry(`e-${String(at)}`, '5.00', reference),
      ),
    ).notes;
  const other = 'it may be the ledger of another account or of other days.';
  expect(notes(5, 5)).toEqual([`Nothing of it matches: ${other}`]);
  expect([notes(4, 5), notes(5, 4)]).toEqual([[], []]);
  expect(notes(21, 21, 1)).toEqual([`Only 1 of 21 lines match: ${other}`]);
  expect(notes(20, 20, 1)).toEqual([]);
});

describe('what a person decided', () => {
  const lines = [line(1, '5.00'), line(2, '6.00')];
  const entries = [entry('e', '5.00'), entry('f', '7.00')];
  const figures = { e: `5.00 ${day}`, f: `7.00 ${day}` };

  test('comes first, with the reason of unequal sums', () => {
    const by = (books: number[], bank: string[], reason = '') =>
      why(
        held(lines, entries, { words: [manualMatch('matched', books, bank, { reason, figures })] }),
      );
    expect(by([1], ['e'])).toEqual(['Matched by hand.']);
    expect(by([1], ['e'], 'Seen')).toEqual(['Matched by hand: Seen']);
    expect(by([2], ['f'], 'Rounded')).toEqual(['Matched by hand, apart by 1.00 USD: Rounded']);
    expect(by([2], ['e'])).toEqual(['Matched by hand, apart by 1.00 USD, without a reason.']);
  });

  test('falls where an entry is gone or amounts to something else, and is reported', () => {
    const together = manualMatch('matched', [2], ['f'], { figures });
    const fallen = (now: readonly ExportedEntry[], of: ManualMatch = together) =>
      held(lines, now, { words: [of] }).fallen.length;
    expect(fallen(entries)).toBe(0);
    expect(fallen([entry('e', '5.00')])).toBe(1);
    expect(fallen([entry('f', '-7.00')])).toBe(1);
    expect(fallen([entry('f', '7.01')])).toBe(1);
    expect(fallen([entry('f', '9.00')], { ...together, figures: {} })).toBe(0);
    expect(fallen([], manualMatch('unmatched', [2], ['f'], { figures }))).toBe(0);
  });

  test('falls as a whole where one of its entries is gone', () => {
    const both = manualMatch('matched', [2], ['e', 'f'], { figures });
    expect(held(lines, entries, { words: [both] }).fallen).toEqual([]);
    expect(held(lines, entries.slice(0, 1), { words: [both] }).fallen).toEqual([both]);
  });

  test('is apart only where all of its lines were taken apart', () => {
    const both = manualMatch('matched', [1, 2], ['e']);
    const words = [both, manualMatch('unmatched', [1], ['e'])];
    expect(matches(held(lines, entries, { words }))).toEqual(['hand 1+2 e']);
  });

  test('is together no more once it was taken apart later, and is again where it was put together after that', () => {
    const exact = [line(1, '5.00', invoice)];
    const same = [entry('e', '5.00', invoice)];
    const apart = () => manualMatch('unmatched', [1], ['e']);
    const together = () => manualMatch('matched', [1], ['e']);
    expect(matches(held(exact, same, { words: [apart()] }))).toEqual([]);
    expect(matches(held(lines, entries, { words: [together(), apart()] }))).toEqual([]);
    expect(matches(held(lines, entries, { words: [apart(), together()] }))).toEqual(['hand 1 e']);
    const other = [together(), manualMatch('unmatched', [2], ['f'])];
    expect(matches(held(lines, entries, { words: other }))).toEqual(['hand 1 e']);
  });

  test('stays apart where the line is taken apart from another entry later', () => {
    const words = [manualMatch('unmatched', [1], ['e']), manualMatch('unmatched', [1], ['f'])];
    const exact = [line(1, '5.00', invoice)];
    const same = [entry('e', '5.00', invoice), entry('f', '7.00')];
    expect(matches(held(exact, same, { words }))).toEqual([]);
  });

  test('stands where a later match of the same line falls', () => {
    const words = [manualMatch('matched', [1], ['e']), manualMatch('matched', [1], ['gone'])];
    expect(matches(held(lines, entries, { words }))).toEqual(['hand 1 e']);
  });
});

describe('by hand', () => {
  const result = held(
    [line(1, '5.00', invoice), line(2, '6.00'), line(3, '-2.00'), line(4, '9.00')],
    [entry('e', '5.00', invoice), entry('f', '6.50'), entry('g', '-2.00'), entry('h', '9.00')],
  );

  test('lines are matched that are open and of the same sum, or with a reason', () => {
    expect(putTogether(result, { books: [3], bank: ['g'] })).toEqual({
      ok: true,
      value: {
        ...{ decision: 'matched', books: [3], bank: ['g'], reason: '' },
        figures: { g: `-2.00 ${day}` },
      },
    });
    const apart = { books: [2], bank: ['f'] };
    expect(putTogether(result, { ...apart, reason: ' ' })).toMatchObject({
      error: {
        code: 'books.reason-missing',
        message: 'Nothing was matched: 6.00 USD and 6.50 USD are apart by 0.50 USD.',
      },
    });
    expect(putTogether(result, { books: [4], bank: ['f'] })).toMatchObject({
      error: { message: 'Nothing was matched: 9.00 USD and 6.50 USD are apart by 2.50 USD.' },
    });
    expect(putTogether(result, { books: [3], bank: ['h'], reason: 'x' })).toMatchObject({
      error: { code: 'books.signs-opposite' },
    });
    const two = { books: [2, 4], bank: ['f', 'h'], reason: 'x' };
    expect(putTogether(result, two)).toMatchObject({
      value: { figures: { f: `6.50 ${day}`, h: `9.00 ${day}` } },
    });
    const nothing = held([line(1, '0.00')], [entry('z', '-3.00')]);
    expect(putTogether(nothing, { books: [1], bank: ['z'] })).toMatchObject({
      error: { code: 'books.reason-missing' },
    });
    expect(putTogether(result, { ...apart, reason: ' Rounded ' })).toMatchObject({
      value: { reason: 'Rounded' },
    });
    expect(putTogether(result, { books: [2], bank: ['g'], reason: 'x' })).toMatchObject({
      error: {
        code: 'books.signs-opposite',
        message: 'Nothing was matched: 6.00 USD in the books and −2.00 USD at the bank.',
      },
    });
  });

  test('lines that are matched already, or are none, are refused by name', () => {
    const refused = (books: number[], bank: string[]) => {
      const outcome = putTogether(result, { books, bank });
      return outcome.ok ? 'matched' : outcome.error.message;
    };
    expect(refused([1], ['g'])).toBe(
      'Nothing was matched: line 1 is not on a list of what has no match.',
    );
    expect(refused([3, 7], ['e', 'g'])).toBe(
      'Nothing was matched: line 7, entry e are not on a list of what has no match.',
    );
  });

  test('likely pairs are matched all of them or none', () => {
    expect(result.likely.map((one) => [one.line, one.entryId])).toEqual([
      [3, 'g'],
      [4, 'h'],
    ]);
    const pair = (number: number, entryId: string) => ({ line: number, entryId });
    expect(matchLikely(result, [pair(3, 'g'), pair(4, 'h')])).toMatchObject({
      value: [
        {
          books: [3],
          bank: ['g'],
          decision: 'matched',
          reason: '',
          figures: { g: `-2.00 ${day}` },
        },
        { books: [4], bank: ['h'] },
      ],
    });
    for (const wrong of [
      [pair(3, 'h')],
      [pair(3, 'g'), pair(2, 'f')],
      [pair(3, 'g'), pair(3, 'g')],
    ])
      expect(matchLikely(result, wrong)).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining('are no likely pair now.') as string },
      });
  });

  test('a match is taken apart with all of its lines, and what is in none is refused', () => {
    expect(takeApart(result, 1)).toMatchObject({
      value: { decision: 'unmatched', books: [1], bank: ['e'], figures: { e: `5.00 ${day}` } },
    });
    const parts = held(
      [line(1, '3.00', invoice), line(2, '2.00', invoice)],
      [entry('e', '5.00', invoice)],
    );
    expect(takeApart(parts, 2)).toMatchObject({ value: { books: [1, 2], bank: ['e'] } });
    expect(takeApart(result, 2)).toMatchObject({
      error: { message: 'Line 2 is in no match. Nothing was taken apart.' },
    });
  });
});

describe('a match that a person saw and that holds no longer', () => {
  const lines = [line(1, '5.00', invoice)];
  const before = [entry('e', '5.00', invoice)];
  const seen = seenOf(held(lines, before));
  const undone = (now: readonly ExportedEntry[], words: ManualMatch[] = [], books = lines) => {
    const result = held(books, now, { words });
    return undoneOf(seen, { result, words, lines: books, entries: now });
  };

  test('is reported with what became of its entry', () => {
    expect(undone(before)).toEqual([]);
    expect(undone([])).toMatchObject([
      {
        ...{ rule: 'exact', why: 'Same amount, day and reference INV-10001.' },
        ...{ books: [{ line: 1 }], bank: [{ id: 'e', amount: '5.00', day, reference: invoice }] },
        because:
          'Entry e, 5.00 USD of 20 Nov 2026, is no longer among the bank’s entries of these days.',
      },
    ]);
    const because = (now: ExportedEntry) => undone([now])[0]?.because;
    expect(because(entry('e', '7.00', invoice))).toBe(
      'Entry e was 5.00 USD; the bank now reports 7.00 USD.',
    );
    const later = { transactionDate: '2026-11-30T10:00:00.000Z' };
    expect(because(entry('e', '5.00', invoice, later))).toBe(
      'Entry e was of 20 Nov 2026; the bank now reports 30 Nov 2026.',
    );
    expect(because(entry('e', '5.00', 'PO-20202'))).toBe(
      'The bank now reports another reference for entry e.',
    );
  });

  test('says where its line is matched otherwise, or where it is not known any more which is meant', () => {
    const other = entry('f', '5.00', invoice);
    expect(undone([other])[0]?.because).toMatch(/Its line is matched otherwise now\.$/);
    const both = [
      ...before,
      entry('f', '5.00', invoice, { transactionDate: '2026-11-21T10:00:00.000Z' }),
    ];
    expect(undone(both)[0]?.because).toBe(
      'The entries are unchanged, but other entries at the bank now make the match ambiguous.',
    );
  });

  test('is no news where a person took it apart or matched its line otherwise', () => {
    expect(undone(before, [manualMatch('unmatched', [1], ['e'])])).toEqual([]);
    const otherwise = manualMatch('matched', [1], ['f']);
    expect(undone([entry('f', '5.00')], [otherwise])).toEqual([]);
  });

  test('is reported though a person decided about other lines, and not where its entry is matched by hand', () => {
    expect(undone([], [manualMatch('unmatched', [9], ['x'])])).toHaveLength(1);
    const books = [...lines, line(2, '5.00')];
    const other = manualMatch('matched', [2], ['e']);
    expect(undone(before, [other], books)).toEqual([]);
  });

  test('is reported though its entry was matched by hand with a line that is gone', () => {
    const now = [entry('e', '5.00', 'PO-20202')];
    expect(undone(now, [manualMatch('matched', [9], ['e'])])).toHaveLength(1);
  });

  test('has the lines that the ledger still has', () => {
    expect(undone([], [], [])).toMatchObject([{ books: [], bank: [{ id: 'e' }] }]);
  });

  test('of several lines is reported as matched otherwise where one of them is', () => {
    const books = [line(1, '3.00', invoice), line(2, '2.00', invoice)];
    const whole = seenOf(held(books, before));
    const now = [entry('f', '3.00', invoice)];
    const result = held(books, now);
    expect(matches(result)).toEqual(['exact 1 f']);
    expect(undoneOf(whole, { result, words: [], lines: books, entries: now })).toMatchObject([
      {
        books: [{ line: 1 }, { line: 2 }],
        because: expect.stringMatching(/Its line is matched otherwise now\.$/) as string,
      },
    ]);
  });

  test('by hand is reported once it falls, with its reason and what it was', () => {
    const figures = { e: `5.00 ${day}` };
    const together = manualMatch('matched', [1], ['e'], { figures, reason: 'Seen' });
    const [fallen, ...others] = undone([entry('e', '6.00')], [together]);
    expect(others).toEqual([]);
    expect(fallen).toMatchObject({
      ...{ rule: 'hand', why: 'Matched by hand: Seen' },
      ...{ bank: [{ id: 'e', amount: '5.00', day }] },
      because: 'Entry e was 5.00 USD; the bank now reports 6.00 USD.',
    });
    const bare = manualMatch('matched', [1], ['x']);
    expect(undone([], [bare])[0]).toMatchObject({
      ...{ why: 'Matched by hand.', bank: [{ id: 'x', amount: '0', day: '1970-01-01' }] },
    });
  });
});

test('the statement leads from the bank’s balance to that of the books, to the last digit', () => {
  const lines = [
    line(1, '5.00', invoice),
    line(2, '-3.00'),
    line(3, '40.00'),
    line(4, '8.00'),
    line(5, '2.00'),
    line(6, '9.00', 'PO-20202'),
  ];
  const entries = [
    entry('e', '4.90', invoice),
    entry('f', '-1.00'),
    entry('g', '0.50'),
    entry('h', '8.00'),
    entry('i', '9.00', 'PO-20202'),
  ];
  const result = held(lines, entries);
  const open = openOf(result);
  expect(open.likely).toMatchObject([{ line: { line: 4 }, entry: { id: 'h' } }]);
  expect(open.books.map((one) => one.line)).toEqual([2, 3, 5]);
  expect(open.bank.map(({ id }) => id)).toEqual(['f', 'g']);
  const balances = { opening: 1_000_000n, closing: 1_214_000n, day };
  expect(statementOf({ entered: null, result, open, balances })).toEqual({
    ...{ bankBalance: '121.40', bankDay: day, booksBalance: '161.00', difference: '0.00' },
    outstandingPayments: { count: 1, amount: '3.00' },
    outstandingReceipts: { count: 2, amount: '42.00' },
    unrecordedPayments: { count: 1, amount: '1.00' },
    unrecordedReceipts: { count: 1, amount: '0.50' },
    apart: { count: 1, amount: '0.10' },
    isEntered: false,
  });
  expect(statementOf({ entered: '160.00', result, open, balances })).toMatchObject({
    ...{ booksBalance: '160.00', isEntered: true, difference: '-1.00' },
  });
  const halves = [
    { ...balances, opening: null },
    { ...balances, closing: null },
  ].map((half) => statementOf({ entered: null, result, open, balances: half }));
  expect(halves).toMatchObject([
    { bankBalance: '121.40', booksBalance: null, difference: null },
    { bankBalance: null, booksBalance: '161.00', difference: null },
  ]);
  const unknown = { opening: null, closing: null, day: null };
  expect(statementOf({ entered: null, result, open, balances: unknown })).toMatchObject({
    ...{ bankBalance: null, booksBalance: null, difference: null },
  });
});

describe('a ledger that comes again', () => {
  const before = [line(1, '5.00'), line(2, '6.00'), line(3, '6.00'), line(4, '7.00')];

  test('has decisions and notes on its lines where they stand now', () => {
    const now = [line(1, '5.00'), line(2, '1.00'), line(3, '6.00'), line(5, '7.00')];
    const carried = carriedWords(before, now);
    expect(carried.lines([1, 4])).toEqual([1, 5]);
    expect(carried.lines([3])).toEqual([3]);
    // Two were alike: it is not known which of them went.
    expect(carried.lines([2])).toBeNull();
    expect(carried.lines([1, 2])).toBeNull();
    expect(carried.lines([9])).toBeNull();
    expect(carried.place('line 4')).toBe('line 5');
    expect(carriedWords([line(12, '5.00')], [line(13, '5.00')]).place('line 12')).toBe('line 13');
    expect(carried.place('line 2')).toBeNull();
    expect(carried.place('entry line 4')).toBe('entry line 4');
    expect(carried.place('line 4x')).toBe('line 4x');
  });

  test('does not carry a line that is gone', () => {
    expect(carriedWords([line(1, '5.00')], []).lines([1])).toBeNull();
  });

  test('does not carry to a line that is there twice now', () => {
    const carried = carriedWords([line(1, '5.00')], [line(2, '5.00'), line(3, '5.00')]);
    expect(carried.lines([1])).toBeNull();
  });
});

test('lines that a ledger has twice are named, those without words are not', () => {
  const twice = [line(1, '5.00', invoice), line(2, '5.00', invoice)];
  expect(repeatedNotes(twice)).toEqual([
    'Word for word the same in the books: lines 1 and 2. They may be booked twice.',
  ]);
  expect(repeatedNotes([line(1, '5.00'), line(2, '5.00')])).toEqual([]);
  expect(repeatedNotes([line(1, '5.00', invoice), line(2, '5.01', invoice)])).toEqual([]);
  const many = [1, 2, 3, 4, 5, 6].flatMap((at) => [
    line(at, '5.00', '', { text: String(at) }),
    line(at + 10, '5.00', '', { text: String(at) }),
  ]);
  expect(repeatedNotes(many)[0]).toContain('5 and 15 and 1 more.');
  expect(repeatedNotes(many.slice(0, 10))[0]).toContain('5 and 15. They');
});

test('nought counts as a receipt, in the books and at the bank', () => {
  const statement = (result: ReturnType<typeof held>) =>
    statementOf({
      entered: null,
      ...{ result, open: openOf(result) },
      balances: { opening: 0n, closing: 0n, day },
    });
  const one = { count: 1, amount: '0.00' };
  const none = { count: 0, amount: '0.00' };
  expect(statement(held([line(1, '0.00')], []))).toMatchObject({
    ...{ outstandingReceipts: one, outstandingPayments: none },
  });
  expect(statement(held([], [entry('z', '0.00')]))).toMatchObject({
    ...{ unrecordedReceipts: one, unrecordedPayments: none },
  });
});

test('nought has no sign, whichever side it is on', () => {
  expect(['-0.00', '0.00', '-1.00'].map((signed) => signedAmount(entry('z', signed)))).toEqual([
    ...['0.00', '0.00', '-1.00'],
  ]);
});
