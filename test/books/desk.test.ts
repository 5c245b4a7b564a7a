import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { reconciled, usualRules } from '../../electron/nouns/books/reconciled.ts';
import type { LedgerFileOptions } from '../../shared/ipc/review/books.ts';
import {
  foreignCredentials,
  openForeignBank,
  trueEntries,
} from '../support/simple-banks/foreign-bank.ts';
import { bytesOf } from '../support/stores/table-files.ts';
import { openTestDesk, type TestDesk } from '../support/desks/test-desk.ts';

const number = '9988776655';
const days = { from: '2026-01-01', to: '2026-01-31' };

/** A desk at a bank with six entries of one day, numbered 1000 to 1005 in their words, and nothing in their references. */
async function scene() {
  const entries = trueEntries(6, '2026-01-01').map((entry) => ({ ...entry, customReference: '' }));
  const bank = await openForeignBank({ entries, openingBalance: '1000.0000', pageSizeMax: 200 });
  const desk = await openTestDesk();
  await desk.get('desk.connectBank', { bankFile: bank.bankFile() });
  await desk.get('session.signIn', { credentials: { ...foreignCredentials }, remember: false });
  const sync = () => desk.sync({ accountNumbers: [number], ...days });
  await sync();
  return { desk, bank, entries, sync };
}

const file = (lines: readonly string[], options: LedgerFileOptions = {}, fileName = 'erp.csv') => ({
  ...{ fileName, options, bytes: bytesOf(lines.join('\n')) },
});

const heading = 'Date,Document,Text,Amount';
const books = [
  heading,
  '2026-01-01,INVOICE-1000,Kestrel,1.0000',
  '2025-12-30,INVOICE-1001,Osei,-1.3702',
  '2026-01-01,INVOICE-7777,Merlin,55.00',
  '2026-01-01,,canary-narration,2.1106',
];

/** Saves a ledger as it is dropped, with what is guessed. */
async function keep(desk: TestDesk, lines: readonly string[], options: LedgerFileOptions = {}) {
  return desk.get('books.keep', { ...file(lines, options), accountNumber: number, ...days });
}

