import { describe, expect, test } from 'vitest';

import { fitOf, guessedAccount } from '../../electron/nouns/books/ledger/guess-account.ts';
import type { ParsedLine } from '../../electron/nouns/books/ledger/ledger.ts';
import { OpenedFile, seeLedger } from '../../electron/nouns/books/preview-ledger.ts';
import { addDays, dateOfDayNumber } from '../../shared/calendar/calendar.ts';
import {
  accountNumber,
  entry,
  fetchRange,
  firstDay,
  openCopy,
  type Copy,
} from '../support/stores/store.ts';
import { bytesOf } from '../support/stores/table-files.ts';

const day = dateOfDayNumber(firstDay);

const lineOf = (amount: string, more: Partial<ParsedLine> = {}): ParsedLine => ({
  ...{ line: 1, day, amount, references: [], text: '', currency: '', account: '' },
  ...more,
});
const linesOf = (...amounts: readonly string[]) => amounts.map((amount) => lineOf(amount));

/** Amounts of 1.00 to `count`.00, from `first`. */
const amounts = (count: number, first = 1) =>
  Array.from({ length: count }, (_, at) => `${String(first + at)}.00`);

/** The bank books these amounts on an account. */
function books(
  { writer }: Copy,
  account: string,
  booked: readonly string[],
  at = firstDay,
  currency = 'USD',
): void {
  writer.ensureAccount(account, currency);
  const entries = booked.map((amount, ordinal) =>
    entry(`${account}-${String(at)}-${String(ordinal)}`, {
      ...{ day: at, ordinal, amountE4: BigInt(amount.replace('.', '')) * 100n, currency },
    }),
  );
  fetchRange(writer, [entries], { start: { accountNumber: account, from: at, to: at } });
}

const guess = ({ reader }: Copy, lines: readonly ParsedLine[], fileName = 'ledger.csv') =>
  guessedAccount(reader, { fileName, lines });

describe('the account of a ledger', () => {
  test('is the one that the name of the file has', () => {
    const copy = openCopy();
    copy.writer.ensureAccount('77', 'USD');
    expect(guess(copy, linesOf('1.00'), `ledger ${accountNumber}.csv`)).toEqual({
      ...{ number: accountNumber, why: 'The file’s name has its number.' },
    });
    expect(guess(copy, linesOf('1.00'), `${accountNumber} and 77.csv`)).toBeNull();
    expect(guess(copy, linesOf('1.00'))).toBeNull();
  });

  test('is the only one, or the only one of its currency', () => {
    const copy = openCopy();
    const only = { number: accountNumber, why: 'It is the only account.' };
    expect(guess(copy, linesOf('1.00'))).toEqual(only);
    copy.writer.ensureAccount('77', 'EUR');
    expect(guess(copy, linesOf('1.00'))).toBeNull();
    const dollars = [lineOf('1.00', { currency: 'USD' }), lineOf('2.00')];
    expect(guess(copy, dollars)).toEqual({
      ...{ number: accountNumber, why: 'The only account in USD.' },
    });
    expect(guess(copy, [lineOf('1.00', { currency: 'GBP' })])).toBeNull();
  });

  test('is none where there is no line', () => {
    const copy = openCopy();
    copy.writer.ensureAccount('77', 'USD');
    expect(guess(copy, [])).toBeNull();
  });

  test('is the one that has a fourth of its amounts, whatever their signs', () => {
    const copy = openCopy();
    books(copy, '77', ['1.00', '2.00']);
    expect(guess(copy, linesOf('-1.00', '2.0', ...amounts(6, 10)))).toEqual({
      ...{ number: '77', why: '2 of 8 amounts are among its entries of these days.' },
    });
    expect(guess(copy, linesOf('-1.00', '2.0', ...amounts(7, 10)))).toBeNull();
  });

  test('is the one that has twice as many of them as any other', () => {
    const copy = openCopy();
    books(copy, '77', amounts(4));
    books(copy, accountNumber, amounts(2));
    expect(guess(copy, linesOf(...amounts(4)))).toMatchObject({ number: '77' });
    books(copy, '78', amounts(3, 2));
    expect(guess(copy, linesOf(...amounts(4)))).toBeNull();
    books(copy, '79', amounts(8));
    expect(guess(copy, linesOf(...amounts(8)))).toMatchObject({ number: '79' });
  });

  test('counts each amount once', () => {
    const copy = openCopy();
    books(copy, '77', ['1.00', '1.00', '1.00']);
    const lines = linesOf('1.00', '1.00', '1.00', ...amounts(4, 10));
    expect(guess(copy, lines)).toBeNull();
  });

  test('may book five days before or after the books', () => {
    for (const days of [-5, 5]) {
      const copy = openCopy();
      books(copy, '77', amounts(4), firstDay + days);
      expect(guess(copy, linesOf(...amounts(4)))).toMatchObject({ number: '77' });
    }
    for (const days of [-6, 6]) {
      const copy = openCopy();
      books(copy, '77', amounts(4), firstDay + days);
      expect(guess(copy, linesOf(...amounts(4)))).toBeNull();
    }
  });

  test('is looked for by 200 lines of days next to each other, in the middle of them', () => {
    const copy = openCopy();
    // 100 days of ten lines: the sample is of days 40 to 59.
    const lines = Array.from({ length: 1_000 }, (_, at) =>
      lineOf(`${String(at + 1)}.00`, { day: addDays(day, Math.floor(at / 10)) }),
    );
    books(copy, '77', amounts(50, 401), firstDay + 40);
    const found = { number: '77', why: '50 of 200 amounts are among its entries of these days.' };
    expect(guess(copy, lines)).toEqual(found);
    expect(guess(copy, lines.toReversed())).toEqual(found);
    const other = openCopy();
    books(other, '77', amounts(50, 351), firstDay + 40);
    expect(guess(other, lines)).toBeNull();
    const last = openCopy();
    books(last, '77', amounts(50, 551), firstDay + 64);
    expect(guess(last, lines)).toEqual(found);
    const beyond = openCopy();
    books(beyond, '77', amounts(50, 551), firstDay + 65);
    expect(guess(beyond, lines)).toBeNull();
  });

  test('is none beyond the first fifty', () => {
    const copy = openCopy();
    for (let at = 1; at < 50; at += 1) copy.writer.ensureAccount(`A-${String(at)}`, 'USD');
    books(copy, 'A-50', amounts(4));
    expect(guess(copy, linesOf(...amounts(4)))).toBeNull();
    books(copy, 'A-49', amounts(4));
    expect(guess(copy, linesOf(...amounts(4)))).toMatchObject({ number: 'A-49' });
  });
});

