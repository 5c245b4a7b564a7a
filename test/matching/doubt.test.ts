import { describe, expect, test } from 'vitest';

import { tiesBetween } from '../../electron/engines/matching/match.ts';
import { isTurned } from '../../electron/engines/matching/turned.ts';
import { toTheEnd } from '../../electron/engines/store/threads/turns.ts';
import { lines, matched, matching, rules, type GivenLine } from '../support/files/match-lines.ts';

const invoice = (amount: number, given: Partial<GivenLine> = {}): GivenLine => ({
  ...{ amount, reference: 'INV-10001' },
  ...given,
});

describe('a fee', () => {
  const fee = (left: readonly GivenLine[], right: readonly GivenLine[], more = {}) =>
    rules(matched(left, right, more));

  test('is what may be missing at most, within the days', () => {
    expect(fee([invoice(1_000)], [invoice(980)])).toEqual(['fee L0 R0']);
    expect(fee([invoice(1_000)], [invoice(979)])).toEqual([]);
    expect(fee([invoice(1_000)], [invoice(985, { day: 20_005 })])).toEqual(['fee L0 R0']);
    expect(fee([invoice(1_000)], [invoice(985, { day: 20_006 })])).toEqual([]);
  });

  test('leaves something, and does not turn what comes in into what goes out', () => {
    const all = { feeUpTo: (units: bigint) => units * 3n };
    expect(fee([invoice(10)], [invoice(1)], all)).toEqual(['fee L0 R0']);
    expect(fee([invoice(10)], [invoice(0)], all)).toEqual([]);
    expect(fee([invoice(10)], [invoice(-5)], all)).toEqual([]);
    expect(fee([invoice(0)], [invoice(-5)], all)).toEqual([]);
    expect(fee([invoice(-5)], [invoice(-9)], all)).toEqual(['fee L0 R0']);
    expect(fee([invoice(0)], [invoice(-5)], { feeUpTo: () => 90_000n })).toEqual([]);
  });

  test('is of one line with one, by the reference of its own', () => {
    expect(fee([invoice(1_000)], [invoice(985), invoice(3)])).toEqual([]);
    expect(fee([invoice(1_000), invoice(3)], [invoice(985)])).toEqual([]);
    expect(fee([invoice(1_000)], [invoice(985), invoice(500)])).toEqual([]);
    expect(fee([invoice(1_000), invoice(500)], [invoice(985)])).toEqual([]);
    const customer = 'KESTREL 70011';
    expect(fee([invoice(1_000, { text: customer })], [{ amount: 985, text: customer }])).toEqual(
      [],
    );
    const both = { amount: 1_000, text: customer };
    expect(fee([both], [{ ...both, amount: 985 }])).toEqual(['fee L0 R0']);
  });

  test('is another’s where the slip of another line fits as well, or may be the difference', () => {
    const slip = (amount: number): GivenLine => ({ amount, reference: 'INV-2025-349609' });
    const whole = (amount: number): GivenLine => ({ amount, reference: 'INV-2025-349690' });
    expect(fee([whole(1_000)], [whole(985), slip(500)])).toEqual(['fee L0 R0']);
    expect(fee([whole(1_000)], [whole(985), slip(990)])).toEqual([]);
    expect(fee([whole(1_000)], [whole(985), slip(14)])).toEqual([]);
    expect(fee([whole(1_000)], [whole(985), slip(16)])).toEqual(['fee L0 R0']);
    expect(fee([whole(1_000), slip(500)], [whole(985)])).toEqual(['fee L0 R0']);
    expect(fee([whole(1_000), slip(995)], [whole(985)])).toEqual([]);
    expect(fee([whole(1_000), slip(14)], [whole(985)])).toEqual([]);
    expect(fee([whole(1_000), slip(16)], [whole(985)])).toEqual(['fee L0 R0']);
    expect(fee([whole(-1_000)], [whole(-1_015), slip(-14)])).toEqual([]);
    expect(fee([whole(1_000)], [whole(985), slip(-15)])).toEqual([]);
    expect(fee([whole(1_000), slip(15)], [whole(985)])).toEqual([]);
  });

  test('is more than nothing: an equal amount that two slips add up to stays', () => {
    const of = (amount: number, reference: string): GivenLine => ({ amount, reference });
    const whole = of(100, 'INV-2025-349690');
    const slips = [of(60, 'INV-2025-349609'), of(40, 'INV-2025-346990')];
    expect(fee([whole], [whole, ...slips])).toEqual([]);
  });

  test('that a line was settled with is no longer the difference of another', () => {
    const of = (amount: number, reference: string): GivenLine => ({ amount, reference });
    const left = [of(1_000, 'INV-10001'), of(15, 'PO-77001')];
    expect(fee(left, [of(985, 'INV-10001'), of(15, 'PO-77001')])).toEqual([
      'exact L1 R1',
      'fee L0 R0',
    ]);
    const twice = [of(1_000, 'INV-10001'), of(750, 'PO-77001')];
    expect(fee(twice, [of(985, 'INV-10001'), of(735, 'PO-77001')])).toEqual([
      'fee L0 R0',
      'fee L1 R1',
    ]);
    const large = [of(1_000, 'INV-10001'), of(50_000, 'PO-77001')];
    expect(fee(large, [of(985, 'INV-10001'), of(49_015, 'PO-77001')])).toEqual([
      'fee L0 R0',
      'fee L1 R1',
    ]);
    const signs = [of(-1_000, 'INV-10001'), of(60_000, 'PO-77001')];
    expect(fee(signs, [of(-1_015, 'INV-10001'), of(59_000, 'PO-77001')])).toEqual([
      'fee L0 R0',
      'fee L1 R1',
    ]);
  });
});