describe('a dropped ledger', () => {
  test('is seen with its account, its days and its columns, and nothing is stored', async () => {
    const { desk } = await scene();
    const seen = await desk.get('books.see', file(books));
    expect(seen).toMatchObject({
      ...{
        fileName: 'erp.csv',
        format: 'table',
        lines: 4,
        entries: 6,
        missing: null,
        before: null,
      },
      account: { number, why: 'It is the only account.' },
      period: { from: '2025-12-30', to: '2026-01-01' },
      fields: ['day', 'document', 'text', 'amount'],
      dayOrder: 'day-first',
    });
    expect((await desk.get('books.list', {})).rows).toEqual([]);
  });

  test('that was matched before is known again, also with the line gone', async () => {
    const { desk } = await scene();
    const { ledgerId } = await keep(desk, books);
    await desk.get('session.signOut', {});
    const again = await desk.get('books.see', file(books));
    expect(again.before).toMatchObject({ ledgerId, accountNumber: number, ...days });
    expect((await keep(desk, books)).ledgerId).toBe(ledgerId);
    const other = await desk.get('books.see', {
      ...file([...books, '2026-01-02,INVOICE-8888,Osei,3.00']),
      ...{ from: '2026-01-01', to: '2026-01-10', accountNumber: number },
    });
    expect([other.before, other.overlaps?.ledgerId]).toEqual([null, ledgerId]);
  });

  test('says what has to be said before it can be matched, and is read so from then on', async () => {
    const { desk } = await scene();
    const lines = [
      'Date,Document,Amount',
      '02/01/2026,INVOICE-1000,"1,000"',
      '01/01/2026,X-1,"2,000"',
    ];
    const missing = async (options: LedgerFileOptions) =>
      (await desk.get('books.see', file(lines, options))).missing?.what;
    expect(await missing({})).toBe('decimals');
    expect(await missing({ decimals: 'comma' })).toBe('days');
    expect(
      (
        await desk.refused('books.keep', {
          ...{ ...file(lines), accountNumber: number, ...days },
        })
      ).message,
    ).toContain('may be thousands or decimals');
    const options = { decimals: 'comma', dayOrder: 'month-first' } as const;
    expect(await missing(options)).toBeUndefined();
    await keep(desk, lines, options);
    const again = await desk.get('books.see', file([...lines, '03/01/2026,X-2,"3,000"']));
    expect(again).toMatchObject({ missing: null, decimals: 'comma', dayOrder: 'month-first' });
    expect(again.notes[0]).toMatch(/^Its columns were matched as for erp.csv/);
  });

  test('whose columns a person names otherwise than they are called is read by their word', async () => {
    const { desk } = await scene();
    const fields = ['day', 'document', '', ''];
    const lines = books.map(
      (line) => `${line},${line.split(',')[3] === 'Amount' ? 'Was' : '9.00'}`,
    );
    const seen = await desk.get('books.see', file(lines, { fields: [...fields, 'amount'] }));
    expect(seen.fields).toEqual(['day', 'document', '', '', 'amount']);
    const none = await desk.get('books.see', file(lines, { fields: [...fields, ''] }));
    expect(none.missing).toMatchObject({
      what: 'columns',
      why: expect.stringContaining('no column is known to be the amount') as string,
    });
  });

  test('that is no table is refused with a sentence', async () => {
    const { desk } = await scene();
    const refusal = await desk.refused('books.see', {
      ...{ fileName: 'a.pdf', options: {}, bytes: bytesOf('%PDF-1.7 nothing') },
    });
    expect(refusal.message).toContain('a.pdf');
    const empty = await desk.refused('books.see', file([]));
    expect(empty.message).toContain('erp.csv: it is empty.');
  });

  test('of a statement’s kind is of the account that it names, and of no other', async () => {
    const { desk } = await scene();
    const mt940 = (account: string) =>
      `:20:S-1\r\n:25:${account}\r\n:28C:1/1\r\n:60F:C260101USD0,00\r\n:61:2601010101C1,00NTRFINVOICE-1000\r\n:62F:C260101USD1,00\r\n-`;
    const see = (account: string, accountNumber?: string) =>
      desk.get('books.see', {
        ...{ fileName: 'gl.sta', options: {}, bytes: bytesOf(mt940(account)) },
        ...(accountNumber !== undefined && { accountNumber }),
      });
    expect(await see(number)).toMatchObject({
      ...{ format: 'statement', lines: 1, missing: null },
      account: { number, why: `The file is of account ${number}.` },
    });
    const both = await desk.get('books.see', {
      ...{ fileName: 'gl.sta', options: {} },
      bytes: bytesOf(`${mt940('999')}\r\n${mt940(number)}`),
    });
    expect(both).toMatchObject({
      ...{ lines: 1, missing: null, account: { number } },
      notes: ['Its part of account 999 is left out.'],
    });
    const none = await desk.get('books.see', {
      ...{ fileName: 'gl.sta', options: {} },
      bytes: bytesOf(`${mt940('998')}\r\n${mt940('999')}`),
    });
    expect(none.missing).toEqual({
      what: 'account',
      why: 'It is of several accounts: 998, 999. Choose the account whose lines count.',
    });
  });
});