test('a statement without an entry is seen, with its account and without a fit', async () => {
  const copy = openCopy();
  const see = (account: string) =>
    seeLedger(
      copy.reader,
      {
        bytes: bytesOf(
          `:20:L\r\n:25:${account}\r\n:28C:1/1\r\n:60F:C261101USD1,00\r\n:62F:C261130USD1,00\r\n-`,
        ),
        ...{ fileName: 'books.sta', accountNumber: null, period: null },
        ...{ options: {}, saved: {}, accountAliases: [] },
      },
      new OpenedFile(),
    );
  expect(await see(accountNumber)).toMatchObject({
    value: { seen: { account: { number: accountNumber }, lines: 0, fit: null } },
  });
  copy.writer.ensureAccount('77', 'USD');
  expect(await see('999')).toMatchObject({
    value: { seen: { account: null, lines: 0, fit: null, missing: { what: 'account' } } },
  });
});

describe('how well a ledger fits its account', () => {
  const fit = ({ reader }: Copy, lines: readonly ParsedLine[], account = accountNumber) =>
    fitOf(reader, lines, account);

  test('is decided by at least five amounts', () => {
    const copy = openCopy();
    books(copy, accountNumber, amounts(5));
    expect(fit(copy, linesOf(...amounts(4), '1.00'))).toBeNull();
    expect(fit(copy, linesOf(...amounts(5)))).toEqual({
      ...{ found: 5, of: 5, fits: true, better: null },
    });
  });

  test('is good with a tenth of them', () => {
    const copy = openCopy();
    books(copy, accountNumber, amounts(1));
    expect(fit(copy, linesOf(...amounts(10)))).toEqual({
      ...{ found: 1, of: 10, fits: true, better: null },
    });
    expect(fit(copy, linesOf(...amounts(11)))).toEqual({
      ...{ found: 1, of: 11, fits: false, better: null },
    });
  });

  test('is bad where another account clearly has more', () => {
    const copy = openCopy();
    books(copy, '77', amounts(5));
    expect(fit(copy, linesOf(...amounts(10)))).toEqual({
      ...{ found: 0, of: 10, fits: false },
      better: { number: '77', why: '5 of 10 amounts are among its entries of these days.' },
    });
    expect(fit(copy, linesOf(...amounts(10)), '77')).toMatchObject({ fits: true, better: null });
    books(copy, '78', amounts(5), firstDay, 'EUR');
    const euros = amounts(10).map((amount) => lineOf(amount, { currency: 'EUR' }));
    expect(fit(copy, euros)).toMatchObject({ better: { number: '78' } });
  });
});
