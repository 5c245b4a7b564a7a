import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Line, Matched } from '../../electron/engines/matching/line.ts';
import { matchInPieces, tiesBetween } from '../../electron/engines/matching/match.ts';
import { toTheEnd } from '../../electron/engines/store/threads/turns.ts';
import { generatedYear, scoreMatches } from '../../tools/bench/ledgers.ts';
import {
  lines,
  matched,
  matching,
  matchLines,
  rules,
  type GivenLine,
} from '../support/files/match-lines.ts';

describe('generated years of known truth', () => {
  test('no match is false, and most of what belongs together is found', () => {
    const sums = { found: 0, lines: 0 };
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 31 }),
        fc.integer({ min: 20, max: 600 }),
        (seed, size) => {
          const year = generatedYear(seed, size);
          const { falseMatches, found, lines } = scoreMatches(
            year,
            matchLines(year.left, year.right, matching),
          );
          expect(falseMatches).toEqual([]);
          sums.found += found;
          sums.lines += lines;
        },
      ),
      { numRuns: 40 },
    );
    // Of all years together: a single one may have many lines that nothing distinguishes.
    expect(sums.found / sums.lines).toBeGreaterThan(0.8);
  });

  test('two numbers of one row that end alike are not a slip of each other', () => {
    const year = generatedYear(2_008_525_885, 30);
    const found = scoreMatches(year, matchLines(year.left, year.right, matching));
    expect(found.falseMatches).toEqual([]);
  });

  test('numbers of one row of a hundred are never joined, whatever stands before and behind them', () => {
    const forms = [
      (number: number) => `INV-2025-${String(number)}`,
      (number: number) => `PO${String(number)}`,
      (number: number) => `45${String(number)}12`,
      (number: number) => `${String(number)}/25`,
    ];
    const row = fc.integer({ min: 1_000, max: 9_999 }).map((hundred) => hundred * 100);
    fc.assert(
      fc.property(
        ...[row, fc.nat({ max: 99 }), fc.nat({ max: 99 }), fc.constantFrom(...forms)],
        (first, one, other, written) => {
          fc.pre(one !== other);
          const lineAt = (at: number): GivenLine => ({
            amount: 100,
            reference: written(first + at),
          });
          expect(rules(matched([lineAt(one)], [lineAt(other)]))).toEqual([]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('every line is in one match or on one list, whatever the lines are', () => {
    const line = fc.record({
      day: fc.integer({ min: 20_000, max: 20_010 }),
      amount: fc.integer({ min: -3, max: 3 }),
      reference: fc.constantFrom('', 'INV-10001', 'INV-10010', 'INV-10012', '10001', 'INV-1001'),
      text: fc.constantFrom('', 'KESTREL', 'INV-10001 INV-10010', 'INV10012'),
    });
    const lineList = fc.array(line, { maxLength: 8 });
    fc.assert(
      fc.property(lineList, lineList, (left, right) => {
        const found = matched(left, right);
        for (const side of ['left', 'right'] as const) {
          const all = [...found.matches.flatMap((match) => match[side]), ...found[side]];
          const ids = all.map(({ id }) => id).toSorted();
          expect(ids).toEqual(
            lines(side === 'left' ? 'L' : 'R', side === 'left' ? left : right)
              .map(({ id }) => id)
              .toSorted(),
          );
        }
        for (const { left: ours, right: theirs, rule } of found.matches) {
          const sum = (of: readonly Line[]) => of.reduce((total, { units }) => total + units, 0n);
          if (rule !== 'fee') expect(sum(ours)).toBe(sum(theirs));
        }
      }),
    );
  });

  test('which side a line stands on, and its place, change nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (seed) => {
        const { left, right } = generatedYear(seed, 120);
        const no = { ...matching, feeUpTo: () => 0n };
        const keys = ({ matches }: Matched, isTurnedRound: boolean) =>
          matches
            .map((match) => (isTurnedRound ? [match.right, match.left] : [match.left, match.right]))
            .map((sides) =>
              sides
                .map((one) =>
                  one
                    .map(({ id }) => id)
                    .toSorted()
                    .join('+'),
                )
                .join(' '),
            )
            .toSorted();
        const once = keys(matchLines(left, right, no), false);
        expect(keys(matchLines(left.toReversed(), right.toReversed(), no), false)).toEqual(once);
        expect(keys(matchLines(right, left, no), true)).toEqual(once);
      }),
      { numRuns: 15 },
    );
  });
});