describe('a saved ledger', () => {
  test('is held beside the entries: matches with reasons, two lists, and what may be meant', async () => {
    const { desk } = await scene();
    const { ledgerId } = await keep(desk, books);
    const result = await desk.get('books.result', { ledgerId });
    expect(result).toMatchObject({
      ...{ currency: 'USD', byRule: { exact: 1, days: 1 }, undone: [], lastAct: null },
      counts: { lines: 4, entries: 6, matchedLines: 2, matchedEntries: 2, undone: 0 },
    });
    expect(result.booksOnly.map(({ line }) => line)).toEqual([4]);
    expect(result.likely.map(({ line, entry }) => [line.line, entry.id])).toEqual([
      [5, 'F-000003'],
    ]);
    expect(result.bankOnly.map(({ id }) => id)).toEqual(['F-000002', 'F-000004', 'F-000005']);
    const { total, rows } = await desk.get('books.matches', { ledgerId, index: 1, limit: 1 });
    expect([total, rows[0]?.why]).toEqual([
      2,
      'Same amount and reference INVOICE-1001, 2 days later at the bank.',
    ]);
  });

  test('is matched by hand, taken apart and undone, each as it is said', async () => {
    const { desk } = await scene();
    const { ledgerId } = await keep(desk, books);
    const matched = await desk.get('books.match', { ledgerId, books: [5], bank: ['F-000003'] });
    expect([matched.byRule.hand, matched.lastAct?.text]).toEqual([
      1,
      'Matched: line 5 and entry F-000003.',
    ]);
    const twice = await desk.refused('books.match', { ledgerId, books: [5], bank: ['F-000004'] });
    expect(twice.message).toContain('line 5 is not on a list of what has no match');
    const apart = await desk.get('books.unmatch', { ledgerId, line: 2 });
    expect(apart.booksOnly.map(({ line }) => line)).toEqual([2, 4]);
    expect((await desk.get('books.undo', { ledgerId })).byRule).toEqual({
      exact: 1,
      days: 1,
      hand: 1,
    });
    expect((await desk.get('books.undo', { ledgerId })).byRule).toEqual({ exact: 1, days: 1 });
    expect((await desk.refused('books.undo', { ledgerId })).message).toContain('nothing to undo');
  });

  test('two words on one line at once: the second is refused', async () => {
    const { desk } = await scene();
    const { ledgerId } = await keep(desk, books);
    const both = await Promise.all(
      ['F-000003', 'F-000004'].map((id) =>
        desk.request('books.match', { ledgerId, books: [5], bank: [id] }),
      ),
    );
    expect(both.map(({ ok }) => ok)).toEqual([true, false]);
  });

  test('stores why a line is open, and writes it in the file', async () => {
    const { desk } = await scene();
    const { ledgerId } = await keep(desk, books);
    const words = '=HYPERLINK("http://x")';
    await desk.get('books.note', { ledgerId, of: { line: 4 }, text: words });
    await desk.get('books.note', { ledgerId, of: { entryId: 'F-000005' }, text: 'Ask Osei' });
    const noted = await desk.get('books.note', {
      ledgerId,
      of: { entryId: 'F-000005' },
      text: 'Asked',
    });
    expect(noted.booksOnly[0]?.note).toBe(words);
    expect(noted.bankOnly.at(-1)?.note).toBe('Asked');
    for (const format of ['csv', 'xlsx'] as const) {
      desk.saveTo = join(desk.dataDir, `out.${format}`);
      expect(await desk.get('books.export', { ledgerId, format })).toMatchObject({ saved: true });
      const written = readFileSync(desk.saveTo);
      if (format === 'csv') expect(written.toString()).toContain(`"'=HYPERLINK(""http://x"")"`);
      else expect(written.subarray(0, 2).toString()).toBe('PK');
    }
  });

  test('dropped anew with one line more, what was said of its lines stands', async () => {
    const { desk } = await scene();
    const first = await keep(desk, books);
    await desk.get('books.match', { ledgerId: first.ledgerId, books: [5], bank: ['F-000003'] });
    await desk.get('books.note', { ledgerId: first.ledgerId, of: { line: 4 }, text: 'Ask' });
    const { ledgerId } = await keep(desk, [
      heading,
      '2026-01-01,INVOICE-9,New,7.00',
      ...books.slice(1),
    ]);
    const result = await desk.get('books.result', { ledgerId });
    expect([result.byRule.hand, result.booksOnly.find(({ note }) => note === 'Ask')?.line]).toEqual(
      [1, 5],
    );
    expect((await desk.get('books.list', {})).rows.map((row) => row.ledgerId)).toEqual([ledgerId]);
  });

  test('shows what a later sync undid, with the reason, until a person has seen it', async () => {
    const { desk, entries, sync } = await scene();
    const { ledgerId } = await keep(desk, books);
    await desk.get('books.match', { ledgerId, books: [5], bank: ['F-000003'] });
    await desk.get('books.seen', { ledgerId });
    entries[0]!.amount = '1.5000';
    entries[3]!.amount = '2.2000';
    entries.splice(1, 1);
    await sync();
    const result = await desk.get('books.result', { ledgerId });
    expect(result.byRule).toEqual({});
    expect(result.counts.undone).toBe(3);
    expect(result.undone.map(({ rule, because }) => [rule, because])).toEqual([
      ['hand', 'Entry F-000003 was 2.1106 USD; the bank now reports 2.20 USD.'],
      ['exact', 'Entry F-000000 was 1.00 USD; the bank now reports 1.50 USD.'],
      [
        'days',
        'Entry F-000001, −1.3702 USD of 1 Jan 2026, is no longer among the bank’s entries of these days.',
      ],
    ]);
    expect((await desk.get('books.seen', { ledgerId })).undone).toEqual([]);
    expect((await desk.get('books.result', { ledgerId })).undone).toEqual([]);
  });

  test('stands after the desk was closed and opened again', async () => {
    const { desk } = await scene();
    const { ledgerId } = await keep(desk, books);
    await desk.get('books.match', { ledgerId, books: [5], bank: ['F-000003'] });
    const { dataDir, keychain } = desk;
    await desk.close();
    const again = await openTestDesk({ dataDir, keychain });
    const { rows } = await again.get('books.list', {});
    expect(rows).toMatchObject([{ ledgerId, lastCounts: { matchedLines: 3, matchedEntries: 3 } }]);
    expect((await again.get('books.result', { ledgerId })).byRule.hand).toBe(1);
  });
});