describe('lines that a person put together or took apart', () => {
  test('are left out when the others are matched', () => {
    const hand = { together: [{ left: ['L0'], right: ['R0'] }] };
    const two = [invoice(2), invoice(2)];
    expect(rules(matched(two, two, hand))).toEqual(['hand L0 R0', 'exact L1 R1']);
    expect(matched([invoice(1), invoice(2)], [invoice(9)], hand).left.map(({ id }) => id)).toEqual([
      'L1',
    ]);
  });

  test('are not one match where one of them is in another already', () => {
    const twice = [
      { left: ['L0'], right: ['R0'] },
      { left: ['L1', 'L0'], right: ['R1'] },
    ];
    const given = [{ amount: 1 }, { amount: 2 }];
    expect(rules(matched(given, given, { together: twice }))).toEqual(['hand L0 R0']);
  });

  test('stay apart alone: others of the same reference are matched', () => {
    const apart = { apart: [{ left: ['L0'], right: ['R0'] }] };
    expect(rules(matched([invoice(5)], [invoice(5), invoice(5)], apart))).toEqual(['exact L0 R1']);
    expect(rules(matched([invoice(5), invoice(5)], [invoice(5)], apart))).toEqual(['exact L1 R0']);
  });
});

describe('parts', () => {
  test('of one line may have lost the beginning of its reference', () => {
    const whole = { amount: 100, reference: 'INV-2025-349690' };
    const parts = [
      { amount: 60, reference: 'INV-2025-349690' },
      { amount: 40, reference: '349690' },
    ];
    expect(rules(matched([whole], parts))).toEqual(['together L0 R0+R1']);
    expect(rules(matched(parts, [whole]))).toEqual(['together L0+L1 R0']);
  });

  test('are none where a slip ties two lines that each have their own reference on the other side', () => {
    const [one, other] = ['PO901287', 'PO901278'];
    const left = [
      { amount: 100, reference: one },
      { amount: 30, reference: other },
    ];
    const right = [
      { amount: 60, reference: one },
      { amount: 40, reference: other },
    ];
    expect(rules(matched(left, right))).toEqual([]);
  });

  test('of one line are not of another, on either side', () => {
    const shared = { amount: 40, reference: 'INV-10001', text: 'PO-20002' };
    const parts = [{ amount: 60, reference: 'INV-10001' }, shared];
    const others = [invoice(100), { amount: 70, reference: 'PO-20002' }];
    expect(rules(matched(others, parts))).toEqual([]);
    expect(rules(matched(parts, others))).toEqual([]);
  });

  test('are all of them near the whole, on either side', () => {
    const parts = [invoice(60, { day: 20_032 }), invoice(40)];
    expect(rules(matched([invoice(100)], parts))).toEqual([]);
    expect(rules(matched(parts, [invoice(100)]))).toEqual([]);
    const near = [invoice(60, { day: 20_031 }), invoice(40)];
    expect(rules(matched(near, [invoice(100)]))).toEqual(['together L0+L1 R0']);
  });
});