test('many lines are matched a piece at a time, so that others are answered between two of them', () => {
  const { left, right, accountNumber } = generatedYear(11, 3_000);
  const work = matchInPieces(left, right, { ...matching, ignored: [accountNumber] });
  let pieces = 0;
  while (work.next().done !== true) pieces += 1;
  expect(pieces).toBeGreaterThan((left.length + right.length) / 1_000);
});

describe('lines that share many references', () => {
  const numbers = (count: number, first = 0) =>
    Array.from({ length: count }, (_, at) => `INV-${String(10_001 + first + at)}`);

  test('a text with more than eight references is a list, and names none of them', () => {
    const invoices = (count: number): GivenLine[] =>
      numbers(count).map((reference) => ({ amount: 10, reference }));
    const paid = (count: number) =>
      rules(
        matched(invoices(count), [
          { amount: count * 10, text: `PAID ${numbers(count).join(' ')}` },
        ]),
      );
    expect(paid(8)).toHaveLength(1);
    expect(paid(9)).toEqual([]);
    expect(paid(30)).toEqual([]);
  });

  test('a number and the letters before it are one reference, and the same one twice is one', () => {
    const text = numbers(8)
      .map((number) => number.replace('-', ' '))
      .join(' ');
    const [first = ''] = numbers(1);
    const one = { amount: 10, reference: first };
    expect(rules(matched([one], [{ amount: 10, text: `${text} ${text}` }]))).toEqual([
      'exact L0 R0',
    ]);
    expect(rules(matched([one], [{ amount: 10, text: `${text} INV 20001` }]))).toEqual([]);
  });

  /** Each of these names eight references of a pool, so that a line shares one with some hundred others. */
  const dense = (side: string, count: number, seen: () => void): Line[] =>
    Array.from({ length: count }, (_, at) => {
      const own = Array.from({ length: 8 }, (__, by) => (at * 7 + by * 13 + by * by) % count);
      const [first = '', ...others] = own.map((place) => `X${String(70_000_000 + place * 7_919)}`);
      return {
        ...{ id: `${side}${String(at)}`, references: [first], text: others.join(' ') },
        day: 20_000 + (at % 3),
        get units() {
          seen();
          return 1_000_000n;
        },
      };
    });

  test('are compared a few times each, and no long piece holds the thread', () => {
    let looks = 0;
    const see = () => {
      looks += 1;
    };
    const [left, right] = [dense('L', 500, see), dense('R', 500, see)];
    const ties = toTheEnd(tiesBetween(left, right, matching));
    const tied = ties.ofLeft.reduce((sum, { size }) => sum + size, 0);
    expect(tied).toBeGreaterThan(20_000);
    looks = 0;
    const work = matchInPieces(left, right, matching, ties);
    let [whole, longest] = [0, 0];
    for (let done = false; !done;) {
      done = work.next().done === true;
      whole += looks;
      longest = Math.max(longest, looks);
      looks = 0;
    }
    expect(whole).toBeLessThan(tied * 10);
    expect(longest).toBeLessThan(20_000);
  });

  test('are tied a piece at a time', () => {
    const none = () => undefined;
    const work = tiesBetween(dense('L', 500, none), dense('R', 500, none), matching);
    let pieces = 0;
    while (work.next().done !== true) pieces += 1;
    expect(pieces).toBeGreaterThan(100);
  });
});