describe('a match by hand', () => {
  const startsWith = (text: string): string => expect.stringContaining(text) as string;
  const reason = 'Digits swapped in the books: invoice says 1.74';

  test('of opposite signs is refused by name, with a reason too', async () => {
    const { desk } = await scene();
    const { ledgerId } = await keep(desk, books);
    for (const more of [{}, { reason }]) {
      const refusal = await desk.refused('books.match', {
        ...{ ledgerId, books: [4], bank: ['F-000004'] },
        ...more,
      });
      expect(refusal).toMatchObject({
        code: 'books.signs-opposite',
        message: startsWith(
          'Nothing was matched: 55.00 USD in the books and −2.4808 USD at the bank.',
        ),
      });
    }
    expect((await desk.get('books.result', { ledgerId })).byRule.hand).toBeUndefined();
  });

  test('of unequal sums is refused without a reason; with one it stores, shows and writes the reason', async () => {
    const { desk } = await scene();
    const { ledgerId } = await keep(desk, books);
    const pair = { ledgerId, books: [4], bank: ['F-000002'] };
    for (const more of [{}, { reason: '' }, { reason: '  ' }]) {
      const refusal = await desk.refused('books.match', { ...pair, ...more });
      expect(refusal).toMatchObject({
        code: 'books.reason-missing',
        message: startsWith(
          'Nothing was matched: 55.00 USD and 1.7404 USD are apart by 53.2596 USD.',
        ),
      });
    }
    await desk.get('books.match', { ...pair, reason: ` ${reason} ` });
    const { rows } = await desk.get('books.matches', { ledgerId, index: 0, limit: 10 });
    const why = `Matched by hand, apart by 53.2596 USD: ${reason}`;
    expect(rows.find(({ rule }) => rule === 'hand')?.why).toBe(why);
    desk.saveTo = join(desk.dataDir, 'out.csv');
    await desk.get('books.export', { ledgerId, format: 'csv' });
    expect(readFileSync(desk.saveTo, 'utf8')).toContain(`"hand","${why}"`);
  });

  test('keeps its reason when the ledger is dropped anew with one line more', async () => {
    const { desk } = await scene();
    const first = await keep(desk, books);
    await desk.get('books.match', { ...first, books: [4], bank: ['F-000002'], reason });
    const { ledgerId } = await keep(desk, [...books, '2026-01-01,INVOICE-9,New,7.00']);
    const { rows } = await desk.get('books.matches', { ledgerId, index: 0, limit: 10 });
    expect(rows.find(({ rule }) => rule === 'hand')?.why).toContain(reason);
  });

  test('from before reasons were required stays, and says that it has none', () => {
    const line = {
      ...{ line: 4, day: '2026-01-01', amount: '55.00', references: [], text: '' },
    };
    const entry = {
      ...{ id: 'E-1', amount: '2.50', currency: 'USD', direction: 'debit' as const },
      ...{ transactionType: 'transfer', transactionDate: '2026-01-01T08:00:00.000Z' },
      ...{ narration: '', customReference: '', balance: '0.00' },
    };
    const word = {
      ...{
        n: 1,
        matchId: 'm-1',
        act: 'm-1',
        decision: 'matched' as const,
        books: [4],
        bank: ['E-1'],
      },
      ...{ figures: {}, reason: '' },
    };
    const { matches } = reconciled({ accountNumber: number, lines: [line], notes: [] }, [entry], {
      currency: 'USD',
      words: [word],
      rules: usualRules,
    });
    expect(matches[0]?.why).toBe('Matched by hand, apart by 57.50 USD, without a reason.');
  });
});