describe('one of several', () => {
  test('is not known where others of its reference add up to it, on either side', () => {
    const [whole, part, rest] = [invoice(100), invoice(60), invoice(40)];
    expect(rules(matched([whole], [whole, part, rest]))).toEqual([]);
    expect(rules(matched([whole, part, rest], [whole]))).toEqual([]);
    expect(rules(matched([whole], [whole, part]))).toEqual(['exact L0 R0']);
    expect(rules(matched([whole], [whole, part, part]))).toEqual(['exact L0 R0']);
    expect(rules(matched([whole], [whole, invoice(100, { day: 20_009 })]))).toEqual([
      'exact L0 R0',
    ]);
  });

  test('is known where a slip ties the other, which has its whole reference elsewhere', () => {
    const [one, slip] = ['INV-2025-349690', 'INV-2025-349609'];
    const of = (reference: string): GivenLine => ({ amount: 5, reference });
    expect(rules(matched([of(one), of(slip)], [of(one), of(slip)]))).toEqual([
      'exact L0 R0',
      'exact L1 R1',
    ]);
    expect(rules(matched([of(one)], [of(one), of(slip)]))).toEqual([]);
    expect(rules(matched([of(one), of(slip)], [of(one)]))).toEqual([]);
  });

  test('is known once another is matched', () => {
    const both = { amount: 5, text: 'INV-10001 PO-20002' };
    const left = [both, { amount: 5, reference: 'PO-20002', text: 'XY-30003' }];
    const right = [
      { amount: 5, reference: 'INV-10001' },
      { amount: 5, reference: 'XY-30003' },
    ];
    expect(rules(matched(left, right)).toSorted()).toEqual(['exact L0 R0', 'exact L1 R1']);
  });
});

describe('what several lines that are matched leave open', () => {
  const customer = 'CUST-70010';
  const of = (amount: number, reference: string, text = ''): GivenLine => ({
    amount,
    reference,
    text,
  });

  test('is a pair, and behind it the equal lines that a slip tied to the pair', () => {
    const [one, slip] = ['INV-2025-349690', 'INV-2025-349609'];
    const left = [
      of(5, one, customer),
      ...[of(5, slip), of(5, slip)],
      of(10, 'PO-20002'),
      of(7, 'XY-30003', customer),
    ];
    const right = [
      of(5, one),
      ...[of(5, slip), of(5, slip)],
      ...[of(5, 'PO-20002', customer), of(5, 'PO-20002')],
      of(8, 'ZZ-40004', customer),
    ];
    expect(rules(matched(left, right)).toSorted()).toEqual([
      'exact L0 R0',
      'exact L1+L2 R1+R2',
      'together L3 R3+R4',
    ]);
  });

  test('is two pairs, and behind them the line that both added up to', () => {
    const [one, shared] = ['INV-10001', 'PO-20002'];
    const left = [
      ...[of(100, one), of(60, one, customer), of(40, one, 'CUST-70011')],
      of(100, shared),
      ...[of(7, 'XY-30003', customer), of(7, 'XY-30004', 'CUST-70011')],
    ];
    const right = [
      ...[of(100, one), of(60, one), of(40, one)],
      ...[of(60, shared, customer), of(40, shared, 'CUST-70011')],
      ...[of(8, 'ZZ-40003', customer), of(8, 'ZZ-40005', 'CUST-70011')],
    ];
    expect(rules(matched(left, right)).toSorted()).toEqual([
      'exact L0 R0',
      'exact L1 R1',
      'exact L2 R2',
      'together L3 R3+R4',
    ]);
  });
});

