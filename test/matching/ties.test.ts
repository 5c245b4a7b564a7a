import { describe, expect, test } from 'vitest';

import { itemAt, valueAt } from '../../electron/engines/matching/item.ts';
import { tiesBetween } from '../../electron/engines/matching/match.ts';
import { toTheEnd } from '../../electron/engines/store/threads/turns.ts';
import { lines, matched, matching, rules, type GivenLine } from '../support/files/match-lines.ts';

test('a place outside a list or a map is refused, and taken for no line', () => {
  expect(itemAt(['a', 'b'], 1)).toBe('b');
  expect(() => itemAt(['a', 'b'], 2)).toThrow(new RangeError('there is nothing at place 2'));
  expect(valueAt(new Map([[7, 'a']]), 7)).toBe('a');
  expect(() => valueAt(new Map([[7, 'a']]), 8)).toThrow(/nothing at place 8/);
});

const of = (amount: number, reference: string, text = ''): GivenLine => ({
  amount,
  reference,
  text,
});
const many = (count: number, one: GivenLine): GivenLine[] =>
  Array.from({ length: count }, () => one);

describe('a reference that two lines share', () => {
  test('ties them in a thousand pairs at most, and in any number where one side has it once', () => {
    const tied = (left: number, right: number) => {
      const one = of(5, 'INV-10001');
      const [ours, theirs] = [lines('L', many(left, one)), lines('R', many(right, one))];
      return toTheEnd(tiesBetween(ours, theirs, matching)).ofLeft[0]?.size;
    };
    expect([tied(25, 40), tied(40, 25), tied(26, 39)]).toEqual([40, 25, 0]);
    expect([tied(1, 1_001), tied(1_001, 1)]).toEqual([1_001, 1]);
  });

  test('counts before one that stands in many lines, whichever comes first', () => {
    const customer = 'CUST-70010';
    const left = [of(5, 'INV-10001', customer), of(6, 'PO-20002', customer)];
    const right = [of(5, 'INV-10001', customer), of(7, 'XY-30003', customer)];
    expect(rules(matched(left, right))).toEqual(['exact L0 R0']);
    const later = (line: GivenLine): GivenLine => ({
      amount: line.amount,
      text: `${customer} ${line.reference ?? ''}`,
    });
    expect(rules(matched(left.map(later), right.map(later)))).toEqual(['exact L0 R0']);
  });

  test('is the first of those that are as good', () => {
    const both = { amount: 5, text: 'INV-10001 PO-20002' };
    expect(matched([both], [both]).matches).toMatchObject([{ reference: 'INV-10001' }]);
  });

  test('counts where the lines have numbers beside it that are of no kind', () => {
    const left = of(5, 'INV-10001', '12345');
    expect(rules(matched([left], [of(5, 'INV-10001', '54321')]))).toEqual(['exact L0 R0']);
  });
});

describe('lines that add up to one', () => {
  const [whole, end] = ['INV-2025-349690', '349690'];

  test('are those of its whole reference, beside what a slip ties', () => {
    const right = [of(60, whole), of(40, whole), of(7, end)];
    expect(rules(matched([of(100, whole)], right))).toEqual(['together L0 R0+R1']);
    expect(rules(matched(right, [of(100, whole)]))).toEqual(['together L0+L1 R0']);
  });

  test('are none under a reference that stands on both sides with other amounts', () => {
    const left = [of(100, 'INV-10001'), of(50, 'INV-10001', 'PO-77001')];
    const right = [of(60, 'INV-10001', 'PO-88002'), of(40, 'INV-10001', 'PO-99003')];
    expect(rules(matched(left, right))).toEqual([]);
    expect(rules(matched(right, left))).toEqual([]);
  });

  test('are none by a slip where both lines have their whole reference, also once one of those is matched', () => {
    const [one, slip] = ['PO83716402', 'PO87316402'];
    const left = [of(100, one), of(30, slip, 'XY-30003')];
    const right = [of(60, one), of(40, slip), of(30, 'XY-30003')];
    expect(rules(matched(left, right))).toEqual(['exact L1 R2']);
    expect(rules(matched(right, left))).toEqual(['exact L2 R1']);
    expect(rules(matched(left.slice(0, 1), right))).toEqual(['together L0 R0+R1']);
  });
});

describe('of several lines that could be it', () => {
  test('none is, also where the other one has a whole reference elsewhere', () => {
    const left = [of(5, 'INV-10001'), of(5, 'INV-10001', 'PO-20002')];
    expect(rules(matched(left, [of(5, 'INV-10001'), of(5, 'PO-20002')]))).toEqual([]);
  });

  test('equal ones are no group where one of them could be another line as well', () => {
    const [whole, end] = ['INV-2025-349690', '349690'];
    const two = [of(5, whole), of(5, whole)];
    const apart = (left: string, right: string) => ({
      apart: [{ left: [left], right: [right] }],
    });
    expect(rules(matched(two, two))).toEqual(['exact L0+L1 R0+R1']);
    const three = [...two, of(5, end)];
    expect(rules(matched(two, three, apart('L0', 'R2')))).toEqual([]);
    expect(rules(matched(three, two, apart('L2', 'R0')))).toEqual([]);
  });

  test('equal ones are no group where a slip ties two of them', () => {
    const [one, slip] = ['PO83716402', 'PO87316402'];
    const left = [of(5, one, slip), of(5, one)];
    expect(rules(matched(left, [of(5, one, slip), of(5, slip)]))).toEqual([]);
  });

  test('equal ones are no group where a customer’s number ties two of them', () => {
    const customer = 'CUST-70010';
    const [ours, theirs] = [of(5, 'INV-10001', customer), of(5, 'PO-20002', customer)];
    const found = matched(
      [ours, theirs, of(9, 'XY-30003', customer)],
      [ours, theirs, of(8, 'ZZ-40004', customer)],
    );
    expect(found.matches.filter(({ left }) => left.length > 1)).toEqual([]);
  });
});