describe('all likely pairs', () => {
  const lines = [
    heading,
    '2026-01-01,,canary-narration,1.0000',
    '2026-01-01,,canary-narration,2.1106',
    '2026-01-01,INVOICE-7777,Merlin,55.00',
  ];
  const pairs = [
    { line: 2, entryId: 'F-000000' },
    { line: 3, entryId: 'F-000003' },
  ];

  test('are matched in one act, and one undo takes all of them back', async () => {
    const { desk } = await scene();
    const { ledgerId } = await keep(desk, lines);
    const before = await desk.get('books.result', { ledgerId });
    expect(before.likely.map(({ line, entry }) => [line.line, entry.id])).toEqual(
      pairs.map(({ line, entryId }) => [line, entryId]),
    );
    const matched = await desk.get('books.matchLikely', { ledgerId, pairs });
    expect([matched.byRule.hand, matched.likely, matched.lastAct?.text]).toEqual([
      ...[2, [], 'Matched: 2 likely pairs.'],
    ]);
    const undone = await desk.get('books.undo', { ledgerId, act: matched.lastAct?.id });
    expect([undone.byRule, undone.likely.length, undone.lastAct]).toEqual([{}, 2, null]);
  });

  test('are carried to a newer ledger as the one act that they are', async () => {
    const { desk } = await scene();
    const first = await keep(desk, lines);
    await desk.get('books.matchLikely', { ...first, pairs });
    const { ledgerId } = await keep(desk, [...lines, '2026-01-01,INVOICE-9,New,7.00']);
    expect((await desk.get('books.result', { ledgerId })).byRule.hand).toBe(2);
    expect((await desk.get('books.undo', { ledgerId })).byRule).toEqual({});
  });

  test('of which one is likely no longer are refused whole', async () => {
    const { desk } = await scene();
    const { ledgerId } = await keep(desk, lines);
    for (const strange of [
      { line: 4, entryId: 'F-000005' },
      { line: 2, entryId: 'F-000003' },
    ]) {
      const refusal = await desk.refused('books.matchLikely', {
        ledgerId,
        pairs: [pairs[1]!, strange],
      });
      expect(refusal.message).toContain(
        `Nothing was matched: line ${String(strange.line)} and entry ${strange.entryId} are no likely pair now.`,
      );
    }
    expect((await desk.get('books.result', { ledgerId })).byRule).toEqual({});
  });

  test('an undo of an act that another one followed is refused by name', async () => {
    const { desk } = await scene();
    const { ledgerId } = await keep(desk, lines);
    const one = await desk.get('books.matchLikely', { ledgerId, pairs: pairs.slice(0, 1) });
    await desk.get('books.matchLikely', { ledgerId, pairs: pairs.slice(1) });
    const refusal = await desk.refused('books.undo', { ledgerId, act: one.lastAct?.id });
    expect(refusal.code).toBe('undo.overtaken');
  });
});

