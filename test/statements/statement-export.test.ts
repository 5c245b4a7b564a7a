import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { builtInBankFile } from '../../electron/engines/bank/file/bank-file.ts';
import type { TextQuestion } from '../../electron/nouns/statements/export/export-formats.ts';
import { writeWholeFile } from '../../electron/engines/exports/whole-file.ts';
import { csvBatch, csvLine } from '../../electron/nouns/statements/export/csv-lines.ts';
import { formatNamed } from '../../electron/nouns/statements/export/export-formats.ts';
import {
  exportedNames,
  type ExportRow,
} from '../../electron/nouns/statements/export/export-rows.ts';
import type {
  ExportedEntry,
  IncomingEntry,
} from '../../electron/nouns/statements/entries/incoming.ts';
import {
  meaningsAt,
  meaningsBy,
  type Meanings,
} from '../../electron/nouns/statements/entries/meanings.ts';
import { statementReads, type StatementQuestions } from '../../electron/nouns/statements/reads.ts';
import {
  batchesOf,
  suggestedName,
  writeStatement,
} from '../../electron/nouns/statements/statement-export.ts';
import { answeredHere } from '../../electron/engines/store/threads/reader-thread.ts';
import { spelledOut } from '../../shared/bank/extras.ts';
import type { StatementFilter } from '../../shared/ipc/accounts/statements.ts';
import { fromUnits, fromUnitsText } from '../../shared/money/decimal.ts';
import {
  accountNumber,
  entry,
  fetchRange,
  firstDay,
  openCopy,
  range,
} from '../support/stores/store.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { wallClock } from '../support/setup/time.ts';

const builtIn = builtInBankFile('http://127.0.0.1:1');
const noMeanings = meaningsBy(builtIn);

type Given = {
  readonly meanings?: Meanings;
  readonly filter?: StatementFilter;
  readonly account?: string;
};

/** An exporting of what the reading thread answers, which is answered here at once. */
const exportingOf = (
  questions: StatementQuestions,
  format: string,
  { meanings = noMeanings, filter = {}, account = accountNumber }: Given = {},
) => ({
  view: { accountNumber: account, filter },
  format: formatNamed(format),
  currency: 'USD',
  questions,
  meanings,
  clock: wallClock(() => 0),
});

/** The same questions; `look` sees every piece of text that is asked for, and may throw. */
const watching = (
  questions: StatementQuestions,
  look: (question: TextQuestion, signal?: AbortSignal) => void,
): StatementQuestions => ({
  ask: async (name, input, asking) => {
    if (name === 'textBatch') look(input[0] as TextQuestion, asking?.signal);
    return questions.ask(name, input, asking);
  },
});

async function written(...exporting: Parameters<typeof exportingOf>): Promise<string> {
  const path = join(tempFolder(), 'out');
  await writeStatement(exportingOf(...exporting), path);
  return readFileSync(path, 'utf8');
}

function filledWith(entries: readonly IncomingEntry[]) {
  const { writer, reader } = openCopy();
  fetchRange(writer, [entries], { start: range(firstDay, firstDay + 3) });
  return answeredHere(statementReads(reader));
}

/** The cells of a file, read back as a spreadsheet reads them. */
const cells = (text: string): string[][] =>
  text
    .slice(1)
    .split(/(?<=")\r\n(?="|$)/)
    .slice(1, -1)
    .map((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell]) =>
        (cell ?? '').replaceAll('""', '"'),
      ),
    );

test('a line of CSV reads back cell by cell, amounts to the last digit', async () => {
  const questions = filledWith([
    entry('e-1', {
      amountE4: -1_001_000n,
      balanceE4: 123_456_789_012_345_678n,
      direction: 'debit',
      narration: 'Invoice "88213", part 1',
      customReference: '',
    }),
  ]);
  const text = await written(questions, 'csv');
  expect(text.startsWith('\uFEFF"accountNumber","id","transactionDate"')).toBe(true);
  expect(cells(text)).toEqual([
    [
      accountNumber,
      'e-1',
      '2024-10-04T10:00:00.000Z',
      'debit',
      '-100.10',
      'USD',
      'TRANSFER',
      'Invoice "88213", part 1',
      '',
      '12345678901234.5678',
      '',
    ],
  ]);
});

test.each(['=cmd|calc', '+1', '-2+3', '@SUM(A1)', '\t=1', '＝1', ' =1', '\r=1'])(
  'the text %j is disarmed for spreadsheets, and a negative amount stays a number [E1]',
  async (narration) => {
    const questions = filledWith([entry('e-1', { narration, amountE4: -1_001_000n })]);
    const [line] = cells(await written(questions, 'csv'));
    expect(line?.[7]).toBe(`'${narration}`);
    expect(line?.[4]).toBe('-100.10');
  },
);

