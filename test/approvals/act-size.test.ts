import { expect, test } from 'vitest';

import { whyTooLarge } from '../../electron/desk/approvals/lines/act-size.ts';

const premise = {
  ...{ details: 'a'.repeat(64), country: 'NLD', twins: [], warnings: [], debit: '1234.80' },
};

/** A request of lines with references of 21 characters and narrations of 18. */
function requestOf(size: number) {
  const lines = Array.from({ length: size }, (_, place) => {
    const reference = `RUN-11-${String(place).padStart(5, '0')}-K7QX2M88`;
    const body = {
      ...{ accountNumber: '30026712', beneficiaryId: '0d8b7a52-61c2-4c6a-9a53-d8a1c6f0b7e1' },
      ...{ amount: '1234.56', currency: 'EUR', reference, narration: 'Invoice 2026-88001' },
    };
    return { reference, payload: JSON.stringify({ body }) };
  });
  return {
    ...{ operation: 'createSingleTransfer', bank: '', words: 'suppliers.csv', lines },
    ...{ premises: lines.map(() => premise), until: '2026-12-01T08:52:00.000Z' },
  };
}

const bytesOf = (content: object): number => Buffer.byteLength(JSON.stringify(content));

test('a request of 500 and of 2,500 lines fits into an act, and one of 5,000 is refused with the number that fits', () => {
  const perLine = (bytesOf(requestOf(500)) - bytesOf(requestOf(0))) / 500;
  expect(perLine).toBeCloseTo(411, -1);
  expect(whyTooLarge(requestOf(500), 500)).toBeNull();
  expect(whyTooLarge(requestOf(2_500), 2_500)).toBeNull();
  expect(whyTooLarge(requestOf(5_000), 5_000)).toBe(
    '5,000 payments are too many for one request. Nothing was written. Split them: about 2,500 of these go into one.',
  );
});

test('an approval of 5,000 lines fits, and one that names 50 twins of each does not', () => {
  const approval = (twins: readonly string[]) => ({
    ...{
      of: 'a'.repeat(64),
      premises: Array.from({ length: 5_000 }, () => ({ ...premise, twins: [...twins] })),
    },
  });
  expect(whyTooLarge(approval([]), 5_000)).toBeNull();
  const twins = Array.from({ length: 50 }, (_, place) => `RUN-11-${String(place)}`);
  expect(whyTooLarge(approval(twins), 5_000)).toContain('too many for one request');
  expect(whyTooLarge(approval([]), 5_001)).toContain('5,001 payments are too many');
});
