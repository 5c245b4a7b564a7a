import anyAscii from 'any-ascii';
import { Parser } from 'mt940js';
import { expect, test } from 'vitest';

import { awkwardEntries, copyWith, fileOf, movedOf } from '../../support/handed-over.ts';
import { entry, firstDay, openCopy } from '../../support/store.ts';

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
  // The reader reckons each message: opening balance and turnover must be its closing balance.
  const statements = new Parser().parse(text);
  expect(statements.map(({ number }) => number.sequence)).toEqual(
    statements.map((_, index) => String(index + 1)),
  );
  const told = statements.flatMap(({ transactions }) => transactions);
  const wrong = told.filter((one, index) => {
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
  expect(told).toHaveLength(10_000);
  expect(report.notes.map(({ what }) => what).toSorted()).toEqual([
    'Longer than the 390 signs of field 86',
    'Signs outside the SWIFT character set',
  ]);
  const { examples } = report.notes.find(({ what }) => what.startsWith('Signs'))!;
  expect(examples[0]).toMatchObject({
    was: expect.any(String) as string,
    is: expect.any(String) as string,
  });
});

test('the balances carry over from message to message, and the last one is the closing balance', async () => {
  const entries = awkwardEntries(40, 10);
  const { text, report } = await fileOf(copyWith(entries), { format: 'mt940' });
  const balances = [...text.matchAll(/^:(60F|60M|62M|62F):(.*)$/gm)].map(([, tag, told]) => [
    tag,
    told,
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
