import { join } from 'node:path';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import {
  keepLedger,
  listLedgers,
  saveAct,
  manualMatchesOf,
} from '../../electron/nouns/books/tables.ts';
import { openJournal } from '../../electron/engines/store/opening/journal.ts';
import type { AccountRow } from '../../shared/ipc/accounts/accounts.ts';
import { limits } from '../../shared/limits.ts';
import {
  foreignCredentials,
  openForeignBank,
  trueEntries,
} from '../support/simple-banks/foreign-bank.ts';
import { asOf, closing, key, temporaryFolder } from '../support/stores/store.ts';
import { bytesOf } from '../support/stores/table-files.ts';
import { openTestDesk, type TestDesk, openSyncedSandbox } from '../support/desks/test-desk.ts';
import { actorNamed } from '../support/desks/actors.ts';

/** A desk at the sandbox with all of its accounts, and two of them. */
async function sandboxScene() {
  const desk = await openSyncedSandbox();
  const { rows } = await desk.get('accounts.list', {});
  const of = async ({ accountNumber }: { accountNumber: string }) => {
    const page = await desk.get('statements.page', {
      ...{ accountNumber, filter: {}, index: 0, limit: 100 },
    });
    return page.rows.filter(({ customReference }) => customReference !== '');
  };
  const [first, second] = rows as [AccountRow, AccountRow];
  return { desk, first, second, entriesOf: of };
}

type Entry = {
  day: string;
  amount: { amount: string };
  direction: string;
  customReference: string;
};

/** A ledger that identifies each entry by its reference. */
const ledgerOf = (entries: readonly Entry[], name = 'ledger.csv') => ({
  fileName: name,
  options: {},
  bytes: bytesOf(
    [
      'Date,Document,Text,Amount',
      ...entries.map(
        ({ day, amount, direction, customReference }) =>
          `${day},${customReference},Booked,${direction === 'debit' ? '-' : ''}${amount.amount}`,
      ),
    ].join('\n'),
  ),
});

const spanOf = (entries: readonly Entry[]) => {
  const days = entries.map(({ day }) => day).sort();
  return { from: days[0] ?? '', to: days.at(-1) ?? '' };
};

describe('the ledger of another account', () => {
  test('is said to be so before it is matched, and the account that fits is named', async () => {
    const { desk, first, second, entriesOf } = await sandboxScene();
    const entries = await entriesOf(second);
    const file = { ...ledgerOf(entries), ...spanOf(entries) };
    const seen = await desk.get('books.see', { ...file, accountNumber: first.accountNumber });
    expect(seen.fit).toMatchObject({
      found: expect.any(Number) as number,
      better: { number: second.accountNumber },
    });
    expect(seen.fit!.found * 10).toBeLessThan(seen.fit!.of);
    const right = await desk.get('books.see', { ...file, accountNumber: second.accountNumber });
    expect(right.fit).toMatchObject({ found: right.fit!.of, better: null });
  });

  test('matched all the same says that nearly nothing matches; dropped again it can be taken to the right one', async () => {
    const { desk, first, second, entriesOf } = await sandboxScene();
    const entries = await entriesOf(second);
    const file = ledgerOf(entries);
    const wrong = { ...file, ...spanOf(entries), accountNumber: first.accountNumber };
    const { ledgerId } = await desk.get('books.keep', wrong);
    const result = await desk.get('books.result', { ledgerId });
    expect(result.notes).toContainEqual(expect.stringMatching(/^Nothing of it matches: /));
    const again = await desk.get('books.see', file);
    expect(again).toMatchObject({
      before: { ledgerId },
      account: { number: second.accountNumber },
    });
    const saved = await desk.get('books.keep', { ...wrong, accountNumber: second.accountNumber });
    const now = await desk.get('books.result', saved);
    expect(now.counts).toMatchObject({ matchedLines: entries.length, lines: entries.length });
    expect(now.notes).toEqual([]);
    expect((await desk.get('books.see', file)).before).toMatchObject(saved);
  });
});

