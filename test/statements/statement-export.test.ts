import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { builtInBankFile } from '../../electron/bank/bank-file.ts';
import { meaningsBy } from '../../electron/statements/meanings.ts';
import { csvHead, csvLine } from '../../electron/statements/export-csv.ts';
import {
  formatNamed,
  suggestedName,
  writeStatement,
} from '../../electron/statements/statement-export.ts';
import { writeWholeFile } from '../../electron/exports/whole-file.ts';
import type { CacheWriter } from '../../electron/desk/writer-methods.ts';
import type { ExportedEntry } from '../../electron/statements/incoming.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { wallClock } from '../support/time.ts';

const entry: ExportedEntry = {
  id: 'e-1',
  amount: '-100.10',
  currency: 'USD',
  direction: 'debit',
  transactionType: 'transfer',
  transactionDate: '2026-11-20T09:41:00.000Z',
  narration: 'Invoice "88213", part 1',
  customReference: '',
  balance: '12345678901234.5678',
};

/** The cells of a line, read back as a spreadsheet reads them. */
const cells = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n)/g)].map(([, cell]) =>
    (cell ?? '').replaceAll('""', '"'),
  );

const builtIn = builtInBankFile('http://127.0.0.1:1');

test('a line of CSV reads back cell by cell, amounts to the last digit', () => {
  expect(csvHead([]).startsWith('\uFEFF"id","transactionDate"')).toBe(true);
  expect(cells(csvLine(entry, []))).toEqual([
    'e-1',
    '2026-11-20T09:41:00.000Z',
    'debit',
    '-100.10',
    'USD',
    'transfer',
    'Invoice "88213", part 1',
    '',
    '12345678901234.5678',
  ]);
});

test.each(['=cmd|calc', '+1', '-2+3', '@SUM(A1)', '\t=1', '＝1', ' =1', '\r=1'])(
  'the text %j is disarmed for spreadsheets, and a negative amount stays a number [E1]',
  (narration) => {
    const line = cells(csvLine({ ...entry, narration }, []));
    expect(line[6]).toBe(`'${narration}`);
    expect(line[3]).toBe('-100.10');
  },
);

test('a file name tells day, account, currency and period, whatever the account is called', () => {
  const name = suggestedName({
    view: { accountNumber: '../01 23/45', filter: { from: '2026-11-01', to: '2026-11-20' } },
    format: formatNamed('csv'),
    currency: 'NGN',
    writer: {} as CacheWriter,
    meanings: meaningsBy(builtIn),
    clock: wallClock(() => Date.parse('2026-11-20T23:59:00Z')),
  });
  expect(name).toBe('2026-11-20_STMT_---01-23-45_NGN_2026-11-01--2026-11-20.csv');
});

test('an export that breaks off leaves neither a half file nor the old one changed [E2]', async () => {
  const folder = tempFolder();
  const path = join(folder, 'statement.csv');
  await writeWholeFile(path, ['old']);
  async function* breaking(): AsyncGenerator<string> {
    yield 'new';
    await Promise.resolve();
    throw new Error('the disk went away');
  }
  await expect(writeWholeFile(path, breaking())).rejects.toMatchObject({ code: 'file.unwritable' });
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['statement.csv']);
  const nowhere = join(folder, 'missing', 'x.csv');
  await expect(writeWholeFile(nowhere, ['x'])).rejects.toMatchObject({ code: 'file.unwritable' });
  expect(existsSync(nowhere)).toBe(false);
});

test('JSON is one array whatever the number of batches, and empty exports are files too', async () => {
  const folder = tempFolder();
  for (const batches of [[[]], [[entry]], [[entry, entry], [], [entry]]]) {
    const writer = {
      readBatch: ({ afterKey }: { afterKey: number | null }) => {
        const at = afterKey ?? 0;
        return Promise.resolve({
          rows: batches[at] ?? [],
          nextKey: at + 1 < batches.length ? at + 1 : null,
        });
      },
    } as unknown as CacheWriter;
    const exporting = {
      view: { accountNumber: '1', filter: {} },
      format: formatNamed('json'),
      currency: 'USD',
      writer,
      meanings: meaningsBy(builtIn),
      clock: wallClock(() => 0),
    };
    const path = join(folder, 'out.json');
    expect(await writeStatement(exporting, path)).toBe(batches.flat().length);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(batches.flat());
  }
});
