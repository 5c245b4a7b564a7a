import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readAmountTyped } from '../../electron/engines/find/amounts.ts';
import { chipsOf } from '../../electron/engines/find/chips.ts';
import { understandText } from '../../electron/engines/find/command.ts';
import { readDays } from '../../electron/engines/find/dates.ts';
import { understand, type Surroundings } from '../../electron/engines/find/understand.ts';
import { isIsoDate } from '../../shared/calendar/calendar.ts';

/** A Friday. */
const today = '2026-11-20';
const here: Surroundings = {
  today,
  accountNumbers: ['0690000031', 'DE89 3704 0044 0532 0130 00', '1234567345'],
  currencies: ['EUR', 'USD'],
};
const chipTexts = (text: string): string[] =>
  chipsOf(understand(text, here), today).map(({ label, words }) => `${label} ${words}`);

describe('what was typed', () => {
  test.each([
    ['6,030.81 tern nov', ['amount 6,030.81', 'word tern', 'month Nov 2026']],
    ['6030.81', ['amount 6,030.81']],
    ['6.030,81', ['amount 6,030.81']],
    ["6'030.81", ['amount 6,030.81']],
    ['-6,030.81', ['amount 6,030.81']],
    ['−6030,81', ['amount 6,030.81']],
    ['12.5k', ['amount 12,500.00']],
    ['1.25m usd', ['amount 1,250,000.00 USD']],
    ['>10000 eur', ['amount over 10,000.00 EUR']],
    ['> 10000 EUR', ['amount over 10,000.00 EUR']],
    ['>=10,000', ['amount from 10,000.00']],
    ['<250.50', ['amount under 250.50']],
    ['<=1k', ['amount up to 1,000.00']],
    ['€500', ['amount 500.00 EUR']],
    ['500eur', ['amount 500.00 EUR']],
    ['eur 500', ['amount 500.00 EUR']],
    ['6.030', ['amount 6,030.00 or 6.03']],
    ['1,234,567', ['amount 1,234,567.00']],
    ['45646', ['amount or text 45,646.00']],
    ['20 Nov', ['day 20 Nov']],
    ['nov 20', ['day 20 Nov']],
    ['21 nov', ['day 21 Nov 2025']],
    ['20 November 2025', ['day 20 Nov 2025']],
    ['2026-11-20', ['day 20 Nov']],
    ['20.11.2026', ['day 20 Nov']],
    ['11/20/2026', ['day 20 Nov']],
    ['2026-11', ['month Nov 2026']],
    ['march', ['month Mar 2026']],
    ['dec', ['month Dec 2025']],
    ['march 2024', ['month Mar 2024']],
    ['last week', ['days 9 Nov – 15 Nov']],
    ['this week', ['days 16 Nov – 22 Nov']],
    ['last month', ['month Oct 2026']],
    ['yesterday', ['day 19 Nov']],
    ['last 30 days', ['days 22 Oct – 20 Nov']],
    ['q3', ['days 1 Jul – 30 Sep']],
    ['since 1 nov', ['days since 1 Nov']],
    ['before 2026-11-01', ['days until 31 Oct']],
    [
      'unread flagged noted in out',
      ['entries unread', 'entries flagged', 'entries noted', 'money in', 'money out'],
    ],
    ['is:unread', ['entries unread']],
    ['payee:acme', ['payee acme']],
    ['payee:"Acme Ltd" ref:77', ['payee Acme Ltd', 'reference 77']],
    ['7345', ['account ··7345']],
    ['account:31', ['account ··31']],
    ['0690000031', ['account ··0690000031']],
    ['INV-77', ['word INV-77']],
    ['2026-45', ['word 2026-45']],
    ['10:30', ['word 10:30']],
    ['"march"', ['word march']],
    ['eur', ['currency EUR']],
    // A currency that no account has is a word, as are most of those that are words.
    ['all try top', ['word all', 'word try', 'word top']],
    ['Müller', ['word Müller']],
    ['', []],
    ['   ', []],
  ])('%s', (text, chips) => {
    expect(chipTexts(text)).toEqual(chips);
  });

  test('each part stands where it was typed, and taking it out leaves the others as they were', () => {
    const text = 'payee:acme  12500 eur since 1 nov unread';
    const chips = chipsOf(understand(text, here), today);
    expect(chips.map(({ start, end }) => text.slice(start, end))).toEqual([
      'payee:acme',
      '12500 eur',
      'since 1 nov',
      'unread',
    ]);
    for (const [at, { start, end }] of chips.entries())
      expect(chipTexts(text.slice(0, start) + text.slice(end))).toEqual(
        chipTexts(text).filter((_, other) => other !== at),
      );
  });

  test('is never too strange, and every character that is no blank belongs to a part', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const terms = understand(text, here);
        let end = 0;
        for (const term of terms) {
          expect(term.start).toBeGreaterThanOrEqual(end);
          expect(term.end).toBeGreaterThan(term.start);
          end = term.end;
        }
        chipsOf(terms, today);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is the same in any order', () => {
    const parts = ['6,030.81', 'tern', 'unread', 'out', 'payee:acme', '2026-11-20', 'INV-77'];
    fc.assert(
      fc.property(fc.shuffledSubarray(parts), (some) => {
        expect(chipTexts(some.join(' ')).toSorted()).toEqual(some.flatMap(chipTexts).toSorted());
      }),
    );
  });
});