describe('the reconciliation statement', () => {
  test('explains the books by the bank: outstanding, unrecorded, and what is matched with a difference', async () => {
    const { desk } = await scene();
    const { ledgerId } = await keep(desk, [...books, '2026-01-01,INVOICE-6666,Osei,-20.00']);
    const before = (await desk.get('books.result', { ledgerId })).statement;
    // 1000.00 and 1.0000 − 1.3702 + 1.7404 + 2.1106 − 2.4808 + 2.8510 at the bank.
    expect(before).toEqual({
      ...{ bankBalance: '1003.851', bankDay: '2026-01-31' },
      outstandingPayments: { count: 1, amount: '20.00' },
      outstandingReceipts: { count: 1, amount: '55.00' },
      unrecordedPayments: { count: 1, amount: '2.4808' },
      unrecordedReceipts: { count: 2, amount: '4.5914' },
      apart: { count: 0, amount: '0.00' },
      ...{ booksBalance: '1036.7404', isEntered: false },
      difference: '0.00',
    });
    await desk.get('books.match', {
      ...{ ledgerId, books: [4], bank: ['F-000002'], reason: 'Paid in part' },
    });
    const after = (await desk.get('books.result', { ledgerId })).statement;
    expect(after).toMatchObject({
      apart: { count: 1, amount: '53.2596' },
      outstandingReceipts: { count: 0, amount: '0.00' },
      unrecordedReceipts: { count: 1, amount: '2.851' },
      booksBalance: before.booksBalance,
      difference: '0.00',
    });
  });

  test('holds the balance that the books state against the bank, below zero too, and it is removed again', async () => {
    const { desk } = await scene();
    const { ledgerId } = await keep(desk, books);
    const enter = async (balance: string) =>
      (await desk.get('books.balance', { ledgerId, balance })).statement;
    const derived = (await desk.get('books.result', { ledgerId })).statement;
    expect(await enter('1,050.00')).toMatchObject({
      ...{ booksBalance: '1050.00', isEntered: true },
      difference: '-6.7404',
      outstandingReceipts: derived.outstandingReceipts,
    });
    expect(await enter('-2.00')).toMatchObject({ booksBalance: '-2.00', difference: '-1058.7404' });
    expect((await enter('0')).booksBalance).toBe('0.00');
    const refusal = await desk.refused('books.balance', { ledgerId, balance: '1.2.3' });
    expect(refusal.message).toContain('The books balance: ');
    expect(await enter(' ')).toEqual(derived);
  });

  test('of days that were never fetched has no balance and no difference', async () => {
    const { desk } = await scene();
    const { ledgerId } = await desk.get('books.keep', {
      ...file(['Date,Document,Text,Amount', '2025-06-01,INVOICE-1,Merlin,55.00']),
      ...{ accountNumber: number, from: '2025-06-01', to: '2025-06-30' },
    });
    expect((await desk.get('books.result', { ledgerId })).statement).toMatchObject({
      ...{ bankBalance: null, booksBalance: null, difference: null },
    });
  });
});