/** A file as it is written plainly, of entries as objects: cell by cell and value by value. */
async function plainly(...given: Parameters<typeof exportingOf>): Promise<string> {
  const exporting = exportingOf(...given);
  const account = exporting.view.accountNumber;
  const entries: ExportedEntry[] = [];
  for await (const batch of batchesOf(exporting)) entries.push(...batch);
  if (exporting.format.name === 'json')
    return `[\n${entries.map((one) => JSON.stringify(spelledOut({ accountNumber: account, ...one }))).join(',\n')}\n]\n`;
  const known = [
    'accountNumber',
    'id',
    'transactionDate',
    'direction',
    'amount',
    'currency',
    'transactionType',
  ];
  const meanings = exportedNames(exporting.meanings);
  const names = [...known, 'narration', 'customReference', 'balance', ...meanings];
  const byOthers = ['id', 'transactionType', 'narration', 'customReference', 'counterparty'];
  const cell = (name: string, text: string) => {
    const isRisky = [...byOthers, 'remittanceInformation'].includes(name);
    const armed = isRisky && /^[\s\0]*[=+\-@\t\r\0＝＋－＠]/.test(text);
    return `"${(armed ? `'${text}` : text).replaceAll('"', '""')}"`;
  };
  const lines = entries.map((one) =>
    names
      .map((name) =>
        cell(name, { accountNumber: account, ...one }[name as keyof ExportedEntry] ?? ''),
      )
      .join(','),
  );
  return `\uFEFF${[names.map((name) => `"${name}"`).join(','), ...lines].join('\r\n')}\r\n`;
}

/** What stands before and behind letters and digits in the order of bytes, blanks and formulas of every kind among it. */
const firstSigns =
  '=+-@\t\r\0\u00a0\u1680\u2028\u3000\ufeff＝＋－＠/0:;<>?AZ[`az{|}~\u007f¿ÀÿЖ\u0fffက々ぁ中힣\ue000豈ﬀ😀"\'';
const awkward = fc.oneof(
  fc.constantFrom('', ' +1', '""', 'a,b', 'a\r\nb', 'a"', 'a\0"', '\0=1', '{"a":1}'),
  fc
    .constantFrom(...Array.from(firstSigns))
    .chain((first) => fc.constantFrom(first, `${first}=1`, ` ${first}`)),
  fc.string({ unit: 'binary', maxLength: 8 }).map((text) => text.toWellFormed()),
);
const most = 999_999_999_999_999_999n;
const figure = fc.oneof(
  fc.bigInt(-most, most),
  fc.bigInt(-30_000n, 30_000n),
  fc.bigInt(-(most / 10_000n), most / 10_000n).map((units) => units * 100n),
  fc.bigInt(-300n, 300n).map((whole) => whole * 10_000n),
);
const plain = fc.constantFrom('Invoice 88213', 'Ödön', '給与', '7');
const anyText = fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: awkward });
const currencies = ['USD', 'JPY', 'KWD', 'CLF', 'XTS', 'QQQ'];
const awkwardEntry = fc.record({
  narration: anyText,
  customReference: anyText,
  transactionType: anyText,
  amountE4: figure,
  balanceE4: figure,
  currency: fc.option(fc.constantFrom(...currencies), { nil: null, freq: 2 }),
  digits: fc.option(fc.nat(4), { nil: undefined }),
  extras: fc.option(
    awkward.map((payer) => JSON.stringify({ payer, due: '2026-11-20', n: 1.5 })),
    { nil: undefined },
  ),
  direction: fc.constantFrom<'debit' | 'credit'>('debit', 'credit'),
});

test('an export is to the byte what is written plainly, whatever the bank says', async () => {
  const some = meaningsAt({ counterparty: '/payer', valueDate: '/due' });
  let copy = openCopy();
  let accounts = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(awkwardEntry, { maxLength: 12 }),
      fc.constantFrom('csv', 'csv', 'json'),
      fc.constantFrom(noMeanings, noMeanings, some),
      fc.constantFrom<StatementFilter>({}, { direction: 'debit' }, { search: 'a' }),
      fc.constantFrom(null, ...currencies),
      async (given, format, meanings, filter, own) => {
        accounts += 1;
        if (accounts % 1_000 === 0) copy = openCopy();
        const account = `account ${String(accounts)}`;
        const entries = given.map(({ currency, ...one }, ordinal) =>
          entry(`e${String(ordinal)}`, { ...one, currency: currency ?? own ?? 'EUR', ordinal }),
        );
        copy.writer.ensureAccount(account, own);
        const start = { ...range(firstDay, firstDay + 3), accountNumber: account };
        fetchRange(copy.writer, [entries], { start });
        const questions = answeredHere(statementReads(copy.reader));
        const asked = [questions, format, { meanings, filter, account }] as const;
        expect(await written(...asked)).toBe(await plainly(...asked));
      },
    ),
    { numRuns: 100 },
  );
});

