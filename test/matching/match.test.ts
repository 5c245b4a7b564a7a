import { describe, expect, test } from 'vitest';

import { tiesBetween } from '../../electron/engines/matching/match.ts';
import { isTurned } from '../../electron/engines/matching/turned.ts';
import { toTheEnd } from '../../electron/engines/store/threads/turns.ts';
import { lines, matched, matching, rules, type GivenLine } from '../support/files/match-lines.ts';

describe('what is matched', () => {
  test('amount, day and reference, however the reference is written', () => {
    expect(
      rules(
        matched(
          [
            { amount: 100, reference: 'INV-2025-1001' },
            { amount: -100, text: 'Order 4500012345' },
          ],
          [
            { amount: -100, reference: '4500012345' },
            { amount: 100, text: 'PAYMENT INV2025/1001 KESTREL' },
          ],
        ),
      ),
    ).toEqual(['exact L0 R1', 'exact L1 R0']);
  });

  test('the same some days apart, and not beyond them', () => {
    const line = { amount: 100, reference: 'INV-1001' };
    expect(rules(matched([line], [{ ...line, day: 20_005 }]))).toEqual(['days L0 R0']);
    expect(rules(matched([line], [{ ...line, day: 20_006 }]))).toEqual([]);
  });

  test('a reference that lost its beginning, or has a slip that no other number comes near', () => {
    expect(
      rules(
        matched(
          [
            { amount: 100, reference: 'INV-2025-349690' },
            { amount: 70, reference: 'PO-83716402' },
          ],
          [
            { amount: 100, reference: '349690' },
            { amount: 70, reference: 'PO-87316402' },
          ],
        ),
      ),
    ).toEqual(['part L0 R0', 'part L1 R1']);
  });

  test('one payment for the invoices that it names, and one invoice paid in parts', () => {
    expect(
      rules(
        matched(
          [
            { amount: 60, reference: 'INV-10001' },
            { amount: 40, reference: 'INV-10002' },
            { amount: 500, reference: 'INV-20001' },
          ],
          [
            { amount: 100, text: 'INV-10001 INV-10002' },
            { amount: 300, reference: 'INV-20001' },
            { amount: 200, reference: 'INV-20001', day: 20_020 },
          ],
        ),
      ).toSorted(),
    ).toEqual(['together L0+L1 R0', 'together L2 R1+R2']);
  });

  test('the parts of one invoice within a month of it, and not beyond', () => {
    const whole = { amount: 500, reference: 'INV-20001' };
    const paidIn = (day: number) =>
      rules(
        matched(
          [whole],
          [
            { ...whole, amount: 300 },
            { ...whole, amount: 200, day },
          ],
        ),
      );
    expect(paidIn(20_031)).toEqual(['together L0 R0+R1']);
    expect(paidIn(20_032)).toEqual([]);
  });

  test('a payment that came back and went out again is one with the line in the books', () => {
    const out = { amount: -90, reference: 'INV-10001' };
    expect(rules(matched([out], [out, { ...out, amount: 90 }, out]))).toEqual([
      'together L0 R0+R1+R2',
    ]);
  });

  test('a fee deducted from what comes in, or added to what goes out; never a fee in our favour', () => {
    const fee = (left: number, right: number) =>
      rules(
        matched(
          [{ amount: left, reference: 'INV-10001' }],
          [{ amount: right, reference: 'INV-10001' }],
        ),
      );
    expect(fee(1_000, 985)).toEqual(['fee L0 R0']);
    expect(fee(-1_000, -1_015)).toEqual(['fee L0 R0']);
    expect(fee(1_000, 1_015)).toEqual([]);
    expect(fee(-1_000, -985)).toEqual([]);
    expect(fee(1_000, 970)).toEqual([]);
  });

  test('equal lines of one day and one reference, as many on both sides', () => {
    const line = { amount: 100, reference: 'INV-10001' };
    expect(rules(matched([line, line], [line, line]))).toEqual(['exact L0+L1 R0+R1']);
    expect(rules(matched([line, line], [line]))).toEqual([]);
  });
});

