import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { trueEntries } from '../support/simple-banks/foreign-bank.ts';
import { atForeignBank, expectError } from '../support/programs/command-line.ts';

const number = '9988776655';
const period = ['--from', '2026-01-01', '--to', '2026-01-31'];

/** A bank with six entries of one day, numbered 1000 to 1005 in their words, and nothing in their references. */
async function scene() {
  const { at, nostro, write } = await atForeignBank({
    entries: trueEntries(6, '2026-01-01').map((entry) => ({ ...entry, customReference: '' })),
  });
  expect((await nostro('sync', '--account', number, ...period)).code).toBe(0);
  const reconcile = async (...args: string[]) => {
    const run = await nostro('reconcile', '--account', number, ...period, ...args);
    const rows = run.out.trim().split('\n');
    return { ...run, rows: run.code === 0 ? rows.map((row) => JSON.parse(row) as Row) : [] };
  };
  const ledger = (name: string, lines: readonly string[]) => write(name, lines.join('\n'));
  return { at, nostro, reconcile, ledger };
}

type Row = Readonly<Record<string, unknown>>;

const heading = 'Date,Document,Text,Amount';
/** 1000 on the day, 1001 two days before it, 1002 with a fee, a line of the books alone, and one without a reference. */
const books = [
  heading,
  '2026-01-01,INVOICE-1000,Kestrel,1.0000',
  '2025-12-30,INVOICE-1001,Osei,-1.3702',
  '2026-01-01,INVOICE-7777,Merlin,55.00',
  '2026-01-01,,canary-narration,2.1106',
];

test('a ledger is matched, every match says why, and the rest is two lists with what they may be', async () => {
  const { reconcile, ledger } = await scene();
  const { rows, err } = await reconcile('--ledger', ledger('erp.csv', books), '--matches');
  expect(err).toBe('');
  expect(rows[0]).toMatchObject({
    account: number,
    ledger: { file: 'erp.csv', lines: 4 },
    matches: { total: 2, exact: 1, days: 1 },
    ...{ booksOnly: 2, bankOnly: 4, likely: 1, notes: [] },
  });
  expect(rows.flatMap(({ match }) => (match === undefined ? [] : [match]))).toMatchObject([
    {
      why: 'Same amount, day and reference INVOICE-1000.',
      books: [{ line: 2 }],
      bank: [{ id: 'F-000000' }],
    },
    {
      why: 'Same amount and reference INVOICE-1001, 2 days later at the bank.',
      books: [{ line: 3 }],
      bank: [{ id: 'F-000001', amount: '-1.3702' }],
    },
  ]);
  expect(
    rows.flatMap(({ booksOnly }) => (typeof booksOnly === 'object' ? [booksOnly] : [])),
  ).toMatchObject(
    [{ line: 4 }, { line: 5, likely: { entryId: 'F-000003', why: /^Same name, / } }].map(
      ({ likely, ...line }) => (likely ? { ...line, likely: { entryId: likely.entryId } } : line),
    ),
  );
});

test('manual matches, splits and undos are saved with the ledger', async () => {
  const { reconcile, ledger } = await scene();
  await reconcile('--ledger', ledger('erp.csv', books));
  const counts = ({ rows }: { rows: Row[] }) => [
    (rows[0]?.['matches'] as { total: number }).total,
    ...[rows[0]?.['booksOnly'], rows[0]?.['bankOnly']],
  ];
  expect(counts(await reconcile())).toEqual([2, 2, 4]);
  const unequal = ['--match', '4=F-000002,F-000005'];
  expect(counts(await reconcile(...unequal, '--reason', 'Paid in part'))).toEqual([3, 1, 2]);
  expect(counts(await reconcile('--take-likely'))).toEqual([4, 0, 1]);
  expect(counts(await reconcile('--apart', '2'))).toEqual([3, 1, 2]);
  expect(counts(await reconcile('--apart', '4'))).toEqual([2, 2, 4]);
  expect(counts(await reconcile('--undo'))).toEqual([3, 1, 2]);
  expect(counts(await reconcile('--undo'))).toEqual([4, 0, 1]);
  // The same file again for the same days is the same ledger.
  expect(counts(await reconcile('--ledger', ledger('erp.csv', books)))).toEqual([4, 0, 1]);
  const refused = await reconcile('--match', '4=F-000004');
  expectError(refused, 2, {}, 'line 4 is not on a list of what has no match.');
  const none = await reconcile('--apart', '99');
  expectError(none, 2, {}, 'Line 99 is in no match.');
});