test('a plain entry of an account in a known currency is no value of JavaScript on its way to CSV', () => {
  const { writer, reader } = openCopy();
  const entries = ['Rent', '=1'].map((narration, ordinal) =>
    entry(`e${String(ordinal)}`, { ordinal, narration }),
  );
  fetchRange(writer, [entries]);
  const question = { accountNumber, filter: {}, afterKey: null, limit: 10 };
  csvBatch(reader, question);
  const asked: unknown[] = [];
  reader.connection.function('csv_line', { varargs: true }, (...row) => {
    asked.push(row[0]);
    return csvLine(row as unknown as ExportRow);
  });
  expect(csvBatch(reader, question).entries).toBe(2);
  expect(asked).toEqual(['e1']);
});

test('digits of units become the decimal that the number of units becomes', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.nat(6), (units, digits) => {
      const magnitude = (units < 0n ? -units : units).toString().padStart(5, '0');
      const fraction = magnitude.slice(-4).replace(/0+$/, '').padEnd(digits, '0');
      const text = `${units < 0n ? '-' : ''}${magnitude.slice(0, -4)}${fraction === '' ? '' : `.${fraction}`}`;
      expect(fromUnitsText(String(units), digits)).toBe(text);
      expect(fromUnits(units, digits)).toBe(text);
    }),
  );
});

test('a file name shows day, account, currency and period, whatever the account is called', () => {
  const name = suggestedName({
    view: { accountNumber: '../01 23/45', filter: { from: '2026-11-01', to: '2026-11-20' } },
    format: formatNamed('csv'),
    currency: 'NGN',
    questions: answeredHere(statementReads(openCopy().reader)),
    meanings: noMeanings,
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

test.each(['csv', 'json'])(
  '%s goes on over many pieces, and asks for one while it writes another',
  async (format) => {
    const many = Array.from({ length: 2_250 }, (_, ordinal) =>
      entry(`e${String(ordinal)}`, { ordinal, day: firstDay + (ordinal % 3) }),
    );
    const questions = filledWith(many);
    const asked: (number | null)[] = [];
    const watched = watching(questions, (question) => {
      asked.push(question.afterKey);
    });
    expect(await written(watched, format)).toBe(await plainly(questions, format));
    expect(asked).toHaveLength(3);
  },
);

test.each(['csv', 'json'])('an empty export of %s is a file too', async (format) => {
  const questions = filledWith([]);
  expect(await written(questions, format)).toBe(await plainly(questions, format));
});

test('a copy that fails in the middle of an export leaves no file [E2]', async () => {
  const questions = filledWith(
    Array.from({ length: 1_001 }, (_, ordinal) => entry(`e${String(ordinal)}`, { ordinal })),
  );
  const failing = watching(questions, ({ afterKey }) => {
    if (afterKey !== null) throw new Error('the thread ended');
  });
  const folder = tempFolder();
  const exporting = writeStatement(exportingOf(failing, 'csv'), join(folder, 'out.csv'));
  await expect(exporting).rejects.toMatchObject({ code: 'file.unwritable' });
  expect(readdirSync(folder)).toEqual([]);
});

test('an export whose file takes no more ends the reading of the next piece, and leaves no file [E2]', async () => {
  const questions = filledWith(
    Array.from({ length: 8_001 }, (_, ordinal) => entry(`e${String(ordinal)}`, { ordinal })),
  );
  const signals: (AbortSignal | undefined)[] = [];
  const watched: StatementQuestions = {
    ask: async (name, input, asking) => {
      signals.push(asking?.signal);
      const answer = await questions.ask(name, input, asking);
      // No disk takes what is no text.
      return signals.length === 2 ? Object.assign({}, answer, { text: 0 }) : answer;
    },
  };
  const folder = tempFolder();
  const exporting = writeStatement(exportingOf(watched, 'csv'), join(folder, 'out.csv'));
  await expect(exporting).rejects.toMatchObject({ code: 'file.unwritable' });
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true]);
  expect(readdirSync(folder)).toEqual([]);
});