describe('a slip that is the reference of other lines', () => {
  const of = (amount: number, reference: string, text = ''): GivenLine => ({
    amount,
    reference,
    text,
  });

  test('adds up to a line only where those others do not have them', () => {
    const [one, slip] = ['PO636696', 'PO636669'];
    const right = [of(-9, slip), of(9, slip), of(100, slip)];
    expect(rules(matched([of(100, one), of(-9, slip), of(9, slip)], right))).toEqual([]);
    expect(rules(matched([of(100, one)], right))).toEqual(['together L0 R0+R1+R2']);
    expect(rules(matched(right, [of(100, one), of(-9, slip), of(9, slip)]))).toEqual([]);
    expect(rules(matched(right, [of(100, one)]))).toEqual(['together L0+L1+L2 R0']);
  });

  test('may be of the line that it was meant for, though that shares a customer’s number with another', () => {
    const customer = 'TAMARIND HOTELS 70017';
    const left = [of(5, 'PO195428', customer), of(5, 'PO194528')];
    const right = [of(5, 'PO194528'), of(5, 'ZZ-40004', customer)];
    expect(rules(matched(left, right))).toEqual([]);
    expect(rules(matched(right, left))).toEqual([]);
    expect(rules(matched(left, [of(5, 'PO194528'), of(5, 'PO195428')])).toSorted()).toEqual([
      'exact L0 R1',
      'exact L1 R0',
    ]);
  });
});

describe('equal lines', () => {
  test('are matched where they are as many, of one day on each side', () => {
    const one = invoice(100);
    const later = { ...one, day: 20_002 };
    expect(rules(matched([one, one], [later, later]))).toEqual(['days L0+L1 R0+R1']);
    expect(rules(matched([one, one], [one, later]))).toEqual([]);
    expect(rules(matched([one, later], [one, one]))).toEqual([]);
    expect(rules(matched([one, one], [one, one, one]))).toEqual([]);
    expect(rules(matched([one, one, one], [one, one]))).toEqual([]);
  });

  test('are matched by a reference of their own, and not by a customer’s number', () => {
    const customer = { amount: 100, text: 'KESTREL 70011' };
    const own = (at: number): GivenLine => ({ ...customer, reference: `INV-1000${String(at)}` });
    expect(rules(matched([own(1), own(2)], [customer, customer]))).toEqual([]);
    expect(rules(matched([customer, customer], [customer, customer]))).toEqual([
      'exact L0+L1 R0+R1',
    ]);
  });

  test('name nothing where more than a thousand pairs share the reference', () => {
    const many = (count: number) => Array.from({ length: count }, () => invoice(100));
    expect(rules(matched(many(31), many(32)))).toEqual([]);
    expect(matched(many(31), many(31)).matches).toHaveLength(1);
    expect(matched(many(32), many(32)).matches).toHaveLength(0);
    const parts = Array.from({ length: 1_001 }, () => invoice(1));
    expect(matched([invoice(1_001)], parts).matches).toHaveLength(1);
  });
});

describe('a reference', () => {
  test('that stands on both sides with other amounts names none of them', () => {
    const [a, b] = [invoice(5), invoice(6)];
    expect(rules(matched([a, b], [a, b]))).toEqual(['exact L0 R0', 'exact L1 R1']);
    expect(rules(matched([a, b], [a, invoice(7)]))).toEqual([]);
    expect(rules(matched([a, b], [a, b, invoice(7)]))).toEqual([]);
  });

  test('of the narrowest kind counts: whole before a part, and as the left side writes it', () => {
    const left = { amount: 5, reference: 'Inv 10001', text: 'PO-83716402' };
    const found = matched([left], [{ amount: 5, reference: 'inv-10001', text: 'PO-87316402' }]);
    expect(found.matches).toMatchObject([{ rule: 'exact', reference: 'Inv 10001' }]);
    const cut = matched(
      [{ amount: 5, reference: '349690' }],
      [{ amount: 5, reference: 'INV-2025-349690' }],
    );
    expect(cut.matches).toMatchObject([{ rule: 'part', reference: '349690' }]);
  });

  test('that differs between two lines under the same prefix keeps them apart', () => {
    const of = (text: string): GivenLine => ({ amount: 5, reference: 'CUST-70010', text });
    expect(rules(matched([of('INV-10001')], [of('PO-10002')]))).toEqual(['exact L0 R0']);
    expect(rules(matched([of('INV-10001')], [of('INV-10002')]))).toEqual([]);
    expect(rules(matched([of('INV-10001 INV-10002')], [of('INV-10002')]))).toEqual(['exact L0 R0']);
  });

  test('that lost its beginning is that of one line alone', () => {
    const left = { amount: 5, reference: 'INV-2025-349690' };
    const cut = { amount: 5, reference: '349690' };
    expect(rules(matched([left], [cut]))).toEqual(['part L0 R0']);
    expect(rules(matched([left], [cut, cut]))).toEqual([]);
    expect(rules(matched([left, left], [cut]))).toEqual([]);
    expect(rules(matched([left], [cut, { ...cut, amount: 6 }]))).toEqual([]);
    expect(rules(matched([left, { ...left, amount: 6 }], [cut]))).toEqual([]);
  });
});