test('opposite signs are refused by name, and unequal sums without a reason; the reason is printed and written', async () => {
  const { at, reconcile, ledger } = await scene();
  await reconcile('--ledger', ledger('erp.csv', books));
  const refused = async (...args: string[]) => {
    const run = await reconcile(...args);
    return [run.code, run.error().code];
  };
  const opposite = ['--match', '4=F-000004', '--reason', 'Paid in part'];
  expect(await refused(...opposite)).toEqual([1, 'books.signs-opposite']);
  expect(await refused('--match', '4=F-000002')).toEqual([1, 'books.reason-missing']);
  expect((await reconcile('--reason', 'Paid in part')).error().message).toContain('--match');
  expect((await reconcile()).rows[0]).toMatchObject({ matches: { total: 2 } });
  const { rows } = await reconcile(
    ...['--match', '4=F-000002', '--reason', 'Paid in part', '--matches'],
    ...['--out', at('out.csv')],
  );
  const why = 'Matched by hand, apart by 53.2596 USD: Paid in part';
  expect(rows).toContainEqual({ match: expect.objectContaining({ why }) as object });
  expect(readFileSync(at('out.csv'), 'utf8')).toContain(why);
});

test('all likely pairs are one act: one undo takes them back', async () => {
  const { reconcile, ledger } = await scene();
  const lines = [
    ...[heading, '2026-01-01,,canary-narration,1.0000'],
    '2026-01-01,,canary-narration,2.1106',
  ];
  await reconcile('--ledger', ledger('erp.csv', lines));
  const byHand = ({ rows }: { rows: Row[] }) => (rows[0]?.['matches'] as { hand?: number }).hand;
  expect(byHand(await reconcile('--take-likely'))).toBe(2);
  expect(byHand(await reconcile('--undo'))).toBeUndefined();
});

test('the result is a file with every line once, its match and its reason', async () => {
  const { at, reconcile, ledger } = await scene();
  const { code } = await reconcile('--ledger', ledger('erp.csv', books), '--out', at('out.csv'));
  expect(code).toBe(0);
  const [head, ...rows] = readFileSync(at('out.csv'), 'utf8').trimEnd().split('\r\n');
  expect(head).toBe(
    '\uFEFF"match","rule","why","side","line","entry id","day","amount","currency","reference","text","note"',
  );
  expect(rows).toHaveLength(4 + 6);
  expect(rows[0]).toBe(
    '"1","exact","Same amount, day and reference INVOICE-1000.","books","2","","2026-01-01","1.00","USD","INVOICE-1000","Kestrel",""',
  );
  expect(rows.filter((row) => row.startsWith('"","books only"'))).toHaveLength(2);
  expect(rows.filter((row) => row.startsWith('"","bank only"'))).toHaveLength(4);
});

test('a ledger with the opposite signs is detected by its references and noted', async () => {
  const { reconcile, ledger } = await scene();
  const turned = [
    heading,
    '2026-01-01,INVOICE-1000,,-1.0000',
    '2026-01-01,INVOICE-1001,,1.3702',
    '2026-01-01,INVOICE-1002,,-1.7404',
  ];
  const { rows } = await reconcile('--ledger', ledger('turned.csv', turned));
  expect(rows[0]).toMatchObject({
    matches: { total: 3, exact: 3 },
    notes: [
      'Its signs are the other way round: by its references, what it takes for money in went out.',
    ],
  });
});

test('unknown columns are named once and remembered for files of the same columns', async () => {
  const { reconcile, ledger } = await scene();
  const file = ledger('other.csv', [
    'Wann;Wieviel;Wofür;Noch offen',
    '01.01.2026;1,0000;INVOICE-1000;9,00',
  ]);
  const refused = await reconcile('--ledger', file);
  expect([refused.code, refused.error().code]).toEqual([1, 'file.columns-unknown']);
  const columns = ['day=Wann', 'amount=Wieviel', 'reference=Wofür'];
  const columnFlags = columns.flatMap((one) => ['--columns', one]);
  const first = await reconcile('--ledger', file, ...columnFlags, '--remember');
  expect(first.rows[0]).toMatchObject({ matches: { exact: 1 } });
  const next = ledger('next.csv', [
    'Wann;Wieviel;Wofür;Noch offen',
    '01.01.2026;-1,3702;INVOICE-1001;9,00',
  ]);
  const second = await reconcile('--ledger', next);
  expect(second.rows[0]).toMatchObject({
    matches: { exact: 1 },
    notes: [expect.stringContaining('matched as for other.csv')],
  });
});

test('wrong options are exit 2, and nothing is saved', async () => {
  const { nostro, reconcile } = await scene();
  for (const args of [
    ['reconcile'],
    ['reconcile', '--account', number, '--from', '2026-01-01'],
    ['reconcile', '--account', number, ...period, '--columns', 'day=Date'],
    ['reconcile', '--account', number, ...period, '--ledger', 'x', '--columns', 'when=Date'],
    ['reconcile', '--account', number, ...period, '--match', 'x=y'],
    ['reconcile', '--account', number, ...period, '--fees-up-to', '-1'],
  ])
    expect([args, (await nostro(...args)).code]).toEqual([args, 2]);
  const none = await reconcile();
  expectError(none, 2, {}, 'No ledger is saved for this account and these days');
});
