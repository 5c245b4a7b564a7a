import anyAscii from 'any-ascii';
import { Parser } from 'mt940js';
import { expect, test } from 'vitest';

import {
  awkwardEntries,
  copyWith,
  fileOf,
  folderOf,
  movedOf,
} from '../../support/files/handed-over.ts';
import { accountOf } from '../../support/desks/lone-desk.ts';
import { accountNumber, entry, firstDay, openCopy } from '../../support/stores/store.ts';

/** What a person who knows the character set would type instead. */
const typed = (text: string): string =>
  Array.from(text.normalize('NFC'))
    .map((sign) => (/[\r\n\t]/.test(sign) ? ' ' : sign < '\u007f' ? sign : anyAscii(sign) || '.'))
    .join('')
    .replaceAll('&', '+')
    .replaceAll(/["`]/g, "'")
    .replaceAll(/[_=~]/g, '-')
    .replaceAll(';', ',')
    .replaceAll(/[<[{]/g, '(')
    .replaceAll(/[>\]}]/g, ')')
    .replaceAll('@', '(at)')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    .trim();

test('10,000 entries with awkward texts read back entry by entry, in messages of at most 2,000 signs [E4]', async () => {
  const entries = awkwardEntries(10_000);
  const { text, report } = await fileOf(copyWith(entries), { format: 'mt940' });
  expect(text).toMatch(/^[A-Za-z0-9/\-?:().,'+ \r\n]*$/);
  const messages = text.split('\r\n-\r\n').slice(0, -1);
  expect(messages.filter((message) => message.length > 2_000)).toEqual([]);
  const details = text.split('\r\n').filter((line) => /^(?::86:|[^:-])/.test(line));
  expect(details.filter((line) => line.replace(/^:86:/, '').length > 65)).toEqual([]);
  // The reader adds up each message: opening balance and turnover must be its closing balance.
  const statements = new Parser().parse(text);
  expect(statements.map(({ number }) => number.sequence)).toEqual(
    statements.map((_, index) => String(index + 1)),
  );
  const lines = statements.flatMap(({ transactions }) => transactions);
  const wrong = lines.filter((one, index) => {
    const was = entries[index];
    if (was === undefined) return true;
    const { EREF = '', REMI = '', TRTP } = one.structuredDetails ?? {};
    const whole = typed(was.narration);
    return !(
      one.amount.toFixed(2) === movedOf(was) &&
      one.bankReference === was.id &&
      EREF.trim() === typed(was.customReference) &&
      TRTP === typed(was.transactionType) &&
      (whole.length > 300 ? whole.startsWith(REMI.slice(0, 250)) : REMI.trim() === whole)
    );
  });
  expect(wrong).toEqual([]);
  expect(lines).toHaveLength(10_000);
  expect(report.notes.map(({ what }) => what).toSorted()).toEqual([
    'Characters replaced that SWIFT does not have',
    'Narrations shortened to fit MT940',
  ]);
  const { examples } = report.notes.find(({ what }) => what.startsWith('Characters'))!;
  expect(examples[0]).toMatchObject({
    was: expect.any(String) as string,
    is: expect.any(String) as string,
  });
});

test('the balances carry over from message to message, and the last one is the closing balance', async () => {
  const entries = awkwardEntries(40, 10);
  const { text, report } = await fileOf(copyWith(entries), { format: 'mt940' });
  const balances = [...text.matchAll(/^:(60F|60M|62M|62F):(.*)$/gm)].map(([, tag, value]) => [
    tag,
    value,
  ]);
  expect(balances[0]?.[0]).toBe('60F');
  expect(balances.at(-1)?.[0]).toBe('62F');
  for (let index = 1; index + 1 < balances.length; index += 2) {
    expect([balances[index]?.[0], balances[index + 1]?.[0]]).toEqual(['62M', '60M']);
    expect(balances[index + 1]?.[1]).toBe(balances[index]?.[1]);
  }
  const closing = report.accounts[0]?.closing ?? '';
  expect(balances.at(-1)?.[1]?.trim()).toBe(`C241007USD${closing.replace('.', ',')}`);
  expect(text).toMatch(/^:28C:24281\/1\r$/m);
});

test('an amount that has no room is refused by name, and no file is left', async () => {
  const large = [
    entry('e-1', { amountE4: 123_456_789_012_345_600n, balanceE4: 123_456_789_012_345_600n }),
  ];
  await expect(fileOf(copyWith(large), { format: 'mt940' })).rejects.toMatchObject({
    code: 'input.invalid',
    message: expect.stringContaining('MT940 has no room for the amount') as string,
  });
});

test('what looks like a field or a code within a text is none [E4]', async () => {
  const narration = '-:86:/EREF/x /NAME/Mallory/REMI/ -}';
  const copy = copyWith([entry('e-1', { narration, day: firstDay })], openCopy());
  const [statement] = new Parser().parse((await fileOf(copy, { format: 'mt940' })).text);
  expect(statement?.transactions[0]?.structuredDetails).toEqual({
    EREF: 'ref e-1',
    TRTP: 'TRANSFER',
    REMI: '-:86:-EREF/x -NAME/Mallory-REMI/ -)',
  });
});

test('what can be spent stands in 64 where the bank reported it on the last day, and nowhere else', async () => {
  const copyAsOf = (at: string) => {
    const copy = copyWith(awkwardEntries(20, 10));
    copy.writer.saveAccounts([accountOf({ availableBalance: '-1234.50' })], at, accountNumber);
    return copy;
  };
  const { text } = await fileOf(copyAsOf('2024-10-05T18:00:00.000Z'), { format: 'mt940' });
  expect(text).toMatch(/^:62F:C241005USD.*\r\n:64:D241005USD1234,50\r\n-\r\n$/m);
  expect(text.match(/^:64:/gm)).toHaveLength(1);
  const later = await fileOf(copyAsOf('2024-10-06T00:00:00.000Z'), { format: 'mt940' });
  expect(later.text).not.toMatch(/^:64:/m);
  // Forward available balances are optional, and the bank sends none.
  expect(text).not.toMatch(/^:65:/m);
});

test('files of several days are numbered by year and day of the year, each counted on from 1, and the same again', async () => {
  const copy = copyWith(awkwardEntries(120, 30));
  const asked = { format: 'mt940', filePerDay: true };
  const numbersOf = (text: string) => [...text.matchAll(/^:28C:(.*)\r$/gm)].map(([, code]) => code);
  const numbered = (await folderOf(copy, asked)).map(({ text }) => numbersOf(text));
  const days = ['24278', '24279', '24280', '24281'];
  expect(numbered).toEqual(
    numbered.map((list, day) => list.map((_, index) => `${days[day] ?? ''}/${String(index + 1)}`)),
  );
  expect(numbered).toHaveLength(4);
  expect(Math.min(...numbered.map((list) => list.length))).toBeGreaterThan(1);
  expect((await folderOf(copy, asked)).map(({ text }) => numbersOf(text))).toEqual(numbered);
  // A file over the days has the last one's number: it is the statement that ends there.
  const { text } = await fileOf(copy, { format: 'mt940' });
  expect(new Set(numbersOf(text).map((code) => code?.split('/')[0]))).toEqual(new Set(['24281']));
});

test("a balance of a file is the next one's opening balance, day by day", async () => {
  const files = await folderOf(copyWith(awkwardEntries(90, 30)), {
    format: 'mt940',
    filePerDay: true,
  });
  const figures = files.map(({ text }) => ({
    opening: /^:60F:[CD]\d{6}(.*)$/m.exec(text)?.[1],
    closing: /^:62F:[CD]\d{6}(.*)$/m.exec(text)?.[1],
  }));
  expect(figures).toHaveLength(3);
  expect(figures.slice(1).map(({ opening }) => opening)).toEqual(
    figures.slice(0, -1).map(({ closing }) => closing),
  );
});

test('a reference in other letters is written in Latin ones, and the report shows both the original and the new one', async () => {
  const entries = [
    entry('№-Ö1', { customReference: 'Rechnung_Ä;7', ordinal: 0 }),
    entry('№-O1', { customReference: 'Plain 7', ordinal: 1 }),
  ];
  const { text, report } = await fileOf(copyWith(entries), { format: 'mt940' });
  const lines = new Parser().parse(text).flatMap(({ transactions }) => transactions);
  expect(lines.map(({ reference }) => reference)).toEqual(['Rechnung-A,7', 'Plain 7']);
  // Both would be No-O1: each keeps a reference of its own, and stands whole in field 86.
  expect(lines.map(({ bankReference }) => bankReference)).toEqual(['No-O1-874966', 'No-O1-57d31c']);
  expect(lines.map(({ structuredDetails }) => structuredDetails?.['BREF'])).toEqual([
    'No-O1',
    'No-O1',
  ]);
  const [signs] = report.notes;
  expect(signs).toMatchObject({ what: 'Characters replaced that SWIFT does not have', entries: 2 });
  expect(signs?.examples.slice(0, 2)).toEqual([
    { entry: '№-Ö1', was: 'Rechnung_Ä;7', is: 'Rechnung-A,7' },
    { entry: '№-Ö1', was: '№-Ö1', is: 'No-O1' },
  ]);
});