describe('what resembles a line', () => {
  const likely = (left: readonly GivenLine[], right: readonly GivenLine[]) =>
    matched(left, right).likely.map((one) => `${one.left.id} ${one.right.id} ${one.by}`);

  test('is named by a reference before a name, and by a name before the amount alone', () => {
    const slip = { amount: 100, reference: 'PO901287' };
    const other = { amount: 100, reference: 'PO901278' };
    const named = { amount: 100, text: 'KESTREL FOODS' };
    expect(likely([slip], [other, named, { amount: 100 }])).toEqual(['L0 R0 reference']);
    expect(likely([{ ...slip, text: 'KESTREL FOODS' }], [named, { amount: 100 }])).toEqual([
      'L0 R0 name',
    ]);
    expect(likely([slip], [other, other])).toEqual([]);
    expect(likely([slip, slip], [other])).toEqual([]);
  });

  test('shares half of the words that the shorter text has, of four letters and more', () => {
    const by = (left: string, right: string) =>
      likely([{ amount: 5, text: left }], [{ amount: 5, text: right }]);
    expect(by('Kestrel Foods', 'KESTREL WOOD AND SONS LIMITED')).toEqual(['L0 R0 name']);
    expect(by('KESTREL FOODS LIMITED', 'KESTREL WOOD SONS')).toEqual(['L0 R0 amount']);
    expect(by('THE BIG INC', 'THE BIG INC')).toEqual(['L0 R0 amount']);
    expect(by('', '')).toEqual(['L0 R0 amount']);
  });

  test('is near in time, and nothing where fifty others have the amount', () => {
    expect(likely([{ amount: 5 }], [{ amount: 5, day: 20_006 }])).toEqual([]);
    const many = (count: number): GivenLine[] =>
      Array.from({ length: count }, (_, at) => ({
        amount: 5,
        text: 'ABCDEFGH'.repeat(1 + at),
      }));
    expect(likely(many(50), many(50)).length).toBe(50);
    expect(likely(many(50), many(51))).toEqual([]);
  });
});

test('a side is turned where ten times as many references say so as say otherwise, of at least three', () => {
  const lineOf = (amount: number, at: number): GivenLine => ({
    amount,
    reference: `INV-${10_000 + at}`,
  });
  const turned = (left: readonly GivenLine[], right: readonly GivenLine[]) => {
    const [ours, theirs] = [lines('L', left), lines('R', right)];
    return isTurned(ours, theirs, toTheEnd(tiesBetween(ours, theirs, matching)));
  };
  const both = (turnedCount: number, same: number) => {
    const count = turnedCount + same;
    const left = Array.from({ length: count }, (_, at) => lineOf(5, at * 11));
    return turned(
      left,
      left.map((one, at) => ({ ...one, amount: at < turnedCount ? -5 : 5 })),
    );
  };
  expect([both(9, 1), both(10, 1), both(1, 9), both(1, 10)]).toEqual([null, true, null, false]);
  expect([both(3, 0), both(2, 0), both(0, 3), both(0, 2)]).toEqual([true, null, false, null]);
  // Other amounts, several lines under one reference, and slips say nothing.
  const left = [lineOf(1, 0), lineOf(2, 7), lineOf(3, 14)];
  expect(
    turned(
      left,
      left.map((one) => ({ ...one, amount: 9 })),
    ),
  ).toBeNull();
  expect(turned(left, [...left, ...left])).toBeNull();
  const long = [1, 2, 3].map((at) => ({
    amount: at,
    reference: `INV-2025-${String(349_690 + at * 5_000)}`,
  }));
  const cut = long.map((one) => ({ ...one, reference: one.reference.slice(-6) }));
  expect(turned(long, cut)).toBeNull();
});