/** Units of 10^-4 with at most two decimals. */
const cents = fc.bigInt({ min: 0n, max: 99_999_999_999_999n });
const grouped = (whole: string, mark: string): string =>
  whole.replace(/\B(?=(\d{3})+(?!\d))/g, mark);

test('an amount is the same however it is written, to the last digit', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      const digits = amount.toString().padStart(3, '0');
      const [whole, minor] = [digits.slice(0, -2), digits.slice(-2)];
      const exactly = [{ low: amount * 100n, high: amount * 100n }];
      for (const text of [
        `${whole}.${minor}`,
        `${whole},${minor}`,
        `${grouped(whole, ',')}.${minor}`,
        `${grouped(whole, '.')},${minor}`,
        `-${grouped(whole, ',')}.${minor}`,
        `EUR${whole}.${minor}`,
      ])
        expect([text, readAmountTyped(text)?.ranges]).toEqual([text, exactly]);
      const [over] = readAmountTyped(`>${whole}.${minor}`)?.ranges ?? [];
      expect(over).toEqual({ low: amount * 100n + 1n, high: null });
    }),
  );
});

test('thousands and millions move the point and round nothing', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 9_999_999n }),
      fc.constantFrom('k', 'm'),
      (amount, scale) => {
        const digits = amount.toString().padStart(3, '0');
        const units = amount * 100n * (scale === 'k' ? 1_000n : 1_000_000n);
        expect(
          readAmountTyped(`${digits.slice(0, -2)}.${digits.slice(-2)}${scale}`)?.ranges,
        ).toEqual([{ low: units, high: units }]);
      },
    ),
  );
  expect(readAmountTyped('99999999999999999')).toBeNull();
  expect(readAmountTyped('1.23456')).toBeNull();
});

test('days are days that exist, from the first to the last, and none without a year is to come', () => {
  const word = fc.constantFrom(
    ...'20 31 29 1 nov feb march may 2024 2026 last this week month year quarter 3 days q1 q4 since until today'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      const read = readDays(words, today);
      if (read === null) return;
      const { from, to } = read.days;
      for (const day of [from, to]) expect(day === null || isIsoDate(day)).toBe(true);
      if (from !== null && to !== null) expect(from <= to).toBe(true);
      expect(read.used).toBeLessThanOrEqual(words.length);
      const isNamed = !words.some((one) => /^(20\d\d|this|until)$/.test(one));
      if (isNamed && from !== null) expect(from <= today).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

describe('a payment asked for in words', () => {
  test.each([
    ['pay acme 12500 eur ref INV-77', ['acme'], 125_000_000n, 'EUR', 'INV-77'],
    ['Pay 12.5k EUR acme ltd', ['acme', 'ltd'], 125_000_000n, 'EUR', ''],
    ['send "Acme Ltd" 1.250,10 ref:"rent, march"', ['Acme Ltd'], 12_501_000n, null, 'rent, march'],
    ['pay bluefin 1200 usd ref INV-9', ['bluefin'], 12_000_000n, 'USD', 'INV-9'],
    ['pay bluefin usd 1200 ref INV-9', ['bluefin'], 12_000_000n, 'USD', 'INV-9'],
    ['pay usd 1200 bluefin', ['bluefin'], 12_000_000n, 'USD', ''],
    ["pay bluefin 1'200.50 usd", ['bluefin'], 12_005_000n, 'USD', ''],
    ['pay bluefin 1,200.50 usd', ['bluefin'], 12_005_000n, 'USD', ''],
    ['pay bluefin 1.200,50', ['bluefin'], 12_005_000n, null, ''],
    // A currency apart from its amount is not lost, and a word that is also a day or a mark is part of the name.
    ['pay 1200 bluefin eur', ['bluefin'], 12_000_000n, 'EUR', ''],
    ['pay may ltd 100 eur', ['may', 'ltd'], 1_000_000n, 'EUR', ''],
    ['pay in flagged unread 100 eur', ['in', 'flagged', 'unread'], 1_000_000n, 'EUR', ''],
    ['pay bluefin 1200 xyz', ['bluefin', 'xyz'], 12_000_000n, null, ''],
  ])('%s', (text, names, units, currency, narration) => {
    const { command } = understandText(text, here);
    expect(command).toMatchObject({ isExplicit: true, narration, account: null });
    expect(command?.names.map((term) => term.kind === 'word' && term.text)).toEqual(names);
    expect(command?.amount).toMatchObject({ ranges: [{ low: units, high: units }], currency });
  });

  test('the verb inside a search is a word of it', () => {
    for (const text of ['payroll 1200 eur', 'rent pay 1200 eur', 'repay acme 100'])
      expect(understandText(text, here).command?.isExplicit ?? false).toBe(false);
  });

  test('an amount beside a name only offers one', () => {
    expect(understandText('tern 6,030.81', here).command?.isExplicit).toBe(false);
    expect(understandText('pay acme 100 7345', here).command?.account).toBe('7345');
  });

  // Nothing that could be meant in two ways, or that lacks a name, is a payment; it is looked for as it stands.
  test.each([
    ...['pay', 'pay acme', 'pay 12500', 'pay acme >12500', 'pay acme 6.030', 'pay acme 1 2'],
    'pay acme 100 eur usd',
  ])('“%s” is none', (text) => {
    const { command, terms } = understandText(text, here);
    expect(command).toBeNull();
    expect(text.slice(terms[0]?.start, terms[0]?.end)).toBe('pay');
  });
});