describe('what is not matched', () => {
  const nothing = (left: readonly GivenLine[], right: readonly GivenLine[]): void => {
    const found = matched(left, right);
    expect(rules(found)).toEqual([]);
    expect(found.left).toHaveLength(left.length);
    expect(found.right).toHaveLength(right.length);
  };

  test('the same amount on the same day with another reference', () => {
    nothing([{ amount: 100, reference: 'INV-10001' }], [{ amount: 100, reference: 'INV-10002' }]);
  });

  test('a customer’s number in the text of both lines, where one of them has its own reference', () => {
    nothing(
      [{ amount: 100, reference: 'INV-10001', text: 'KESTREL 70011' }],
      [{ amount: 100, text: 'KESTREL 70011' }],
    );
  });

  test('two invoices of one customer whose number both lines contain', () => {
    nothing(
      [{ amount: 100, reference: 'INV-10001', text: 'CUST-70010' }],
      [{ amount: 100, reference: 'INV-10002', text: 'CUST-70010' }],
    );
  });

  test('two invoices under one customer’s number, which both lines call their reference', () => {
    const lineWith = (text: string): GivenLine => ({ amount: 100, reference: 'CUST-70010', text });
    nothing([lineWith('INV-10001')], [lineWith('INV-10002')]);
  });

  test('a payment that may be the invoice, or its two parts', () => {
    const lineOf = (amount: number): GivenLine => ({ amount, reference: 'INV-10001' });
    nothing([lineOf(-600), lineOf(-400), lineOf(-1_000)], [lineOf(-1_000)]);
  });

  test('parts that add up to a line, where one of them is of another line as well', () => {
    nothing(
      [
        { amount: 100, reference: 'INV-10001' },
        { amount: 70, reference: 'PO-20002' },
      ],
      [
        { amount: 60, reference: 'INV-10001' },
        { amount: 40, reference: 'INV-10001', text: 'PO-20002' },
      ],
    );
  });

  test('what shares a day, a month, a year or the account alone', () => {
    for (const text of ['20251101', '01.11.2025', 'NOV2025', '2025-11', 'FY2025', '0123456789'])
      nothing([{ amount: 100, text: `A ${text}` }], [{ amount: 100, text: `B ${text}` }]);
  });

  test('numbers given one after the other that are slips of each other', () => {
    nothing([{ amount: 100, reference: 'PO901287' }], [{ amount: 100, reference: 'PO901278' }]);
  });

  test('a line that two could be', () => {
    const line = { amount: 100, reference: 'INV-10001' };
    nothing([line], [line, { ...line, day: 20_002 }]);
  });

  test('an invoice whose number is another one cut short', () => {
    nothing(
      [
        { amount: 100, reference: 'INV-10012' },
        { amount: 100, reference: 'INV-1001' },
      ],
      [{ amount: 100, reference: 'INV-1001' }],
    );
  });

  test('a fee that another line may be', () => {
    const left = { amount: 1_000, reference: 'INV-10001' };
    const right = { amount: 985, reference: 'INV-10001' };
    nothing([left], [right, { amount: 15, text: 'the rest' }]);
    nothing([left, { amount: -15, text: 'Charges' }], [right]);
  });
});

test('what resembles a line is proposed, and only where one alone does', () => {
  const left = { amount: 100, reference: 'INV-10001', text: 'KESTREL FOODS' };
  const likely = (right: readonly GivenLine[]) =>
    matched([left], right).likely.map(({ right: { id }, by }) => `${id} ${by}`);
  expect(likely([{ amount: 100, text: 'KESTREL FOODS LTD' }])).toEqual(['R0 name']);
  expect(likely([{ amount: 100 }])).toEqual(['R0 amount']);
  expect(likely([{ amount: 100 }, { amount: 100 }])).toEqual([]);
  expect(likely([{ amount: 100, text: 'KESTREL FOODS' }, { amount: 100 }])).toEqual(['R0 name']);
  expect(likely([{ amount: 100, reference: 'INV-10002', text: 'KESTREL FOODS' }])).toEqual([]);
});

describe('a person’s decision', () => {
  const left = [{ amount: 100, reference: 'INV-10001' }, { amount: 7 }];
  const right = [{ amount: 100, reference: 'INV-10001' }, { amount: 9 }];

  test('puts together what no rule does, before the rules', () => {
    const found = matched(left, right, { together: [{ left: ['L0', 'L1'], right: ['R1'] }] });
    expect(rules(found)).toEqual(['hand L0+L1 R1']);
    expect(found.right.map(({ id }) => id)).toEqual(['R0']);
  });

  test('takes apart what a rule put together', () => {
    const found = matched(left, right, { apart: [{ left: ['L0'], right: ['R0'] }] });
    expect(rules(found)).toEqual([]);
    expect(found.likely).toEqual([]);
  });

  test('no longer applies once one of its lines is gone', () => {
    const found = matched(left, right, { together: [{ left: ['L1'], right: ['R7'] }] });
    expect(rules(found)).toEqual(['exact L0 R0']);
  });
});

test('a side with opposite signs is recognised by its references, where enough of them agree', () => {
  const lineOf = (amount: number, at: number): GivenLine => ({
    amount,
    reference: `INV-${10_000 + at}`,
  });
  const turned = (left: readonly number[], right: readonly number[]) => {
    const [ours, theirs] = [lines('L', left.map(lineOf)), lines('R', right.map(lineOf))];
    return isTurned(ours, theirs, toTheEnd(tiesBetween(ours, theirs, matching)));
  };
  expect(turned([1, -2, 3], [-1, 2, -3])).toBe(true);
  expect(turned([1, -2, 3], [1, -2, 3])).toBe(false);
  expect(turned([1, -2], [-1, 2])).toBeNull();
  expect(turned([1, -2, 3, 4], [-1, 2, -3, 4])).toBeNull();
});