/** A desk at a bank with six entries of one day. */
async function smallScene() {
  const entries = trueEntries(6, '2026-01-01');
  const bank = await openForeignBank({ entries, openingBalance: '1000.0000', pageSizeMax: 200 });
  const desk = await openTestDesk();
  await desk.get('desk.connectBank', { bankFile: bank.bankFile() });
  await desk.get('session.signIn', { credentials: { ...foreignCredentials }, remember: false });
  await desk.sync({ accountNumbers: [accountNumber], ...days });
  return desk;
}
const accountNumber = '9988776655';
const days = { from: '2026-01-01', to: '2026-01-31' };
const rows = (...lines: string[]) => ({
  ...{ fileName: 'erp.csv', options: {}, accountNumber, ...days },
  bytes: bytesOf(['Date,Document,Amount', ...lines].join('\n')),
});
const listed = async (desk: TestDesk) => (await desk.get('books.list', {})).rows;

test('a ledger of days with more entries than are matched at once is refused before anything is stored', async () => {
  const desk = await smallScene();
  const most = vi.spyOn(limits, 'booksEntriesMax', 'get' as never).mockReturnValue(5 as never);
  onTestFinished(() => most.mockRestore());
  const file = rows('2026-01-01,INVOICE-1000,1.0000');
  const words = 'There are more than 5 entries in these days: match fewer days at a time.';
  const seen = await desk.get('books.see', file);
  expect(seen).toMatchObject({ lines: 1, entries: 6, missing: { what: 'period', why: words } });
  expect((await desk.refused('books.keep', file)).message).toContain(words);
  expect(await listed(desk)).toEqual([]);
});

describe('at one moment', () => {
  test('the same file saved twice is one ledger, and two ledgers that are asked for both answer', async () => {
    const desk = await smallScene();
    const file = rows('2026-01-01,INVOICE-1000,1.0000');
    const [one, two] = await Promise.all([
      desk.get('books.keep', file),
      desk.get('books.keep', file),
    ]);
    expect(one).toEqual(two);
    const other = await desk.get('books.keep', {
      ...rows('2026-01-01,INVOICE-1001,-1.3702'),
      ...{ from: '2026-01-01', to: '2026-01-02' },
    });
    const asked = [one, other, one, other].map((id) => desk.request('books.result', id));
    expect((await Promise.all(asked)).map((answer) => answer.ok)).toEqual([true, true, true, true]);
  });

  test.each([
    [
      'a workbook that was cut off',
      'erp.xlsx',
      Buffer.from('PK\u0003\u0004 and no more', 'latin1'),
    ],
    [
      'a table of bytes that are no text',
      'erp.csv',
      Buffer.from([0x44, 0x61, 0x00, 0xff, 0xfe, 0x0a]),
    ],
    [
      'a statement that ends in its middle',
      'erp.xml',
      Buffer.from(
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>',
      ),
    ],
  ])(
    '%s is refused for what is in it, and trying again is not advised',
    async (_what, fileName, bytes) => {
      const desk = await smallScene();
      const refused = await desk.refused('books.see', { fileName, options: {}, bytes });
      expect(refused).toMatchObject({ code: 'file.unreadable', retryable: false });
      expect(refused.message).toMatch(/Nothing was imported\. Correct it, or export it again/);
      expect(refused.message).not.toContain('exists');
    },
  );

  test('a note on a ledger that does not exist is refused by name, and nothing is written', async () => {
    const desk = await smallScene();
    for (const noted of [{ line: 3 }, { entryId: 'F-000003' }]) {
      const refused = await desk.refused('books.note', {
        ledgerId: 'gone',
        of: noted,
        text: 'Ask',
      });
      expect([refused.code, refused.message]).toEqual([
        'input.invalid',
        expect.stringContaining('There is no such ledger.'),
      ]);
    }
  });

  test('a ledger is asked for, matched by hand and seen: none of them is lost', async () => {
    const desk = await smallScene();
    const { ledgerId } = await desk.get(
      'books.keep',
      rows('2026-01-01,,2.1106', '2026-01-01,,9.00'),
    );
    const all = await Promise.all([
      desk.request('books.seen', { ledgerId }),
      desk.request('books.result', { ledgerId }),
      desk.request('books.match', { ledgerId, books: [2], bank: ['F-000003'] }),
      desk.request('books.note', { ledgerId, of: { line: 3 }, text: 'Ask' }),
      desk.request('books.seen', { ledgerId }),
    ]);
    expect(all.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
    const result = await desk.get('books.result', { ledgerId });
    expect([result.byRule.hand, result.booksOnly[0]?.note]).toEqual([1, 'Ask']);
  });

  test('a ledger that comes while the day is being closed is not in what was closed, and the close says so', async () => {
    const desk = await smallScene();
    await desk.get('closes.saveRequirements', {
      secondSource: [],
      books: [accountNumber],
      exports: [],
    });
    const period = '2026-01-01';
    const { digest, points } = await desk.get('closes.get', { period });
    const reasons = Object.fromEntries(points.map(({ pointId }) => [pointId, 'Told']));
    const { ledgerId } = await desk.get('books.keep', {
      ...rows('2026-01-01,INVOICE-1000,1.0000'),
      ...{ from: period, to: period },
    });
    const refused = await desk.refused('closes.close', { period, digest, reasons, by: 'Ada' });
    expect(refused.code).toBe('close.moved');
    const now = await desk.get('closes.get', { period });
    const closed = await desk.get('closes.close', {
      ...{ period, digest: now.digest, by: 'Ada' },
      reasons: Object.fromEntries(now.points.map(({ pointId }) => [pointId, 'Told'])),
    });
    const before = JSON.stringify(closed);
    // The day is closed: a newer ledger and a decision on the older one are stored, and the closed figures stay.
    await desk.get('books.unmatch', { ledgerId, line: 2 });
    await desk.get('books.keep', {
      ...rows('2026-01-01,INVOICE-1000,1.0000', '2026-01-01,INVOICE-1003,2.1106'),
      ...{ from: period, to: period },
    });
    const after = await desk.get('closes.get', { period });
    expect(JSON.stringify(after.closed?.proof)).toBe(before);
  });
});

test('a machine that stops in the middle of keeping a ledger has all of it or nothing, with what was said of the one before', () => {
  const file = join(temporaryFolder(), 'journal.db');
  const open = () => openJournal(file, key, { program: 'test' });
  const journal = closing(open());
  const stamp = { actor: actorNamed('Ada'), at: asOf };
  const line = (number: number, reference: string) => ({
    ...{ line: number, day: '2026-11-20', amount: '1.00', text: '' },
    references: [reference],
  });
  const ledger = (sha256: string, ...lines: object[]) => ({
    ...{ accountNumber, ...days, fileName: 'erp.csv', sha256, notes: [] },
    lines: JSON.stringify(lines),
  });
  const first = keepLedger(journal, ledger('a', line(2, 'INV-1')), stamp);
  const word = {
    ...({ decision: 'matched', reason: '' } as const),
    ...{ books: [2], bank: ['E-1'], figures: {} },
  };
  saveAct(journal, first, [word], stamp);
  const newer = ledger('b', line(2, 'INV-0'), line(3, 'INV-1'));
  for (const table of ['ledger_lines', 'manual_match']) {
    journal.connection.exec(
      `CREATE TEMP TRIGGER stops BEFORE INSERT ON main.${table} BEGIN SELECT RAISE(ABORT, 'stopped'); END`,
    );
    expect(() => keepLedger(journal, newer, stamp)).toThrow();
    journal.connection.exec('DROP TRIGGER stops');
    expect(listLedgers(journal).map(({ ledgerId }) => ledgerId)).toEqual([first]);
    expect(manualMatchesOf(journal, first)).toHaveLength(1);
  }
  const second = keepLedger(journal, newer, stamp);
  expect(manualMatchesOf(journal, second).map(({ books }) => books)).toEqual([[3]]);
});
